"""Each promise about seats asked at once can fail: one flaw put into a game that asks so is found under its promise."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from referee.games import all_games
from referee.kernel.dice import stream
from referee.kernel.events import Event
from referee.kernel.game import AnyGame, Transition
from referee.kernel.requests import Request
from tests.games.contract.at_once import AT_ONCE
from tests.games.contract.playout import Broken, Table, option_sets, playout


def tables(name: str) -> tuple[Table, ...]:
    found = playout(next(game for game in all_games() if game.info.name == name), option_sets(name)[0], 1, 12)
    return (found.first, *found.kept)


@cache
def asking_at_once() -> tuple[Table, ...]:
    """The positions of random games in which several are asked at once."""
    return tuple(table for game in all_games() for table in tables(game.info.name) if len(table.asked) > 1)


def look_at(table: Table) -> None:
    words = stream(b"contract", "at once")
    for _ in range(6):
        for promise in AT_ONCE:
            promise(table, words)


def flawed(table: Table, **changes: Any) -> Table:
    from dataclasses import replace as changed

    return changed(table, game=replace(table.game, **changes))


class Hurried(Event, frozen=True):
    """Something that only the first one gets."""

    first: int


def first_come(game: AnyGame) -> Any:
    """Tells of each order how many were asked: whoever answers first is told another number than the last."""

    def apply(state: Any, seat: int, move: Any, reveals: Any) -> Transition[Any]:
        step = game.apply(state, seat, move, reveals)
        return Transition(step.state, (*step.events, Hurried(10 * seat + len(game.requests(state)))))

    return apply


def greedy(game: AnyGame) -> Any:
    """Lists for the last seat fewer orders as soon as somebody is done."""

    def legal(state: Any, seat: int, own: Any) -> Any:
        moves = tuple(game.legal_orders(state, seat, own))
        return iter(moves[: max(1, len(moves) - (3 - len(game.requests(state))))] if seat == 2 else moves)

    return legal


def endless(game: AnyGame) -> Any:
    return lambda state, seat, move, reveals: Transition(state)


def twice(game: AnyGame) -> Any:
    return lambda state: (*game.requests(state), *(Request(r.seat, "again", r.rule) for r in game.requests(state)[:1]))


def test_a_game_of_the_suite_asks_several_at_once() -> None:
    assert asking_at_once()


def test_a_good_game_keeps_every_promise_about_seats_asked_at_once() -> None:
    for table in asking_at_once():
        look_at(table)


FLAWS = {
    "who comes first is told": ("answers of seats asked at once commute", "apply", first_come),
    "an answer takes orders away": ("no answer changes what another seat may do", "legal_orders", greedy),
    "nothing ends an answer": ("the neutral order ends an answer", "apply", endless),
    "asked twice": ("a seat is asked one thing at a time", "requests", twice),
    "no neutral order": ("where several are asked at once there is a neutral order", "neutral", lambda game: None),
    "neutral order of another question": (
        "the neutral order can be given whatever the hand holds",
        "neutral",
        lambda game: lambda state, seat: game.notation.parse_order("peek nowhere"),
    ),
}


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_flaw_in_what_is_asked_at_once_is_found_under_its_promise(flaw: str) -> None:
    promise, part, change = FLAWS[flaw]
    with pytest.raises(Broken) as broken:
        for table in asking_at_once():
            look_at(flawed(table, **{part: change(table.game)}))

    assert broken.value.promise == promise

"""Standing answers: wishes for the set-up cubes, and who gets scarce ones."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.ur import GAME
from referee.games.ur.board import NAMES
from referee.games.ur.cases import Given, state_of
from referee.games.ur.policy import Policy, answer, format_policy, parse_policy
from referee.games.ur.rules.setup import setup
from referee.games.ur.state import State
from referee.kernel.dice import Dice
from referee.kernel.errors import Unreadable
from referee.kernel.game import complete_options
from referee.kernel.goods import OwnGoods
from referee.kernel.sentence import Sentence

FRESH = setup(complete_options(GAME.info, 3, ()), Dice(bytes(32))).state


def after(state: State, *orders: str) -> State:
    for text in orders:
        state = GAME.apply(state, state.seat, GAME.notation.parse_order(text), ()).state
    return state


def position(*orders: str, **fields: Any) -> State:
    return after(state_of(Given(**fields)), *orders)


def answers(state: State, *lines: str) -> str | Sentence | None:
    said = answer(state, state.seat, OwnGoods(()), parse_policy(lines))
    return said if said is None or isinstance(said, Sentence) else GAME.notation.format_order(said)


@pytest.mark.parametrize(
    ("before", "line", "expected"),
    [
        ((), "place c4 d4", "place c4"),
        (("place c4",), "place c4 d4", "place d4"),
        (("place c4", "place a1", "place f6"), "place c4 d4", "place d4"),
        (("place c4", "place a1", "place f6"), "place c4 c4", "place c4"),
        (("place c4", "place d4", "place f6"), "place c4 d4 c5", "place c5"),
        (("place c4", "place a1", "place f6"), "place c4 e4 f1 b4", "place b4"),
        (("place c4", "place a1", "place f6"), "place c4 f1", Sentence("ur/policy-wishes")),
        (("place c4",), "place c4", Sentence("ur/policy-wishes")),
    ],
)
def test_the_first_wish_that_is_left_and_allowed_is_placed(
    before: tuple[str, ...], line: str, expected: str | Sentence
) -> None:
    assert answers(after(FRESH, *before), line) == expected


def test_wishes_of_all_seats_lay_the_whole_set_up_without_a_question() -> None:
    state, placed = FRESH, []
    wishes = {0: "place c4 c4 d4 b3", 1: "place c4 a1 a2 a2", 2: "place c4 f6 f6 e6"}
    for _ in range(9):
        order = answers(state, wishes[(state.seat - FRESH.seat) % 3])
        assert isinstance(order, str)
        placed.append(order.split()[1])
        state = after(state, order)

    assert placed == ["c4", "a1", "f6", "c4", "a2", "f6", "d4", "a2", "e6"]
    assert state.phase == "exchange"
    assert answers(state, wishes[0]) is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("exchange c4 a1 f6 keep", "exchange f6"),
        ("exchange c4 a1 keep", "keep"),
        ("exchange keep", "keep"),
        ("exchange c4 a1", Sentence("ur/policy-exchange")),
        ("place f6", None),
    ],
)
def test_the_first_tile_that_is_free_is_taken_in_exchange(line: str, expected: str | Sentence | None) -> None:
    state = after(FRESH, *["place c4", "place a1", "place b5"], *["place c4", "place a1", "place b5"] * 2)
    said = answers(state, line)

    assert state.phase == "exchange"
    assert said == (f"{expected} {state.hands[state.seat][0]}" if expected == "exchange f6" else expected)


def test_nothing_is_answered_in_a_turn_but_the_share_of_scarce_cubes() -> None:
    turn = position(hands={"X": "A/T"}, cubes={"X": {"b3": 2}})

    assert answers(turn, "place c4", "share fullest") is None


WAITING = {"hands": {"X": "T/C"}, "tiles": {"a1": "T/w"}, "cubes": {"X": {"a4": 3, "a1": 3, "f4": 2, "b3": 5, "c5": 5}}}
TRADE = position("trade", **WAITING)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("share f4 a1", "put f4:1"),
        ("share a1", "put a1:2"),
        ("share fullest", "put a1:2"),
        ("share emptiest", "put f4:1"),
        ("share e6 f4 fullest", "put f4:1"),
        ("share e6", "ur/policy-share"),
    ],
)
def test_scarce_cubes_go_to_the_first_tile_that_waits(line: str, expected: str) -> None:
    said = answers(TRADE, line)

    assert (said.code if isinstance(said, Sentence) else said) == expected


def test_a_sparing_agriculture_is_never_answered() -> None:
    sparing = position("agriculture sparing", hands={"X": "A/T"}, cubes={"X": {"b3": 2, "f1": 1}})

    assert sparing.phase == "share"
    assert answers(sparing, "share fullest") == Sentence("ur/policy-sparing")


@pytest.mark.parametrize(
    "line", ["place", "place g1", "place " + " ".join(NAMES[:13]), "share", "share c4 c4", "share fullest c4", "put c4"]
)
def test_a_line_that_is_no_line_of_a_policy_is_refused(line: str) -> None:
    with pytest.raises(Unreadable):
        parse_policy((line,))


def test_a_later_line_replaces_an_earlier_one_and_letters_may_be_of_any_case() -> None:
    assert format_policy(parse_policy(("place A1", "Place C4 c4 D4"))) == ("place c4 c4 d4",)
    assert parse_policy(()) == Policy()

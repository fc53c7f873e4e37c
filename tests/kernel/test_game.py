"""A small game says little: what it leaves out has a default, and a choice it lacks is refused in a sentence."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from referee.i18n.refusal_text import refusal_text
from referee.kernel.errors import Unreadable
from referee.kernel.game import (
    AnyGame,
    Display,
    Game,
    GameInfo,
    Notation,
    Option,
    Options,
    Transition,
    complete_options,
)

INFO = GameInfo(
    name="small",
    title="Small",
    seats=(2, 3),
    rules_version=1,
    options=(Option("board", ("round", "square"), "square", "the board"),),
    endings=(),
    hand_rule="SM 1",
    rule_prefix="SM",
)


class State(msgspec.Struct, frozen=True):
    turn: int
    row: tuple[int, ...]


def game(**given: Any) -> AnyGame:
    return Game(
        info=INFO,
        setup=lambda options, dice: Transition(State(0, ())),
        requests=lambda state: (),
        apply=lambda state, seat, move, reveals: Transition(state),
        legal_orders=lambda state, seat, own: iter(()),
        outcome=lambda state: None,
        notation=Notation(format_order=str, parse_order=str, read=lambda text, state, seat: ()),
        faces=Display(text=lambda state, view: ()),
        **given,
    )


def test_a_game_that_hides_nothing_and_asks_for_actions_only_need_not_say_so() -> None:
    small = game(state_type=State)

    assert small.goods(Options(2)) == ()
    assert (small.answers("pass"), small.secret("pass"), small.turn(State(7, ()))) == (("turn",), 0, 7)
    small.check(State(7, ()))


def test_the_type_of_the_states_is_enough_to_write_and_read_them() -> None:
    small, state = game(state_type=State), State(3, (1, 2))

    assert small.to_json(state) == {"turn": 3, "row": (1, 2)}
    assert small.from_json({"turn": 3, "row": [1, 2]}) == state


def test_a_game_keeps_the_reader_it_gives() -> None:
    assert game(state_type=State, from_json=lambda value: "own").from_json({}) == "own"


def test_a_game_that_gives_neither_type_nor_reader_is_told() -> None:
    with pytest.raises(TypeError, match="the type of its states"):
        game().from_json({})


@pytest.mark.parametrize(
    ("seats", "chosen", "english", "italian"),
    [
        (4, (), "Small is for 2, 3 players, not 4", "Small è per 2, 3 giocatori, non 4"),
        (2, (("size", "9"),), "Small has no option size; it has board", "Small non ha un'opzione size; ha board"),
        (
            2,
            (("board", "oval"),),
            "the option board is one of round, square, not oval",
            "l'opzione board è una di round, square, non oval",
        ),
    ],
)
def test_a_choice_the_game_does_not_have_is_refused_in_both_languages(
    seats: int, chosen: tuple[tuple[str, str], ...], english: str, italian: str
) -> None:
    with pytest.raises(Unreadable) as refused:
        complete_options(INFO, seats, chosen)

    assert refusal_text(refused.value, "en").sentence == english
    assert refusal_text(refused.value, "it").sentence == italian

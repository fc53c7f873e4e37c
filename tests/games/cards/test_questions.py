"""What is asked, of whom, under which rule, and with which numbers; and the numbers that events tell."""

from __future__ import annotations

import pytest

from referee.games.cards import GAME
from referee.games.cards.events import (
    Committed,
    ExternalConflict,
    ExternalWon,
    InternalConflict,
    InternalWon,
    LeaderReturned,
    Rewarded,
    Seized,
    TurnBegan,
    TurnPassed,
)
from referee.games.cards.moves import ORDERS
from referee.games.cards.state import State
from referee.kernel.events import ConflictWon, Event, Spent
from referee.kernel.requests import Request
from tests.games.cards.asked_orders import COMMIT, CONVERT, INCOME, SCORE, SHIP, SWAP, TURN, TWO, WAR, at

TWO_OF_VASE = {**TWO, "active": "vase"}
GREEN = at("vase: connect C-D", "vase: war green", **TWO_OF_VASE)
RED = at("vase: connect C-D", "vase: war red", "lion: commit 1", **TWO_OF_VASE)
CONVERT_GREEN = at("vase: connect C-D", "vase: war green", "lion: commit 0", "bull: commit 0", **TWO_OF_VASE)


@pytest.mark.parametrize(
    ("state", "request_"),
    [
        (TURN, Request(0, "turn", "CK 4.1", ("2",))),
        (at("lion: card red A"), Request(0, "turn", "CK 4.1", ("1",))),
        (SCORE, Request(0, "score", "CK 7.1", ("green",))),
        (SHIP, Request(0, "ship", "CK 14.1", ("blue-black", "blue-green", "blue-red", "A1", "A2"))),
        (COMMIT, Request(0, "commit", "CK 11.3", ("red", "1:0"))),
        (
            at("lion: leader king A1", "lion: commit 2", columns={"A": "* r g<bull.king>"}),
            Request(1, "commit", "CK 11.3", ("red", "0:3")),
        ),
        (CONVERT, Request(0, "convert", "CK 11.6", ("red",))),
        (WAR, Request(0, "war", "CK 12.1", ("red", "green"))),
        (GREEN, Request(0, "commit", "CK 12.4", ("green", "2:1"))),
        (RED, Request(1, "commit", "CK 12.4", ("red", "2:3"))),
        (CONVERT_GREEN, Request(0, "convert", "CK 12.7", ("green",))),
        (SWAP, Request(0, "swap", "CK 9.1", ("C0", "D0"))),
        (INCOME, Request(0, "income", "CK 14.6", ("blue", "blue", "green"))),
    ],
    ids=lambda value: value.question if isinstance(value, Request) else "",
)
def test_a_question_says_what_is_needed_to_answer_it(state: State, request_: Request) -> None:
    assert GAME.requests(state) == (request_,)


def told(state: State, text: str) -> tuple[Event, ...]:
    seat = GAME.requests(state)[0].seat
    return GAME.apply(state, seat, ORDERS.parse(text), (("C-D", "red"),)).events


def test_an_external_conflict_tells_the_cards_on_the_table() -> None:
    assert told(WAR, "war red") == (ExternalConflict("priest", "C-D", 0, 2, 1, 2),)
    assert told(WAR, "war green") == (ExternalConflict("trader", "C-D", 0, 2, 1, 1),)


def test_an_external_conflict_ends_with_both_strengths_then_the_spoils() -> None:
    fight = at("vase: connect C-D", "vase: war green", "lion: commit 0", **TWO_OF_VASE)

    assert told(fight, "commit 1")[:6] == (
        Spent(1, "green", 1),
        Committed(1, "green", 1),
        ExternalWon(1, 0, "trader", 2, 2),
        LeaderReturned(0, "trader", "C3"),
        Seized(1, "green", ("C1", "C2")),
        Rewarded(1, "green", 0),
    )


def test_where_nothing_can_be_taken_no_spoils_are_told() -> None:
    assert told(RED, "commit 0") == (
        Committed(1, "red", 0),
        ExternalWon(0, 1, "priest", 3, 2),
        LeaderReturned(1, "priest", "D1"),
        Rewarded(0, "red", 0),
        ExternalConflict("trader", "C-D", 0, 2, 1, 1),
    )


def test_an_internal_conflict_tells_the_bonuses_and_ends_with_both_strengths() -> None:
    begun = told(at(columns={"A": "* r g<bull.king>"}), "leader king A1")
    ended = told(at("lion: leader king A1", "lion: commit 2", columns={"A": "* r g<bull.king>"}), "commit 1")

    assert begun[1] == InternalConflict("king", 0, 1, 1, 0)
    assert ended[2] == InternalWon(0, 1, "king", 3, 1)
    assert issubclass(InternalWon, ConflictWon) and issubclass(ExternalWon, ConflictWon)


def test_a_turn_is_counted_from_one() -> None:
    assert told(TURN, "pass") == (TurnPassed(0), TurnBegan(1, 2))


def test_nobody_is_asked_when_the_game_is_over() -> None:
    over = at("lion: card red A", "lion: pass", deck=0)

    assert (GAME.requests(over), over.ending) == ((), "cards")

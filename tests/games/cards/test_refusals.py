"""What a refused order is told: the rule, the place, one sentence; and the same in Italian."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.cards import GAME
from referee.games.cards.moves import ORDERS
from referee.games.cards.state import State
from referee.i18n.refusal_text import refusal_text
from referee.kernel.errors import IllegalMove
from tests.games.cards.asked_orders import COMMIT, INCOME, SHIP, SWAP, TURN, WAR, at
from tests.games.contract.books import books_of, refusals

OF_THE_STAGES = {"asked-seat-only", "question-first"}

FULL = at(
    columns={"A": "* k r b g k r b g", "B": "* r<bull.king> S(bg)", "C": "* k k"},
    slots={"A-B": "g"},
    hands={"lion": "r"},
)
SPENT = at("lion: catastrophe A1", columns={"A": "* k k"})
STRICT = at(columns={"A": "* k<lion.farmer>"}, options={"withdraw": "banned"})
GREEN = at("lion: card green A", columns={"A": "* k g g g"})
EMPTY = at(hands={"lion": ""})

TOLD = [
    (COMMIT, "pass", "[CK 4.4] first answer the open question: commit"),
    (EMPTY, "card red A", "[CK 4.2] cards are played from your hand: you have 0, and this takes 1"),
    (COMMIT, "commit 9", "[CK 4.2] cards are played from your hand: you have 8, and this takes 9"),
    (TURN, "leader king A1", "[CK 5.1] A1: a leader stands on a card; A1 holds none"),
    (FULL, "leader king B1", "[CK 5.1] B1: a card carries one leader; B1 has one already"),
    (FULL, "leader king B2", "[CK 5.2] B2: a ship carries no leader; B2 is a ship"),
    (FULL, "leader trader A-B", "[CK 5.3] A-B: a leader and its card differ in colour; the trader is green, so is A-B"),
    (FULL, "withdraw king", "[CK 5.4] only a leader on the table can be withdrawn; your king is not there"),
    (STRICT, "withdraw farmer", "[CK 5.4] withdrawing leaders is not allowed in this game"),
    (FULL, "card red A", "[CK 6.2] A: a column takes 8 cards under its head; A holds them already"),
    (FULL, "connect A-B", "[CK 8.1] A-B: a slot takes one connector; A-B holds one already"),
    (FULL, "connect B-C", "[CK 8.2] B-C: both columns need 3 cards under their heads; one at B-C holds 2"),
    (SWAP, "swap H0", "[CK 9.1] H0: only a treasure of the new kingdom can be taken; H0 is not one"),
    (SPENT, "catastrophe A1", "[CK 10.1] each player has one catastrophe; yours is played"),
    (FULL, "catastrophe D1", "[CK 10.2] D1: a catastrophe takes a card; D1 holds none"),
    (FULL, "catastrophe B1", "[CK 10.3] B1: a card under a leader is safe; B1 carries one"),
    (FULL, "catastrophe B2", "[CK 10.4] B2: a ship is never removed; B2 is one"),
    (FULL, "catastrophe B0", "[CK 10.5] B0: the head of a column is safe; B0 is one"),
    (
        WAR,
        "war blue",
        "[CK 12.1] C-D: a conflict has a leader of one colour on both sides of the connector; blue has not",
    ),
    (GREEN, "ship blue-red A2", "[CK 14.2] A: a green run builds one of blue-green; blue-red is not among them"),
    (
        SHIP,
        "ship blue-red A3",
        "[CK 14.3] A3: a ship takes four cards of the run, named by the top one: A1, A2; not A3",
    ),
    (INCOME, "income black", "[CK 14.6] ships pay 0 black in this turn; you took 1"),
    (INCOME, "income blue blue blue", "[CK 14.6] ships pay 2 blue in this turn; you took 3"),
]


def refused(state: State, text: str, seat: int | None = None) -> IllegalMove:
    asked = GAME.requests(state)[0].seat if seat is None else seat
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, asked, ORDERS.parse(text), ())
    return caught.value


@pytest.mark.parametrize(("state", "text", "told"), TOLD, ids=[told.split("]")[0][1:] for _, _, told in TOLD])
def test_a_refusal_names_its_rule_and_states_the_finding(state: State, text: str, told: str) -> None:
    assert str(refused(state, text)) == told


def test_a_seat_that_is_not_asked_is_told_so() -> None:
    assert str(refused(TURN, "pass", seat=1)) == "[CK 4.4] only the player whose turn it is can give orders"


def test_every_refusal_of_the_rules_is_shown_here() -> None:
    shown = {refused(state, text).code for state, text, _ in TOLD} | {refused(TURN, "pass", seat=1).code}

    assert shown == refusals(books_of("cards")) | OF_THE_STAGES


@pytest.mark.parametrize(
    ("state", "text", "told"),
    [
        (FULL, "leader trader A-B", "il leader e la sua carta sono di colore diverso; il mercante è verde, e così A-B"),
        (COMMIT, "pass", "prima rispondi alla domanda aperta: quante carte giochi"),
        (INCOME, "income black", "le navi pagano 0 di colore nero in questo turno; ne hai presi 1"),
        (WAR, "war blue", "un conflitto ha leader di un colore da entrambi i lati della carta di unione; blu no"),
    ],
)
def test_a_refusal_in_italian_has_italian_words_in_its_places(state: State, text: str, told: str) -> None:
    found: Any = refusal_text(refused(state, text), "it")

    assert found.sentence == told
    assert found.rule_sentence.endswith(".")

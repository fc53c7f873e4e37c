"""What people type, in English and Italian, whole or abbreviated, becomes the order they mean."""

from __future__ import annotations

import pytest

from referee.games.cards.moves import ORDERS
from referee.games.cards.rules.flow import requests
from referee.games.cards.state import State
from referee.games.cards.typed import read
from referee.kernel.errors import Unreadable
from tests.games.cards.asked_orders import COMMIT, CONVERT, INCOME, SCORE, SHIP, SWAP, TURN, WAR, at

GREEN_SHIP = at("lion: card green A", columns={"A": "* g g g g"})


def meant(text: str, state: State) -> str:
    """The orders read, with their secret kinds."""
    seat = requests(state)[0].seat
    return "; ".join(" ".join((ORDERS.format(typed.move), *typed.secret)) for typed in read(text, state, seat))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("leader king C3", "leader king C3"),
        ("LEADER  King  c3", "leader king C3"),
        ("king c3", "leader king C3"),
        ("re C3", "leader king C3"),
        ("metti il re in C3", "leader king C3"),
        ("sposta il sacerdote su c-d", "leader priest C-D"),
        ("priest cd", "leader priest C-D"),
        ("contadino C0", "leader farmer C0"),
        ("merc h8", "leader trader H8"),
        ("place my trader on E 0", "leader trader E0"),
        ("card green C", "card green C"),
        ("carta verde C", "card green C"),
        ("verde c", "card green C"),
        ("g c", "card green C"),
        ("card b c", "card blue C"),
        ("card b b", "card blue B"),
        ("card b green", "card green B"),
        ("gioca una carta rossa nella colonna B", "card red B"),
        ("play a red card in column b", "card red B"),
        ("tempio a", "card red A"),
        ("carta nera in e", "card black E"),
        ("connect C-D red", "connect C-D red"),
        ("collega C-D rossa", "connect C-D red"),
        ("collega c-d con una carta rossa", "connect C-D red"),
        ("c-d verde", "connect C-D green"),
        ("join cd g", "connect C-D green"),
        ("connect C-D", "connect C-D"),
        ("withdraw king", "withdraw king"),
        ("togli il contadino", "withdraw farmer"),
        ("ritira re", "withdraw king"),
        ("calamità C3", "catastrophe C3"),
        ("catastrophe c-d", "catastrophe C-D"),
        ("cat C3", "catastrophe C3"),
        ("pass", "pass"),
        ("passo", "pass"),
        ("fine", "pass"),
        ("leader king A3 commit 2", "leader king A3; commit 2"),
        ("re a3 con 2", "leader king A3; commit 2"),
        ("re a3, carta verde b", "leader king A3; card green B"),
        ("carta verde b poi passo", "card green B; pass"),
        (
            "connect C-D red war green commit 2 war red commit 0",
            "connect C-D red; war green; commit 2; war red; commit 0",
        ),
        ("card green A score no; ship blue-green A2", "card green A; score no; ship blue-green A2"),
    ],
)
def test_an_action_is_understood(text: str, order: str) -> None:
    assert meant(text, TURN) == order


@pytest.mark.parametrize(
    ("text", "state", "order"),
    [
        ("2", COMMIT, "commit 2"),
        ("commit 2", COMMIT, "commit 2"),
        ("con 2 carte", COMMIT, "commit 2"),
        ("impegna 0", COMMIT, "commit 0"),
        ("no", COMMIT, "commit 0"),
        ("yes", SCORE, "score yes"),
        ("sì", SCORE, "score yes"),
        ("n", SCORE, "score no"),
        ("score", SCORE, "score yes"),
        ("segna no", SCORE, "score no"),
        ("green", WAR, "war green"),
        ("conflitto verde", WAR, "war green"),
        ("guerra r", WAR, "war red"),
        ("g", WAR, "war green"),
        ("si", CONVERT, "convert yes"),
        ("converti no", CONVERT, "convert no"),
        ("C0", SWAP, "swap C0"),
        ("tesoro c", SWAP, "swap C0"),
        ("scambia D0", SWAP, "swap D0"),
        ("nessuno", SWAP, "decline"),
        ("no", SWAP, "decline"),
        ("ship blue-black A2", SHIP, "ship blue-black A2"),
        ("nave blu-nera a1", SHIP, "ship blue-black A1"),
        ("nave nero-blu", SHIP, "ship blue-black A2"),
        ("costruisci la nave rossa", SHIP, "ship blue-red A2"),
        ("nave", GREEN_SHIP, "ship blue-green A2"),
        ("a1", GREEN_SHIP, "ship blue-green A1"),
        ("niente", SHIP, "decline"),
        ("income blue green", INCOME, "income blue green"),
        ("rendita verde blu", INCOME, "income blue green"),
        ("2 blue", INCOME, "income blue blue"),
        ("tutto", INCOME, "income blue blue green"),
        ("all", INCOME, "income blue blue green"),
        ("no", INCOME, "decline"),
        ("decline", INCOME, "decline"),
    ],
)
def test_an_answer_may_leave_out_what_the_question_says(text: str, state: State, order: str) -> None:
    assert meant(text, state) == order


@pytest.mark.parametrize(
    ("text", "state", "sentence"),
    [
        ("", TURN, "an order needs a word"),
        ("   ", TURN, "an order needs a word"),
        ("build a wall", TURN, "expected blue-black, blue-green or blue-red; got wall"),
        ("c0", TURN, "write this order like card black C; got c0"),
        ("leader C3", TURN, "write this order like leader farmer A0; got leader c3"),
        ("leader king", TURN, "write this order like leader king A0; got leader king"),
        ("leader king C3 C4", TURN, "expected no more words, got c4"),
        ("card green", TURN, "write this order like card green C; got card green"),
        ("card green blue C", TURN, "expected a column A to H; got blue"),
        ("connect C3 red", TURN, "write this order like connect C-D red; got connect c3 red"),
        ("connect c e red", TURN, "write this order like connect C-D red; got connect c e red"),
        ("con", TURN, "there is no order called con"),
        ("co C-D", TURN, "co could mean connect, commit, conflict, convert"),
        ("many", COMMIT, "there is no order called many"),
        ("commit", COMMIT, "write this order like commit 2; got commit"),
        ("commit 2 3", COMMIT, "expected no more words, got 3"),
        ("commit 1000", COMMIT, "expected a number such as 2; got 1000"),
        ("ship black-green A1", SHIP, "expected no more words, got green"),
        ("nave", SHIP, "write this order like ship blue-black A1; got nave"),
        ("income green green", INCOME, "write this order like income blue green; got income green green"),
        ("income", INCOME, "write this order like income blue green; got income"),
    ],
)
def test_what_cannot_be_understood_says_what_would_be(text: str, state: State, sentence: str) -> None:
    with pytest.raises(Unreadable) as refused:
        meant(text, state)

    assert refused.value.sentence() == sentence


def test_the_hint_of_a_refusal_shows_what_the_open_question_takes() -> None:
    with pytest.raises(Unreadable) as refused:
        meant("x", COMMIT)

    assert str(refused.value.hint) == "commit 1"


@pytest.mark.parametrize("text", ["gioco tutte le rosse", "gioco le rosse", "rosse", "red", "temples", "tutte", "all"])
def test_cards_without_a_number_are_counted_by_nobody(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read(text, COMMIT, 1)

    assert (refused.value.code, str(refused.value.values["example"])) == ("order-form", "commit 2")

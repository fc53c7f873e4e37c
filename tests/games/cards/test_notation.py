"""Canonical spelling: short, one for each order, and nothing else is read by the strict reader."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from referee.games.cards.board import COLUMNS, PLACES, SLOTS
from referee.games.cards.data import KINDS, LEADERS, SHIPS, SORTED_KINDS
from referee.games.cards.moves import (
    ORDERS,
    BuildShip,
    CardsOrder,
    Commit,
    Connect,
    Convert,
    Decline,
    Pass,
    PlaceLeader,
    PlayCard,
    PlayCatastrophe,
    Score,
    SwapTreasure,
    TakeIncome,
    War,
    WithdrawLeader,
)
from referee.kernel.errors import Unreadable

ALL: list[CardsOrder] = [
    *(PlaceLeader(leader, place) for leader, place in product(LEADERS, PLACES)),
    *(WithdrawLeader(leader) for leader in LEADERS),
    *(PlayCard(kind, column) for kind, column in product(KINDS, COLUMNS)),
    *(Connect(slot) for slot in SLOTS),
    *(PlayCatastrophe(place) for place in PLACES),
    Pass(),
    Decline(),
    *(Score(yes) for yes in (False, True)),
    *(Convert(yes) for yes in (False, True)),
    *(Commit(count) for count in range(100)),
    *(War(kind) for kind in KINDS),
    *(SwapTreasure(f"{column}0") for column in COLUMNS),
    *(BuildShip(ship, place) for ship, place in product(SHIPS, PLACES)),
    *(
        TakeIncome(kinds)
        for size in range(1, 7)
        for kinds in combinations_with_replacement(SORTED_KINDS, size)
        if all(kinds.count(kind) <= (3 if kind == "blue" else 1) for kind in KINDS)
    ),
]


def test_every_order_has_a_spelling_of_its_own_that_is_read_back() -> None:
    spellings = [ORDERS.format(move) for move in ALL]

    assert [ORDERS.parse(text) for text in spellings] == ALL
    assert len(set(spellings)) == len(ALL)


def test_every_spelling_fits_a_sealed_line_with_its_condition() -> None:
    """A sealed line has 44 columns, `lose ` included, and an order of a note 40."""
    longest = max((ORDERS.format(move) for move in ALL), key=len)

    assert longest == "income black blue blue blue green red"
    assert len(f"lose {longest}") <= 44


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there is no order called "),
        ("Card green C", "there is no order called Card green C"),
        ("card green", "write this order like card green C; got card green"),
        ("card  green C", "write this order like card green C; got card  green C"),
        ("card green C ", "write this order like card green C; got card green C "),
        ("card pink C", "expected black, red, blue or green; got pink"),
        ("card green I", "expected a column A to H; got I"),
        ("leader queen C3", "expected king, priest, farmer or trader; got queen"),
        ("leader king C9", "expected a place such as C3, C0 or C-D; got C9"),
        ("leader king C-E", "expected a place such as C3, C0 or C-D; got C-E"),
        ("connect D-C", "expected a slot such as C-D; got D-C"),
        ("connect C-D red", "write this order like connect C-D; got connect C-D red"),
        ("commit 02", "expected the spelling commit 2, got commit 02"),
        ("commit -1", "expected a number such as 2; got -1"),
        ("score maybe", "expected yes or no; got maybe"),
        ("swap C1", "expected a head such as C0; got C1"),
        ("ship black-blue C3", "expected blue-black, blue-green or blue-red; got black-blue"),
        (
            "income green blue",
            "after income come kinds in alphabetical order, blue up to three times, others once; got 'green blue'",
        ),
        ("income", "after income come kinds in alphabetical order, blue up to three times, others once; got ''"),
        (
            "income black black",
            "after income come kinds in alphabetical order, blue up to three times, others once; got 'black black'",
        ),
        ("pass now", "write this order like pass; got pass now"),
    ],
)
def test_anything_else_is_refused_with_what_would_be_right(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as refused:
        ORDERS.parse(text)

    assert refused.value.sentence() == sentence


def test_places_are_listed_in_the_order_of_their_spelling() -> None:
    assert list(PLACES) == sorted(PLACES)
    assert len(PLACES) == 8 * 9 + 7


def test_an_order_answers_the_question_it_is_for() -> None:
    assert ORDERS.answers(PlaceLeader("king", "A0")) == ("turn",)
    assert ORDERS.answers(Commit(2)) == ("commit",)
    assert ORDERS.answers(Decline()) == ("income", "ship", "swap")


def test_only_a_connector_leaves_the_hand_unseen() -> None:
    assert {type(move) for move in ALL if ORDERS.unseen(move)} == {Connect}
    assert ORDERS.unseen(Connect("A-B")) == 1

"""`check` finds what no legal order can break: each invariant is broken once."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.cards.cases import Given, state_of
from referee.games.cards.check import check
from referee.games.cards.state import Turn, VictoryPile, change
from referee.kernel.errors import BrokenState

START = state_of(Given(columns={"A": "* r<lion.king> g", "B": "* k"}))
BARE = ("*",) * 6


@pytest.mark.parametrize(
    ("flaw", "sentence"),
    [
        ({"columns": ("*r", "*k", *BARE)}, "192 cards in all"),
        ({"columns": ("rg", "*k", *BARE)}, "columns are a head and up to eight cards: rg *k * * * * * *"),
        ({"columns": ("*rgx", "*k", *BARE)}, "columns are a head and up to eight cards: *rgx *k * * * * * *"),
        (
            {"columns": ("*rgrgrgrgr", "*k", *BARE)},
            "columns are a head and up to eight cards: *rgrgrgrgr *k * * * * * *",
        ),
        ({"columns": ("*rgK", "*kK", *BARE)}, "there is one ship K"),
        ({"columns": ("+rg", "*k", *BARE)}, "7 treasures on the table and in piles"),
        ({"columns": ("*rg", "*k", *BARE, "*")}, "columns are a head and up to eight cards: *rg *k * * * * * * *"),
        ({"slots": "k....."}, "there are seven slots: k....."),
        ({"slots": "?......"}, "a connector lies face down exactly while its conflicts last: ?......"),
        ({"deck": START.deck - 1}, "192 cards in all"),
        ({"discards": (0, 0, 41, 0)}, "41 blue cards are seen, more than there are"),
        ({"hands": (9, 7, 8, 8)}, "a count is out of its bounds"),
        ({"hands": (-1, 8, 8, 8), "deck": START.deck + 9}, "a count is out of its bounds"),
        ({"leaders": (("A1", "", "", ""), ("A1", "", "", ""), ("",) * 4, ("",) * 4)}, "two leaders on one card: A1 A1"),
        ({"leaders": (("A5", "", "", ""), *((("",) * 4,) * 3))}, "a leader without a card at A5"),
        (
            {"leaders": (("A1", "", "", ""), ("A2", "", "", ""), ("",) * 4, ("",) * 4)},
            "two kings at peace in one kingdom",
        ),
        ({"leaders": (("A1", "", ""), *((("",) * 4,) * 3))}, "two leaders on one card: A1"),
        ({"active": 4}, "a game runs, or has ended for a reason"),
        ({"frames": ()}, "a game runs, or has ended for a reason"),
        ({"ending": "cards"}, "a game runs, or has ended for a reason"),
        ({"frames": (Turn(3),)}, "3 actions left"),
        ({"piles": (VictoryPile((0, 0, 0, 0), 1), *START.piles[1:])}, "9 treasures on the table and in piles"),
    ],
)
def test_a_broken_state_is_found(flaw: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BrokenState) as broken:
        check(change(START, **flaw))

    assert broken.value.sentence() == sentence


def test_a_sound_state_passes() -> None:
    check(START)

"""Orders of Ur as notes have them: one spelling each, and the house says what is wrong with any other."""

from __future__ import annotations

import pytest

from referee.games.ur import GAME
from referee.games.ur import moves as m
from referee.games.ur.board import CELLS
from referee.kernel.errors import Unreadable

CANONICAL = {
    "place c4": m.Place(CELLS["c4"]),
    "exchange c4 W": m.Exchange(CELLS["c4"], "W"),
    "exchange spare": m.Exchange(m.SPARE),
    "keep": m.Keep(),
    "agriculture": m.Agriculture(),
    "agriculture sparing": m.Agriculture(sparing=True),
    "trade": m.Trade(),
    "war b3>c3:2": m.Attack(CELLS["b3"], CELLS["c3"], 2),
    "culture": m.Culture(),
    "politics b3>b2:5": m.Shift(CELLS["b3"], CELLS["b2"], 5),
    "put c4:1": m.Put(CELLS["c4"], 1),
    "enough": m.Enough(),
    "add a1": m.Add(CELLS["a1"]),
    "found f6": m.Found(CELLS["f6"]),
    "ziggurat b3": m.Build(CELLS["b3"]),
    "enter c4": m.Enter(CELLS["c4"]),
    "pass": m.Pass(),
    "swap a4 P": m.Swap(CELLS["a4"], "P"),
    "swap spare": m.Swap(m.SPARE),
}


@pytest.mark.parametrize(("text", "order"), CANONICAL.items())
def test_every_order_has_one_spelling(text: str, order: m.UrOrder) -> None:
    assert (GAME.notation.parse_order(text), GAME.notation.format_order(order)) == (order, text)


def test_every_sort_of_order_is_among_them() -> None:
    assert {type(order) for order in CANONICAL.values()} == set(m.UrOrder.__subclasses__())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("attack b3>c3:2", "no-order-called"),
        ("", "no-order-called"),
        ("place", "order-form"),
        ("place c4 c5", "order-form"),
        ("keep ", "order-form"),
        ("swap a4", "order-form"),
        ("swap spare P", "order-form"),
        ("war b3 c3 2", "order-form"),
        ("place z9", "ur/expected-tile"),
        ("swap z9 P", "ur/bad-tile-or-spare"),
        ("swap a4 p", "ur/expected-face"),
        ("put c4:6", "ur/expected-number-cubes"),
        ("put c4:01", "ur/expected-number-cubes"),
        ("agriculture lavish", "ur/expected-number-cubes"),
    ],
)
def test_any_other_spelling_is_refused_with_what_is_wrong_in_it(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        GAME.notation.parse_order(text)

    assert refusal.value.code == code

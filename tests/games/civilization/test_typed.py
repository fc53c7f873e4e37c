"""A line of several orders is cut where people cut it."""

from __future__ import annotations

import pytest

from referee.games.civilization import GAME
from referee.games.civilization.order_words import orders_of
from referee.games.civilization.pack import shipped_components
from referee.games.civilization.world import world_of
from referee.kernel.errors import Unreadable
from referee.kernel.grammar import Verb
from referee.kernel.grammar.parser import hear
from tests.games.civilization.positions import placed

GRAMMAR = orders_of(world_of(shipped_components())).grammar


@pytest.mark.parametrize("verb", GRAMMAR.verbs.values(), ids=lambda verb: verb.name)
def test_an_order_given_twice_with_a_comma_between_is_two_orders(verb: Verb) -> None:
    (once,) = hear(GRAMMAR, verb.example)

    assert [order.text for order in hear(GRAMMAR, f"{verb.example}, {verb.example}")] == [once.text, once.text]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("colono gan, colono mek", ["colono gan", "colono mek"]),
        ("colonist Ganges, colonist Mekong, pass", ["colonist ganges", "colonist mekong", "pass"]),
        ("put a colonist on Ganges, put a colonist on Mekong", ["put colonist ganges", "put colonist mekong"]),
        ("colonise Ganges", ["colonise ganges"]),
    ],
)
def test_colonists_are_placed_one_after_the_other(line: str, orders: list[str]) -> None:
    assert [order.text for order in hear(GRAMMAR, line)] == orders


@pytest.mark.parametrize("line", ["upgrade gan col", "march gob gan col", "marcia Gobi da Gange coloni, fanteria"])
def test_a_colonist_neither_marches_nor_is_renewed(line: str) -> None:
    with pytest.raises(Unreadable) as refused:
        GAME.notation.read(line, placed(3, "gan 1 o2 +1 inf1"), 0)

    assert refused.value.code == "civilization/expected-kind"

"""Orders taken apart: the parts are those of the order, and a price in parts is the price in words."""

from __future__ import annotations

import re

import pytest

from referee.table.telling.choices import choices
from referee.table.telling.parted import parted
from tests.table.test_composing import GAMES, matches, who


@pytest.mark.parametrize("game", GAMES)
def test_every_order_is_listed_with_its_verb_and_words_of_its_own(game: str) -> None:
    for match in matches(game, 3):
        position, seat = match.players[who(match)], match.eyes[who(match)].seat
        assert seat is not None
        found = choices(position, seat)
        told = parted(position, seat, found, "en")

        assert [one.order for one in told] == [choice.order for choice in found]
        for one, choice in zip(told, found, strict=True):
            words = re.findall(r"[\w-]+", one.order)
            assert (one.kind, one.marks) == (words[0], choice.marks)
            assert [*one.places, *one.goods] == sorted([*one.places, *one.goods], key=lambda w: w in one.goods)
            assert {*one.places, *one.goods} <= {*words}
            assert (one.price is None) == (choice.price == "")
            if one.price is not None:
                assert re.findall(r"\d+", choice.price)[0] == str(one.price.amount)


def test_a_tile_its_space_and_what_is_seldom_are_told_apart() -> None:
    (match,) = matches("tigris", 1)
    position, seat = match.players[who(match)], match.eyes[who(match)].seat
    assert seat is not None
    told = parted(position, seat, choices(position, seat), "en")
    place = next(one for one in told if one.kind == "place")
    leader = next(one for one in told if one.kind == "leader")
    _, tile, space = place.order.split()

    assert (place.goods, place.places, place.seldom) == ((tile,), (space,), False)
    assert (leader.goods, leader.places) == ((leader.order.split()[1],), (leader.order.split()[2],))
    assert {one.seldom for one in told if one.kind in ("catastrophe", "swap", "pass")} == {True}

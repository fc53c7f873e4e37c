"""Orders taken apart: the parts are those of the order, and a price in parts is the price in words."""

from __future__ import annotations

import re

import pytest

from referee.games.tigris.events import Scored
from referee.messages.order_choices import legal_choices
from referee.messages.order_parts import order_parts_of
from referee.protocol.step.draft import draft
from tests.table.composed_games import GAMES, matches, who


@pytest.mark.parametrize("game", GAMES)
def test_every_order_is_listed_with_its_verb_and_words_of_its_own(game: str) -> None:
    for match in matches(game, 3):
        position, seat = match.players[who(match)], match.eyes[who(match)].seat
        assert seat is not None
        found = legal_choices(position, seat)
        told = order_parts_of(position, seat, found, "en")

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
    told = order_parts_of(position, seat, legal_choices(position, seat), "en")
    place = next(one for one in told if one.kind == "place")
    leader = next(one for one in told if one.kind == "leader")
    _, tile, space = place.order.split()

    assert (place.goods, place.places, place.seldom) == ((tile,), (space,), False)
    assert (leader.goods, leader.places) == ((leader.order.split()[1],), (leader.order.split()[2],))
    assert {one.seldom for one in told if one.kind in ("catastrophe", "swap", "pass")} == {True}


def test_points_are_told_with_the_seat_that_gets_them_as_trying_the_order_tells_them() -> None:
    """Also where they are somebody else's: a temple in the kingdom of another king."""
    whose = set[bool]()
    for match in matches("tigris"):
        position, seat = match.players[who(match)], match.eyes[who(match)].seat
        assert seat is not None
        for one in order_parts_of(position, seat, legal_choices(position, seat), "en"):
            if one.kind == "place":
                events = draft(position, match.eyes[who(match)], [one.order]).run.events
                scored = [event for event in events if isinstance(event, Scored) and event.why == "tile"]
                expected = [(position.table.names[event.seat], f"{event.count} {event.colour}") for event in scored]
                assert [(gain.seat, gain.told) for gain in one.points][: len(expected)] == expected, one.order
                whose |= {event.seat == seat for event in scored}
    assert whose == {True, False}


def test_codes_have_their_names_in_the_language_of_the_reader() -> None:
    (match,) = matches("civilization", 1)
    position, seat = match.players[who(match)], match.eyes[who(match)].seat
    assert seat is not None
    world = position.state.world.components
    for lang in ("en", "it"):
        named = [one for one in order_parts_of(position, seat, legal_choices(position, seat), lang) if one.places]
        assert named
        for one in named:
            assert {place: world.name(place, lang) for place in one.places}.items() <= one.names.items()

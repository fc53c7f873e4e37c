"""A game in which three seats are asked at once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.support.rehearse import Match, open_match
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import HOST, order

ASKING = "claims"
SEATS = ("anna", "bert", "carl")


@cache
def asking() -> Match:
    """Three seats are asked at once, in the turn of anna, who has peeked."""
    return order(open_match(ASKING, 3, "at once"), "peek high")


def at_the_box(place: Path) -> dict[str, Person]:
    return materialize(asking(), place, (*SEATS, HOST))

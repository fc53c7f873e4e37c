"""Games of a league, and its players."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.audit.game_index import IndexedSeat, IndexEntry
from tests.table.test_statistics import entry

NAMES = ("Anna", "Bert", "Carl", "Dora", "Elio", "Fay", "Gil", "Hugo", "Ida", "Jo", "Kim", "Lea", "Max")


def key_of(name: str) -> str:
    """A fingerprint of somebody's key."""
    return f"SHA256:{name:x<43}"


def game(number: object, names: Sequence[str], places: Sequence[int | None], **more: Any) -> IndexEntry:
    """A clean game of these players, in the order of their seats."""
    seats = tuple(
        IndexedSeat(name.lower(), name, key_of(name), place) for name, place in zip(names, places, strict=True)
    )
    made = replace(entry(Random(1)), game=f"game {number}", rules="cards 1", verdict="clean", seats=seats, tallies=())
    return replace(made, **more)

"""Games in which something has happened beside moves: each as it stands right after that."""

from __future__ import annotations

from functools import cache

from tests.cli.games_on_disk import running
from tests.support.rehearse import Match
from tests.table.new_hosts import escrowed, handed_over, plain, rotated, succeeded
from tests.table.new_seat_keys import rekeyed
from tests.table.simultaneous_game import asking
from tests.table.small_games import asked, copy_of
from tests.table.take_backs import gone_back

TIME = "time 2026-11-21T18:00Z"


def _decided(line: str, *parties: str, to: str = "") -> Match:
    """A game whose newest step decides this, as these parties have agreed."""
    match = copy_of(running())
    match.decide(*line.split("; "), consents=[match.consent(party, to or line) for party in parties])
    return match


def _left() -> Match:
    seat = asked(running())
    return _decided(f"left {seat}", seat, to="left")


STORIES = {
    "step back": lambda: gone_back(running(), 4),
    "new key": lambda: rekeyed(running(), "anna"),
    "own key": lambda: rekeyed(running(), "anna", parties=("anna",)),
    "draw": lambda: _decided("end draw", *running().table.names),
    "left": _left,
    "absent": lambda: _decided(f"{TIME}; absent {asked(running())}"),
    "escrow": escrowed,
    "new host": lambda: handed_over(plain()),
    "host's new key": lambda: rotated(plain()),
    "vanished host": lambda: succeeded(escrowed()),
    "asked at once": asking,
}


@cache
def eventful(story: str) -> Match:
    """The game of a story of `STORIES`."""
    return STORIES[story]()

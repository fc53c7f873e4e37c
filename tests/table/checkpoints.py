"""Games up to a step, with and without a checkpoint."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from referee.record.file_names import CHARTER, OFFER, PACK, step_name
from tests.support.rehearse import Match, open_match, play_out
from tests.table.new_seat_keys import rekeyed
from tests.table.small_games import four, running, small

Files = Mapping[str, bytes]


STEPS = 12


def up_to(files: Files, step: int) -> dict[str, bytes]:
    """A record as it was when this was its newest step."""
    return {name: data for name, data in files.items() if name in (OFFER, PACK, CHARTER) or name <= step_name(step)}


@cache
def game_of(name: str) -> Match:
    """Some way into a game, by the name of what is special about it."""
    if name == "new key":
        return play_out(rekeyed(running(), "anna"), "with a new key", steps=4)
    if name == "escrow":
        return play_out(open_match("tigris", 3, "kept", (("escrow", "yes"),)), "kept", steps=6)
    if name in ("small", "four"):
        return {"small": small, "four": four}[name]()
    return play_out(open_match(name, 3, "kept"), "kept", steps=STEPS)

"""Games in which a turn is clicked together, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

from tests.long_runs import of
from tests.support.rehearse import Match, open_match, play_out

GAMES = {"tigris": 3, "cards": 3, "ur": 3, "civilization": 2}


POSITIONS = {**dict.fromkeys(GAMES, of(5, 20)), "ur": of(10, 20)}  # later an order of Ur stands behind another one


def matches(game: str, count: int | None = None) -> Iterator[Match]:
    """Seeded games, a little further each time; the same match may come again, played on."""
    match = open_match(game, GAMES[game], f"compose {game}")
    for number in range(POSITIONS[game] if count is None else count):
        if match.host.over:
            match = open_match(game, GAMES[game], f"compose {game} {number}")
        yield match
        play_out(match, f"compose {number}", steps=1 + number % 3)


def who(match: Match) -> str:
    seat = match.asked()
    assert seat is not None
    return seat

"""Ratings of players over many games: the Plackett-Luce model of Weng and Lin (JMLR 12, 2011, algorithm 4), as the
library openskill computes it, with its own defaults. It is an extra.

A rating depends on the order of the games, and no note has a clock: they count in the order in which they come.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from referee.audit.game_index import IndexEntry
from referee.crypto.extras import how_to_add
from referee.kernel.errors import Unsupported


class PlayerRating(msgspec.Struct, frozen=True):
    """How strongly a key plays."""

    key: str
    """The fingerprint of the key."""
    name: str
    """What people call its holder."""
    game: str
    """The board game; empty for all together."""
    games: int
    """How many rated games this rests on."""
    mu: float
    """The estimated strength; 25 for somebody new."""
    sigma: float
    """The standard deviation of the estimate."""
    ordinal: float
    """mu - 3 sigma, what the key is almost surely worth; openskill ranks by it."""


class _Standing(NamedTuple):
    games: int
    mu: float
    sigma: float


class RatingTable:
    """Rates games one by one, and keeps three numbers for each key and game. `unrated` counts what was left out.

    Raises:
        Unsupported: the extra is not installed.
    """

    def __init__(self) -> None:
        try:
            from openskill.models import PlackettLuce
        except ImportError:
            raise Unsupported("rating-extra-missing", hint=how_to_add("rating")) from None
        self._model = PlackettLuce()
        self._standings: dict[tuple[str, str], _Standing] = {}
        self.unrated = 0

    def add(self, entry: IndexEntry) -> None:
        """Rate a game, in itself and among all: those who have a place in it, a shared one as a draw."""
        if not is_rated(entry):
            self.unrated += 1
            return
        placed = [(seated.key, seated.place) for seated in entry.seats if seated.place is not None]
        for game in ("", entry.rules.partition(" ")[0]):
            self._rate(game, [key for key, _ in placed], [float(place) for _, place in placed])

    def _rate(self, game: str, keys: list[str], places: list[float]) -> None:
        begun = _Standing(0, self._model.mu, self._model.sigma)
        before = [self._standings.get((game, key), begun) for key in keys]
        teams = [[self._model.rating(standing.mu, standing.sigma)] for standing in before]
        for key, standing, (after,) in zip(keys, before, self._model.rate(teams, ranks=places), strict=True):
            self._standings[game, key] = _Standing(standing.games + 1, after.mu, after.sigma)

    def ratings(self, names: Mapping[str, str]) -> tuple[PlayerRating, ...]:
        """All games together first, then each by name; in each the best first. `names` are those of the keys."""
        found = [
            PlayerRating(key, names[key], game, games, mu, sigma, self._model.rating(mu, sigma).ordinal())
            for (game, key), (games, mu, sigma) in self._standings.items()
        ]
        return tuple(sorted(found, key=lambda row: (row.game, -row.ordinal, row.name, row.key)))


def is_rated(entry: IndexEntry) -> bool:
    """Whether a game counts for ratings: it was not practice, it ended, by the table only if everyone who played on
    agreed, its audit is clean, its host held no seat, or one at a table with a masked deck where the others say who is
    silent, and two keys or more have a place in it, each at one seat.
    """
    neutral = entry.host == "-" or (entry.deal, entry.absence) == ("masked", "agreed")
    if entry.practice or entry.silent or not neutral:
        return False
    keys = [seated.key for seated in entry.seats if seated.place is not None]
    return entry.verdict == "clean" and len(keys) == len(set(keys)) > 1

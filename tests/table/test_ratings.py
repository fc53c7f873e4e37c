"""Ratings: to the last bit what openskill answers to whoever asks it game by game, with ties and missing places."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.audit.game_index import IndexedSeat, IndexEntry
from referee.club.ratings import PlayerRating, RatingTable, is_rated
from referee.club.statistics import StatisticsCounter
from tests.table.test_statistics import entry

pytestmark = pytest.mark.needs("openskill")

KEYS = tuple(f"key {number}" for number in range(9))
NAMES = {key: key.title() for key in KEYS}


def played(number: int, count: int = 300, keys: Sequence[str] = KEYS) -> list[IndexEntry]:
    """So many games of two to four seats, some of which nobody should rate."""
    chance = Random(number)
    return [_game(chance, f"{number} {each}".rjust(43, "-"), keys) for each in range(count)]


def _game(chance: Random, game: str, known: Sequence[str] = KEYS) -> IndexEntry:
    keys = chance.sample(known, chance.choice((2, 3, 4)))
    places: list[int | None] = [chance.randint(1, len(keys)) for _ in keys]
    if chance.random() < 0.2:
        places[chance.randrange(len(keys))] = None
    seats = tuple(IndexedSeat(key, key.title(), key, place) for key, place in zip(keys, places, strict=True))
    verdict = chance.choice(("clean", "clean", "clean", "fault", "in progress", "not opened"))
    host = chance.choice(("-", "-", "-", keys[0]))
    return replace(entry(chance), game=game, seats=seats, tallies=(), verdict=verdict, host=host)


def by_hand(games: list[IndexEntry], only: str = "") -> dict[str, Any]:
    """What the library itself makes of these games, one after the other; `only` those of one kind."""
    from openskill.models import PlackettLuce

    model, rated = PlackettLuce(), dict[str, Any]()
    for game in games:
        seats = [seated for seated in game.seats if seated.place is not None]
        fair = game.verdict == "clean" and game.host == "-" and len(seats) > 1
        if fair and game.rules.startswith(only):
            teams = [[rated.setdefault(seated.key, model.rating())] for seated in seats]
            for seated, (after,) in zip(seats, model.rate(teams, ranks=[one.place for one in seats]), strict=True):
                rated[seated.key] = after
    return rated


def laddered(games: list[IndexEntry]) -> tuple[PlayerRating, ...]:
    """The ratings after these games."""
    ladder = RatingTable()
    for game in games:
        ladder.add(game)
    return ladder.ratings(NAMES)


@pytest.mark.parametrize("number", range(5))
def test_each_number_is_that_of_the_library(number: int) -> None:
    games = played(number)
    found = laddered(games)
    for kind in ("", "tigris", "ur"):
        rated = by_hand(games, kind)

        assert {row.key: (row.mu, row.sigma, row.ordinal) for row in found if row.game == kind} == {
            key: (rating.mu, rating.sigma, rating.ordinal()) for key, rating in rated.items()
        }
        assert [row.key for row in found if row.game == kind] == sorted(
            rated, key=lambda key: (-rated[key].ordinal(), NAMES[key], key)
        )


def test_shared_places_give_nobody_points_out_of_nothing() -> None:
    """What openskill before 6.2 got wrong, and why pyproject.toml asks for it."""
    chance = Random(1)
    drawn = [
        replace(game, verdict="clean", host="-", seats=tuple(replace(seated, place=1) for seated in game.seats))
        for game in (_game(chance, str(each)) for each in range(500))
    ]
    means = [row.mu for row in laddered(drawn) if not row.game]

    assert len(means) == len(KEYS) and all(abs(mean - 25) < 1 for mean in means)


@pytest.mark.parametrize(
    "spoiled",
    [
        {"verdict": "fault"},
        {"verdict": "in progress"},
        {"verdict": "not opened"},
        {"host": "a"},
        {"seats": (IndexedSeat("a", "A", "key a", 1), IndexedSeat("b", "B", "key b"))},
        {"seats": (IndexedSeat("a", "A", "key a", 1), IndexedSeat("b", "A", "key a", 2))},
    ],
)
def test_a_game_that_shows_nothing_is_left_out_and_counted(spoiled: dict[str, Any]) -> None:
    seats = (IndexedSeat("a", "A", "key a", 1), IndexedSeat("b", "B", "key b", 2))
    sound = replace(entry(Random(2)), seats=seats, verdict="clean", host="-")
    counting = StatisticsCounter(RatingTable())
    counting.add(replace(sound, game="one"))
    before = counting.statistics()
    counting.add(replace(sound, game="two", **spoiled))
    counting.add(replace(sound, game="one"))
    after = counting.statistics()

    assert (before.unrated, after.unrated, len(before.ratings)) == (0, 1, 4)
    assert after.ratings == before.ratings


def test_the_order_of_the_games_counts() -> None:
    """As the help page says; whoever hands in the same lines in the same order gets the same."""
    games = played(9)

    assert laddered(games) == laddered(list(games)) != laddered(games[::-1])


def test_practice_and_an_end_to_which_not_all_agreed_are_not_rated() -> None:
    rated = next(entry for entry in played(40) if is_rated(entry))

    assert not is_rated(replace(rated, practice=True))
    assert not is_rated(replace(rated, silent=1))


@pytest.mark.parametrize(
    ("deal", "absence", "counts"),
    [("masked", "agreed", True), ("masked", "skip", False), ("masked", "pause", False), ("open", "agreed", False)],
)
def test_a_host_who_plays_is_rated_where_he_sees_nothing_and_decides_nothing_alone(
    deal: str, absence: str, counts: bool
) -> None:
    rated = next(entry for entry in played(40) if is_rated(entry))

    assert is_rated(replace(rated, host="anna", deal=deal, absence=absence)) is counts

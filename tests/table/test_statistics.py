"""Statistics over many games: each number is what a plain count over all entries gives."""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import mean

import msgspec
import pytest
from msgspec.structs import replace

from referee.audit.game_index import IndexedSeat, IndexEntry
from referee.club.statistics import Statistics, StatisticsCounter
from referee.kernel.tallies import Tally

NUMBERS = range(25)
KEYS = ("key of anna", "key of bert", "key of carl")


def entry(chance: Random) -> IndexEntry:
    """The entry of some game, finished or not, of two or three seats."""
    seats = chance.sample(KEYS, chance.choice((2, 3)))
    ended = chance.random() < 0.7
    places = chance.choice([(1, 2, 3), (1, 1, 3), (2, 1, 2)]) if ended else (None, None, None)
    return IndexEntry(
        game=chance.choice("abcdefghij"),
        title="",
        rules=chance.choice(["tigris 1", "ur 1"]),
        options={"colour": chance.choice(["yes", "no"])},
        head="",
        digest="",
        engine="",
        verdict="clean" if ended else "in progress",
        depth=5,
        findings=(),
        seats=tuple(IndexedSeat(key, key.title(), key, place) for key, place in zip(seats, places, strict=False)),
        reason=chance.choice(["bag", "agreed"]) if ended else "",
        turns=chance.randrange(99),
        steps=chance.randrange(99),
        moves=chance.randrange(99),
        tallies=(Tally("points", tuple(chance.randrange(9) for _ in seats)),) if ended else (),
    )


@cache
def played(number: int) -> list[IndexEntry]:
    """So many games, some of them twice."""
    chance = Random(number)
    return [entry(chance) for _ in range(number)]


def counted(games: list[IndexEntry]) -> Statistics:
    """The statistics of these games."""
    counting = StatisticsCounter()
    for entry in games:
        counting.add(entry)
    return counting.statistics()


def once(games: list[IndexEntry]) -> list[IndexEntry]:
    """Each game once, as it came first."""
    return list({entry.game: entry for entry in reversed(games)}.values())


@pytest.mark.parametrize("number", NUMBERS)
def test_each_player_is_counted_as_by_hand(number: int) -> None:
    games = played(number)
    places: dict[str, list[int]] = {}
    for entry in once(games):
        for seated in entry.seats:
            if seated.place is not None:
                places.setdefault(seated.key, []).append(seated.place)

    assert {player.key: (player.games, player.first, player.place) for player in counted(games).players} == {
        key: (len(found), found.count(1), round(mean(found), 2)) for key, found in places.items()
    }


@pytest.mark.parametrize("number", NUMBERS)
def test_each_game_is_counted_as_by_hand(number: int) -> None:
    games = played(number)
    for game in counted(games).games:
        of = [entry for entry in once(games) if entry.rules.startswith(game.game)]
        ended = [entry for entry in of if entry.reason]
        points = [value for entry in ended for value in entry.tallies[0].values]

        assert (game.games, game.finished, sum(game.reasons.values())) == (len(of), len(ended), len(ended))
        assert game.turns == (round(mean(entry.turns for entry in ended), 2) if ended else 0.0)
        assert [seat for seat, _ in game.tallies.values()] == ([round(mean(points), 2)] if points else [])


@pytest.mark.parametrize("number", NUMBERS)
def test_the_order_of_the_games_changes_nothing(number: int) -> None:
    games = played(number)
    alone = [msgspec.structs.replace(entry, game=str(number)) for number, entry in enumerate(games)]
    mixed = list(alone)
    Random(number).shuffle(mixed)

    assert counted(mixed) == counted(alone)


def test_practice_is_counted_nowhere_and_told() -> None:
    real = [one for one in once(played(40)) if one.reason]
    practised = [replace(one, game=f"practice {one.game}", practice=True) for one in real]

    assert counted([*practised, *real]) == replace(counted(real), practice=len(practised))
    assert replace(counted(practised), practice=0) == counted([])

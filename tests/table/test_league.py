"""A league: points and standings as a plain count has them, and tables of the next round that keep their rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.audit.game_index import IndexedSeat, IndexEntry
from referee.club.league import League, LeagueResults, LeagueRound, Standings, check_league, next_round, points_of
from referee.kernel.errors import OutOfOrder, RefereeError
from tests.long_runs import of
from tests.table.league_games import NAMES, game, key_of

pytestmark = pytest.mark.usefixtures("remembered_proofs")


def club(count: int, seats: int | tuple[int, ...] = 4, **more: Any) -> League:
    """A league of so many players, in which nobody has played yet."""
    return check_league(League("cards", seats, {name: key_of(name) for name in NAMES[:count]}, **more))


def season(league: League, rounds: int, seed: int) -> Iterator[tuple[League, Standings]]:
    """A league after each of so many rounds, all tables played."""
    chance, played = Random(seed), list[IndexEntry]()
    for number in range(rounds):
        following = next_round(league, standings(league, played))
        league = check_league(replace(league, rounds=(*league.rounds, following)))
        for at, table in enumerate(following.tables):
            places = [chance.randint(1, 2) for _ in table] if chance.random() < 0.2 else list(range(1, len(table) + 1))
            chance.shuffle(places)
            played.append(
                game(f"{number}.{at}", table, [sum(other < place for other in places) + 1 for place in places])
            )
        yield league, standings(league, played)


def standings(league: League, games: Sequence[IndexEntry]) -> Standings:
    """Where everybody stands after these games."""
    results = LeagueResults(league)
    for each in games:
        results.add(each)
    return Standings(results)


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 3, 4), (5, 3, 1, 0)),
        ((4, 1, 3, 2), (0, 5, 1, 3)),
        ((1, 1, 3, 4), (4, 4, 1, 0)),
        ((1, 2, 2, 2), (5, Fraction(4, 3), Fraction(4, 3), Fraction(4, 3))),
        ((1, 1, 1, 1), (Fraction(9, 4),) * 4),
        ((2, None, 1, None), (3, 0, 5, 0)),
    ],
)
def test_who_shares_places_shares_their_points(places: tuple[int | None, ...], points: tuple[Any, ...]) -> None:
    assert points_of(places, tuple(map(Fraction, (5, 3, 1, 0)))) == points


@pytest.mark.parametrize("seed", range(of(2, 6)))
def test_everybody_stands_where_a_plain_count_puts_them(seed: int) -> None:
    league, found = list(season(club(11, (4, 3), bye=1), 6, seed))[-1]
    points, firsts, games = Counter[str](), Counter[str](), Counter[str]()
    for table in found.tables:
        for name, got in zip(table[0].players, table[0].points, strict=True):
            points[name] += got  # type: ignore[assignment]
            games[name] += 1
        assert table[1] is not None
        firsts.update(name for name, place in zip(table[1].players, table[1].places, strict=True) if place == 1)
    byes = Counter(name for played in league.rounds for name in played.byes)
    for name in byes:
        points[name] += byes[name]
    against = {
        name: sum(
            points[other]
            for table, _ in found.tables
            if name in table.players
            for other in table.players
            if other != name
        )
        for name in league.players
    }
    rows = [(row.name, row.points, row.games, row.against, row.first, row.byes) for row in found.rows]

    assert sorted(rows) == [
        (name, *map(pytest.approx, (points[name], games[name], against[name], firsts[name], byes[name])))
        for name in sorted(league.players)
    ]
    worth = [(row.points, row.against, row.first) for row in found.rows]
    assert worth == sorted(worth, reverse=True)
    assert [row.place for row in found.rows] == [1 + sum(other > one for other in worth) for one in worth]


@pytest.mark.parametrize("seed", range(of(1, 4)))
@pytest.mark.parametrize(("count", "seats"), [(13, 4), (13, (4, 3)), (9, 2), (11, (3, 2)), (10, (4,)), (12, 6)])
def test_a_season_keeps_the_rule_of_the_next_round(count: int, seats: int | tuple[int, ...], seed: int) -> None:
    league, standing = list(season(club(count, seats), 8, seed))[-1]
    sizes = league.sizes
    for played in league.rounds:
        sitting = [name for table in (*played.tables, played.byes) for name in table]
        lengths = [len(table) for table in played.tables]

        assert sorted(sitting) == sorted(league.players)
        assert lengths == sorted(lengths, key=sizes.index)
        assert len(played.byes) == min(count - sum(found) for found in _all_sizes(count, sizes))
    byes = [standing.byes[name] for name in league.players]
    firsts = [standing.seated[name, 0] for name in league.players]

    assert max(byes) - min(byes) <= 1
    assert max(firsts) - min(firsts) <= 2


def _all_sizes(count: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    yield ()
    for size in sizes:
        if size <= count:
            yield from ((size, *rest) for rest in _all_sizes(count - size, sizes))


@pytest.mark.parametrize("seed", range(of(2, 8)))
@pytest.mark.parametrize(("count", "seats"), [(6, 2), (8, 2), (6, 3), (8, 4), (9, 3), (7, (4, 3))])
def test_no_other_tables_would_have_fewer_meet_again(count: int, seats: int | tuple[int, ...], seed: int) -> None:
    """All ways to sit are tried: the rule finds one of the best, and among these the first in the standings' order."""
    for league, standing in season(club(count, seats), 5, seed):
        following = next_round(league, standing)
        order = [name for name in standing.order if name not in following.byes]
        ways = list(_all_ways(order, [len(table) for table in following.tables]))
        costs = [_weight(standing, way) for way in ways]
        best = ways[costs.index(min(costs))]

        if len({*map(len, best)}) == 1:
            assert [set(table) for table in following.tables] == [set(table) for table in best]
        else:  # the best of the standings may sit at a smaller table yet, where that has fewer meet again
            assert _weight(standing, following.tables) <= min(costs)


def _weight(standing: Standings, tables: Sequence[Sequence[str]]) -> int:
    return sum(standing.met[frozenset(two)] ** 2 for table in tables for two in combinations(table, 2))


def _all_ways(order: Sequence[str], sizes: Sequence[int]) -> Iterator[list[tuple[str, ...]]]:
    if not sizes:
        yield []
        return
    for others in combinations(order[1:], sizes[0] - 1):
        for rest in _all_ways([name for name in order[1:] if name not in others], sizes[1:]):
            yield [(order[0], *others), *rest]


def test_in_a_large_league_nobody_meets_again_for_some_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """More ways to sit than can be tried: players change tables until nothing is gained by it."""
    monkeypatch.setattr("tests.table.test_league.NAMES", tuple(f"P{number}" for number in range(40)))
    seasons = [list(season(club(40, 4), 4, seed))[-1][1] for seed in range(3)]

    assert [max(standing.met.values()) for standing in seasons] == [1, 1, 1]


def test_who_is_away_sits_nowhere_and_is_no_bye() -> None:
    league = club(9, 4, away=("Bert",))
    following = next_round(league, standings(league, []))

    assert (len(following.tables), following.byes) == (2, ())
    assert "Bert" not in {name for table in following.tables for name in table}
    with pytest.raises(OutOfOrder) as refused:
        next_round(replace(league, away=NAMES[:6]), standings(league, []))
    assert refused.value.code == "league-too-few"


FOUR, OTHERS = ("Anna", "Bert", "Carl", "Dora"), ("Elio", "Fay", "Gil", "Hugo")
OTHER_KEY = (IndexedSeat("x", "Anna", "SHA256:" + "y" * 43, 1), *game(1, FOUR, (1, 2, 3, 4)).seats[1:])


@pytest.mark.parametrize(
    "other",
    [
        {"verdict": "fault"},
        {"verdict": "in progress"},
        {"verdict": "not opened"},
        {"rules": "tigris 1"},
        {"options": {"colour": "never"}},
        {"practice": True},
        {"deal": "open"},
        {"deal": ""},
        {"absence": "skip"},
        {"terms": {"deadline": "14"}},
        {"terms": {"deadline": "7", "seating": "drawn"}},
        {"seats": OTHER_KEY},
        {"seats": game(1, OTHERS, (1, 2, 3, 4)).seats},
        {"seats": game(1, FOUR[:3], (1, 2, 3)).seats},
        {"seats": game(1, ("Anna", "Bert", "Carl", "Anna"), (1, 2, 3, 4)).seats},
    ],
)
def test_a_game_of_others_or_of_another_kind_is_no_result(other: dict[str, Any]) -> None:
    """A key is who somebody is: the name that it has in the index is nobody's business."""
    agreed = {"colour": "yes", "deal": "masked", "absence": "agreed", "deadline": "7", "seating": "listed"}
    league = club(8, 4, rounds=(LeagueRound((FOUR,)),), options=agreed)
    sound = game(1, FOUR, (1, 2, 3, 4), options={"colour": "yes"})
    sound = replace(sound, deal="masked", absence="agreed", terms={"deadline": "7"})

    assert standings(league, [sound]).tables[0][0].game == "game 1"
    assert standings(league, [replace(sound, **other)]).tables[0][0].game == ""


def test_of_more_games_than_tables_the_first_count_and_the_rest_is_told() -> None:
    """Who plays three times and hands in the best one is seen."""
    league = club(8, 4, rounds=(LeagueRound((FOUR, OTHERS)), LeagueRound((tuple(reversed(FOUR)),))))
    games = [game(number, FOUR, (1, 2, 3, 4)) for number in (5, 5, 6, 7)]
    results = LeagueResults(league)
    for each in games:
        results.add(each)

    assert [table.game for table, _ in results.tables()] == ["game 5", "", "game 6"]
    assert list(results.spare()) == [(FOUR, 3, 2)]


def test_several_keys_of_one_player_are_one_player() -> None:
    league = club(4, 4, rounds=(LeagueRound((FOUR,)),))
    league = replace(league, players={**league.players, "Anna": (key_of("Anna"), OTHER_KEY[0].key)})

    assert standings(league, [game(1, FOUR, (1, 2, 3, 4), seats=OTHER_KEY)]).rows[0].name == "Anna"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"seats": 1}, "league-seats"),
        ({"seats": ()}, "league-seats"),
        ({"seats": (4, 4)}, "league-seats"),
        ({"seats": 9}, "league-seats"),
        ({"players": {}}, "league-seats"),
        ({"players": {str(number): key_of(str(number)) for number in range(301)}}, "league-seats"),
        ({"players": {"A": "SHA256:x", "B": key_of("B"), "C": key_of("C"), "D": key_of("D")}}, "league-key"),
        ({"players": {"A": key_of("A"), "B": (key_of("B"), key_of("A")), "C": key_of("C"), "D": ()}}, "league-key"),
        *(
            ({"players": {name: key_of("A"), **{other: key_of(other) for other in NAMES[:4]}}}, "league-name")
            for name in ("", " A", "a\nb", "\x1b[2J", "\u202eanna", "a" * 41)
        ),
        ({"points": (3, 2, 1)}, "league-points"),
        ({"points": (10**9, 2, 1, 0)}, "league-points-high"),
        ({"bye": -(10**9)}, "league-points-high"),
        ({"rounds": (LeagueRound((("Anna", "Bert", "Carl", "Nobody"),)),)}, "league-round"),
        ({"rounds": (LeagueRound((FOUR,), ("Anna",)),)}, "league-round"),
        ({"rounds": (LeagueRound((("Anna", "Anna", "Carl", "Dora"),)),)}, "league-round"),
        ({"rounds": (LeagueRound((("Anna", "Bert"),)),)}, "league-table"),
        ({"away": ("Nobody",)}, "league-away"),
    ],
)
def test_a_league_that_cannot_be_is_refused_by_what_is_wrong(wrong: dict[str, Any], code: str) -> None:
    with pytest.raises(RefereeError) as refused:
        check_league(replace(club(8), **wrong))
    assert refused.value.code == code

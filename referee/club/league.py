"""A league: rounds of tables, points by place, and the tables of the next round by rule.

Everything follows from the file of the league and the results that are handed in: same input, same tables. There is no
clock and no chance in it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

import msgspec

from referee.audit.game_index import IndexEntry
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence


class LeagueRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at which table, and who sits out."""

    tables: tuple[tuple[str, ...], ...] = ()
    byes: tuple[str, ...] = ()


class League(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a league."""

    game: str
    seats: int | tuple[int, ...]
    """How many sit at a table, or several numbers, the most wanted first."""
    players: Mapping[str, str | tuple[str, ...]]
    """The fingerprint of each player's key, or several after a new one."""
    title: str = ""
    points: tuple[int, ...] = ()
    """Those of each place; without them a player who has left n others behind gets n."""
    bye: int | None = None
    """Those of a player who sits out, otherwise the mean of a table."""
    options: Mapping[str, str] = {}
    """Those that a game must have to count."""
    away: tuple[str, ...] = ()
    """Players who sit at no table of the next round."""
    rounds: tuple[LeagueRound, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many may sit at a table, the most wanted first."""
        return (self.seats,) if isinstance(self.seats, int) else self.seats

    def holders(self) -> Iterator[tuple[str, str]]:
        """(name, key) of every key of every player."""
        for name, keys in self.players.items():
            yield from ((name, key) for key in ((keys,) if isinstance(keys, str) else keys))

    def scale(self, seats: int) -> tuple[Fraction, ...]:
        """The points of each place at a table of so many."""
        return tuple(map(Fraction, self.points[:seats] or range(seats - 1, -1, -1)))

    def for_bye(self) -> Fraction:
        """The points of a player who sits out."""
        scale = self.scale(self.sizes[0])
        return Fraction(self.bye) if self.bye is not None else sum(scale, Fraction()) / len(scale)


MOST_PLAYERS = 300
"""So many are paired in moments; a larger club has several leagues."""

_KEY = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
_HIGHEST, _LONGEST = 10_000, 40


def check_league(league: League) -> League:
    """The league, if what it says can be.

    Raises:
        Unreadable: a name that cannot be shown, no key, one key twice, numbers of seats or points that do not fit, a
            round with a name that is not a player's or that is there twice, or with a table of another size.
    """
    sizes = league.sizes
    if (
        not sizes
        or min(sizes) < 2
        or len(set(sizes)) < len(sizes)
        or not sizes[0] <= len(league.players) <= MOST_PLAYERS
    ):
        raise Unreadable("league-seats", count=len(league.players), most=MOST_PLAYERS)
    _check_players(league)
    if league.points and len(league.points) != max(sizes):
        raise Unreadable("league-points", count=len(league.points), seats=max(sizes))
    if any(abs(number) > _HIGHEST for number in (*league.points, league.bye or 0)):
        raise Unreadable("league-points-high", most=_HIGHEST)
    for number, played in enumerate(league.rounds, 1):
        sitting = Counter(name for group in (*played.tables, played.byes) for name in group)
        for name, times in sitting.items():
            if name not in league.players or times > 1:
                raise Unreadable("league-round", at=Sentence("league-at-round", number=number), name=name)
        for table in played.tables:
            if len(table) not in sizes:
                raise Unreadable("league-table", at=Sentence("league-at-round", number=number), names=", ".join(table))
    for name in league.away:
        if name not in league.players:
            raise Unreadable("league-away", name=name)
    return league


def _check_players(league: League) -> None:
    keys = Counter(key for _, key in league.holders())
    for name in league.players:
        if not name.strip() or name != name.strip() or safe_text(name) != name or len(name) > _LONGEST:
            raise Unreadable("league-name", name=name, most=_LONGEST)
    for key, times in keys.items():
        if not _KEY.fullmatch(key) or times > 1:
            raise Unreadable("league-key", key=key)


class TableResult(msgspec.Struct, frozen=True):
    """A table of a round."""

    round: int
    """The number of the round, from 1."""
    table: int
    """The number of the table in the round, from 1."""
    players: tuple[str, ...]
    """The names of its players, in the order of the seats."""
    points: tuple[float, ...] = ()
    """The points of each player, in that order; empty without a result."""
    game: str = ""
    """The id of the game; empty without a result."""


class LeagueRow(msgspec.Struct, frozen=True):
    """A player of the league."""

    place: int
    """The place; equal `points`, `against` and `first` share one."""
    name: str
    """The name of the player."""
    points: float
    """The points from all tables with a result."""
    games: int
    """How many games with a result the player has played."""
    against: float
    """The points of all players that this one has met, added up."""
    first: int
    """How often the player came first."""
    byes: int
    """How often the player sat out."""


class _Game(msgspec.Struct, frozen=True):
    id: str
    players: tuple[str, ...]
    places: tuple[int | None, ...]


class LeagueResults:
    """What the games that are handed in say about the tables of a league. Only what some table has played is kept.

    A game counts for the first table of its players that has none yet, in the order in which games come, and once.
    """

    def __init__(self, league: League) -> None:
        self.league = league
        self._names = {key: name for name, key in league.holders()}
        self._wanted = Counter(frozenset(table) for played in league.rounds for table in played.tables)
        self._games = defaultdict[frozenset[str], dict[str, _Game]](dict)

    def add(self, entry: IndexEntry) -> None:
        """Look at a game: it counts if it ended with a clean audit, is that of the league and no practice, and has all
        the options that the league names, those of the table too.
        """
        fits = entry.rules.partition(" ")[0] == self.league.game and entry.verdict == "clean" and not entry.practice
        fits = fits and all(entry.agreed(name) == value for name, value in self.league.options.items())
        players = tuple(self._names.get(seated.key, "") for seated in entry.seats)
        group = frozenset(players)
        if fits and group in self._wanted and len(group) == len(players):
            found = _Game(entry.game, players, tuple(seated.place for seated in entry.seats))
            self._games[group].setdefault(entry.game, found)

    def spare(self) -> Iterator[tuple[tuple[str, ...], int, int]]:
        """(players, games, tables) of each group that has played more games than the league has tables for it."""
        for group, wanted in self._wanted.items():
            if len(self._games.get(group, ())) > wanted:
                yield tuple(sorted(group)), len(self._games[group]), wanted

    def tables(self) -> tuple[tuple[TableResult, _Game | None], ...]:
        """Every table of every round, with its game if that is over."""
        left = {group: iter(games.values()) for group, games in self._games.items()}
        found = list[tuple[TableResult, _Game | None]]()
        for number, played in enumerate(self.league.rounds, 1):
            for at, table in enumerate(played.tables, 1):
                game = next(left.get(frozenset(table), iter(())), None)
                if game is None:
                    found.append((TableResult(number, at, table), None))
                    continue
                points = tuple(map(float, points_of(game.places, self.league.scale(len(table)))))
                found.append((TableResult(number, at, game.players, points, game.id), game))
        return tuple(found)


def points_of(places: Sequence[int | None], scale: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The points of each seat: those of its place, and who share places share their points; none without a place."""
    found = [Fraction()] * len(places)
    for at, place in enumerate(places):
        if place is not None:
            before = sum(other is not None and other < place for other in places)
            shared = places.count(place)
            found[at] = sum(scale[before : before + shared], Fraction()) / shared
    return tuple(found)


class Standings:
    """Where everybody stands: the rows, the best first; who has met whom, and who had which seat, how often."""

    def __init__(self, results: LeagueResults) -> None:
        league = results.league
        self.tables = results.tables()
        self.met: Counter[frozenset[str]] = Counter()
        self.seated: Counter[tuple[str, int]] = Counter()
        self.byes = Counter(name for played in league.rounds for name in played.byes)
        points = {name: self.byes[name] * league.for_bye() for name in league.players}
        games, first = Counter[str](), Counter[str]()
        for table, game in self.tables:
            self.met.update(map(frozenset, combinations(table.players, 2)))
            self.seated.update((name, seat) for seat, name in enumerate(table.players))
            if game is not None:
                games.update(game.players)
                first.update(name for name, place in zip(game.players, game.places, strict=True) if place == 1)
                for name, got in zip(game.players, points_of(game.places, league.scale(len(game.places))), strict=True):
                    points[name] += got
        against = {name: Fraction() for name in points}
        for table, game in self.tables:
            for name in table.players if game is not None else ():
                against[name] += sum(points[other] for other in table.players if other != name)
        worth = {name: (points[name], against[name], first[name]) for name in points}
        self.order = sorted(points, key=lambda name: [-number for number in worth[name]])
        self.rows = tuple(
            LeagueRow(
                place=1 + sum(other > worth[name] for other in worth.values()),
                name=name,
                points=float(points[name]),
                games=games[name],
                against=float(against[name]),
                first=first[name],
                byes=self.byes[name],
            )
            for name in self.order
        )


def next_round(league: League, standings: Standings) -> LeagueRound:
    """The tables of the next round, the best of the standings at the first one.

    1. As few players as possible sit out: those who have done so least, the last of the standings first.
    2. As many tables as possible have the size that is wanted most; smaller ones come last.
    3. As few as can be found meet again, a third time counting four times a second one; then the next in the standings
       sits at the table of the one before.
    4. The first seat goes to the player who had it least, then the second seat, and so on; if equal, the better one
       sits first.

    Players equal in the standings are in the order of the file.

    Raises:
        OutOfOrder: fewer are there than sit at a table.
    """
    there = [name for name in standings.order if name not in league.away]
    sizes = _sizes_for(len(there), league.sizes)
    if not sizes:
        raise OutOfOrder("league-too-few", count=len(there), seats=min(league.sizes))
    byes = sorted(there, key=lambda name: (standings.byes[name], -there.index(name)))[: len(there) - sum(sizes)]
    playing = [name for name in there if name not in byes]
    tables = _drawn_up(playing, sizes, standings.met)
    return LeagueRound(tuple(_in_seats(table, standings.seated) for table in tables), tuple(byes))


def _sizes_for(players: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """The tables for so many players, or for as many of them as can sit."""
    for sitting in range(players, 1, -1):
        found = _split_up(sitting, sizes)
        if found is not None:
            return found
    return ()


def _split_up(players: int, sizes: Sequence[int]) -> tuple[int, ...] | None:
    if not players or not sizes:
        return None if players else ()
    for many in range(players // sizes[0], -1, -1):
        rest = _split_up(players - many * sizes[0], sizes[1:])
        if rest is not None:
            return (sizes[0],) * many + rest
    return None


_TRIES = 10_000
"""So many groups are looked at before more may meet again: a number, for a clock would differ."""


def _drawn_up(order: Sequence[str], sizes: Sequence[int], met: Mapping[frozenset[str], int]) -> list[tuple[str, ...]]:
    """The tables of the least weight that is found by halving what may be."""
    least, found = 0, _tables_within(order, sizes, met, sum(met.values()) ** 2, [_TRIES]) or []
    most = sum(_weight(table, met) for table in found)
    while least < most:
        tables = _tables_within(order, sizes, met, (least + most) // 2, [_TRIES])
        if tables is None:
            least = (least + most) // 2 + 1
        else:
            found, most = tables, sum(_weight(table, met) for table in tables)
    return _exchange_players(found, met)


def _exchange_players(tables: Sequence[Sequence[str]], met: Mapping[frozenset[str], int]) -> list[tuple[str, ...]]:
    """The tables after players have changed places wherever that has fewer meet again, between near tables first."""
    found = [list(table) for table in tables]
    while (lighter := next(_lighter(found, met), None)) is not None:
        one, at, other, there = lighter
        found[one][at], found[other][there] = found[other][there], found[one][at]
    return [tuple(table) for table in found]


def _lighter(tables: Sequence[list[str]], met: Mapping[frozenset[str], int]) -> Iterator[tuple[int, int, int, int]]:
    weights = [_weight(table, met) for table in tables]
    for one, other in sorted(combinations(range(len(tables)), 2), key=lambda two: two[1] - two[0]):
        weight = weights[one] + weights[other]
        for at, there in product(range(len(tables[one])), range(len(tables[other]))) if weight else ():
            left, right = [*tables[one]], [*tables[other]]
            left[at], right[there] = right[there], left[at]
            if _weight(left, met) + _weight(right, met) < weight:
                yield one, at, other, there


def _weight(table: Sequence[str], met: Mapping[frozenset[str], int]) -> int:
    return sum(met.get(frozenset(pair), 0) ** 2 for pair in combinations(table, 2))


def _tables_within(
    order: Sequence[str], sizes: Sequence[int], met: Mapping[frozenset[str], int], most: int, tries: list[int]
) -> list[tuple[str, ...]] | None:
    """The first tables in the order of the standings that weigh no more; None if there are none, or if all `tries` are
    used up before.
    """
    if not sizes:
        return []
    for others in combinations(order[1:], sizes[0] - 1):
        tries[0] -= 1
        if tries[0] < 0:
            return None
        table = (order[0], *others)
        left = most - _weight(table, met)
        if left >= 0:
            rest = [name for name in order[1:] if name not in others]
            tables = _tables_within(rest, sizes[1:], met, left, tries)
            if tables is not None:
                return [table, *tables]
    return None


def _in_seats(table: Sequence[str], seated: Mapping[tuple[str, int], int]) -> tuple[str, ...]:
    left, found = list(table), list[str]()
    for seat in range(len(table)):
        found.append(min(left, key=lambda name: seated.get((name, seat), 0)))
        left.remove(found[-1])
    return tuple(found)

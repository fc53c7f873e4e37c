"""Statistics over many games, from the entries of an index: one pass, and only counts are kept."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from referee.table.reading.index import Entry
from referee.table.reading.ratings import Ladder, Rating


class GameCount(msgspec.Struct, frozen=True):
    """All games of one kind. `turns`, `steps` and `moves` are means over the finished ones, as are `tallies`: for each
    tally what a seat had, and what a winner had. `reasons` tells how they ended. Games of which the host held a seat
    (`host_played`) are a kind of their own.
    """

    game: str
    games: int
    finished: int
    clean: int
    turns: float
    steps: float
    moves: float
    reasons: Mapping[str, int]
    tallies: Mapping[str, tuple[float, float]]
    host_played: bool = False


class PlayerCount(msgspec.Struct, frozen=True):
    """One key over all finished games with a result: what it was called last, how often it came first, its mean place.
    A shared first place counts for each who shares it. Games of which the host held a seat (`host_played`) are counted
    apart.
    """

    key: str
    name: str
    games: int
    first: int
    place: float
    host_played: bool = False


class SeatCount(msgspec.Struct, frozen=True):
    """One seat of one game, from 1 clockwise, over all finished games with a result."""

    game: str
    seat: int
    games: int
    first: int


class OptionCount(msgspec.Struct, frozen=True):
    """One value of an option of a game: in how many games it was chosen, and the mean turns of the finished ones."""

    game: str
    option: str
    value: str
    games: int
    turns: float


class Statistics(msgspec.Struct, frozen=True):
    """What can be said of many games. Players stand by games and name, everything else by name. Seats and options are
    counted over games of which the host held no seat. `ratings` are there if they were asked for; `unrated` games
    could not be rated. Games of practice are counted nowhere but in `practice`.
    """

    games: tuple[GameCount, ...]
    players: tuple[PlayerCount, ...]
    seats: tuple[SeatCount, ...]
    options: tuple[OptionCount, ...]
    ratings: tuple[Rating, ...] = ()
    unrated: int = 0
    practice: int = 0


class Counting:
    """Counts entries one by one, and has them rated if there is a ladder. A game that comes twice counts once."""

    def __init__(self, ladder: Ladder | None = None) -> None:
        self._ladder = ladder
        self._seen: set[str] = set()
        self._practice = 0
        self._games = defaultdict[tuple[str, bool], _Kind](_Kind)
        self._players = defaultdict[tuple[str, bool], _Results](_Results)
        self._names: dict[str, str] = {}

    def add(self, entry: Entry) -> None:
        """Count a game in."""
        if entry.game in self._seen:
            return
        self._seen.add(entry.game)
        if entry.practice:
            self._practice += 1
            return
        hosts = entry.host != "-"
        self._games[entry.rules.partition(" ")[0], hosts].add(entry)
        for seated in entry.seats:
            if seated.place is not None:
                self._players[seated.key, hosts].add(seated.place)
                self._names[seated.key] = seated.name
        if self._ladder is not None:
            self._ladder.add(entry)

    def statistics(self) -> Statistics:
        """What has been counted so far."""
        players = [
            PlayerCount(key, self._names[key], of.games, of.first, _mean(of.places, of.games), hosts)
            for (key, hosts), of in self._players.items()
        ]
        kinds = sorted(self._games.items())
        return Statistics(
            games=tuple(replace(kind.count(name), host_played=hosts) for (name, hosts), kind in kinds),
            players=tuple(sorted(players, key=lambda one: (one.host_played, -one.games, one.name, one.key))),
            seats=tuple(
                SeatCount(name, seat, of.games, of.first)
                for (name, hosts), kind in kinds
                if not hosts
                for seat, of in sorted(kind.seats.items())
            ),
            options=tuple(
                OptionCount(name, option, value, games, _mean(turns, ended))
                for (name, hosts), kind in kinds
                if not hosts
                for (option, value), (games, ended, turns) in sorted(kind.options.items())
            ),
            ratings=self._ladder.ratings(self._names) if self._ladder is not None else (),
            unrated=self._ladder.unrated if self._ladder is not None else 0,
            practice=self._practice,
        )


class _Results:
    """The places of a player, or of a seat."""

    __slots__ = ("first", "games", "places")

    def __init__(self) -> None:
        self.games = self.first = self.places = 0

    def add(self, place: int) -> None:
        self.games += 1
        self.first += place == 1
        self.places += place


class _Kind:
    """What is counted for one kind of game. `options` has (games, finished, turns) by option and value, `tallies` (sum,
    seats, sum of the winners, winners) by name.
    """

    def __init__(self) -> None:
        self.games = self.finished = self.clean = self.turns = self.steps = self.moves = 0
        self.reasons: Counter[str] = Counter()
        self.seats = defaultdict[int, _Results](_Results)
        self.options: dict[tuple[str, str], tuple[int, int, int]] = {}
        self.tallies: dict[str, list[int]] = {}

    def add(self, entry: Entry) -> None:
        ended = bool(entry.reason)
        turns = entry.turns if ended else 0
        self.games += 1
        self.clean += entry.verdict == "clean"
        for chosen in entry.options.items():
            count = self.options.get(chosen, (0, 0, 0))
            self.options[chosen] = (count[0] + 1, count[1] + ended, count[2] + turns)
        if ended:
            self._add_result(entry)

    def _add_result(self, entry: Entry) -> None:
        self.finished += 1
        self.turns += entry.turns
        self.steps += entry.steps
        self.moves += entry.moves
        self.reasons[entry.reason] += 1
        winners = []
        for number, seated in enumerate(entry.seats):
            if seated.place is not None:
                self.seats[number + 1].add(seated.place)
                if seated.place == 1:
                    winners.append(number)
        for tally in entry.tallies:
            count = self.tallies.setdefault(tally.name, [0, 0, 0, 0])
            count[0] += sum(tally.values)
            count[1] += len(tally.values)
            count[2] += sum([tally.values[number] for number in winners])
            count[3] += len(winners)

    def count(self, name: str) -> GameCount:
        """What was counted, as means."""
        return GameCount(
            game=name,
            games=self.games,
            finished=self.finished,
            clean=self.clean,
            turns=_mean(self.turns, self.finished),
            steps=_mean(self.steps, self.finished),
            moves=_mean(self.moves, self.finished),
            reasons=dict(sorted(self.reasons.items())),
            tallies={
                tally: (_mean(total, seats), _mean(first, winners))
                for tally, (total, seats, first, winners) in self.tallies.items()
            },
        )


def _mean(total: int, count: int) -> float:
    return round(total / count, 2) if count else 0.0

"""Statistics over many games, from the entries of an index: one pass, and only counts are kept."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from referee.audit.game_index import IndexEntry
from referee.club.ratings import PlayerRating, RatingTable


class GameCount(msgspec.Struct, frozen=True):
    """What can be said of all games of one kind."""

    game: str
    """The board game."""
    games: int
    """How many games there are."""
    finished: int
    """How many of them are finished."""
    clean: int
    """How many of them an audit found clean."""
    turns: float
    """The mean number of turns of the board game, over the finished ones."""
    steps: float
    """The mean number of steps of the record, over the finished ones."""
    moves: float
    """The mean number of moves that players sent, over the finished ones."""
    reasons: Mapping[str, int]
    """How many games ended in each way."""
    tallies: Mapping[str, tuple[float, float]]
    """Means over the finished ones, (of all seats, of the winners), by what is counted."""
    host_played: bool = False
    """Whether the host held a seat in them."""


class PlayerCount(msgspec.Struct, frozen=True):
    """One key over all finished games with a result."""

    key: str
    """The fingerprint of the key."""
    name: str
    """What people called its holder last."""
    games: int
    """How many games the key has finished."""
    first: int
    """How often it came first, shared first places included."""
    place: float
    """Its mean place."""
    host_played: bool = False
    """Whether the host held a seat in them."""


class SeatCount(msgspec.Struct, frozen=True):
    """One seat of one board game, over all finished games with a result."""

    game: str
    """The board game."""
    seat: int
    """The number of the seat, from 1 clockwise."""
    games: int
    """How many games there are."""
    first: int
    """How often the seat came first."""


class OptionCount(msgspec.Struct, frozen=True):
    """One value of an option of a board game."""

    game: str
    """The board game."""
    option: str
    """The name of the option."""
    value: str
    """The value."""
    games: int
    """In how many games it was chosen."""
    turns: float
    """The mean number of turns of the finished ones."""


class Statistics(msgspec.Struct, frozen=True):
    """What can be said of many games. Games of practice are counted in `practice` alone."""

    games: tuple[GameCount, ...]
    """Each kind of game, by name."""
    players: tuple[PlayerCount, ...]
    """Each key, by games and name."""
    seats: tuple[SeatCount, ...]
    """Each seat of each board game, without games of a host who played."""
    options: tuple[OptionCount, ...]
    """Each value of each option, without games of a host who played."""
    ratings: tuple[PlayerRating, ...] = ()
    """How strongly each key plays; empty unless it was asked for."""
    unrated: int = 0
    """How many games could not be rated."""
    practice: int = 0
    """How many were practice games against bots."""


class StatisticsCounter:
    """Counts entries one by one, and has them rated if there is a ladder. A game that comes twice counts once."""

    def __init__(self, ladder: RatingTable | None = None) -> None:
        self._ladder = ladder
        self._seen: set[str] = set()
        self._practice = 0
        self._games = defaultdict[tuple[str, bool], _Kind](_Kind)
        self._players = defaultdict[tuple[str, bool], _Results](_Results)
        self._names: dict[str, str] = {}

    def add(self, entry: IndexEntry) -> None:
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

    def add(self, entry: IndexEntry) -> None:
        ended = bool(entry.reason)
        turns = entry.turns if ended else 0
        self.games += 1
        self.clean += entry.verdict == "clean"
        for chosen in entry.options.items():
            count = self.options.get(chosen, (0, 0, 0))
            self.options[chosen] = (count[0] + 1, count[1] + ended, count[2] + turns)
        if ended:
            self._add_result(entry)

    def _add_result(self, entry: IndexEntry) -> None:
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

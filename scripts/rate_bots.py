"""How well the programs play: `python scripts/rate_bots.py [GAME ...] [--games 400] [--jobs 2] [--json TABLE.json]`.

A row is one sort of match, played `--games` times, each game by its number: seats, deal and every answer follow from
it, so that the same command prints the same table on every machine, but for the times. A first place that is shared
counts as its share. Beside the part of games won stands its interval of 95 % after Wilson; where a goal was set
the row says whether the part won has reached it. The times are CPU of one answer, the mean and the longest.

Random orders are those of the contract suite: a kind of order first, then one of that kind.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import sqrt
from multiprocessing import Pool
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec

from referee.games import all_games, find
from referee.kernel.bot import GOOD, GREEDY
from referee.kernel.canonical_json import tagged_hash
from referee.kernel.dice import stream
from referee.kernel.errors import IllegalMove
from referee.kernel.game import complete_options
from referee.kernel.play import play
from tests.games.contract.playout import Order, Table, advance, attempt, choose, open_table

RANDOM = "random"
Z = 1.96
"""The standard deviations on either side of an interval of 95 %."""
MOST_ORDERS = 5_000
"""Whoever plays longer does not come to an end."""


class Row(msgspec.Struct, frozen=True):
    """One sort of match: whom it is about, all who sit there, what it should win of 100, if anything was promised."""

    game: str
    who: str
    seats: tuple[str, ...]
    goal: int = 0


class Result(msgspec.Struct, frozen=True):
    """One game: the part of its first place that went to whom the row is about, turns, orders, and CPU in seconds."""

    won: float
    turns: int
    orders: int
    answers: int
    cpu: float
    longest: float


def rows_of(name: str) -> tuple[Row, ...]:
    """The rows of a game. With two seats where it can be; else with the fewest, and both levels two to two."""
    seats = find(name).info.seats
    few = seats[0]
    both = (GOOD, GREEDY) * (1 if few == 2 else 2)
    return (
        Row(name, GREEDY, (GREEDY, *(RANDOM,) * (few - 1)), 95),
        Row(name, GOOD, (GOOD, *(RANDOM,) * (few - 1)), 95),
        Row(name, GREEDY, (GREEDY, *(RANDOM,) * 3), 70),
        Row(name, GOOD, (GOOD, *(RANDOM,) * 3), 70),
        Row(name, GOOD, both, 60),
        Row(name, "any", (GOOD, GREEDY, GOOD, GREEDY)),
    )


def game_of(row: Row, number: int) -> Result:
    """One game of a row. Who sits where goes round with its number."""
    game = find(row.game)
    shift = number % len(row.seats)
    players = (*row.seats[shift:], *row.seats[:shift])
    key = tagged_hash("rating", row.game.encode(), " ".join(players).encode(), str(number).encode())
    table = open_table(game, complete_options(game.info, len(players), ()), number, key)
    words = [stream(key, f"seat {seat}") for seat in range(len(players))]
    spent: list[float] = []
    for _ in range(MOST_ORDERS):
        if not game.requests(table.state):
            break
        seat = table.asked[0]
        began = time.thread_time()
        order = _order(table, seat, players[seat], words[seat])
        if players[seat] != RANDOM:
            spent.append(time.thread_time() - began)
        played = play(game, table.state, order[0], order[1], table.dealer, secret=order[2])
        table = advance(table, order, played)
    outcome = game.outcome(table.state)
    if outcome is None:
        raise SystemExit(f"{row.game}, {' '.join(players)}, game {number}: no end after {MOST_ORDERS} orders")
    first = [player for player, rank in zip(players, outcome.ranks, strict=True) if rank == 1]
    won = sum(player == row.who for player in first) / len(first)
    turns = game.turn(table.state)
    return Result(won, turns, len(table.orders), len(spent), sum(spent), max(spent, default=0.0))


def _order(table: Table, seat: int, player: str, words: Iterator[int]) -> Order:
    if player == RANDOM:
        while True:
            move = choose(table.game, table.legal(seat), words)
            result = attempt(table, seat, move, words)
            if not isinstance(result, IllegalMove):
                return seat, move, result[1]
    own = table.owners[seat].own(seat)
    assert table.game.bot is not None and own is not None
    answer = table.game.bot(table.state, seat, own, words, player)
    return seat, answer.move, answer.secret


def interval(won: float, games: int) -> tuple[float, float]:
    """The interval of 95 % of a part won, after Wilson, in parts of 1."""
    part, spread = won / games, Z * Z / games
    middle = (part + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(part * (1 - part) / games + spread / games / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


Played = Callable[[Row, Iterable[int]], Iterable[Result]]


def rated(row: Row, results: list[Result]) -> dict[str, object]:
    """A row of the table as values."""
    games, won = len(results), sum(result.won for result in results)
    least, most = interval(won, games)
    answers = max(1, sum(result.answers for result in results))
    found = "" if not row.goal else "reached" if won * 100 >= row.goal * games else "missed"
    return {
        "game": row.game,
        "who": row.who,
        "seats": list(row.seats),
        "games": games,
        "won": round(100 * won / games, 1),
        "interval": [round(100 * least, 1), round(100 * most, 1)],
        "goal": row.goal,
        "found": found,
        "turns": [sorted(result.turns for result in results)[games // 2], max(result.turns for result in results)],
        "cpu_ms": [
            round(1000 * sum(result.cpu for result in results) / answers, 1),
            round(1000 * max(result.longest for result in results), 1),
        ],
    }


def line(entry: dict[str, object]) -> str:
    """A row of the table as it is printed."""
    seats = entry["seats"]
    assert isinstance(seats, list)
    who, (least, most), (middle, longest) = entry["who"], _pair(entry["interval"]), _pair(entry["turns"])
    mean, worst = _pair(entry["cpu_ms"])
    won = "" if who == "any" else f"{entry['won']:5.1f} % ({least:.1f} .. {most:.1f})"
    goal = f"of {entry['goal']} {entry['found']}" if entry["goal"] else ""
    match = f"{entry['game']}: {who} among {' '.join(seats)}"
    times = f"turns {middle:3} .. {longest:3}  CPU {mean:6.1f} .. {worst:6.1f} ms"
    return f"{match:58} {entry['games']:4} games {won:23} {goal:13} {times}"


def _pair(value: object) -> tuple[float, float]:
    assert isinstance(value, list)
    return value[0], value[1]


def table(names: Iterable[str], games: int, jobs: int, told: Callable[[str], None]) -> list[dict[str, object]]:
    """All rows of these games; `told` is given each line as soon as it is known."""
    found = []
    for row in (row for name in names for row in rows_of(name)):
        if jobs == 1:
            results = [game_of(row, number) for number in range(games)]
        else:
            with Pool(jobs) as pool:
                results = pool.map(partial(game_of, row), range(games), chunksize=1)
        found.append(rated(row, results))
        told(line(found[-1]))
    return found


def main() -> None:
    """Read the command line."""
    known = [game.info.name for game in all_games() if game.bot is not None]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="GAME", help=f"of {', '.join(known)}; all if none is named")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="games of each row (400)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="the table as JSON too")
    arguments = parser.parse_args()
    names = arguments.games_named or known
    if unknown := set(names) - set(known):
        parser.error(f"no program plays {', '.join(sorted(unknown))}; there is one for {', '.join(known)}")
    found = table(names, arguments.games, arguments.jobs, lambda text: print(text, flush=True))
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()

"""How well bots play, and what positions should be worth to them.

    scripts/rate_bots.py [GAME ...] [--games 400] [--jobs 2] [--json TABLE.json]    the table of matches
    scripts/rate_bots.py GAME --duel [NAME=VALUE ...] [--level strong] [--against first] [--seats 3] [--seed 1]
                         [--games 24]        a good bot, or one of another level, with these weights, against a level
                                             or itself
    scripts/rate_bots.py GAME --tune 10 [--seed 1] [--games 24] [--fixed NAME ...]    change weights, keep what wins

A row is one sort of match, played `--games` times, each game by its number: seats, deal and every answer follow from
it, so that the same command prints the same table on every machine, but for the times. Each deal is played once from
every seat, which takes the luck of the deal away. A first place that is shared counts as its share. Beside the part of
games won is its interval of 95 % after Wilson, for as many games as the spread between deals is worth; where a goal was
set the row says whether the part won has reached it. The times are CPU of one answer: the median, and what 99 of 100
need at most. `--json` also has how games ended, and how often whom the row is about gave each kind of order.

To tune, some weights are changed at random, and the changed bot plays against the best one so far; the change stays
when it wins by more than chance allows. All follows from the seed, but for the number of steps in the minutes given.

Random orders are those of the contract suite: a kind of order first, then one of that kind.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec

from referee.games import all_games, find
from referee.kernel.bot import GOOD, GREEDY, LEVELS, STRONG
from referee.kernel.canonical_json import tagged_hash
from referee.kernel.dice import stream
from referee.kernel.errors import IllegalMove
from referee.kernel.game import Typed, complete_options
from referee.kernel.goods import OwnGoods
from referee.kernel.play import play
from referee.kernel.requests import Seat
from tests.games.contract.playout import Order, Table, advance, attempt, choose, open_table

RANDOM, FIRST = "random", "first"
"""Who plays any order, and the `good` of VERSION 1 (`scripts/first_bots`)."""
Z = 1.96
"""The standard deviations on either side of an interval of 95 %."""
MOST_ORDERS = 5_000
"""Whoever plays longer does not come to an end."""
TUNED = ("cards", "civilization", "tigris", "ur")
"""The games whose bots have their weights as data: whole numbers and tuples of them."""
TRIED, BEST = "tried", "best"
SPAN = 100_000
"""So many numbers of deals belong to one seed."""
SURE = 1.5
"""By so many standard errors a change has to win."""
Weights = Any
"""Those of the bot of a game."""


class Row(msgspec.Struct, frozen=True):
    """One sort of match: whom it is about, all who sit there, what it should win of 100, if anything was promised."""

    game: str
    who: str
    seats: tuple[str, ...]
    goal: int = 0


class Result(msgspec.Struct, frozen=True):
    """One game: the part of its first place that went to whom the row is about, turns, orders, why it ended, the CPU of
    each answer of a bot in seconds, and how often whom the row is about gave each kind of order.
    """

    won: float
    turns: int
    orders: int
    ending: str
    spent: tuple[float, ...]
    kinds: dict[str, int] = {}


def rows_of(name: str) -> tuple[Row, ...]:
    """The rows of a game. With two seats where it can be; else with the fewest, and both levels two to two."""
    seats = find(name).info.seats
    few = seats[0]
    both = (GOOD, GREEDY) * (1 if few == 2 else 2)
    more = 65 if few == 2 else 50
    strong = (Row(name, STRONG, (STRONG, *(GOOD,) * (few - 1)), 60 if few == 2 else 0),)
    return (
        Row(name, GREEDY, (GREEDY, *(RANDOM,) * (few - 1)), 95),
        Row(name, GOOD, (GOOD, *(RANDOM,) * (few - 1)), 95),
        Row(name, GREEDY, (GREEDY, *(RANDOM,) * 3), 70),
        Row(name, GOOD, (GOOD, *(RANDOM,) * 3), 70),
        Row(name, GOOD, both, 60),
        Row(name, GOOD, (GOOD, *(FIRST,) * (few - 1)), more),
        Row(name, "any", (GOOD, GREEDY, GOOD, GREEDY)),
        *(strong if STRONG in find(name).levels else ()),
    )


Answer = Callable[[Any, Seat, OwnGoods, Iterator[int]], Typed[Any]]
"""A bot of one level: state, seat, what it sees, chance."""


def game_of(row: Row, number: int, answers: Mapping[str, Answer] = {}) -> Result:
    """One game of a row. Who sits where goes round with its number, on the same deal until all have sat everywhere.
    `answers` are those of players who are no level.
    """
    shift = number % len(row.seats)
    players = (*row.seats[shift:], *row.seats[:shift])
    table, key = dealt_table(row, number)
    game = table.game
    words = [stream(key, f"seat {seat}") for seat in range(len(players))]
    spent, kinds = list[float](), Counter[str]()
    for _ in range(MOST_ORDERS):
        if not game.requests(table.state):
            break
        seat = table.asked[0]
        began = time.thread_time()
        order = _order(table, seat, players[seat], words[seat], answers)
        if players[seat] not in (RANDOM, FIRST):
            spent.append(time.thread_time() - began)
        if players[seat] == row.who:
            kinds[type(order[1]).__name__] += 1
        played = play(game, table.state, order[0], order[1], table.dealer, secret=order[2])
        table = advance(table, order, played)
    outcome = game.outcome(table.state)
    if outcome is None:
        raise SystemExit(f"{row.game}, {' '.join(players)}, game {number}: no end after {MOST_ORDERS} orders")
    first = [player for player, rank in zip(players, outcome.ranks, strict=True) if rank == 1]
    won = sum(player == row.who for player in first) / len(first)
    turns = game.turn(table.state)
    return Result(won, turns, len(table.orders), outcome.reason, tuple(spent), dict(kinds))


def dealt_table(row: Row, number: int) -> tuple[Table, bytes]:
    """The first position of a game of a row, and where all its chance comes from."""
    game, seats = find(row.game), len(row.seats)
    key = tagged_hash("rating", row.game.encode(), str(number // seats).encode())
    return open_table(game, complete_options(game.info, seats, ()), number, key), key


def _order(table: Table, seat: Seat, player: str, words: Iterator[int], answers: Mapping[str, Answer]) -> Order:
    if player == RANDOM:
        while True:
            move = choose(table.game, table.legal(seat), words)
            result = attempt(table, seat, move, words)
            if not isinstance(result, IllegalMove):
                return seat, move, result[1]
    own = table.owners[seat].own(seat)
    assert table.game.bot is not None and own is not None
    if player in answers:
        answer = answers[player](table.state, seat, own, words)
    else:
        first = player == FIRST
        bot = import_module(f"scripts.first_bots.{table.game.info.name}").answer if first else table.game.bot
        answer = bot(table.state, seat, own, words, GOOD if first else player)
    return seat, answer.move, answer.secret


def games_worth(parts: Sequence[float], seats: int) -> float:
    """As how many independent games these count, of which each deal is played from every seat: the fewer, the more the
    deals differ.
    """
    games, part = len(parts), sum(parts) / len(parts)
    deals = [sum(parts[at : at + seats]) / seats for at in range(0, games - seats + 1, seats)]
    if len(deals) < 2 or part in (0, 1):
        return games
    spread = sum((deal - part) ** 2 for deal in deals) / (len(deals) - 1) / len(deals)
    return min(part * (1 - part) / spread, 3 * games) if spread else games


def interval(won: float, games: float) -> tuple[float, float]:
    """The interval of 95 % of a part won, after Wilson, in parts of 1."""
    part, spread = won / games, Z * Z / games
    middle = (part + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(part * (1 - part) / games + spread / games / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


Played = Callable[[Row, Iterable[int]], Iterable[Result]]


def rated(row: Row, results: list[Result]) -> dict[str, object]:
    """A row of the table as values."""
    games, won = len(results), sum(result.won for result in results)
    worth = games_worth([result.won for result in results], len(row.seats))
    least, most = interval(won * worth / games, worth)
    spent = sorted(one for result in results for one in result.spent) or [0.0]
    kinds = sum((Counter(result.kinds) for result in results), Counter[str]())
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
        "cpu_ms": [round(1000 * spent[len(spent) * part // 100], 1) for part in (50, 99)],
        "endings": dict(Counter(result.ending for result in results).most_common()),
        "kinds": dict(kinds.most_common()),
    }


def line(entry: dict[str, object]) -> str:
    """A row of the table as it is printed."""
    seats = entry["seats"]
    assert isinstance(seats, list)
    who, (least, most), (middle, longest) = entry["who"], pair_of(entry["interval"]), pair_of(entry["turns"])
    half, most_take = pair_of(entry["cpu_ms"])
    won = "" if who == "any" else f"{entry['won']:5.1f} % ({least:.1f} .. {most:.1f})"
    goal = f"of {entry['goal']} {entry['found']}" if entry["goal"] else ""
    match = f"{entry['game']}: {who} among {' '.join(seats)}"
    times = f"turns {middle:3} .. {longest:3}  CPU {half:6.1f} .. {most_take:6.1f} ms"
    return f"{match:58} {entry['games']:4} games {won:23} {goal:13} {times}"


def pair_of(value: object) -> tuple[float, float]:
    """The two numbers of an entry that has two."""
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


# Weights


def answer_with(name: str, weights: Weights, level: str = GOOD) -> Answer:
    """The bot of a game on a level, with these weights."""
    bot = import_module(f"referee.games.{name}.bot")
    return lambda state, seat, own, chance: bot.answer(state, seat, own, chance, level, weights)


def duel(
    name: str, tried: Weights, other: Weights | str, start: int, deals: int, seats: int = 0, level: str = GOOD
) -> dict[str, object]:
    """A row of `rate_bots`: a bot of `level` with these weights among good ones with others, or among bots of a level,
    from the deal `start` on; with the fewest seats if no number of `seats` is given.
    """
    seats = seats or find(name).info.seats[0]
    answers, rival = {TRIED: answer_with(name, tried, level)}, other
    if not isinstance(other, str):
        answers[BEST], rival = answer_with(name, other), BEST
    row = Row(name, TRIED, (TRIED, *[rival] * (seats - 1)))
    first = start * seats
    found: list[Result] = [game_of(row, number, answers) for number in range(first, first + deals * seats)]
    return rated(row, found)


def changed_weights(weights: Weights, chance: random.Random, fixed: Sequence[str]) -> Weights:
    """The weights with one, two or three of their numbers otherwise."""
    numbers = {
        (name, at): number
        for name, value in msgspec.structs.asdict(weights).items()
        if name not in fixed
        for at, number in enumerate(value if isinstance(value, tuple) else (value,))
    }
    for name, at in chance.sample(sorted(numbers), chance.choice((1, 1, 2, 3))):
        number = round(numbers[name, at] * chance.choice((0.5, 0.7, 0.8, 1.25, 1.4, 2)))
        number += chance.choice((-1, 1)) if number == numbers[name, at] else 0
        value = getattr(weights, name)
        value = (*value[:at], number, *value[at + 1 :]) if isinstance(value, tuple) else number
        weights = msgspec.structs.replace(weights, **{name: value})
    return weights


def tune(name: str, minutes: float, seed: int, deals: int, start: Weights, fixed: Sequence[str]) -> Weights:
    """The best weights that were found from these. Each change that stayed is printed."""
    chance, best, even = random.Random(seed), start, 100 / find(name).info.seats[0]
    until, step = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < until:
        tried = changed_weights(best, chance, fixed)
        entry = duel(name, tried, best, seed * SPAN + step * deals, deals)
        won, (least, most) = float(str(entry["won"])), pair_of(entry["interval"])
        step += 1
        if won - even > SURE * (most - least) / 4:
            best = tried
            print(f"step {step}: {line(entry)}\n  {best}", flush=True)
    print(f"{step} steps", flush=True)
    return best


def with_values(weights: Weights, pairs: Sequence[str]) -> Weights:
    """The weights with these instead: `ahead=60`, `strength=0,60,100`."""
    found = {}
    for pair in pairs:
        name, _, text = pair.partition("=")
        numbers = tuple(int(number) for number in text.split(","))
        found[name] = numbers if isinstance(getattr(weights, name), tuple) else numbers[0]
    return msgspec.structs.replace(weights, **found)


def _try_weights(name: str, given: argparse.Namespace) -> None:
    weights: Weights = import_module(f"referee.games.{name}.bot").GOOD_WEIGHTS
    seats = given.seats or find(name).info.seats[0]
    deals = max(2, given.games // seats)
    tried = with_values(weights, given.duel or ())
    if given.tune:
        print(tune(name, given.tune, given.seed, deals, tried, given.fixed))
    else:
        print(line(duel(name, tried, given.against or weights, given.seed * SPAN, deals, seats, given.level)))


def main() -> None:
    """Read the command line."""
    known = [game.info.name for game in all_games() if game.bot is not None]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="GAME", help=f"of {', '.join(known)}; all if none is named")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="games of each row (400)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="the table as JSON too")
    parser.add_argument("--duel", nargs="*", metavar="NAME=VALUE", help="a good bot with these weights")
    parser.add_argument("--against", default="", metavar="LEVEL", help="the others in a duel: a level, or first")
    parser.add_argument("--level", default=GOOD, choices=LEVELS, help="the level of the bot with these weights (good)")
    parser.add_argument("--seats", type=int, default=0, metavar="N", help="seats of a duel (the fewest of the game)")
    parser.add_argument("--tune", type=float, default=0, metavar="MINUTES", help="change weights, keep what wins")
    parser.add_argument("--fixed", nargs="+", default=[], metavar="NAME", help="weights that stay as they are")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="deals and changes of these two (1)")
    arguments = parser.parse_args()
    names = arguments.games_named or known
    if unknown := set(names) - set(known):
        parser.error(f"no program plays {', '.join(sorted(unknown))}; there is one for {', '.join(known)}")
    if arguments.tune or arguments.duel is not None:
        if len(names) != 1 or names[0] not in TUNED:
            parser.error(f"name one game whose weights are data: {', '.join(TUNED)}")
        _try_weights(names[0], arguments)
        return
    found = table(names, arguments.games, arguments.jobs, lambda text: print(text, flush=True))
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()

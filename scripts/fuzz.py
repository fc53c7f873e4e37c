"""Play random games for as long as you like; whatever breaks a promise is written as a file that reopens.

    scripts/fuzz.py ur --games 1000 --seed 1        play games 1 .. 1000 with rotating seats and options
    scripts/fuzz.py --reopen fuzz-ur-17.json        play the orders again, show the board, look again
    scripts/fuzz.py dishonest --games 500 --keep D  hosts and players who lie under valid keys; `--help` tells more
    scripts/fuzz.py dishonest --honest 500          nobody lies; keys, hosts and steps change: is anybody accused?
    scripts/fuzz.py post --games 20000              mails lost, changed, forged: do the honest agree at the end?
    scripts/fuzz.py network --orders 200 --loss 30  a seeded network that loses, doubles and delays: one head for all?

Exit 0 when every promise was kept, 1 when one was broken, 2 for a wrong command line.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from referee.games import find, names  # noqa: E402
from referee.kernel.dice import stream  # noqa: E402
from referee.kernel.errors import IllegalMove, RefereeError, Unreadable  # noqa: E402
from referee.kernel.game import AnyGame, Options, Viewer  # noqa: E402
from referee.kernel.play import play  # noqa: E402
from tests.games.contract import promises  # noqa: E402
from tests.games.contract.playout import (  # noqa: E402
    Broken,
    Table,
    advance,
    describe,
    key_of,
    open_table,
    option_sets,
    playout,
    secrets,
)


@dataclass
class Tally:
    """What was played."""

    games: int = 0
    orders: int = 0
    longest: int = 0


def crash(broken: Broken) -> dict[str, Any]:
    """A broken promise as JSON: how to reach the position, and what was found there."""
    table = broken.table
    spell = table.game.notation.format_order
    return {
        "game": table.game.info.name,
        "seats": table.options.seats,
        "options": dict(table.options.values),
        "seed": table.seed,
        "orders": [[seat, spell(move), list(secret)] for seat, move, secret in table.orders],
        "promise": broken.promise,
        "found": broken.found,
        "order": broken.order,
    }


def reopen(crashed: dict[str, Any], game: AnyGame) -> Table:
    """The position of a crash, reached again order by order."""
    options = Options(crashed["seats"], tuple(sorted(crashed["options"].items())))
    table = open_table(game, options, crashed["seed"])
    for seat, text, secret in crashed["orders"]:
        move = game.notation.parse_order(text)
        played = play(game, table.state, seat, move, table.dealer, secret=tuple(secret))
        after = advance(table, (seat, move, tuple(secret)), played)
        promises.watch(game.info.name)(table, after)
        table = after
    return table


def draw(table: Table) -> str:
    """The board as plain text."""
    view = Viewer(promises.NAMES[: table.options.seats])
    return "\n".join("".join(text for text, _ in line) for line in table.game.faces.text(table.state, view))


def look_again(path: Path) -> int:
    """Reopen a crash and check every promise at its position; 0 if all are kept now."""
    crashed = json.loads(path.read_text("utf-8"))
    game = find(crashed["game"])
    print(f"{crashed['promise']}: {crashed['found']}\n")
    try:
        table = reopen(crashed, game)
        print(draw(table))
        words = stream(key_of(game, table.options, table.seed), "reopened")
        for promise in promises.AT_A_POSITION:
            for _ in range(5):
                promise(table, words)
        if crashed["order"]:
            _try_order(table, crashed["order"])
    except (Broken, RefereeError) as error:
        print(f"\nstill broken: {error}")
        return 1
    print("\nevery promise is kept here now")
    return 0


def _try_order(table: Table, text: str) -> None:
    """Play the order that broke the promise, with every secret part it may have, and check what follows."""
    words = stream(b"reopened", text)
    try:
        move = table.game.notation.parse_order(text)
    except Unreadable as error:
        print(f"\n{text!r} is no order: {error}")
        return
    for seat in table.asked:
        legal = move in table.legal(seat)
        refusal = promises.refused(table, seat, move, words)
        print(f"\nseat {seat}: {text!r} is {'listed' if legal else 'not listed'}; {refusal or 'accepted'}")
        if legal == (refusal is not None):
            raise Broken("accepted if and only if enumerated", table, str(refusal or "accepted"), text)
        for secret in secrets(table.dealer.hands[seat], table.game.secret(move), words):
            try:
                played = play(table.game, table.state, seat, move, table.dealer, secret=secret)
            except IllegalMove:
                continue
            promises.watch(table.game.info.name)(table, advance(table, (seat, move, secret), played))


def fuzz(game: AnyGame, count: int, seed: int, positions: int, folder: Path) -> int:
    """Play `count` games from `seed` on; each failure becomes a file. 0 if there was none."""
    sets = option_sets(game.info.name)
    tally, failures, began = Tally(), 0, time.perf_counter()
    for number in range(seed, seed + count):
        options = sets[number % len(sets)]
        try:
            finished = playout(game, options, number, positions, promises.watch(game.info.name))
            promises.examine(finished, stream(key_of(game, options, number), "examined"))
        except Broken as broken:
            failures += 1
            path = folder / f"fuzz-{game.info.name}-{number}.json"
            path.write_text(json.dumps(crash(broken), indent=1) + "\n", "utf-8")
            print(f"{path}: {broken}", file=sys.stderr)
            continue
        orders = len(finished.last.orders)
        tally = Tally(tally.games + 1, tally.orders + orders, max(tally.longest, orders))
    seconds = time.perf_counter() - began
    print(
        f"{game.info.name}: {tally.games} games, {tally.orders} orders (longest {tally.longest}) in {seconds:.1f} s; "
        f"{len(sets)} sets of options, the first {describe(sets[0])}; {failures} failures"
    )
    return 1 if failures else 0


def main() -> int:
    """Read the command line and do what it says."""
    if sys.argv[1:2] == ["dishonest"]:
        from tests.support.dishonest.run import main as dishonest

        return dishonest(sys.argv[2:])
    if sys.argv[1:2] == ["post"]:
        from tests.support.dishonest.post import main as post

        return post(sys.argv[2:])
    if sys.argv[1:2] == ["network"]:
        from tests.support.dishonest.network import main as network

        return network(sys.argv[2:])
    parser = argparse.ArgumentParser(description="Random games that look for broken promises.")
    parser.add_argument("game", nargs="?", choices=names())
    parser.add_argument("--games", type=int, default=100, help="how many games (default 100)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first game (default 0)")
    parser.add_argument("--positions", type=int, default=4, help="positions of each game looked at closely (default 4)")
    parser.add_argument("--folder", type=Path, default=Path(), help="where failures are written (default here)")
    parser.add_argument("--reopen", type=Path, metavar="FILE", help="reopen a failure")
    given = parser.parse_args()
    if given.reopen:
        return look_again(given.reopen)
    if not given.game:
        parser.error("name a game, or --reopen FILE")
    return fuzz(find(given.game), given.games, given.seed, given.positions, given.folder)


if __name__ == "__main__":
    raise SystemExit(main())

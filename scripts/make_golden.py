"""Find and write the golden games that are missing: `python scripts/make_golden.py GAME [--option NAME=VALUE ...]`.

For each way to end that has no golden game yet, the first random game that ends so is written to `golden/ENDING.txt`,
beside the game's cases. Read it before you commit it: from then on the suite plays it again, word for word. With
`--again` those that are there are told anew from their orders, for a game that says something in other words: read the
difference.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from referee.games import find  # noqa: E402
from referee.kernel.errors import RefereeError  # noqa: E402
from referee.kernel.game import AnyGame, Options, complete_options  # noqa: E402
from tests.games import known  # noqa: E402
from tests.games.contract.golden import random_orders, retold, tell  # noqa: E402


def missing(name: str) -> list[str]:
    """The ways to end, as `GameInfo.endings` has them, that no golden game shows."""
    texts = [path.read_text("utf-8") for path in (known.home(name) / "golden").glob("*.txt")]
    shown = {text.rstrip().rpartition("\n")[2].partition(":")[0] for text in texts}
    return [ending for ending in find(name).info.endings if ending not in shown]


def games_told(game: AnyGame, options: Options, seeds: int) -> Iterator[tuple[str, str]]:
    """Random games, one a seed: how it ended, and its text."""
    for seed in range(seeds):
        orders = random_orders(game, options, seed)
        ending = tell("", game, options, seed, orders).rstrip().rpartition("\n")[2].partition(":")[0]
        yield ending, tell(f"A game that ends with: {ending}.", game, options, seed, orders)


def write(name: str, options: Options, seeds: int) -> list[str]:
    """Write what is missing and print each path; the endings that no seed has led to."""
    wanted, folder = missing(name), known.home(name) / "golden"
    for ending, text in games_told(find(name), options, seeds) if wanted else ():
        if ending in wanted:
            wanted.remove(ending)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{ending}.txt").write_text(text, "utf-8")
            print(folder / f"{ending}.txt")
        if not wanted:
            break
    return wanted


def again(name: str) -> None:
    """Write each golden game as it is told now, and print the paths of those that differ."""
    for path in sorted((known.home(name) / "golden").glob("*.txt")):
        before = path.read_text("utf-8")
        if (now := retold(name, before)) != before:
            path.write_text(now, "utf-8")
            print(path)


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and write."""
    parser = argparse.ArgumentParser(description="Find and write the golden games that are missing.")
    parser.add_argument("game", metavar="GAME", help="its name; a package must be installed")
    parser.add_argument("--seats", type=int, help="default: the fewest")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="as often as needed")
    parser.add_argument("--seeds", type=int, default=100, help="how many games are tried (default 100)")
    parser.add_argument("--again", action="store_true", help="tell those that are there anew, from their orders")
    given = parser.parse_args(arguments)
    if given.again:
        again(given.game)
        return
    chosen = [(name, value) for name, _, value in (option.partition("=") for option in given.option)]
    try:
        info = find(given.game).info
        options = complete_options(info, given.seats or info.seats[0], chosen)
    except RefereeError as error:
        parser.error(error.sentence())
    if left := write(given.game, options, given.seeds):
        parser.exit(1, f"no game of {given.seeds} ended with {', '.join(left)}; try more --seeds or other options\n")


if __name__ == "__main__":
    main()

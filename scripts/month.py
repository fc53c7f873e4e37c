"""A game by mail among people: what it costs them in mails, and whether it comes through what happens to them.

    python scripts/month.py --seed 1..20       months with lost mails, a lost key, a step taken back, a host who is gone
                                               and a player who does; a line each
    python scripts/month.py --seed 1..20 --masked    the same where nobody sees the deck, and a player takes over
    python scripts/month.py --seed 1..5 --friends 4 --plays    whole such games by real commands in homes of their own,
                                               audited by a stranger at each step; the first player hosts; JSON lines
    .. --vanishes 9                            and is gone after step 9: the others replace her; then she is back
    python scripts/month.py --seed 1..20 --masked --escrow    a lost key comes back by shares, a gone player is opened
    python scripts/month.py --mails            mails a turn by game, with and without plans and standing answers
    python scripts/month.py --mails --write    the same into docs/mail.md
    python scripts/month.py --mails --games 10 --steps 200

The same arguments print the same table, on every machine.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.support import mails, masked_months, masked_tables, months  # noqa: E402

PAGE = ROOT / "docs" / "mail.md"
BEGIN, END = "<!-- scripts/month.py --mails -->\n", "<!-- end -->\n"


def written(page: str, table: str) -> str:
    """The page with the table between its two marks exchanged."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def seeds_in(text: str) -> range:
    """`7`, or `1..20` with both ends. Raises ValueError."""
    first, dots, last = text.partition("..")
    return range(int(first), int(last if dots else first) + 1)


def played(seed: int, play: Callable[[int, Path], months.Told] = months.play) -> tuple[str, bool]:
    """A line on the month of a seed, played twice, and whether it came through: a clean audit, a second checker that
    finds nothing, the same bytes both times.
    """
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        told, again = play(seed, Path(one)), play(seed, Path(two))
    same = told.record == again.record
    counts = ", ".join(f"{what} {count}" for what, count in told.counts.items())
    verdict = f"audit {told.verdict}; second checker: {told.second or 'nothing found'}; same bytes twice: {same}"
    return f"seed {seed}: {verdict}; {counts}", told.verdict == "clean" and told.second is None and same


def months_of(seeds: range, *, masked: bool = False, escrow: bool = False) -> int:
    """Play and print the month of each seed; the number of those that did not come through."""
    failed, play = 0, partial(masked_months.play, escrow=escrow) if masked else months.play
    for seed in seeds:
        line, came_through = played(seed, play)
        failed += not came_through
        print(line, flush=True)
    print(f"{len(seeds)} months, {failed} failed")
    return failed


def tables_of(seats: int, seeds: range, *, host_plays: bool, vanishes: int = 0) -> int:
    """Play a whole game of each seed and print what it cost; the number of those in which somebody found a fault."""
    failed = 0
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            told = masked_tables.play(Path(folder), seats, seed, host_plays=host_plays, vanishes=vanishes)
        failed += not told["came through"]
        print(json.dumps(told), flush=True)
    return failed


def main() -> None:
    """Play or count, then print or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--mails", action="store_true", help="count the mails a turn")
    what.add_argument("--seed", type=seeds_in, help="play a month, or those of 1..20, by its seed")
    parser.add_argument("--masked", action="store_true", help="months of a game whose deck nobody sees")
    parser.add_argument("--friends", type=int, metavar="SEATS", choices=(2, 3, 4), help="a whole game of so many")
    parser.add_argument("--plays", action="store_true", help="with --friends: who hosts has a seat")
    parser.add_argument("--vanishes", type=int, metavar="STEP", default=0, help="with --plays: after that step")
    parser.add_argument("--escrow", action="store_true", help="with --masked: a lost key and a gone player, by shares")
    parser.add_argument("--games", type=int, default=mails.GAMES, help="games for each row and column")
    parser.add_argument("--steps", type=int, default=mails.STEPS, help="steps of each game at most")
    parser.add_argument("--write", action="store_true", help="put the table into docs/mail.md")
    chosen = parser.parse_args()
    if chosen.seed is not None and chosen.friends is not None:
        of_table = {"host_plays": chosen.plays, "vanishes": chosen.vanishes}
        sys.exit(1 if tables_of(chosen.friends, chosen.seed, **of_table) else 0)
    if chosen.seed is not None:
        sys.exit(1 if months_of(chosen.seed, masked=chosen.masked, escrow=chosen.escrow) else 0)
    table = mails.table(chosen.games, chosen.steps)
    if chosen.write:
        PAGE.write_text(written(PAGE.read_text("utf-8"), table), "utf-8")
    print(table, end="")


if __name__ == "__main__":
    main()

"""Audit a game, draw its board after a step, list what would have been legal: `python look_over.py GAME [STEP]`.

GAME is whatever `referee audit` opens: a folder, an archive, a mailbox. The board is written as `board.svg`.
"""

import subprocess
import sys
from pathlib import Path

from referee.api import RefereeError, audit, legal_orders, read, replay


def main(place: str, step: str | None = None) -> None:
    """Print the verdict, what was done in the step, and what else each seat could have done in it."""
    game = read(place)
    report = audit(game)
    print(f"{report.verdict}, depth {report.depth} of 5, {report.step} steps")
    for finding in report.findings:
        print(f"  {finding.sentence}")
    number = int(step) if step is not None else report.step
    before = legal_orders(game, number - 1)
    done = next(one for one in replay(game) if one.number == number)
    for seat, order in done.orders:
        print(f"step {number}, {seat}: {order}")
    for seat, orders in before.items():
        print(f"{seat} could give {len(orders)} orders: {', '.join(orders[:5])}{', ..' if len(orders) > 5 else ''}")
    if Path(place).is_dir():
        command = [sys.executable, "-m", "referee", "show", str(number), "--game", place, "--svg", "board.svg"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        print("board.svg")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:3])
    except RefereeError as refused:
        sys.exit(f"{refused.code}: {refused}")

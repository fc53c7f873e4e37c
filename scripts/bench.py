"""How fast it is, as ratios of two things measured side by side in one run.

    python scripts/bench.py [--rounds N] [--only A1,C1] [--peers PYTHON] [--games N]
    python scripts/bench.py rates [--seconds S]      this program's own rates, a JSON line each

Every ratio is the median of the ratios of at least 15 rounds, of CPU time unless it says otherwise. `--peers` names an
interpreter that has python-chess and OpenSpiel, if this one does not. How it is measured stands in `scripts/bench/`.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.bench.table import measure
from scripts.environment import enter


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("ratios", "rates"), default="ratios")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", metavar="ID,ID", help="only these ratios")
    parser.add_argument(
        "--peers", default=sys.executable, metavar="PYTHON", help="where python-chess and OpenSpiel are"
    )
    parser.add_argument("--games", type=int, default=200, help="how many games S1 and S2 audit")
    parser.add_argument("--more", type=int, default=2000, help="how many S5 compares with them")
    parser.add_argument("--seconds", type=float, default=None, help="CPU time for each rate")
    arguments = parser.parse_args()
    if find_spec("msgspec") is None:
        enter("requirements.txt")
    if arguments.what == "rates":
        from scripts.bench.rates import lines

        for line in lines(arguments.seconds or 2.0):
            print(line, flush=True)
    else:
        measure(arguments)


if __name__ == "__main__":
    main()

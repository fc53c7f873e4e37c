"""How fast it is, as ratios of two things measured side by side in one run.

    python scripts/bench.py [--json RUN.json] [--rounds N] [--only A1,C1] [--without S5,L2]
                                            measure, and print the table
    python scripts/bench.py peers           install the other programs, in an environment of their own
    python scripts/bench.py page RUN.json   write docs/speed.md from a run
    python scripts/bench.py rates           this program's own rates, a JSON line each
    python scripts/bench.py archive         audit 1,000 games with an index and in shards, and say what holds
    python scripts/bench.py masked          what a masked deck costs; with --json RUN.json kept there

A figure is the median of the ratios of its rounds, of CPU time unless the row says otherwise; its least and their
number stand beside it. With `--json` every round is kept in that file, and the same command goes on where a run was
stopped. What is recorded for it (once; some minutes) lies in the folder for temporary files. How it is measured stands
in `scripts/bench/`.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.bench.pythons import chosen, is_of, renew
from scripts.environment import MEASURE, PEERS, enter, program

_PEERS, _DEVELOPS = "requirements/peers.txt", "requirements/dev.txt"


def main() -> None:
    """Read the command line."""
    arguments = _parser().parse_args()
    python = chosen(arguments.python) if arguments.what != "page" else sys.executable
    if arguments.what == "peers":
        renew(_PEERS, PEERS, python)
        print(f"{PEERS.name}: python-chess and OpenSpiel; `git`, `ssh-keygen` and `minisign` come from the system")
        return
    if not is_of(Path(sys.prefix), python):
        renew(_DEVELOPS, MEASURE, python)
        enter(_DEVELOPS, MEASURE, project=False, python=python)
    if find_spec("msgspec") is None:
        enter("requirements/program.txt")
    if arguments.peers is None:
        installed = program(PEERS, "python")
        arguments.peers = installed if installed.exists() else Path(sys.executable)
    _KINDS[arguments.what](arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("peers", *_KINDS), default="ratios")
    parser.add_argument("run", nargs="?", type=Path, metavar="RUN.json", help="the run of which `page` tells")
    parser.add_argument("--json", type=Path, metavar="RUN.json", help="keep the run here, and go on with it")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", metavar="ID,ID", help="only these rows")
    parser.add_argument("--without", metavar="ID,ID", help="but these rows: S5,L2 record a thousand games first")
    parser.add_argument("--python", help="which to measure; else this or the system's, whichever is an optimised build")
    parser.add_argument("--peers", metavar="PYTHON", help="where python-chess and OpenSpiel are, if elsewhere")
    parser.add_argument("--games", type=int, help="how many S1 and S2 audit (100), and `archive` (1,000)")
    parser.add_argument("--seconds", type=float, default=0.4, help="CPU time for each rate")
    parser.add_argument("--operations", default="", help="of `rates` only these: tigris playout,ur move_in_playout")
    return parser


def _ratios(arguments: argparse.Namespace) -> None:
    from scripts.bench.measure import measure

    raise SystemExit(measure(arguments))


def _rates(arguments: argparse.Namespace) -> None:
    from scripts.bench.rates import lines

    for line in lines(arguments.seconds, [name for name in arguments.operations.split(",") if name]):
        print(line, flush=True)


def _page(arguments: argparse.Namespace) -> None:
    from scripts.bench.page import write

    if arguments.run is None:
        raise SystemExit("page: name the run, as `page docs/speed.json`")
    write(arguments.run)


def _archive(arguments: argparse.Namespace) -> None:
    from scripts.bench.archive import show

    raise SystemExit(show(arguments.games or 1000))


def _masked(arguments: argparse.Namespace) -> None:
    from scripts.bench.masked import measured
    from scripts.bench.page import masked_table, read
    from scripts.bench.run import keep

    found = measured(min(arguments.rounds, 5))
    print("\n".join(masked_table(found)))
    if arguments.json is not None:
        run = read(arguments.json)
        run.masked = found
        keep(arguments.json, run)


_KINDS = {"ratios": _ratios, "rates": _rates, "page": _page, "archive": _archive, "masked": _masked}


if __name__ == "__main__":
    main()

"""A club's archive audited with an index and in shards: what is spared, what is found, and whether the parts are whole.

The games are those of `lively.club_game`: each with keys, seeds and orders of its own, so no two records are alike.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from scripts.bench import folders
from scripts.bench.clock import ENVIRONMENT

GOAL = 0.05
"""What a second run may cost of the first."""
_SHARDS = 3
_DONE, _FAULT = 0, 1

# The program itself, which also tells on stderr which folders it audits: an index must spare the others.
TELLING = """\
import sys
from referee.service.audits import audit_many
inner = audit_many._audit_path
def _audited(checks, beneath, path):
    print("audits", path, file=sys.stderr, flush=True)
    return inner(checks, beneath, path)
audit_many._audit_path = _audited
from referee.cli.main import main
main()
"""


class Audited(NamedTuple):
    """What one command did: its exit code, its lines, the folders it audited, and the seconds of CPU of all of it."""

    code: int
    lines: tuple[str, ...]
    folders: tuple[str, ...]
    cpu: float


class Shown(NamedTuple):
    """Four audits of `games`: first and again with an index, then with a byte of `changed` altered; in shards; whole.

    `ids` are how many games the index knows.
    """

    games: int
    ids: int
    first: Audited
    again: Audited
    changed: str
    altered: Audited
    shards: tuple[Audited, ...]
    whole: Audited

    def promises(self) -> dict[str, bool]:
        """What must be true, and whether it is."""
        fine = [line for line in self.first.lines if line in self.altered.lines]
        parts = sorted(line for shard in self.shards for line in shard.lines)
        return {
            "every game has an id of its own": self.ids == self.games,
            "no fault is found in the games as they are": self.first.code == self.whole.code == _DONE,
            "the second run audits nothing and prints the same lines":
                not self.again.folders and self.again.lines == self.first.lines,
            f"the second run takes at most {GOAL:.0%} of the first's CPU": self.again.cpu <= GOAL * self.first.cpu,
            "one byte changed: that game alone is audited": self.altered.folders == (self.changed,),
            "it is named with a fault, and the others as before":
                self.altered.code == _FAULT and len(fine) == self.games - 1 and self.named() == (self.changed,),
            f"{_SHARDS} shards, sorted together, are the whole": parts == sorted(self.whole.lines),
        }  # fmt: skip

    def named(self) -> tuple[str, ...]:
        """The folders whose lines tell of a fault."""
        reports = [json.loads(line) for line in self.altered.lines]
        return tuple(report["folder"] for report in reports if report["findings"])


def show(count: int) -> int:
    """Print what is found for so many games; 1 if a promise does not hold."""
    shown = measured(*folders.club(count))
    for what, run in (("first", shown.first), ("again", shown.again), ("one byte changed", shown.altered)):
        print(f"{what}: {run.cpu:.2f} s of CPU, {run.cpu / shown.first.cpu:.1%} of the first")
    for promise, holds in shown.promises().items():
        print(f"{'yes' if holds else 'NO '} {promise}")
    return 0 if all(shown.promises().values()) else 1


def measured(club: Path, names: Sequence[str]) -> Shown:
    """Audit games twice with an index, once more with a byte of one changed, then in shards and without an index."""
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as place:
        index = Path(place) / "index.jsonl"
        with_index = ("--index", str(index), "--jobs", "1")
        first, again = audited(club, names, *with_index), audited(club, names, *with_index)
        ids = {json.loads(line)["game"] for line in index.read_text("utf-8").splitlines()}
        middle = len(names) // 2
        changed = _with_a_byte_changed(club / names[middle], Path(place) / "changed")
        altered = audited(club, [*names[:middle], changed, *names[middle + 1 :]], *with_index)
        shards = tuple(audited(club, names, "--shard", f"{part}/{_SHARDS}") for part in range(1, _SHARDS + 1))
        return Shown(len(names), len(ids), first, again, changed, altered, shards, audited(club, names))


def _with_a_byte_changed(game: Path, copy: Path) -> str:
    shutil.copytree(game, copy)
    steps = sorted((copy / "record").glob("*.step"))
    step = steps[len(steps) // 2]
    data = bytearray(step.read_bytes())
    data[len(data) // 2] ^= 1
    step.write_bytes(data)
    return str(copy)


def audited(place: Path, names: Sequence[str], *options: str) -> Audited:
    """`referee audit` of these folders below `place`, with its workers."""
    from resource import RUSAGE_CHILDREN, getrusage  # not on Windows

    before = getrusage(RUSAGE_CHILDREN)
    run = subprocess.run(
        [sys.executable, "-c", TELLING if "--jobs" in options else "from referee.cli.main import main; main()",
         "audit", *names, "--json", *options],
        capture_output=True, text=True, check=False, cwd=place, env=ENVIRONMENT,
    )  # fmt: skip
    after = getrusage(RUSAGE_CHILDREN)
    if run.returncode not in {_DONE, _FAULT}:
        raise SystemExit(f"exit {run.returncode}\n{run.stderr}")
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    told = tuple(line.removeprefix("audits ") for line in run.stderr.splitlines() if line.startswith("audits "))
    return Audited(run.returncode, tuple(run.stdout.splitlines()), told, spent)

"""Plant faults, one at a time, in a copy of the tree, and look whether the tests of their area turn red.

    python3 scripts/plant_faults.py              all of scripts/faults.toml: half an hour
    python3 scripts/plant_faults.py rules cli    those of these areas

A fault that stays green is one that nobody would notice: it wants a test. The last line counts both; the exit code is 1
if one stays green, 2 if a place has no such text any more.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FAULTS = Path(__file__).with_name("faults.toml")
LEFT = shutil.ignore_patterns(".git", ".venv*", "*_cache", "node_modules", ".hypothesis")


class Misplaced(Exception):
    """The text to be changed does not stand at its place exactly once."""


@dataclass(frozen=True)
class Fault:
    """A text below `referee/`, what it becomes, and the tests that must notice, as pytest is told."""

    area: str
    place: str
    before: str
    after: str
    tests: str

    def planted(self, source: str) -> str:
        """The module with the fault in it. Raises Misplaced."""
        if source.count(self.before) != 1:
            raise Misplaced(f"{self.place}: {source.count(self.before)} times: {self.before}")
        return source.replace(self.before, self.after)


def faults(path: Path = FAULTS) -> tuple[Fault, ...]:
    """All faults of the list, by area."""
    areas = tomllib.loads(path.read_text("utf-8"))
    return tuple(Fault(area, *row) for area, found in areas.items() for row in found["faults"])


def noticed(tree: Path, fault: Fault) -> str:
    """The first test that turns red with the fault in this tree; empty if none does. The tree is put back.

    No bytecode is written: a module is known by its second and its size, and a fault may have both of what it replaces.
    """
    module = tree / "referee" / fault.place
    source = module.read_text("utf-8")
    module.write_text(fault.planted(source), "utf-8")
    quiet = ("-xq", "--tb=no", "-rfE", "-p", "no:xdist", "-p", "no:cacheprovider")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *quiet, *shlex.split(fault.tests)],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        module.write_text(source, "utf-8")
    red = (
        line.partition(" ")[2].partition(" - ")[0]
        for line in done.stdout.splitlines()
        if line.startswith(("FAILED ", "ERROR "))
    )
    return next(red, f"pytest ends with {done.returncode}") if done.returncode else ""


def told(found: Sequence[Fault], tree: Path) -> Iterator[tuple[Fault, str]]:
    """Each fault with the test that notices it, in a copy of `tree`."""
    with tempfile.TemporaryDirectory(prefix="referee-faults-") as folder:
        copy = Path(shutil.copytree(tree, Path(folder) / "tree", ignore=LEFT))
        for fault in found:
            yield fault, noticed(copy, fault)


def main(areas: Sequence[str]) -> int:
    """Plant the faults of the areas, or all."""
    green = 0
    found = [fault for fault in faults() if not areas or fault.area in areas]
    try:
        for fault, red in told(found, ROOT):
            green += not red
            print(f"{'red  ' if red else 'GREEN'}  {fault.place}: {fault.before!r}  {red}", flush=True)
    except Misplaced as misplaced:
        print(misplaced)
        return 2
    print(f"{len(found) - green} of {len(found)} faults turn tests red")
    return 1 if green else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

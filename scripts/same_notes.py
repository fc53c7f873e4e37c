"""Bend bodies of notes at random, read them under every Python that is here, and tell whether all read the same.

    scripts/same_notes.py                           100,000 bodies
    scripts/same_notes.py --bodies 1000 --seed 7    so many, others

Compared are the Python that runs this (`.venv/bin/python`), those of `.venv-3.*`, which `test.py --other` makes, and
the system's own. Exit 0 if all read alike, 1 with the first bodies that are read in two ways.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import sysconfig
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SYSTEM = Path("/usr/bin/python3")
_TELL = "import sys, msgspec, cryptography; print('.'.join(map(str, sys.version_info[:3])))"
_SHOWN, _WIDE = 2, 300


def pythons() -> dict[str, tuple[str, dict[str, str]]]:
    """Each Python that is here and has what reading a note needs, by its version: where it lies, and the environment
    in which it is started. The system's own borrows the packages of this one, if those are made for it.
    """
    plain = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | {"PYTHONUTF8": "1"}
    borrowing = {**plain, "PYTHONPATH": sysconfig.get_path("platlib")}
    inside = (sys.executable, *(str(venv / "bin" / "python") for venv in sorted(ROOT.glob(".venv-3.*"))))
    found = dict[str, tuple[str, dict[str, str]]]()
    of_the_system = [(str(SYSTEM), borrowing)] if os.name == "posix" else []
    for place, around in (*((place, plain) for place in inside), *of_the_system):
        if Path(place).exists():
            told = subprocess.run([place, "-c", _TELL], env=around, capture_output=True, text=True, check=False)
            if told.returncode == 0:
                found.setdefault(told.stdout.strip(), (place, around))
    return found


def compare(bodies: int, seed: int) -> int:
    """Print what each Python has read; 1 if two read differently."""
    command = ["-m", "tests.record.bodies", str(bodies), str(seed)]
    first: list[str] = []
    differ = False
    for version, (python, around) in sorted(pythons().items()):
        done = subprocess.run(
            [python, *command], cwd=ROOT, env=around, capture_output=True, encoding="utf-8", check=True
        )
        lines = done.stdout.splitlines()
        taken = sum(line[:1].isupper() for line in lines)
        print(f"{version}: {len(lines)} bodies, {taken} notes, {hashlib.sha256(done.stdout.encode()).hexdigest()[:16]}")
        first = first or lines
        others = [pair for pair in zip(first, lines, strict=True) if pair[0] != pair[1]]
        differ = differ or bool(others)
        for ours, theirs in islice(others, _SHOWN):
            print(f"  {ours[:_WIDE]}\n  {theirs[:_WIDE]}\n  {ours.partition(chr(9))[2]}")
    return int(differ)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--bodies", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    sys.exit(compare(asked.bodies, asked.seed))

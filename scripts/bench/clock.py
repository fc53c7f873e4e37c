"""Measuring side by side: in every round everything is measured once, in a new order, and only rounds are compared.

The machine may be shared and noisy; what disturbs one measurement of a round disturbs its neighbours as well, and the
median of the ratios of all rounds does not move.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]

# An installed program is compiled, so a setting that forbids it must not make every command compile itself anew.
_ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
_ENVIRONMENT["PYTHONPATH"] = str(ROOT)

Readings = Mapping[str, float]
Source = Callable[[], Readings]
"""Measures something once and gives one or several readings by name."""

Rounds = Mapping[str, Sequence[float]]
"""The readings of all rounds by name."""


def rounds(sources: Mapping[str, Source], count: int, seed: int = 1) -> Rounds:
    """The readings of `count` rounds; one more before them is not counted, because it fills caches."""
    random = Random(seed)
    readings: dict[str, list[float]] = {}
    for number in range(-1, count):
        order = sorted(sources)
        random.shuffle(order)
        for name in order:
            found = sources[name]()
            if number >= 0:
                for reading, value in found.items():
                    readings.setdefault(reading, []).append(value)
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {count} rounds ", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r" + " " * 24 + "\r", end="", file=sys.stderr)
    return readings


def ratio(found: Rounds, above: str, below: str) -> float | None:
    """The median over all rounds of one reading divided by another, or None if one of them could not be taken."""
    if above not in found or below not in found:
        return None
    return median(one / other for one, other in zip(found[above], found[below], strict=True))


class Spent(NamedTuple):
    """What one command took: seconds of wall and CPU time, megabytes at its peak (its own or one child's)."""

    wall: float
    cpu: float
    peak: float


_LAUNCHER = """\
import os, sys, time
quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, flags, 0) for number, flags in ((0, os.O_RDONLY), (1, os.O_WRONLY))]
start = time.perf_counter()
_, status, used = os.wait4(os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet), 0)
print(time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def spawn(arguments: Sequence[str | Path], *, within: Path | None = None, **environment: str) -> Spent:
    """Run a command to its end in the folder `within`, output dropped. Exits with what it said if it fails.

    A small process starts it: a command's peak is never below that of whoever started it, and this one is large.
    """
    command = [str(argument) for argument in arguments]
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _LAUNCHER, *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        cwd=within,
        env={**_ENVIRONMENT, **environment},
    )
    if run.returncode != 0:
        raise SystemExit(f"exit {run.returncode}: {command}\n{run.stderr}")
    wall, cpu, peak = map(float, run.stdout.split())
    return Spent(wall, cpu, peak)


def cpu_of(work: Callable[[], object]) -> float:
    """Seconds of CPU that `work` takes in this process."""
    start = process_time()
    work()
    return process_time() - start


def rates(arguments: Sequence[str | Path]) -> Readings:
    """What a command prints as JSON lines, by `peer`, `game` and `op`."""
    printed = subprocess.run(
        [str(argument) for argument in arguments],
        stdout=subprocess.PIPE,
        check=True,
        env=_ENVIRONMENT,
    ).stdout
    found = {}
    for line in printed.decode().splitlines():
        read = json.loads(line)
        name = " ".join(read[word] for word in ("peer", "game", "op") if word in read)
        found[name] = read["per_s"]
    return found

"""Measuring side by side: the two things of a ratio are measured in the same round, and only rounds are compared.

The machine may be shared and noisy; what disturbs one measurement of a round disturbs its neighbours as well, and the
median of the ratios of all rounds does not move.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]

# An installed program is compiled, so a setting that forbids it must not make every command compile itself anew.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PYTHONPATH"] = str(ROOT)

Readings = Mapping[str, float]
Source = Callable[[], Readings]
"""Measures something once and gives one or several readings by name."""


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
        env={**ENVIRONMENT, **environment},
    )
    if run.returncode != 0:
        raise SystemExit(f"exit {run.returncode}: {command}\n{run.stderr}")
    wall, cpu, peak = map(float, run.stdout.split())
    return Spent(wall, cpu, peak)


def cpu_of(work: Callable[[], object]) -> float:
    """Seconds of CPU that `work` takes in this process, all its threads together."""
    return spent_by(work).cpu


def spent_by(work: Callable[[], object]) -> Spent:
    """Seconds of wall and CPU time that `work` takes in this process."""
    wall, cpu = perf_counter(), process_time()
    work()
    return Spent(perf_counter() - wall, process_time() - cpu, 0.0)


_LOOP = "for number in range(8_000_000): pass"


def two_loops() -> float:
    """The control for whatever uses two cores: wall time of two busy loops side by side / one after another.

    0.5 if there are two free cores, 1 if there is one.
    """
    loop = [sys.executable, "-I", "-S", "-c", _LOOP]
    start = perf_counter()
    spawn(loop)
    alone = perf_counter() - start
    with ThreadPoolExecutor(2) as both:
        start = perf_counter()
        list(both.map(spawn, (loop, loop)))
        return (perf_counter() - start) / (2 * alone)


def rates(arguments: Sequence[str | Path]) -> Readings:
    """What a command prints as JSON lines, by `peer`, `game` and `op`."""
    printed = subprocess.run(
        [str(argument) for argument in arguments], stdout=subprocess.PIPE, check=True, env=ENVIRONMENT
    ).stdout
    found = {}
    for line in printed.decode().splitlines():
        read = json.loads(line)
        name = " ".join(read[word] for word in ("peer", "game", "op") if word in read)
        found[name] = read["per_s"]
    return found

"""A run: the readings of every round and what they were taken on, kept in a file so that it can be gone on with."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import msgspec

from scripts.bench.clock import Readings, Source
from scripts.bench.rows import Row

CORES = 0.6
"""Up to here the control says that there were two cores."""


class Round(msgspec.Struct, frozen=True):
    """The readings of one round, and the load average of the last minute when it began."""

    load: float
    readings: dict[str, float]


Pair = tuple[float, float]
"""Least and median."""


class Masked(msgspec.Struct, frozen=True):
    """What a masked deck costs: by row least and median in milliseconds of CPU; and sizes."""

    rows: dict[str, Pair] = {}
    sizes: dict[str, float] = {}


class Run(msgspec.Struct):
    """`machine` and `code` are what must not change within a run; `games` what the recorded ones are made of; `missing`
    are the readings that could not be taken, and why.
    """

    machine: dict[str, str]
    code: str
    day: str
    games: dict[str, dict[str, float]] = {}
    missing: dict[str, str] = {}
    rounds: list[Round] = []
    masked: Masked = Masked()


class Figure(NamedTuple):
    """How a row came out: median and least of the rounds that have both readings, and how many these are."""

    median: float
    least: float
    count: int


def begin(path: Path | None, run: Run) -> Run:
    """The run in a file, to be gone on with, or `run` if there is none. Exits if it is one of other code or machine."""
    if path is None or not path.exists():
        return run
    kept = msgspec.json.decode(path.read_bytes(), type=Run)
    if kept.code != run.code:
        raise SystemExit(f"{path.name}: a run of other code; remove it, or name another file")
    changed = [name for name, value in run.machine.items() if kept.machine.get(name) != value]
    if changed:
        raise SystemExit(f"{path.name}: a run with another {', '.join(changed)}; remove it, or name another file")
    return kept


def keep(path: Path | None, run: Run) -> None:
    """Write a run, so that whoever stops it has the old file or the new one."""
    if path is not None:
        new = path.with_name(f"{path.name}.new")
        new.write_bytes(msgspec.json.format(msgspec.json.encode(run), indent=1) + b"\n")
        new.replace(path)


def complete(row: Row, run: Run, count: int) -> bool:
    """Whether a row has as many rounds as it wants of `count`, or can have none."""
    if any(name in run.missing for name in row.readings()):
        return True
    return sum(row.readings() <= one.readings.keys() for one in run.rounds) >= min(count, row.rounds or count)


def go_on(run: Run, rows: Sequence[Row], sources: Mapping[str, tuple[Source, Sequence[str]]], count: int,
          path: Path | None) -> None:  # fmt: skip
    """Measure rounds until every row has `count` of them, and keep each.

    `sources` are given by area and name, with what they read; in a round the areas come in a random order, and the
    sources of an area too. What is measured in every round is measured once before, because that fills caches.
    """
    warmed: set[str] = set()
    random = Random(len(run.rounds))
    while open_rows := [row for row in rows if not complete(row, run, count)]:
        wanted = {reading for row in open_rows for reading in row.readings()}
        often = {reading for row in open_rows if row.rounds is None for reading in row.readings()}
        chosen = [name for name, (_, gives) in sources.items() if wanted & set(gives)]
        cold = [name for name in chosen if name not in warmed and often & set(sources[name][1])]
        for name in cold:
            sources[name][0]()
        warmed.update(chosen)
        load, readings = os.getloadavg()[0], dict[str, float]()
        for name in _mixed(chosen, random):
            readings |= _rounded(sources[name][0]())
        run.rounds.append(Round(round(load, 2), readings))
        keep(path, run)
        _tell(f"round {len(run.rounds)}, {len(open_rows)} rows open")
    _tell("")


def _mixed(names: Iterable[str], random: Random) -> list[str]:
    areas: dict[str, list[str]] = {}
    for name in names:
        areas.setdefault(name.partition(": ")[0], []).append(name)
    order = list(areas.values())
    random.shuffle(order)
    for area in order:
        random.shuffle(area)
    return [name for area in order for name in area]


def _rounded(readings: Readings) -> dict[str, float]:
    return {name: float(f"{value:.5g}") for name, value in readings.items()}


def _tell(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:40}\r", end="", file=sys.stderr, flush=True)


def figure(run: Run, above: str, below: str | None) -> Figure | None:
    """The ratio of two readings over all rounds that have both, or one reading; None if there is no such round."""
    values = []
    for one in run.rounds:
        if above in one.readings and (below is None or below in one.readings):
            values.append(one.readings[above] / (one.readings[below] if below is not None else 1))
    return Figure(median(values), min(values), len(values)) if values else None


def verdict(run: Run, row: Row) -> str:
    """`yes` or `no`; `no cores` if the control had none to show; `` where there is no goal or no figure."""
    found = figure(run, row.above, row.below)
    if found is None or row.goal is None:
        return ""
    control = figure(run, row.control, None) if row.control is not None else None
    if control is not None and control.median > CORES:
        return "no cores"
    return "yes" if (found.median >= row.goal if row.most else found.median <= row.goal) else "no"

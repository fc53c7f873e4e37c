"""The table of a run: what was measured, how it came out, and why something is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from scripts.bench.rows import Row
from scripts.bench.run import CORES, Run, figure, verdict


def table(rows: Sequence[Row], run: Run) -> Iterator[str]:
    """The lines of the table; below it what it was measured on, what the games are made of, and what is missing."""
    yield f"{'id':3} {'median':>8} {'min':>8} {'n':>3} {'goal':>8} {'floor':>8}  {'met':8}  what"
    for row in rows:
        yield " ".join((f"{row.id:3}", *(f"{cell:>8}" for cell in cells(row, run)[:2]),
                        f"{cells(row, run)[2]:>3}", *(f"{cell:>8}" for cell in cells(row, run)[3:5]),
                        f" {cells(row, run)[5]:8}", f" {row.what}"))  # fmt: skip
    yield from beneath(rows, run)


def cells(row: Row, run: Run) -> tuple[str, str, str, str, str, str]:
    """(median, least, rounds, goal, floor, met) of a row."""
    found = figure(run, row.above, row.below)
    floor = figure(run, *row.floor) if row.floor is not None else None
    middle, least, count = found if found is not None else (None, None, 0)
    return number(middle), number(least), str(count), number(row.goal), number(floor and floor.median), met(row, run)


def met(row: Row, run: Run) -> str:
    """How a row's goal was met; `-` where nothing is judged."""
    return verdict(run, row) or "-"


def beneath(rows: Sequence[Row], run: Run) -> Iterator[str]:
    """What a reader of the table must know: machine, load, games, controls, and what is missing."""
    yield from (f"{name}: {value}" for name, value in run.machine.items())
    if run.rounds:
        loads = [one.load for one in run.rounds]
        yield f"load when a round began: median {median(loads):.1f}, {min(loads):.1f} to {max(loads):.1f}"
    for name, makeup in run.games.items():
        told = ", ".join(f"{value:,.0f} {what}" for what, value in makeup.items() if what != "passes")
        yield f"{name} game: {told}; {makeup['passes']:.1%} of the orders are passes"
    if any(met(row, run) == "no cores" for row in rows):
        yield f"no cores: two busy loops took more than {CORES} of their time one after another, so this is not judged"
    missing = {run.missing[name]: None for row in rows for name in sorted(row.readings()) if name in run.missing}
    yield from (f"not measured: {why}" for why in missing)


def number(value: float | None) -> str:
    """A figure as the table has it: three digits, or a fraction of one."""
    if value is None:
        return "-"
    return f"1/{1 / value:.1f}" if value < 0.1 else f"{value:.3g}"

"""`docs/speed.md` from a run: the figures are the run's, the words are those of `speed.md` and `missed.toml` here."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Template

import msgspec

from scripts.bench.clock import ROOT
from scripts.bench.rows import GAMES, ROWS, SECTIONS, STEPS, Row
from scripts.bench.run import Masked, Run, figure, verdict
from scripts.bench.table import beneath, cells, number

HERE = Path(__file__).resolve().parent
PAGE, KEPT = ROOT / "docs" / "speed.md", ROOT / "docs" / "speed.json"
_HEAD = ("id", "figure", "goal", "met", "floor", "least", "rounds", "what is measured / against what")


def write(path: Path) -> None:
    """Write the page of a run, and keep the run beside it."""
    if path.resolve() != KEPT:
        KEPT.write_bytes(path.read_bytes())
    PAGE.write_text(page(read(KEPT)), "utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(read(KEPT).rounds)} rounds")


def read(path: Path) -> Run:
    """The run in a file."""
    return msgspec.json.decode(path.read_bytes(), type=Run)


def page(run: Run) -> str:
    """The page of a run, as Markdown."""
    parts = {name.replace(" ", "_"): "\n".join(_table(rows, run)) for name, rows in SECTIONS.items()}
    parts["masked"] = "\n".join(masked_table(run.masked))
    parts["lengths"] = "\n".join(_lengths(run))
    measured = [row for row in ROWS if figure(run, row.above, row.below) is not None]
    return Template((HERE / "speed.md").read_text("utf-8")).substitute(
        parts,
        day=run.day,
        machine="\n".join(f"- {line}" for line in beneath(ROWS, run)),
        judged=len([row for row in measured if verdict(run, row) in {"yes", "no"}]),
        reached=len([row for row in measured if verdict(run, row) == "yes"]),
        missed="\n".join(_missed(run)) or "Nothing.",
    )


def _table(rows: tuple[Row, ...], run: Run) -> Iterator[str]:
    yield _line(_HEAD)
    yield _line(["---", *["---:"] * 2, "---", *["---:"] * 3, "---"])
    for row in rows:
        middle, least, count, goal, floor, met = cells(row, run)
        yield _line((row.id, f"**{middle}**" if count != "0" else middle, goal, met, floor, least, count, row.what))


def _lengths(run: Run) -> Iterator[str]:
    for head, counts, of in (("steps", STEPS, "a step"), ("games", GAMES, "a game")):
        yield _line((f"{head} audited", f"ms of CPU {of}", "peak MB of a process", "rounds"))
        yield _line(["---:"] * 4)
        for count in counts:
            spent, peak = (figure(run, f"{head} {count} {unit}", None) for unit in ("ms", "MB"))
            rounds = str(spent.count) if spent is not None else "0"
            yield _line((f"{count:,}", *(number(one and one.median) for one in (spent, peak)), rounds))
        yield ""


def masked_table(masked: Masked) -> Iterator[str]:
    """What a masked deck costs, a line for each row."""
    yield _line(("what", "least", "median"))
    yield _line(["---", *["---:"] * 2])
    for what, figures in masked.rows.items():
        yield _line((what, *(f"{figure:,.1f}" for figure in figures)))
    if masked.sizes:
        told = ", ".join(f"{name} {size:,.1f}".removesuffix(".0") for name, size in masked.sizes.items())
        yield f"\nThat game: {told}."


def _missed(run: Run) -> Iterator[str]:
    """A line for every goal that was missed: by how much, and what is known of where the rest goes."""
    known: dict[str, str] = tomllib.loads((HERE / "missed.toml").read_text("utf-8"))
    told: set[str] = set()
    for row in ROWS:
        found = figure(run, row.above, row.below)
        if verdict(run, row) != "no" or found is None or row.goal is None:
            continue
        away = row.goal / found.median if row.most else found.median / row.goal
        why = "" if row.id in told or row.id not in known else f" {' '.join(known[row.id].split())}"
        told.add(row.id)
        yield f"- **{row.id}**, {row.what}: {number(found.median)}, missed by {away - 1:.0%}.{why}"


def _line(cells: tuple[str, ...] | list[str]) -> str:
    return f"| {' | '.join(cells)} |"

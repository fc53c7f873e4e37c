"""The table of ratios: what is compared, what is wanted of it, and how it came out."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scripts.bench.clock import Rounds, ratio, rounds


class Row(NamedTuple):
    """One ratio: two readings and what is wanted of them. With `most`, larger is better; else smaller.

    Without `below` the reading itself is what counts. `each` multiplies the ratio, for a peer that was measured on a
    part of the work.
    """

    id: str
    what: str
    above: str
    below: str | None
    goal: float
    stretch: float
    most: bool = False
    each: float = 1.0


AUDIT = (
    Row("A1", "audit of a finished game / its bare signature checks", "audit", "verify", 1.4, 1.25),
    Row("A1", "the same, a game of 500 steps", "audit long", "verify long", 1.4, 1.25),
    Row(
        "A2",
        "audit command, 500 steps / git verify-commit, a commit for each note",
        "audit command",
        "git",
        1 / 28,
        1 / 45,
    ),
    Row("A4", "the same / minisign -V for each note", "audit command", "minisign", 0.35, 0.20),
    Row("A7", "audit --last-signatures / bare checks of all", "audit last", "verify", 0.30, 0.18),
    Row("A7", "the same, a game of 500 steps", "audit long last", "verify long", 0.30, 0.18),
    Row("A9", "receive after 500 steps / after 10", "receive 500", "receive 10", 1.5, 1.1),
)
RULES = (
    Row("R1", "Tigris, validated replay / python-chess is_legal and push",
        "referee replay_move_validated", "python-chess replay_move_validated", 0.8, 1.1, most=True),
    Row("R2", "Tigris, random games without lists / python-chess random games",
        "referee playout_mask_policy", "python-chess playout", 5, 8, most=True),
    Row("R3", "Tigris, random games from the full list / python-chess",
        "referee playout", "python-chess playout", 0.9, 1.2, most=True),
    Row("R5", "Tigris, validated replay / OpenSpiel gin_rummy apply_action",
        "referee replay_move_validated", "gin_rummy replay_move", 1.3, 2.0, most=True),
    Row("R8", "legality of all spaces: naive dict and BFS / ours", "naive legality", "legality", 60, 100, most=True),
    Row("K1", "card game, moves in random games / OpenSpiel gin_rummy",
        "referee cards move_in_playout", "gin_rummy move_in_playout", 1.0, 1.4, most=True),
    Row("U1", "Ur, random games / python-chess", "referee ur playout", "python-chess playout", 1.0, 3, most=True),
)  # fmt: skip
COMMANDS = (
    Row("C1", "show, 200 steps / python -c pass", "show", "pass", 9, 7),
    Row("C1", "receive, 200 steps / python -c pass", "receive 200", "pass", 9, 7),
    Row("C2", "show / an empty Typer command", "show", "typer", 1.6, 1.3),
    Row("C2", "receive / an empty Typer command", "receive 200", "typer", 1.6, 1.3),
    Row("C4", "--version / python -c pass", "version", "pass", 1.5, 1.1),
    Row("C5", "--help / python -c pass", "help", "pass", 7, 5.5),
    Row("C7", "peak memory of show, MB", "show MB", None, 32, 27),
    Row("C7", "peak memory of receive, MB", "receive 200 MB", None, 32, 27),
)
MANY = (
    Row("S1", "audit of many games, wall: 2 workers / 1", "many 2 wall", "many 1 wall", 0.55, 0.51),
    Row("S2", "the same, CPU: workers as by default / in one process", "many default", "many serial", 1.05, 1.01),
    Row("S5", "peak memory: many more games / as many as above", "more MB", "many default MB", 1.1, 1.02),
)
POST = (
    Row("P1", "receive, 10,000 mails that are for no game / 1,000", "junk 10000", "junk 1000", 12, 10),
    Row("P2", "peak memory of receive, 10,000 such mails, MB", "junk 10000 MB", None, 40, 32),
)
ROWS = (*AUDIT, *RULES, *COMMANDS, *MANY, *POST)


def measure(arguments: argparse.Namespace) -> None:
    """Measure what is asked for and print the table."""
    from scripts.bench.sources import sources_of

    wanted = {name.upper() for name in arguments.only.split(",")} if arguments.only else {row.id for row in ROWS}
    rows = [row for row in ROWS if row.id in wanted]
    readings = {reading for row in rows for reading in (row.above, row.below) if reading is not None}
    sources, remarks = sources_of(readings, arguments)
    table(rows, rounds(sources, arguments.rounds), remarks)


def table(rows: Sequence[Row], found: Rounds, remarks: Mapping[str, str]) -> None:
    """Print the ratios; below them why one is missing."""
    print(f"{'id':3} {'ratio':>8} {'goal':>8} {'stretch':>8}  {'met':7}  what")
    missing: dict[str, None] = {}
    for row in rows:
        value = _value(row, found)
        bounds = f"{_number(row.goal):>8} {_number(row.stretch):>8}"
        print(f"{row.id:3} {_number(value):>8} {bounds}  {_met(row, value):7}  {row.what}")
        if value is None:
            missing |= dict.fromkeys(remarks[name] for name in (row.above, row.below or "") if name in remarks)
    for remark in missing:
        print(f"not measured: {remark}")


def _value(row: Row, found: Rounds) -> float | None:
    if row.below is None:
        return sorted(found[row.above])[len(found[row.above]) // 2] if row.above in found else None
    return ratio(found, row.above, row.below)


def _met(row: Row, value: float | None) -> str:
    if value is None:
        return "-"
    for word, bound in (("stretch", row.stretch), ("goal", row.goal)):
        if value >= bound if row.most else value <= bound:
            return word
    return "no"


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    if value < 0.1:
        return f"1/{1 / value:.1f}"
    return f"{value:.3g}"

"""Many games audited at once: a line for each, in the order in which they are named, from one or more processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from referee.cli import codes
from referee.cli.context import Context
from referee.cli.printing.errors import as_data
from referee.cli.printing.output import json_line
from referee.cli.reports import Checks, as_json, finding_told, report_on, verdict_of
from referee.drawing.safe import safe_text
from referee.kernel.errors import OutOfOrder, RefereeError
from referee.record.elsewhere import Found, records_at
from referee.table.reading.audit import NoGame, Report

_FEW = 8
"""Up to so many games one process has done before others have started."""


_MOST_AT_ONCE = 64
"""Games handed to a process at a time, at most: handing over costs nothing then."""


_SHARES = 8
"""Into so many batches the games of a process are cut, so that all of them end at about the same time."""


class Outcome(NamedTuple):
    """What one audit comes to: the exit code it would have alone, and its line."""

    code: int
    line: str


def audit_all(checks: Checks, folders: Sequence[str], jobs: int | None = None) -> int:
    """Audit every record at these paths and print a line for each; with `--json` its report as one object a line.

    Gives the exit code: 70 if this program failed on any of them, else 1 if any game has a fault, else the highest
    that a single audit would have had.

    Raises:
        OutOfOrder: a game or a note is named that all of them should be or hold.
    """
    if checks.game_id is not None or checks.head is not None:
        raise OutOfOrder("one-game-only", count=len(folders))
    exit_codes = set()
    bar = _Count(checks.context, len(folders))
    for outcomes in _audits(checks, folders, jobs or _default_jobs(len(folders))):
        for outcome in outcomes:
            print(outcome.line)
            exit_codes.add(outcome.code)
        bar.step()
    bar.stop()
    if codes.BUG in exit_codes:
        return codes.BUG
    return codes.FAULT if codes.FAULT in exit_codes else max(exit_codes - {codes.DONE}, default=codes.DONE)


def _default_jobs(count: int) -> int:
    if count <= _FEW:
        return 1
    # A machine may have more cores than this process is allowed to use.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _audits(checks: Checks, folders: Sequence[str], jobs: int) -> Iterator[tuple[Outcome, ...]]:
    audited = partial(_audited, checks)
    if jobs == 1:
        yield from map(audited, folders)
        return
    from concurrent.futures import ProcessPoolExecutor

    # What the first game makes this process import and compile is there already in those that are forked from it.
    first, *others = folders
    yield audited(first)
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts)
    batch = min(_MOST_AT_ONCE, -(-len(others) // (jobs * _SHARES)))
    try:
        yield from pool.map(audited, others, chunksize=batch)
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; the first one alone answers it and stops the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _audited(checks: Checks, path: str) -> tuple[Outcome, ...]:
    """What comes of every record at a path: one for a folder, any number for an archive or a mailbox."""
    try:
        records = records_at(Path(path))
    except RefereeError as error:
        return (_trouble(checks.context, path, error.exit_code, error),)
    except Exception as error:  # our failure on one record says nothing about the others
        return (_failed(checks.context, path, error),)
    return tuple(_outcome(checks, path, found, several=len(records) > 1) for found in records)


def _outcome(checks: Checks, path: str, found: Found, *, several: bool) -> Outcome:
    name = f"{path}: {found.name}" if several else path
    try:
        report = report_on(checks, found)
    except NoGame as nothing:
        return _trouble(checks.context, name, codes.NO_GAME, nothing)
    except RefereeError as error:
        return _trouble(checks.context, name, error.exit_code, error)
    except Exception as error:  # our failure on one record says nothing about the others
        return _failed(checks.context, path, error)
    return Outcome(codes.DONE if report.faultless else codes.FAULT, _line(checks.context, name, report))


def _trouble(context: Context, folder: str, code: int, error: RefereeError) -> Outcome:
    refused = as_data(error, context.lang)
    if context.json:
        return Outcome(code, json_line({"folder": folder, "error": refused}))
    return Outcome(code, safe_text(f"{folder}: {refused.sentence}"))


def _failed(context: Context, folder: str, error: Exception) -> Outcome:
    from referee.cli.bugs import reported  # for a failure of our own alone

    place = Path(folder)
    bug = reported(error, ("audit", f"--game={place.parent if place.name == 'record' else place}"))
    if context.json:
        return _trouble(context, folder, codes.BUG, bug)
    refused = as_data(bug, context.lang)
    line = context.sentence(
        "folder-unreadable",
        folder=folder,
        sentence=refused.sentence,
        hint=refused.hint or "",
    )
    return Outcome(codes.BUG, safe_text(line))


def _line(context: Context, folder: str, report: Report) -> str:
    if context.json:
        return json_line({"folder": folder, **as_json(report)})
    words = verdict_of(context, report)
    if report.findings:
        more = context.sentence("count-more", count=len(report.findings) - 1) if len(report.findings) > 1 else ""
        words = f"{context.sentence('fault-label')} {finding_told(context, report.findings[0])}{more}"
    if report.remarks:
        words += context.sentence("noted-count", count=len(report.remarks))
    line = context.sentence(
        "audited-line",
        folder=folder,
        steps=report.step or 0,
        depth=report.depth,
        words=words,
    )
    return safe_text(line)


class _Count:
    """How many games are done, told on stderr to a person who waits; silent for files and scripts."""

    def __init__(self, context: Context, count: int) -> None:
        self.context = context
        self.shown = sys.stderr.isatty() and not sys.stdout.isatty() and not context.plain
        self.count = count
        self.done = 0

    def step(self) -> None:
        """One more is done."""
        self.done += 1
        if self.shown and (self.done % _SHARES == 0 or self.done == self.count):
            count = self.context.sentence("games-done", done=self.done, count=self.count)
            print(f"\rreferee: {count}", end="", file=sys.stderr, flush=True)

    def stop(self) -> None:
        """All are done."""
        if self.shown:
            print(file=sys.stderr)

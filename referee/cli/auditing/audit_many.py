"""Many games audited at once: a line for each, in the order in which they are named, from one or more processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from referee.audit.game_index import IndexEntry, index_entry, record_digest
from referee.audit.recompute import NoGame, Report
from referee.cli import crash_report
from referee.cli import exit_codes as codes
from referee.cli.auditing import cluster
from referee.cli.auditing.audit_report import (
    AuditChecks,
    audit_report_on,
    finding_line,
    report_as_json,
    verdict_line,
    verdict_text,
    verdict_words,
)
from referee.cli.auditing.index_file import GameIndex
from referee.cli.auditing.looks import LookedAt
from referee.cli.auditing.scheduler import Scheduler
from referee.cli.context import Context
from referee.cli.printing.output import json_line
from referee.crypto.sshsig import lets_go
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import OutOfOrder, RefereeError
from referee.protocol.history.valid_part import ValidPart
from referee.record.sources import FoundRecord, records_at
from referee.service.errors import refusal_of

_FEW = 8
"""Up to so many games one process has done before others have started."""


_MOST_AT_ONCE = 64
"""Games handed to a process at a time, at most: handing over costs nothing then."""


_SHARES = 8
"""Into so many batches the games of a process are cut, so that all of them end at about the same time."""


class AuditOutcome(NamedTuple):
    """What one audit comes to: the exit code it would have alone, its line, its entry for an index, and the name of
    its record where it lies.
    """

    code: int
    line: str
    entry: IndexEntry | None = None
    record: str = ""


class AuditWorkers(NamedTuple):
    """Who audits: so many processes of this machine (None: as many as pay), or those of a cluster."""

    jobs: int | None = None
    cluster: Scheduler | None = None


def audit_many(
    checks: AuditChecks, folders: Sequence[str], workers: AuditWorkers, index: GameIndex | None = None
) -> int:
    """Audit every record at these paths and print a line for each; with `--json` its report as one object a line.

    With an index those that stand there unchanged are not audited again, and it is written anew with all of them; an
    object is an entry then.

    Gives the exit code: 70 if this program failed on any of them, else 1 if any game has a fault, else the highest
    that a single audit would have had.

    Raises:
        OutOfOrder: a game or a note is named that all of them should be or hold.
    """
    if checks.game_id is not None or checks.head is not None:
        raise OutOfOrder("one-game-only", count=len(folders))
    exit_codes = set()
    bar = _Count(checks.context, len(folders))
    try:
        for path, outcomes in zip(folders, _as_listed(checks, folders, workers, index), strict=True):
            for outcome in outcomes:
                print(outcome.line)
                exit_codes.add(outcome.code)
                if index is not None and outcome.entry is not None:
                    index.keep(outcome.entry)
            if index is not None:
                index.keep_look(path, _looked_at(outcomes))
            bar.step()
        bar.stop()
    finally:  # what was audited before somebody stopped it need not be audited again
        if index is not None:
            index.write()
    if codes.BUG in exit_codes:
        return codes.BUG
    return codes.FAULT if codes.FAULT in exit_codes else max(exit_codes - {codes.DONE}, default=codes.DONE)


def _default_jobs(count: int) -> int:
    return core_count() if count > _FEW else 1


def core_count() -> int:
    """How many cores there are to work on."""
    # A machine may have more cores than this process is allowed to use.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spare_threads() -> int:
    """How many threads can help with a single game: one for each other core."""
    return core_count() - 1 if lets_go() else 0


def _as_listed(
    checks: AuditChecks, folders: Sequence[str], workers: AuditWorkers, index: GameIndex | None
) -> Iterator[tuple[AuditOutcome, ...]]:
    """The outcomes of each path in the order of the paths: from the index, or of an audit now."""
    spared = {path: _indexed_outcomes(checks.context, path, index) for path in folders} if index is not None else {}
    others = [path for path in folders if not spared.get(path)]
    audits = _audits(checks, others, workers) if others else iter(())
    for path in folders:
        yield spared.get(path) or next(audits)


def _indexed_outcomes(context: Context, path: str, index: GameIndex) -> tuple[AuditOutcome, ...]:
    """What the index says of every record at a path; () if it does not know all of them as they are now."""
    found = index.spared(path)
    return tuple(
        AuditOutcome(
            codes.DONE, _entry_line(context, _folder_label(path, record, several=len(found) > 1), entry), entry
        )
        for record, entry in found
    )


def _audits(checks: AuditChecks, folders: Sequence[str], workers: AuditWorkers) -> Iterator[tuple[AuditOutcome, ...]]:
    audited = partial(_audit_outcomes, checks, Path())
    if workers.cluster is not None:
        # A machine of the cluster stands in another folder, and calls the games what they are called here.
        there = partial(_audit_outcomes, checks, Path.cwd())
        yield from cluster.on_cluster(workers.cluster, there, folders, partial(_batch, len(folders)))
        return
    jobs = workers.jobs or _default_jobs(len(folders))
    if jobs == 1:
        yield from map(audited, folders)
        return
    from concurrent.futures import ProcessPoolExecutor

    # What the first game makes this process import and compile is there already in those that are forked from it.
    first, *others = folders
    yield audited(first)
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts)
    try:
        yield from pool.map(audited, others, chunksize=_batch(len(others), jobs))
    finally:
        pool.shutdown(cancel_futures=True)


def _batch(count: int, processes: int) -> int:
    """How many of so many games a process is handed at a time."""
    return max(1, min(_MOST_AT_ONCE, -(-count // (processes * _SHARES))))


def _leave_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; the first one alone answers it and stops the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _audit_outcomes(checks: AuditChecks, beneath: Path, path: str) -> tuple[AuditOutcome, ...]:
    """What comes of every record at a path beneath another: one of a folder, any number of an archive or a mailbox."""
    try:
        records = records_at(beneath / path)
    except RefereeError as error:
        return (_refused_line(checks.context, path, error.exit_code, error),)
    except Exception as error:  # our failure on one record says nothing about the others
        return (_crash_outcome(checks.context, path, error),)
    return tuple(_outcome(checks, path, found, several=len(records) > 1) for found in records)


def _outcome(checks: AuditChecks, path: str, found: FoundRecord, *, several: bool) -> AuditOutcome:
    name = _folder_label(path, found.name, several=several)
    seen: list[ValidPart] = []
    try:
        report = audit_report_on(checks, found, seen=seen.append)
    except NoGame as nothing:
        return _refused_line(checks.context, name, codes.NO_GAME, nothing)
    except RefereeError as error:
        return _refused_line(checks.context, name, error.exit_code, error)
    except Exception as error:  # our failure on one record says nothing about the others
        return _crash_outcome(checks.context, path, error)
    code = codes.DONE if report.faultless else codes.FAULT
    if not checks.indexed:
        return AuditOutcome(code, _report_line(checks.context, name, report))
    entry = index_entry(record_digest(found.files), report, seen[-1])
    in_full = report.findings and not checks.context.json
    line = _report_line(checks.context, name, report) if in_full else _entry_line(checks.context, name, entry)
    return AuditOutcome(code, line, entry, found.name)


def _looked_at(outcomes: Sequence[AuditOutcome]) -> LookedAt:
    """The name and digest of each record at a path; () unless all of them have an entry."""
    found = tuple((outcome.record, outcome.entry.digest) for outcome in outcomes if outcome.entry is not None)
    return found if len(found) == len(outcomes) else ()


def _folder_label(path: str, record: str, *, several: bool) -> str:
    return f"{path}: {record}" if several else path


def _refused_line(context: Context, folder: str, code: int, error: RefereeError) -> AuditOutcome:
    refused = refusal_of(error, context.lang)
    line = _line(context, folder, lambda: {"error": refused}, lambda: f"{folder}: {refused.sentence}")
    return AuditOutcome(code, line)


def _crash_outcome(context: Context, folder: str, error: Exception) -> AuditOutcome:
    place = Path(folder)
    bug = crash_report.crash_refusal(error, ("audit", f"--game={place.parent if place.name == 'record' else place}"))
    refused = refusal_of(bug, context.lang)
    values = {"folder": folder, "sentence": refused.sentence, "hint": refused.hint or ""}
    line = _line(context, folder, lambda: {"error": refused}, lambda: context.sentence("folder-unreadable", **values))
    return AuditOutcome(codes.BUG, line)


def _line(context: Context, folder: str, data: Callable[[], dict[str, Any]], words: Callable[[], str]) -> str:
    """The line of a game: data with its folder, or words."""
    return json_line({"folder": folder, **data()}) if context.json else safe_text(words())


def _report_line(context: Context, folder: str, report: Report) -> str:
    said = msgspec.structs.replace(report, told=verdict_line(context, report))
    return _line(context, folder, lambda: report_as_json(said), lambda: _report_text(context, folder, report))


def _report_text(context: Context, folder: str, report: Report) -> str:
    words = verdict_words(context, report)
    if report.findings:
        more = context.sentence("count-more", count=len(report.findings) - 1) if len(report.findings) > 1 else ""
        words = f"{context.sentence('fault-label')} {finding_line(context, report.findings[0])}{more}"
    if report.remarks:
        words += context.sentence("noted-count", count=len(report.remarks))
    return _audited_text(context, folder, report.step or 0, report.depth, words)


def _entry_line(context: Context, folder: str, entry: IndexEntry) -> str:
    """The line of a game from its entry, so that it is the same whether it was audited now or before."""
    return _line(context, folder, lambda: msgspec.to_builtins(entry), lambda: _entry_text(context, folder, entry))


def _entry_text(context: Context, folder: str, entry: IndexEntry) -> str:
    words = verdict_text(context, entry.verdict, entry.steps)
    return _audited_text(context, folder, entry.steps, entry.depth, words)


def _audited_text(context: Context, folder: str, steps: int, depth: int, words: str) -> str:
    return context.sentence("audited-line", folder=folder, steps=steps, depth=depth, words=words)


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

"""Many games audited at once: a line for each, in the order in which they are named, from one or more processes."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from referee.audit.game_index import IndexEntry, index_entry, record_digest
from referee.audit.recompute import Report
from referee.crypto.sshsig import lets_go
from referee.kernel.errors import OutOfOrder, RefereeError
from referee.protocol.history.valid_part import ValidPart
from referee.record.sources import FoundRecord, records_at
from referee.service.audits import cluster
from referee.service.audits.audit_table import AuditChecks, audit_table
from referee.service.audits.index_file import GameIndex, LookedAt
from referee.service.audits.scheduler import Scheduler
from referee.service.errors import Refused, refusal_of

_FEW = 8
"""Up to so many games one process has done before others have started."""


_MOST_AT_ONCE = 64
"""Games handed to a process at a time, at most: handing over costs nothing then."""


_SHARES = 8
"""Into so many batches the games of a process are cut, so that all of them end at about the same time."""


class AuditLine(msgspec.Struct, frozen=True):
    """What one of many audits comes to: a report, an entry of an index, or a refusal."""

    folder: str
    """The path as it was named, followed by the name of the record if there are several."""
    report: Report | None = None
    """What was found; null for a refusal, and where the entry says all."""
    entry: IndexEntry | None = None
    """The entry for the index that is written; null without an index."""
    refused: Refused | None = None
    """Why there is no report; null if there is one."""
    record: str = ""
    """The name of the record where it lies."""


class AuditWorkers(NamedTuple):
    """Who audits: so many processes of this computer (None: as many as pay), or those of a cluster."""

    jobs: int | None = None
    cluster: Scheduler | None = None


def audit_many(
    checks: AuditChecks, paths: Sequence[str], workers: AuditWorkers, index: GameIndex | None = None
) -> Generator[tuple[AuditLine, ...], None, None]:
    """Audit every record at these paths: for each path its lines, as soon as they and those before them are there.

    With an index, records that it lists and that are unchanged are not audited again. It is written anew with all
    records, or with those audited so far if the iterator is closed.

    Raises:
        OutOfOrder: a game or a note is named that all of them should be or hold.
    """
    if checks.game_id is not None or checks.head is not None:
        raise OutOfOrder("one-game-only", count=len(paths))
    try:
        for path, lines in zip(paths, _in_listed_order(checks, paths, workers, index), strict=True):
            if index is not None:
                for line in lines:
                    if line.entry is not None:
                        index.keep(line.entry)
                index.keep_look(path, _looked_at(lines))
            yield lines
    finally:  # games audited before it was stopped are not audited again
        if index is not None:
            index.write()


def core_count() -> int:
    """How many cores there are to work on."""
    # A computer may have more cores than this process is allowed to use.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spare_threads() -> int:
    """How many threads can help with a single game: one for each other core."""
    return core_count() - 1 if lets_go() else 0


def _in_listed_order(
    checks: AuditChecks, paths: Sequence[str], workers: AuditWorkers, index: GameIndex | None
) -> Iterator[tuple[AuditLine, ...]]:
    """The lines of each path in the order of the paths: from the index, or of an audit now."""
    spared = {path: _indexed_lines(path, index) for path in paths} if index is not None else {}
    others = [path for path in paths if not spared.get(path)]
    audits = _audits(checks, others, workers) if others else iter(())
    for path in paths:
        yield spared.get(path) or next(audits)


def _indexed_lines(path: str, index: GameIndex) -> tuple[AuditLine, ...]:
    """What the index says of every record at a path; () if it does not know all of them as they are now."""
    found = index.spared(path)
    return tuple(AuditLine(_record_label(path, name, several=len(found) > 1), entry=entry) for name, entry in found)


def _audits(checks: AuditChecks, paths: Sequence[str], workers: AuditWorkers) -> Iterator[tuple[AuditLine, ...]]:
    audited = partial(_audit_path, checks, Path())
    if workers.cluster is not None:
        # A computer of the cluster works in another folder, and calls the games what they are called here.
        there = partial(_audit_path, checks, Path.cwd())
        yield from cluster.on_cluster(workers.cluster, there, paths, partial(_batch, len(paths)))
        return
    jobs = workers.jobs or (core_count() if len(paths) > _FEW else 1)
    if jobs == 1:
        yield from map(audited, paths)
        return
    from concurrent.futures import ProcessPoolExecutor

    # What the first game makes this process import and compile is there already in those that are forked from it.
    first, *others = paths
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


def _audit_path(checks: AuditChecks, beneath: Path, path: str) -> tuple[AuditLine, ...]:
    """The result of every record at a path beneath another: one of a folder, any number of an archive or a mailbox."""
    try:
        records = records_at(beneath / path)
    except RefereeError as error:
        return (_refused_line(checks, path, error),)
    except Exception as error:  # our failure on one record says nothing about the others
        return (_refused_line(checks, path, checks.failure(error, path)),)
    return tuple(_line_of(checks, path, found, several=len(records) > 1) for found in records)


def _line_of(checks: AuditChecks, path: str, found: FoundRecord, *, several: bool) -> AuditLine:
    name = _record_label(path, found.name, several=several)
    seen: list[ValidPart] = []
    try:
        report = audit_table(checks, found, seen=seen.append)
    except RefereeError as error:
        return _refused_line(checks, name, error)
    except Exception as error:  # our failure on one record says nothing about the others
        return _refused_line(checks, path, checks.failure(error, path))
    if not checks.indexed:
        return AuditLine(name, report)
    entry = index_entry(record_digest(found.files), report, seen[-1])
    return AuditLine(name, report if report.findings else None, entry, record=found.name)


def _looked_at(lines: Sequence[AuditLine]) -> LookedAt:
    """The name and digest of each record at a path; () unless all of them have an entry."""
    found = tuple((line.record, line.entry.digest) for line in lines if line.entry is not None)
    return found if len(found) == len(lines) else ()


def _record_label(path: str, record: str, *, several: bool) -> str:
    return f"{path}: {record}" if several else path


def _refused_line(checks: AuditChecks, folder: str, error: RefereeError) -> AuditLine:
    return AuditLine(folder, refused=refusal_of(error, checks.lang))

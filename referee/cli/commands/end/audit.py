"""`referee audit`: recompute a game, or many, and compare."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.audit.allowed_signers import signers_text
from referee.audit.recompute import Report
from referee.cli import exit_codes
from referee.cli.context import Context, command
from referee.cli.crash_report import audit_crash
from referee.cli.folders.find_game import named_path
from referee.cli.folders.path_lists import listed_in, part_of
from referee.cli.folders.paths import path_text
from referee.cli.open_games import reader_of
from referee.cli.printing.audit_text import (
    audit_exit_code,
    audit_line_text,
    audit_line_value,
    report_as_lines,
    verdict_line,
)
from referee.cli.printing.output import check_one_output, print_aside, print_line, print_notice, print_result
from referee.cli.printing.progress_bar import progress_bar
from referee.cli.report import audit_page
from referee.cli.report.report_files import HtmlFile, MarkdownFile, write
from referee.i18n.catalogue import in_any_language
from referee.kernel.errors import OutOfOrder, Unreadable, UsageError
from referee.protocol.seating import REFEREE
from referee.service.audits.audit_many import AuditWorkers, audit_many, spare_threads
from referee.service.audits.audit_table import AuditChecks, audit_path, write_signers
from referee.service.audits.index_file import GameIndex
from referee.service.audits.scheduler import scheduler_at


@command(prints=Report)
def audit(
    context: Context,
    folders: Annotated[list[str] | None, typer.Argument(metavar="[FOLDER]...")] = None,
    expect: Annotated[list[str] | None, typer.Option("--expect")] = None,
    game_id: Annotated[str | None, typer.Option("--game-id")] = None,
    head: Annotated[str | None, typer.Option("--head")] = None,
    quick: Annotated[bool, typer.Option("--last-signatures")] = False,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1)] = None,
    cluster: Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS")] = None,
    tls: Annotated[Path | None, typer.Option("--tls", metavar="FILE")] = None,
    listed: Annotated[Path | None, typer.Option("--from")] = None,
    index: Annotated[Path | None, typer.Option("--index", metavar="FILE")] = None,
    anew: Annotated[bool, typer.Option("--all")] = False,
    shard: Annotated[str | None, typer.Option("--shard", metavar="K/N")] = None,
    signers: Annotated[Path | None, typer.Option("--signers", metavar="FILE")] = None,
    html: HtmlFile = None,
    markdown: MarkdownFile = None,
) -> None:
    """Check every rule, signature and tile of a game, offline."""
    check_one_output(context, str(signers), code="signers-json-mixed")
    seen_by_all = index is not None or cluster is not None
    expected = _pin_keys(expect or ())
    checks = AuditChecks(None, audit_crash, context.lang, expected, game_id, head, quick, indexed=index is not None)
    if anew and index is None:
        raise UsageError("all-of-an-index")
    workers = _workers(jobs, cluster, tls)
    named = [*(folders or ()), *(listed_in(listed) if listed is not None else ())]
    paths = [named_path(text) for text in named]
    if len(paths) > 1 or listed is not None or seen_by_all or shard is not None:
        _check_single(html, markdown, signers, len(paths))
        if checks.indexed and (quick or expect):  # it holds for any reader, whatever one knows beside the record
            raise OutOfOrder("index-for-everybody")
        all_paths = list(map(str, paths or [context.folder().path]))
        known = GameIndex(index, anew=anew) if index is not None else None
        raise typer.Exit(_audit_several(context, checks, part_of(all_paths, shard), workers, known))

    path = paths[0] if paths else context.folder().path
    alone = checks._replace(reader=reader_of(context), threads=spare_threads())
    audits = audit_path(alone, path, lambda steps: progress_bar(context, "checking") if steps >= 400 else None)
    if isinstance(audits, int):
        _check_single(html, markdown, signers, audits)
        raise typer.Exit(_audit_several(context, checks, [str(path)], workers))
    report = audits.report
    if html is not None or markdown is not None:
        write(context, audit_page.audit_page(context, audits), html, markdown)
    if str(signers) == "-":
        print(signers_text(audits.valid, context.lang), end="")
        print_notice(verdict_line(context, report))
    else:
        if signers is not None:
            write_signers(audits.valid, signers, context.lang)
            print_aside(context, context.sentence("signers-written", file=path_text(signers)))
        said = replace(report, told=verdict_line(context, report))
        print_result(context, said, lambda: report_as_lines(context, report))
    raise typer.Exit(exit_codes.DONE if report.faultless else exit_codes.FAULT)


def _audit_several(
    context: Context, checks: AuditChecks, paths: Sequence[str], workers: AuditWorkers, index: GameIndex | None = None
) -> int:
    """Print a line for each game at these paths, with `--json` an object.

    Gives the exit code: 70 if this program failed on any of them, else 1 if any game has a fault, otherwise the highest
    that a single audit would have had. Raises as `audit_many`.
    """
    seen_by_all = index is not None or workers.cluster is not None
    reader = None if seen_by_all else replace(reader_of(context), passphrase=None)
    found = {exit_codes.DONE}
    with closing(audit_many(checks._replace(reader=reader), paths, workers, index)) as audits:
        for done, lines in enumerate(audits, 1):
            for line in lines:
                print_line(context, partial(audit_line_value, context, line), partial(audit_line_text, context, line))
                found.add(audit_exit_code(line))
            _show_progress(context, done, len(paths))
    return max(found, key=lambda code: (code == exit_codes.BUG, code == exit_codes.FAULT, code))


def _show_progress(context: Context, done: int, count: int) -> None:
    """How many games are done, said on stderr to a person who waits; nothing for files and scripts."""
    if not sys.stderr.isatty() or sys.stdout.isatty() or context.plain:
        return
    if done % 8 == 0 or done == count:
        said, end = context.sentence("games-done", done=done, count=count), "" if done < count else "\n"
        print(f"\rreferee: {said}", end=end, file=sys.stderr, flush=True)


def _workers(jobs: int | None, cluster: str | None, tls: Path | None) -> AuditWorkers:
    if cluster is None and tls is not None:
        raise UsageError("tls-of-a-cluster")
    if cluster is not None and jobs is not None:
        raise OutOfOrder("jobs-or-cluster")
    return AuditWorkers(jobs, scheduler_at(cluster, tls) if cluster is not None else None)


def _check_single(html: Path | None, markdown: Path | None, signers: Path | None, count: int) -> None:
    if signers is not None:
        raise OutOfOrder("signers-one-game", count=count)
    if html is not None or markdown is not None:
        raise OutOfOrder("one-game-only", count=count)


def _pin_keys(expect: Sequence[str]) -> dict[str, list[str]]:
    """The fingerprints that each role may have had; the host is `referee`, `host` or what a language calls him."""
    pinned: dict[str, list[str]] = {}
    for pair in expect:
        role, equals, text = pair.partition("=")
        if not equals:
            raise Unreadable("bad-expect", found=pair)
        pinned.setdefault(REFEREE if role in in_any_language("party", "host") else role, []).append(text)
    return pinned

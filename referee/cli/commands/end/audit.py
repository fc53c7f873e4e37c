"""`referee audit`: recompute a game, or many, and compare."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.audit.allowed_signers import signer_lines
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
from referee.cli.printing.facts import role_name
from referee.cli.printing.output import check_one_output, print_aside, print_line, print_notice, print_result
from referee.cli.printing.progress_bar import progress_bar
from referee.cli.report import audit_page
from referee.cli.report.report_files import HtmlFile, MarkdownFile, write
from referee.drawing.safe_text import safe_text
from referee.i18n.catalogue import in_any_language
from referee.kernel.errors import OutOfOrder, Unreadable, UsageError
from referee.protocol.history.read_record import Progress
from referee.protocol.history.valid_part import ValidPart
from referee.protocol.seating import REFEREE, KeyPeriod
from referee.record.files import write_file
from referee.record.sources import FoundRecord, records_at
from referee.service.audits.audit_many import AuditWorkers, audit_many, spare_threads
from referee.service.audits.audit_table import AuditChecks, audit_table
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
    records = records_at(path)
    if len(records) > 1:
        _check_single(html, markdown, signers, len(records))
        raise typer.Exit(_audit_several(context, checks, [str(path)], workers))
    report, valid = _audit_one(context, checks, records[0])
    if html is not None or markdown is not None:
        audited = audit_page.Audited(report, records[0].files, path)
        write(context, audit_page.audit_page(context, audited), html, markdown)
    if signers is not None:
        write_signers(context, valid, signers)
    if str(signers) == "-":
        print_notice(verdict_line(context, report))
    else:
        said = replace(report, told=verdict_line(context, report))
        print_result(context, said, lambda: report_as_lines(context, report))
    raise typer.Exit(exit_codes.DONE if report.faultless else exit_codes.FAULT)


def _audit_one(context: Context, checks: AuditChecks, found: FoundRecord) -> tuple[Report, ValidPart]:
    """The report on a game, and what of its record holds. Raises as `audit_table`."""
    seen = list[ValidPart]()
    alone = checks._replace(reader=reader_of(context), threads=spare_threads())
    report = audit_table(alone, found, lambda steps: _progress(context, steps), seen.append)
    return report, seen[0]


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
    if cluster is None:
        if tls is not None:
            raise UsageError("tls-of-a-cluster")
        return AuditWorkers(jobs)
    if jobs is not None:
        raise OutOfOrder("jobs-or-cluster")
    return AuditWorkers(cluster=scheduler_at(cluster, tls))


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


def _progress(context: Context, steps: int) -> Progress | None:
    """A progress bar for a person who waits; nothing for short games, files and scripts."""
    return progress_bar(context, "checking") if steps >= 400 else None


def write_signers(context: Context, valid: ValidPart, to: Path) -> None:
    """Write the file, or print it for `-`. Raises FileTrouble; OutOfOrder: no charter tells whose keys there are."""
    text = signers_text(context, valid)
    if str(to) == "-":
        print(text, end="")
        return
    write_file(to, text)
    print_aside(context, context.sentence("signers-written", file=path_text(to)))


def signers_text(context: Context, valid: ValidPart) -> str:
    """Whose key signs which steps, as far as the record holds: lines of `ssh-keygen`, each key after a comment."""
    table = valid.table
    if table is None:
        raise OutOfOrder("signers-without-charter")
    names = table.called_by_seat
    lines = [
        f"# {context.sentence('signers-of-game', title=table.title, id=table.game_id)}",
        f"# {context.sentence('signers-how')}",
        "#   ssh-keygen -Y verify -f allowed -I SEAT@STEP -n TYPE@referee.pbem -s sig < body",
    ]
    for time, line in signer_lines(table, valid.history.signed_notes):
        told = f"# {held_steps_text(context, time, names)}"
        lines += [line] if told in lines else [told, line]
    return "".join(f"{safe_text(line)}\n" for line in lines)


def held_steps_text(context: Context, time: KeyPeriod, names: Mapping[str, str]) -> str:
    """For which steps somebody had a key."""
    name = role_name(context, time.role, names)
    if time.last is not None:
        return context.sentence("signers-held", name=name, first=time.first, last=time.last)
    return context.sentence("signers-holds" if time.first else "signers-whole", name=name, first=time.first)

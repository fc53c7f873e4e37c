"""`referee judge`: what notes beside a record prove, and what they do not."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.cli import exit_codes
from referee.cli.context import Context, command
from referee.cli.folders.path_lists import listed_in
from referee.cli.folders.paths import path_text
from referee.cli.printing.output import print_aside, print_result
from referee.cli.printing.verdicts import JudgedCase, judgement_lines
from referee.cli.report import verdict_page
from referee.cli.report.report_files import HtmlFile, MarkdownFile, write
from referee.i18n.refusal_text import refusal_lines
from referee.service.disputed_notes import Judged, judge_notes


@command(prints=Judged)
def judge(
    context: Context,
    notes: Annotated[list[Path] | None, typer.Argument(metavar="[NOTE]...")] = None,
    listed: Annotated[Path | None, typer.Option("--from")] = None,
    html: HtmlFile = None,
    markdown: MarkdownFile = None,
) -> None:
    """Judge disputed notes against the record: exit 1 if any proves something against a key, 0 if none does."""
    folder = context.folder()
    found = judge_notes(folder, [*(notes or ()), *(map(Path, listed_in(listed)) if listed is not None else ())])
    case = JudgedCase(found.docket.table.title, found.docket.table.called_by_seat)
    if html is not None or markdown is not None:
        write(context, verdict_page.judge_page(context, case, found, folder.path), html, markdown)
    none = [context.sentence("no-evidence-kept-here")]
    print_result(
        context,
        replace(found.result(context.lang), files=tuple(map(path_text, found.paths))),
        lambda: judgement_lines(context, case, found.verdicts, found.heard) or none,
    )
    print_aside(context, *(line for error in found.unread for line in refusal_lines(error, context.lang)))
    codes = (exit_codes.FAULT for verdict in found.verdicts if verdict.upheld)
    raise typer.Exit(next(codes, next((error.exit_code for error in found.unread), exit_codes.DONE)))

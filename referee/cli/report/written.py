"""A report, written to the files that were asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context
from referee.cli.paths import shown
from referee.cli.printing.output import note, write_file
from referee.cli.report.content import Page

HtmlFile = Annotated[Path | None, typer.Option("--html", metavar="FILE")]
MarkdownFile = Annotated[Path | None, typer.Option("--markdown", metavar="FILE")]


def write(context: Context, page: Page, html: Path | None, markdown: Path | None) -> None:
    """Write the page to each file that is named, in place of what is there. Raises FileTrouble."""
    if html is not None:
        from referee.cli.report.html import html_of

        _write_report(context, html, html_of(page))
    if markdown is not None:
        from referee.cli.report.markdown import markdown_of

        _write_report(context, markdown, markdown_of(page))


def _write_report(context: Context, path: Path, text: str) -> None:
    write_file(path, text)
    if not context.json:
        note(context.sentence("report-written", file=shown(path)))

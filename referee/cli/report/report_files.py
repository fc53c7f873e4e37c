"""A report as the files that were asked for, and the form of those in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context
from referee.cli.folders.paths import path_text
from referee.cli.printing.output import print_aside
from referee.cli.report import html as html_report
from referee.cli.report.page_content import Grid, Page, ReportPart, Row, safe_lines
from referee.drawing.safe_text import safe_text
from referee.kernel.sentence import Sentence
from referee.record.files import write_file

_MARKS = re.compile(r"([\\`*_\[\]<>#|~&@]|:(?=//)|(?<=www)\.|^[-+=]|(?<=^\d)[.)])")
_FENCE = re.compile(r"^~+", re.MULTILINE)


def markdown_of(page: Page) -> str:
    """The text; the same report gives the same bytes."""
    lines = [f"# {_marked_text(page.title)}", ""]
    for verdict in page.verdicts:
        lines += [f"**{_marked_text(verdict)}**", ""]
    for said in page.summary:
        lines += [_marked_text(said), ""] if said else []
    for part in page.parts:
        lines += _part(part, page.lang)
    return "\n".join(lines).rstrip("\n") + "\n"


def _marked_text(text: str) -> str:
    """A text of which nothing is a mark of Markdown, a link or HTML; one line stays one line."""
    return _MARKS.sub(r"\\\1", " ".join(safe_text(text).split()))


def _part(part: ReportPart, lang: str) -> Iterator[str]:
    yield from (f"## {_marked_text(part.heading)}", "")
    yield from _rows(part.rows, lang)
    yield from _rows(part.orders, lang)
    for said in part.said:
        yield from (_marked_text(said), "")
    for grid in part.grids:
        yield from (*_table_in_marks(grid), "")
    for board in part.boards:
        yield from (_marked_text(board.caption), "", *_fence(safe_lines(board.text)), "")
    for commands in part.commands:
        yield from (_marked_text(commands.about), "", *_fence("\n".join(map(safe_text, commands.lines)), "sh"), "")


def _rows(rows: Iterable[Row], lang: str) -> Iterator[str]:
    told = [f"- **{_marked_text(Sentence(label).told(lang))}** {_marked_text(text)}" for label, text in rows]
    yield from (*told, "") if told else ()


def _table_in_marks(grid: Grid) -> Iterator[str]:
    flush = grid.flush()
    yield _table_row(grid.heads)
    yield _table_row(["--:" if at in flush else "---" for at in range(len(grid.heads))], marks=True)
    yield from map(_table_row, grid.rows)


def _table_row(cells: Iterable[str], *, marks: bool = False) -> str:
    return f"| {' | '.join(cells if marks else map(_marked_text, cells))} |"


def _fence(text: str, language: str = "") -> tuple[str, ...]:
    longest = max((len(found) for found in _FENCE.findall(text)), default=0)
    fence = "~" * max(3, longest + 1)
    return fence + language, *text.split("\n"), fence


HtmlFile = Annotated[Path | None, typer.Option("--html", metavar="FILE")]
MarkdownFile = Annotated[Path | None, typer.Option("--markdown", metavar="FILE")]


def write(context: Context, page: Page, html: Path | None, markdown: Path | None) -> None:
    """Write the page to each file that is named, in place of what is there. Raises FileTrouble."""
    if html is not None:
        _write_report(context, html, html_report.html_of(page))
    if markdown is not None:
        _write_report(context, markdown, markdown_of(page))


def _write_report(context: Context, path: Path, text: str) -> None:
    write_file(path, text)
    print_aside(context, context.sentence("report-written", file=path_text(path)))

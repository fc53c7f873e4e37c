"""A report as Markdown, which is read as it is and by whatever renders it. Boards are in letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from referee.cli.report.content import Grid, Page, Part, Row, safe_lines
from referee.drawing.safe import safe_text
from referee.kernel.sentence import Sentence

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


def _part(part: Part, lang: str) -> Iterator[str]:
    yield from (f"## {_marked_text(part.heading)}", "")
    yield from _rows(part.rows, lang)
    yield from _rows(part.orders, lang)
    for said in part.said:
        yield from (_marked_text(said), "")
    for grid in part.grids:
        yield from (*_table_in_marks(grid), "")
    for board in part.boards:
        yield from (_marked_text(board.caption), "", *_fenced(safe_lines(board.text)), "")
    for commands in part.commands:
        yield from (_marked_text(commands.about), "", *_fenced("\n".join(map(safe_text, commands.lines)), "sh"), "")


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


def _fenced(text: str, language: str = "") -> tuple[str, ...]:
    longest = max((len(found) for found in _FENCE.findall(text)), default=0)
    fence = "~" * max(3, longest + 1)
    return fence + language, *text.split("\n"), fence

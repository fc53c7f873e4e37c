"""The parts of a report in letters, as a terminal shows them and a pipe takes them."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from referee.cli.printing.width import terminal_columns, wrap_text
from referee.cli.report.page_content import Grid, ReportPart, Row, Share
from referee.drawing.safe_text import safe_text
from referee.drawing.text_picture import columns as aligned
from referee.kernel.sentence import Sentence

_BAR = 20
"""Columns of a bar that stands for the whole."""


def lines_of(parts: Iterable[ReportPart], lang: str) -> list[str]:
    """The parts one below the other. The heads of a grid say what it is, so no heading stands over it."""
    lines = list[str]()
    for part in parts:
        lines += [""] if lines else []
        lines += [] if part.grids else [part.heading]
        lines += [*rows_of(part.rows, lang), *part.said]
        lines += [line for grid in part.grids for line in _columns_of(grid)]
    return lines


def rows_of(rows: Iterable[Row], lang: str) -> list[str]:
    """Labels in one column, texts in another; on a terminal cut at blanks under their own beginning."""
    told = [(Sentence(label).told(lang), safe_text(text)) for label, text in rows]
    width = max((len(label) for label, _ in told), default=0)
    room, lines, last = terminal_columns(sys.stdout), list[str](), ""
    for label, text in told:
        shown = "" if label == last else label
        last = label
        for part in wrap_text(text, room - width - 4 if room else 0):
            lines.append(f"  {shown:<{width}}  {part}".rstrip())
            shown = ""
    return lines


def _columns_of(grid: Grid) -> list[str]:
    """A table, numbers flush, and a bar after each row that has a share."""
    bars = [_bar(share) for share in grid.shares]
    rows = [(*row, bar) for row, bar in zip(grid.rows, bars, strict=True)] if bars else grid.rows
    cells = [[(cell, "") for cell in row] for row in (grid.heads, *rows)]
    return ["".join(text for text, _ in line) for line in aligned(cells, right=set(grid.flush()))]


def _bar(share: Share) -> str:
    """A share as a bar: signs of ASCII, so that it is the same in every font."""
    full = round(_BAR * share.part / share.whole) if share.whole else 0
    return "#" * full + "-" * (_BAR - full)

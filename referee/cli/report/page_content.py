"""What is in a report, before it is written in any form."""

from __future__ import annotations

from typing import NamedTuple

from referee.drawing.safe_text import safe_text

Row = tuple[str, str]
"""The code of a label, and a text in the reader's language. Rows of one label below each other may show it once."""


def safe_lines(text: str) -> str:
    """A text of several lines in which nothing acts upon anybody who reads it."""
    return "\n".join(map(safe_text, text.rstrip("\n").split("\n")))


class PageBoard(NamedTuple):
    """A position: what it is, its picture as SVG ("" if the game draws none), and the same in letters."""

    caption: str
    svg: str
    text: str


class Commands(NamedTuple):
    """What is typed to check one thing again, and what that is."""

    about: str
    lines: tuple[str, ...]


class Share(NamedTuple):
    """A part of a whole, drawn as a bar."""

    part: int
    whole: int


class Grid(NamedTuple):
    """Rows under their heads, numbers among them; `shares` has one bar for each row, or is empty."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[Share, ...] = ()

    def flush(self) -> frozenset[int]:
        """The columns that hold nothing but numbers, from 0."""
        columns = range(len(self.heads))
        return frozenset(at for at in columns if all(map(_is_number, (row[at] for row in self.rows))))


def _is_number(cell: str) -> bool:
    return cell.removeprefix("-").replace(".", "", 1).isdigit()


class ReportPart(NamedTuple):
    """A part under its heading: rows, then orders, what was said, grids, boards and commands, whatever there is.

    A line that is said may be indented; only a terminal shows that.
    """

    heading: str
    rows: tuple[Row, ...] = ()
    orders: tuple[Row, ...] = ()
    boards: tuple[PageBoard, ...] = ()
    commands: tuple[Commands, ...] = ()
    said: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()


class Page(NamedTuple):
    """A report: title, each verdict in a sentence, what is true in a few lines, and the parts; `clean` says of each
    verdict whether it means that all is well, None where that cannot be said in one word, as behind its end.
    """

    title: str
    lang: str
    verdicts: tuple[str, ...]
    summary: tuple[str, ...]
    parts: tuple[ReportPart, ...]
    clean: tuple[bool | None, ...] = ()

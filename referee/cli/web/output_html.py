"""What a command has said, for a page: labels with what stands behind them as a list, sentences as sentences. What is a
picture in letters, or a table of several columns, keeps its letters in their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from referee.drawing.svg_document import escaped

_ROW = re.compile(r"  (\S+(?: \S+){0,3})  +(\S.*)")
"""A label of a few words, and its text behind it."""

Row = tuple[str, list[str]]
"""A label, and the lines behind it."""


def text_paragraphs(text: str) -> str:
    """What was said as markup; nothing for nothing."""
    said = "".join(_blocks(text.strip("\n").split("\n")))
    return f'<div class="panel told">{said}</div>' if text.strip() else ""


def _blocks(lines: Sequence[str]) -> Iterator[str]:
    """Paragraph after paragraph; if one has to keep its letters in their places, all have."""
    parts = [list(group) for blank, group in groupby(lines, key=lambda line: not line.strip()) if not blank]
    made = [_block(part) for part in parts]
    if None in made:
        yield f"<pre>{chr(10).join(map(escaped, lines))}</pre>"
        return
    yield from (each for each in made if each is not None)


def _block(lines: Sequence[str]) -> str | None:
    """Sentences, then rows, then sentences; None for any other paragraph."""
    made = ""
    for indented, group in groupby(lines, key=lambda line: line.startswith(" ")):
        part = list(group)
        if indented:
            rows = _rows(part)
            if rows is None:
                return None
            made += rows_html(rows)
        elif any("  " in line.strip() for line in part):
            return None
        else:
            made += "".join(f"<p>{escaped(line)}</p>" for line in part)
    return made


def _rows(lines: Sequence[str]) -> list[Row] | None:
    """Labels with their lines, if all of these begin in one column; None for any other lines."""
    found: list[Row] = []
    columns = set[int]()
    for line in lines:
        row = _ROW.fullmatch(line)
        if row is not None:
            columns.add(row.start(2))
            found.append((row[1], [row[2]]))
        elif found and not line[: min(columns)].strip():
            found[-1][1].append(line[min(columns) :])
        else:
            return None
    wide = sum("  " in line for _, behind in found for line in behind)
    return found if len(columns) == 1 and 2 * wide <= sum(len(behind) for _, behind in found) else None


def rows_html(rows: Iterable[Row]) -> str:
    """Labels, each with what stands behind it."""
    told = "".join(
        f"<dt>{escaped(label)}</dt>" + "".join(f"<dd>{escaped(line)}</dd>" for line in lines) for label, lines in rows
    )
    return f'<dl class="facts">{told}</dl>'


def grouped_rows(rows: Iterable[tuple[str, str]]) -> Iterator[Row]:
    """Texts of one label that follow each other, under it."""
    return ((label, [text for _, text in alike]) for label, alike in groupby(rows, key=lambda row: row[0]))

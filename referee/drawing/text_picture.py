"""Pictures out of text: lines of (text, style) spans, the signs of seats in them, columns, pictures side by side.

A picture is a tuple of lines, a line a tuple of spans; the style is one of `STYLES`. Every character counts as
one column wide, so pictures are drawn in characters that are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Span = tuple[str, str]
"""(text, style name)."""

Line = tuple[Span, ...]
Picture = tuple[Line, ...]

SEATS = ("seat1", "seat2", "seat3", "seat4", "seat5", "seat6")
"""The style of each seat, in seat order."""

SPARE = "spare"
"""The style of what a low window does without."""

_COLOURS = ("red", "black", "green", "blue", "land", "river", "monument")
STYLES = ("", SPARE, *SEATS, *_COLOURS, "new", "dim", "bold", "title", "warn")
"""Every style name; the empty one is plain text. What they look like is the printer's business."""


def seat_style(seat: int) -> str:
    """The style of a seat (from 0)."""
    return SEATS[seat]


def text_line(text: str, style: str = "") -> Line:
    """A line in one style."""
    return ((text, style),)


def width_of(drawn: Line) -> int:
    """The columns that a line takes."""
    return sum(len(text) for text, _ in drawn)


def pad_line(drawn: Line, width: int) -> Line:
    """The line with blanks after it, `width` columns wide; a longer line stays as it is."""
    blanks = width - width_of(drawn)
    return (*drawn, (" " * blanks, "")) if blanks > 0 else drawn


def strip_line(drawn: Line) -> Line:
    """The line without blanks at its end."""
    spans = list(drawn)
    while spans:
        text, style = spans.pop()
        if text.rstrip():
            return (*spans, (text.rstrip(), style))
    return ()


def join_lines(parts: Iterable[Line], between: str = "") -> Line:
    """The lines one after the other as one line, with `between` in plain style."""
    spans: list[Span] = []
    for number, part in enumerate(parts):
        if number and between:
            spans.append((between, ""))
        spans += part
    return tuple(spans)


def side_by_side(left: Sequence[Line], right: Sequence[Line], gap: int = 3) -> Picture:
    """Two pictures side by side, `gap` columns apart, their first lines at the same height."""
    width = max((width_of(drawn) for drawn in left), default=0) + gap
    lines = []
    for number in range(max(len(left), len(right))):
        first = left[number] if number < len(left) else ()
        second = right[number] if number < len(right) else ()
        lines.append(strip_line((*pad_line(first, width), *second)))
    return tuple(lines)


def columns(rows: Sequence[Sequence[Span]], *, gap: int = 2, right: Iterable[int] = ()) -> Picture:
    """A table: one span a cell, each column as wide as its widest cell; the columns named in `right` end flush."""
    count = max((len(row) for row in rows), default=0)
    widths = [max((len(row[n][0]) for row in rows if n < len(row)), default=0) for n in range(count)]
    flush = frozenset(right)
    lines = []
    for row in rows:
        cells = [_cell(span, widths[n], n in flush) for n, span in enumerate(row)]
        lines.append(strip_line(join_lines(cells, " " * gap)))
    return tuple(lines)


def _cell(span: Span, width: int, flush: bool) -> Line:
    """A cell of a table; the blanks that fill it have no style."""
    blanks = ((" " * (width - len(span[0])), ""),) if len(span[0]) < width else ()
    return (*blanks, span) if flush else (span, *blanks)


def wrap_lines(text: str, width: int, first: str = "", rest: str | None = None) -> tuple[str, ...]:
    """`text` broken at blanks into lines of at most `width` columns; a word longer than that stays whole.

    `first` stands before the first line, `rest` before the others (default: as many blanks).
    """
    rest = " " * len(first) if rest is None else rest
    lines: list[str] = []
    here = ""
    for word in text.split():
        room = width - len(rest if lines else first)
        if here and len(here) + 1 + len(word) > room:
            lines.append((rest if lines else first) + here)
            here = word
        else:
            here = f"{here} {word}" if here else word
    if here or not lines:
        lines.append(((rest if lines else first) + here).rstrip())
    return tuple(lines)


def paragraph(text: str, width: int, style: str = "", first: str = "", rest: str = "  ") -> Picture:
    """A text in lines of one style, broken as `wrap_lines` does, the later ones set in."""
    return tuple(text_line(part, style) for part in wrap_lines(text, width, first, rest))


def pack_entries(entries: Iterable[str], width: int, gap: str = "  ") -> tuple[str, ...]:
    """The entries in as few lines of `width` columns as hold them, none of them cut."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(gap) + len(entry) <= width:
            lines[-1] += gap + entry
        else:
            lines.append(entry)
    return tuple(lines)


def shorten(text: str, width: int) -> str:
    """The text, cut to `width` columns if it is longer; the last sign then says so."""
    return text if len(text) <= width else f"{text[: width - 1]}."


def plain_text_of(lines: Iterable[Line]) -> str:
    """The picture as text: no styles, no blanks at line ends, a line end after every line."""
    return "".join("".join(text for text, _ in drawn).rstrip() + "\n" for drawn in lines)


def seat_signs(names: Sequence[str]) -> tuple[str, ...]:
    """One sign for each seat: the small first letter of the name, or the seat's number (from 1) where the letter
    would not do: two begin alike, or the name begins with something else than a letter of the alphabet.
    """
    first = [name[:1].lower() for name in names]
    return tuple(
        letter if "a" <= letter <= "z" and first.count(letter) == 1 else str(number)
        for number, letter in enumerate(first, 1)
    )


def numbered_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, each after its number where the number is its sign: `2 Bert`, `3 Bob`."""
    return tuple(
        f"{sign} {name}" if sign.isdigit() else name for sign, name in zip(seat_signs(names), names, strict=True)
    )

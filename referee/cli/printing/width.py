"""Sentences on a terminal: wrapped at blanks, so that no word is cut by its edge. Files and pipes get whole lines."""

from __future__ import annotations

import os
from typing import TextIO

MOST = 80
"""The columns of a line that is easily read, however wide the window is."""
LEAST = 20
"""Narrower than this nothing is wrapped: the terminal does not know how wide it is."""


class RowsAbove:
    """The rows that a command has filled since a person answered it or was shown a page."""

    count = 0


def terminal_columns(stream: TextIO) -> int:
    """The columns for text on a terminal; 0 for a stream that is not one."""
    try:
        if not stream.isatty():
            return 0
        width = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return 0
    return min(width, MOST) if width >= LEAST else MOST


def fit_to_stream(line: str, stream: TextIO) -> list[str]:
    """The line as it is printed on a stream: in several if it is a terminal that is too narrow for it."""
    return wrap_line(line, terminal_columns(stream))


def wrap_line(line: str, width: int) -> list[str]:
    """The line cut at blanks, none longer than `width` except for a word that is; the rest is indented by two more
    than the line. With a width of 0 it is left as it is, and so is a command to paste.
    """
    if not width or len(line) <= width or line.lstrip().startswith("referee "):
        return [line]
    return wrap_text(line, width, " " * (len(line) - len(line.lstrip(" ")) + 2))


def wrap_text(text: str, width: int, margin: str = "") -> list[str]:
    """A text in lines of at most `width` columns, cut at blanks, the later ones after a margin; a word that is longer
    is left whole, and so is a parenthesis of up to 20 columns, such as `(12 minutes)`; with a width of 0 or less
    the text.
    """
    lines, rest = list[str](), text
    while len(rest) > width > 0:
        at = rest.rfind(" ", len(margin) or 1, width + 1)
        span = rest.rfind(" (", len(margin) + 1, max(at, 0))
        at = span if span > 0 and at < rest.find(")", span) < span + 20 else at if at >= 0 else rest.find(" ", width)
        if at < 0:
            break
        lines, rest = [*lines, rest[:at].rstrip(" ")], margin + rest[at:].lstrip(" ")
    return [*lines, rest]

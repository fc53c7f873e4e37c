"""Sentences on a terminal: wrapped at blanks, so that no word is cut by its edge. Files and pipes get whole lines."""

from __future__ import annotations

import os
from typing import TextIO

MOST = 80
"""The columns of a line that is easily read, however wide the window is."""
LEAST = 20
"""Narrower than this nothing is wrapped: the terminal does not know how wide it is."""


def columns(stream: TextIO) -> int:
    """The columns for text on a terminal; 0 for a stream that is none."""
    try:
        if not stream.isatty():
            return 0
        width = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return 0
    return min(width, MOST) if width >= LEAST else MOST


def fitted(line: str, stream: TextIO) -> list[str]:
    """The line as it is printed on a stream: in several if it is a terminal that is too narrow for it."""
    return broken(line, columns(stream))


def broken(line: str, width: int) -> list[str]:
    """The line cut at blanks, none longer than `width` but for a word that is; what follows is indented by two more
    than the line. With a width of 0 it is left as it is, and so is a command to paste.
    """
    if not width or len(line) <= width or line.lstrip().startswith("referee "):
        return [line]
    margin = " " * (len(line) - len(line.lstrip(" ")) + 2)
    lines, rest = list[str](), line
    while len(rest) > width:
        cut = rest.rfind(" ", len(margin), width + 1)
        if cut < 0:
            cut = rest.find(" ", width)
        if cut < 0:
            break
        lines.append(rest[:cut].rstrip(" "))
        rest = margin + rest[cut:].lstrip(" ")
    return [*lines, rest]

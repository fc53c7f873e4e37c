"""What is longer than the window is read page by page, as a person knows it from `git` and `man`.

Paged is only what a person watches: never what is piped, never with `--plain` (a screen reader reads on by itself).
"""

from __future__ import annotations

import os
import shutil
import sys

from referee.cli.context import Context
from referee.cli.output import Lines, picture

PIPED = 80
"""The columns of whatever no window shows."""


class Window:
    """How much room there is: columns, and rows if a person watches."""

    def __init__(self, context: Context) -> None:
        watched = sys.stdout.isatty()
        size = shutil.get_terminal_size((PIPED, 24))
        self.columns = size.columns if watched else PIPED
        self.rows = size.lines if watched and not context.plain else None

    def holds(self, lines: Lines) -> bool:
        """Whether the lines fit, with one more for the prompt that comes after them."""
        return self.rows is None or len(lines) < self.rows


def show_lines(context: Context, lines: Lines) -> None:
    """Print a picture, by pages if it is longer than the window."""
    if Window(context).holds(lines):
        picture(context, lines)
        return
    from io import StringIO  # only what is long is kept first

    kept = StringIO()
    picture(context, lines, kept)
    page_text(kept.getvalue())


def page_text(text: str) -> None:
    """Let the pager of this system show a text: $PAGER, else `less`, else what Python finds.

    `less` is asked to leave at once what fits, and to keep colours and the screen; $LESS says otherwise.
    """
    from pydoc import pager  # takes as long to load as a short command to run

    os.environ.setdefault("LESS", "FRX")
    sys.stdout.flush()
    pager(text)


def page_help(text: str) -> None:
    """Print a help page, by pages if a person watches and the window is lower."""
    rows = shutil.get_terminal_size((PIPED, 24)).lines
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb" or text.count("\n") < rows:
        print(text)
    else:
        page_text(f"{text}\n")

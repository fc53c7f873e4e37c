"""What is longer than the window is read page by page.

Paged is only what a person watches who can also answer: never what is piped, never with `--plain` (a screen reader
reads on by itself). The pages are ours: another program could keep a copy of what it is shown, a hand among it.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

from referee.cli.printing.width import RowsAbove
from referee.cli.prompts import terminal
from referee.kernel.sentence import Sentence

PIPED = 80
"""The columns of whatever no window shows."""


class TerminalWindow:
    """How much room there is: columns, and rows if a person watches and can turn pages, else None."""

    def __init__(self, plain: bool = False) -> None:
        size = shutil.get_terminal_size((PIPED, 24))
        self.columns = size.columns if sys.stdout.isatty() else PIPED
        self.rows = max(size.lines, 5) if terminal.is_terminal() and not plain else None

    def holds(self, count: int) -> bool:
        """Whether so many lines fit, with one more for the prompt that comes after them."""
        return self.rows is None or count < self.rows


def print_by_page(lines: Sequence[str], window: TerminalWindow, lang: str) -> None:
    """Print the lines; where they do not fit, as many as fit and then the next ones for each Enter, until a `q`."""
    RowsAbove.count = 0
    if window.rows is None or window.holds(len(lines)):
        for line in lines:
            print(line)
        return
    step = window.rows - 1
    for at in range(0, len(lines), step):
        print(*lines[at : at + step], sep="\n")
        left = len(lines) - at - step
        if left > 0 and terminal.ask_line(Sentence("more-lines", count=left).told(lang), " ") != "":
            return

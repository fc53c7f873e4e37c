"""Asking the person at the terminal: on stderr, so that stdout holds data alone."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING

from referee.cli.printing.width import RowsAbove, fit_to_stream
from referee.cli.prompts import line_editor
from referee.drawing.safe_text import safe_text

if sys.platform == "win32":
    import msvcrt

if TYPE_CHECKING:
    from referee.cli.prompts.line_editor import Words

YES = ("y", "yes", "s", "si", "sì")
NO = ("n", "no")
UNDO, MOVES, SHOW = ("undo", "annulla"), ("moves", "mosse"), ("show", "mostra")
HAND, RULE = ("hand", "mano"), ("rule", "regola")
HELP, QUIT = ("?", "help", "aiuto"), ("quit", "exit", "esci", "q")
"""The prompt's own words, in every language."""


def is_terminal() -> bool:
    """Whether a person can be asked: both ends are terminals."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask_line(question: str, end: str = ": ", words: Words | None = None, offered: str = "") -> str:
    """One line from the person at the terminal, who can edit it; `words` are for Tab, `offered` is there already.

    Raises:
        EOFError: there is none any more.
    """
    sys.stdout.flush()
    RowsAbove.count = 0
    *above, last = fit_to_stream(f"{safe_text(question)}{end}", sys.stderr)
    print("".join(f"{line}\n" for line in above), end="", file=sys.stderr, flush=True)
    if is_terminal():
        edited = line_editor.read_edited_line(last, words, offered)
        if edited is not None:
            return edited.strip()
    print(last, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def typed_line(seconds: float) -> str | None:
    """What was typed at the terminal within so many seconds, to the end of its line, on Windows that end alone; "" once
    the input has ended, None for nothing, or where another program has the terminal.
    """
    if sys.platform == "win32":  # where a terminal is nothing that `select` knows, and a line read waits for its Enter
        Event().wait(seconds)
        while msvcrt.kbhit():
            if (key := msvcrt.getwch()) in "\r\n\x1a":  # Ctrl-Z ends the input
                return "" if key == "\x1a" else "\n"
        return None
    if not _has_foreground():
        Event().wait(seconds)
        return None
    # A terminal gives a line a read, and what was typed ahead stays there for the question.
    ready = select.select([sys.stdin], [], [], seconds)[0]
    return os.read(sys.stdin.fileno(), 4096).decode("utf-8", "replace") if ready else None


def _has_foreground() -> bool:
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except OSError:  # a terminal that no shell shares out
        return True


def passphrase_prompt(question: str) -> Callable[[], str] | None:
    """How to ask for a passphrase, unseen; None where nobody can be asked. It is never taken from an argument."""
    if not sys.stdin.isatty():
        return None
    from getpass import getpass  # loads the terminal's modes; most keys have no passphrase

    return lambda: getpass(f"{question}: ", stream=sys.stderr)

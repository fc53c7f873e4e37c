"""Asking the person at the terminal: on stderr, so that stdout holds data alone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING

from referee.cli.printing.width import fit_to_stream
from referee.cli.prompts import line_editor
from referee.drawing.safe_text import safe_text

if TYPE_CHECKING:
    from referee.cli.prompts.line_editor import Words
    from referee.kernel.errors import RefereeError

YES = ("y", "yes", "s", "si", "sì")
NO = ("n", "no")
UNDO, MOVES, SHOW = ("undo", "annulla"), ("moves", "mosse"), ("show", "mostra")
HAND, RULE = ("hand", "mano"), ("rule", "regola")
HELP, QUIT = ("?", "help", "aiuto"), ("quit", "exit", "esci", "q")
"""The prompt's own words, in every language."""


Agrees = Callable[[str, str | None], bool]


class PageInput(TextIOWrapper):
    """The standard input of a command for somebody at a page, who reads what it says once it has ended: nothing is
    asked on the way. `secret` is a passphrase that was given before, `refused` the refusal it ended with. `agrees`
    tells of a question, by its code, and what stands with it (None: all that was said) whether a yes was brought.
    """

    def __init__(self, came: bytes, secret: str = "", agrees: Agrees = lambda question, about: False) -> None:
        super().__init__(BytesIO(came), "utf-8")
        self.secret, self.agrees = secret, agrees
        self.refused: RefereeError | None = None


def page_input() -> PageInput | None:
    """The page that this command answers, if one does."""
    return sys.stdin if isinstance(sys.stdin, PageInput) else None


def is_agreed(question: str, *, yes: bool, about: str | None = None) -> bool:
    """Whether a yes to a question, by its code, was given before: by `--yes`, and at a page by the stamp of exactly
    what would be shown now. `about` tells what is shown with the question if that has not been said yet.
    """
    page = page_input()
    return yes if page is None else page.agrees(question, about)


def is_typed(yes: bool) -> bool:
    """Whether `--yes` stands for every yes that will be asked for: typed it does, at a page nothing does."""
    return yes and page_input() is None


def is_terminal() -> bool:
    """Whether a person can be asked: both ends are terminals."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask_line(question: str, end: str = ": ", words: Words | None = None, offered: str = "") -> str:
    """One line from the person at the terminal, who can edit it; `words` are for Tab, `offered` stands there already.

    Raises:
        EOFError: there is none any more.
    """
    sys.stdout.flush()
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


def passphrase_prompt(question: str) -> Callable[[], str] | None:
    """How to ask for a passphrase, unseen; None where nobody can be asked. It is never taken from an argument."""
    if (page := page_input()) is not None and (secret := page.secret):
        return lambda: secret
    if not sys.stdin.isatty():
        return None
    from getpass import getpass  # loads the terminal's modes; most keys have no passphrase

    return lambda: getpass(f"{question}: ", stream=sys.stderr)

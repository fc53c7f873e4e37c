"""Printing: data on stdout, words on stderr; one JSON object, plain text, or colour when a person watches.

Nothing reaches the terminal that it could obey: text goes through `safe_text`, JSON is pure ASCII.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TextIO

from referee.cli.context import Context
from referee.cli.printing.pager import TerminalWindow, print_by_page
from referee.cli.printing.width import RowsAbove, fit_to_stream
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import UsageError
from referee.service.json_text import json_line

Lines = Sequence[Sequence[tuple[str, str]]]

COLOURS = {
    "red": "bold red",
    "blue": "bold blue",
    "green": "bold green",
    "black": "bold black on grey70",
    "seat1": "bold yellow",
    "seat2": "bold magenta",
    "seat3": "bold cyan",
    "seat4": "bold white on grey23",
    "seat5": "bold bright_blue",
    "seat6": "bold bright_green",
    "river": "bright_white on blue",
    "land": "",
    "monument": "bold black on yellow",
    "new": "bold reverse",
    "dim": "dim",
    "spare": "",
    "bold": "bold",
    "title": "bold underline",
    "warn": "bold red",
}


def print_result(context: Context, value: object, text: str | Iterable[str] | Callable[[], Iterable[str]]) -> None:
    """Print what a command has to tell: `value` as JSON with `--json`, nothing for None; otherwise the text. Either of
    them is made only then where it is a function.
    """

    def print_text() -> None:
        said = text() if callable(text) else text
        lines = [said] if isinstance(said, str) else said
        parts = [part for line in lines for part in fit_to_stream(safe_text(line), sys.stdout)]
        print_by_page(parts, TerminalWindow(context.plain), context.lang)

    print_either(context, value, print_text)


def print_either(context: Context, value: object, shown: Callable[[], None]) -> None:
    """Print `value` as JSON with `--json`, nothing for None; else let a screen, a picture or words be `shown`."""
    if _is_for_people(context):
        shown()
    elif (found := value() if callable(value) else value) is not None:
        print(json_line(found))


def _is_for_people(context: Context) -> bool:
    """Whether people read what is printed, and no program."""
    return not context.json


def print_aside(context: Context, *sentences: str) -> None:
    """Say to people alone, beside the data, what `--json` leaves out: what is about to be signed, what happens next."""
    if _is_for_people(context):
        for sentence in sentences:
            print_notice(sentence)


def print_line(context: Context, value: Callable[[], object], text: Callable[[], str]) -> None:
    """Print one of many results on a line of its own, as it is, with `--json` as an object."""
    print_either(context, value, lambda: print(safe_text(text())))


def has_watcher(context: Context, stream: TextIO) -> bool:
    """Whether a person watches a stream, who wants no JSON."""
    return stream.isatty() and _is_for_people(context)


def check_one_output(context: Context, *files: str, code: str = "one-output") -> None:
    """Check that one thing at most goes to standard output: a file that is `-`, or JSON. Raises UsageError."""
    if (*files, "" if _is_for_people(context) else "-").count("-") > 1:
        raise UsageError(code)


def print_notice(sentence: str) -> None:
    """Say something beside the data, on stderr, after what was printed before: news, without the name of an error."""
    sys.stdout.flush()
    for part in fit_to_stream(safe_text(sentence), sys.stderr):
        print(part, file=sys.stderr)
        RowsAbove.count += 1


def picture_lines(lines: Lines) -> list[str]:
    """A picture without its styles."""
    return ["".join(text for text, _ in line).rstrip() for line in lines]


def print_picture(context: Context, lines: Lines) -> None:
    """Print a picture, page by page if it is longer than the window: styled when a person watches, plain text else."""
    print_by_page(styled_lines(context, lines), TerminalWindow(context.plain), context.lang)


def styled_lines(context: Context, lines: Lines) -> list[str]:
    """The lines of a picture as they are printed: with the signs of a terminal for styles, if a person watches."""
    if not sys.stdout.isatty() or context.plain or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return picture_lines(lines)
    from rich.console import Console  # rich takes longer to load than most commands to run
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    drawn = []
    for line in lines:
        with console.capture() as printed:
            console.print(Text.assemble(*((text, COLOURS.get(style, "")) for text, style in line)), end="")
        drawn.append(printed.get())
    return drawn

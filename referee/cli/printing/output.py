"""Printing: data on stdout, words on stderr; one JSON object, plain text, or colour when a person watches.

Nothing reaches the terminal that it could obey: text goes through `safe_text`, JSON is pure ASCII.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from referee.cli.context import Context
from referee.cli.help_pages.usage import UsageError
from referee.cli.printing.pager import TerminalWindow, print_paged
from referee.cli.printing.width import fit_to_stream
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import FileTrouble
from referee.kernel.sentence import Sentence
from referee.record.os_errors import os_error_reason

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
    """Print what a command has to tell: `value` as JSON with `--json`, nothing for None; else the text. Either of them
    is made only then where it is a function.
    """
    if context.json:
        value = value() if callable(value) else value
        print(*([json_line(value)] if value is not None else ()), sep="", end="\n" if value is not None else "")
        return
    text = text() if callable(text) else text
    lines = [safe_text(line) for line in ([text] if isinstance(text, str) else text)]
    print_paged(
        [part for line in lines for part in fit_to_stream(line, sys.stdout)],
        TerminalWindow(context.plain),
        context.lang,
    )


def print_aside(context: Context, *sentences: str) -> None:
    """Say to people alone, beside the data, what `--json` leaves out: what is about to be signed, what comes next."""
    if not context.json:
        for sentence in sentences:
            print_notice(sentence)


def json_line(value: object) -> str:
    """One JSON object on one line, in ASCII: the same bytes on every terminal, and none that it would obey."""
    try:
        text = msgspec.json.encode(value, order="sorted", enc_hook=to_builtins).decode()
    except UnicodeEncodeError:  # a name of a file that is not UTF-8
        text = msgspec.json.encode(
            _with_names_readable(msgspec.to_builtins(value, enc_hook=to_builtins)), order="sorted"
        ).decode()
    return text if text.isascii() and "\x7f" not in text else re.sub(r"[^ -~]", _json_escape, text)


def _with_names_readable(value: object) -> object:
    """The same values with bytes of file names that are no text as `\\xff`."""
    if isinstance(value, str):
        return "".join(f"\\x{ord(char) & 0xFF:02x}" if "\ud800" <= char <= "\udfff" else char for char in value)
    if isinstance(value, dict):
        return {_with_names_readable(name): _with_names_readable(item) for name, item in value.items()}
    return [_with_names_readable(item) for item in value] if isinstance(value, list | tuple) else value


def to_builtins(value: object) -> object:
    """A sentence inside an object: its code, its values, and its English; what has a name there, its code."""
    if isinstance(value, Sentence):
        return {"code": value.code, "values": dict(value.values), "sentence": str(value)}
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(type(value).__name__)


def _json_escape(char: re.Match[str]) -> str:
    units = char[0].encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def check_one_output(context: Context, *files: str) -> None:
    """Check that one thing at most goes to standard output: a file that is `-`, or JSON. Raises Misused."""
    if (*files, "-" if context.json else "").count("-") > 1:
        raise UsageError("one-output")


def write_file(path: Path, text: str) -> None:
    """Write a text to a file that somebody names, in place of what is there. Raises FileTrouble."""
    try:
        path.write_bytes(text.encode())
    except OSError as error:
        raise FileTrouble("file-trouble", path=str(path), reason=os_error_reason(error)) from error


def print_notice(sentence: str) -> None:
    """Say something beside the data, on stderr, after what was printed before: news, without the name of an error."""
    sys.stdout.flush()
    for part in fit_to_stream(safe_text(sentence), sys.stderr):
        print(part, file=sys.stderr)


def picture_lines(lines: Lines) -> list[str]:
    """A picture without its styles."""
    return ["".join(text for text, _ in line).rstrip() for line in lines]


def print_picture(context: Context, lines: Lines) -> None:
    """Print a picture, page by page if it is longer than the window: styled when a person watches, plain text else."""
    print_paged(styled(context, lines), TerminalWindow(context.plain), context.lang)


def styled(context: Context, lines: Lines) -> list[str]:
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

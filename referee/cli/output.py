"""Printing and asking: data on stdout, words on stderr; one JSON object, plain text, or colour when a person watches.

Nothing reaches the terminal that it could obey: text goes through `safe_text`, JSON is pure ASCII.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence

from referee.cli.context import Setting
from referee.drawing.safe import safe_text

Lines = Sequence[Sequence[tuple[str, str]]]

COLOURS = {
    "red": "bold red",
    "blue": "bold blue",
    "green": "bold green",
    "black": "bold",
    "seat1": "bold yellow",
    "seat2": "bold magenta",
    "seat3": "bold cyan",
    "seat4": "bold white on grey23",
    "river": "on blue",
    "land": "",
    "dim": "dim",
    "bold": "bold",
    "title": "bold underline",
    "warn": "bold red",
}


def data(setting: Setting, found: object, text: str | Iterable[str]) -> None:
    """Print what a command found: `found` as JSON with `--json`, else the text."""
    if setting.json:
        print(json_line(found))
        return
    for line in [text] if isinstance(text, str) else text:
        print(safe_text(line))


def json_line(found: object) -> str:
    """One JSON object on one line, in ASCII: the same bytes on every terminal, and none that it would obey."""
    import msgspec

    try:
        text = msgspec.json.encode(found, order="sorted").decode()
    except UnicodeEncodeError:  # a name of a file that is not UTF-8
        text = msgspec.json.encode(_readable(msgspec.to_builtins(found)), order="sorted").decode()
    return text if text.isascii() and "\x7f" not in text else "".join(map(_escaped, text))


def _readable(found: object) -> object:
    """The same values with bytes of file names that are no text as `\\xff`."""
    if isinstance(found, str):
        return "".join(f"\\x{ord(char) & 0xFF:02x}" if "\ud800" <= char <= "\udfff" else char for char in found)
    if isinstance(found, dict):
        return {_readable(name): _readable(value) for name, value in found.items()}
    return [_readable(value) for value in found] if isinstance(found, list | tuple) else found


def _escaped(char: str) -> str:
    if " " <= char <= "~":
        return char
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def note(sentence: str) -> None:
    """Say something beside the data, on stderr, behind what was printed before."""
    sys.stdout.flush()
    print(f"referee: {safe_text(sentence)}", file=sys.stderr)


def picture(setting: Setting, lines: Lines) -> None:
    """Print a picture: styled when a person watches, plain text else."""
    if not sys.stdout.isatty() or setting.plain or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        for line in lines:
            print("".join(text for text, _ in line).rstrip())
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    for line in lines:
        console.print(Text.assemble(*((text, COLOURS.get(style, "")) for text, style in line)))


def ask(question: str, end: str = ": ") -> str:
    """One line from the person at the terminal; asked on stderr, so that stdout holds data alone."""
    sys.stdout.flush()
    print(f"{safe_text(question)}{end}", end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def confirm(setting: Setting, question: str) -> bool:
    """A yes or no from the person at the terminal; whatever is no yes is a no."""
    answer = ask(f"{question} {setting.sentence('[y/N]')}")
    return answer.lower() in ("y", "yes", "s", "si", "sì")


def passphrase(setting: Setting) -> Callable[[], str] | None:
    """How to ask for a passphrase, unseen; None where nobody can be asked. It is never taken from an argument."""
    if not sys.stdin.isatty():
        return None
    from getpass import getpass

    return lambda: getpass(f"{setting.sentence('the passphrase of your key')}: ", stream=sys.stderr)


def stream_encodings() -> None:
    """Let a terminal that lacks a letter show its number instead: no output is worth a crash."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure") and (stream.encoding or "").lower().replace("-", "") != "utf8":
            stream.reconfigure(errors="backslashreplace")

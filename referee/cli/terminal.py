"""Printing: data on stdout, words on stderr; one JSON object, plain text, or colour when a person watches."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from referee.cli.settings import Setting
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
        import msgspec

        print(msgspec.json.encode(found, order="sorted").decode())
        return
    for line in [text] if isinstance(text, str) else text:
        print(safe_text(line) if line else "")


def note(sentence: str) -> None:
    """Say something beside the data, on stderr."""
    print(f"referee: {safe_text(sentence)}", file=sys.stderr)


def picture(setting: Setting, lines: Lines) -> None:
    """Print a picture: styled when a person watches, plain text else."""
    if not sys.stdout.isatty() or setting.plain or os.environ.get("NO_COLOR"):
        for line in lines:
            print("".join(text for text, _ in line).rstrip())
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    for line in lines:
        console.print(Text.assemble(*((text, COLOURS.get(style, "")) for text, style in line)))


def ask(question: str) -> str:
    """One line from the person at the terminal."""
    import typer

    answer: Any = typer.prompt(question, err=True)
    return str(answer)


def confirm(question: str) -> bool:
    """A yes or no from the person at the terminal."""
    import typer

    return bool(typer.confirm(question, err=True))

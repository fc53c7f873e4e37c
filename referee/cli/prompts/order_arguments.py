"""What is typed in the same way at more than one command."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.completion.choices import order_words
from referee.kernel.errors import Unreadable
from referee.record.notes.escaping import text_lines

Orders = Annotated[list[str], typer.Argument(metavar="ORDER...", autocompletion=order_words)]

MaybeOrders = Annotated[list[str] | None, typer.Argument(metavar="ORDER...", autocompletion=order_words)]


def single_line_text(text: str, field: str) -> str:
    """Text of a person's own that stands in one line of a note. Raises Unreadable."""
    lines = text_lines(text, 71 - len(field))
    if len(lines) != 1:
        raise Unreadable("one-line-too-long", field=field, most=71 - len(field))
    return lines[0]

"""What is typed in the same way at more than one command."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.completion.choices import order_words

Orders = Annotated[list[str], typer.Argument(metavar="ORDER...", autocompletion=order_words)]

MaybeOrders = Annotated[list[str] | None, typer.Argument(metavar="ORDER...", autocompletion=order_words)]

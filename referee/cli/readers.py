"""The reader of a command, as the service knows them."""

from __future__ import annotations

from referee.cli.context import Context
from referee.service.reader import Reader


def reader_of(context: Context) -> Reader:
    """The person who runs the command. Raises as `Context.home`."""
    return Reader(context.home(), context.lang, context.as_name, passphrase=context.passphrase())


def secret_of(context: Context, *, protected: bool) -> str:
    """The passphrase of a `protected` key, as it is typed; empty where none is needed or nobody can be asked."""
    ask = context.passphrase() if protected else None
    return ask() if ask is not None else ""

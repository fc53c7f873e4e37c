"""The reader of a command, as the service knows them."""

from __future__ import annotations

from referee.cli.context import Context
from referee.service.reader import Reader
from referee.service.table import OpenTable
from referee.session.own_keys import Side


def reader_of(context: Context) -> Reader:
    """Whoever runs the command. Raises as `Context.home`."""
    return Reader(context.home(), context.lang, context.as_name)


def open_game(context: Context, *, side: Side = "shows", look_on: bool = False) -> OpenTable:
    """The game at hand, open for whoever runs the command. Raises as `Context.session`."""
    session = context.session(side=side, look_on=look_on)
    return OpenTable(Reader(session.home, context.lang, context.as_name), session)


def secret_of(context: Context, *, protected: bool) -> str:
    """The passphrase of a `protected` key, as it is typed; empty where none is needed or nobody can be asked."""
    ask = context.passphrase() if protected else None
    return ask() if ask is not None else ""

"""The reader of a command, and the game at hand, as the service knows them."""

from __future__ import annotations

from referee.cli.context import Context
from referee.service.reader import Reader
from referee.service.table import OpenTable
from referee.session.own_keys import Side
from referee.session.session import Session


def reader_of(context: Context) -> Reader:
    """The person who runs the command. Raises as `Context.home`."""
    return Reader(context.home(), context.lang, context.as_name, passphrase=context.passphrase())


def secret_of(context: Context, *, protected: bool) -> str:
    """The passphrase of a `protected` key, as it is typed; empty where none is needed or nobody can be asked."""
    ask = context.passphrase() if protected else None
    return ask() if ask is not None else ""


def open_game(
    context: Context, *, side: Side = "shows", look_on: bool = False, whole: bool = False, reads: bool = False
) -> OpenTable:
    """The game at hand, opened for the person who runs the command. Raises as `Context.session`."""
    return as_table(context, context.session(side=side, look_on=look_on, whole=whole, reads=reads))


def as_table(context: Context, session: Session) -> OpenTable:
    """The game of a session, as the service has it for the person who runs the command."""
    return OpenTable(Reader(session.home, context.lang, context.as_name), session)

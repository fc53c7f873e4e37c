"""The game at hand, open for the service."""

from __future__ import annotations

from referee.cli.context import Context
from referee.service.reader import Reader
from referee.service.table import OpenTable
from referee.session.own_keys import Side
from referee.session.session import Session


def open_game(context: Context, *, side: Side = "shows", look_on: bool = False) -> OpenTable:
    """The game at hand, opened for the person who runs the command. Raises as `Context.session`."""
    return as_table(context, context.session(side=side, look_on=look_on))


def as_table(context: Context, session: Session) -> OpenTable:
    """The game of a session, as the service has it for the person who runs the command."""
    return OpenTable(Reader(session.home, context.lang, context.as_name), session)

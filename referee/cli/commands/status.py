"""`referee status`, and plain `referee`: where a game stands, and what the reader should do now."""

from __future__ import annotations

from referee.cli.context import Context, command
from referee.cli.lines import status_lines
from referee.cli.output import data
from referee.cli.paths import shown
from referee.table.desk.status import Status, status_of


@command(prints=Status)
def status(context: Context) -> None:
    """Who is asked what, what you should do now, and how many mails this turn still needs."""
    desk = context.desk()
    status_now = status_of(desk, context.lang, shown)
    data(context, status_now, status_lines(context, desk, status_now))

"""`referee games`: every game of this home, from anywhere."""

from __future__ import annotations

from referee.cli.context import Context, command
from referee.cli.overview import Games, games_listed, games_of
from referee.cli.printing.output import data


@command(prints=Games)
def games(context: Context) -> None:
    """All your games: who is asked, since when, and where it is your turn."""
    if context.as_name is not None:
        context.first_key()
    known = games_of(context, context.home())
    data(context, known, games_listed(context, known.games))

"""`referee games`: every game of this home, from anywhere."""

from __future__ import annotations

from referee.cli.context import Context, command
from referee.cli.output import data
from referee.cli.overview import Games, games_of, page


@command("referee games", "referee games --json", prints=Games)
def games(context: Context) -> None:
    """All your games: who is asked, since when, and where it is your turn.

    A game is listed once you have offered or joined it here, or used it in its folder. The date is when its newest step
    came to this machine.
    """
    if context.as_name is not None:
        context.first_key()
    known = games_of(context, context.home())
    data(context, known, page(context, known.games))

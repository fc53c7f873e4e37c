"""`referee games`: every game of this home, from anywhere."""

from __future__ import annotations

from referee.cli.context import Context, command
from referee.cli.open_games import reader_of
from referee.cli.printing.my_games import game_table_lines, games_of_home
from referee.cli.printing.output import print_result
from referee.service.home import key_files
from referee.service.views.games_list import Games


@command(prints=Games)
def games(context: Context) -> None:
    """All your games: who is asked, since when, and where it is your turn."""
    if context.as_name is not None:
        key_files.first_key_name(reader_of(context))
    known = games_of_home(context)
    print_result(context, known, game_table_lines(context, known.games))

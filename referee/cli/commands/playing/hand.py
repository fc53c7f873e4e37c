"""`referee hand`: the player's own hidden hand."""

from __future__ import annotations

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.output import print_result
from referee.cli.prompts.turn_view import hand_lines
from referee.service.views.lookups import Hand, read_hand


@command(prints=Hand)
def hand(context: Context) -> None:
    """Player: show your hidden hand."""
    table = open_game(context, reads=True)
    held, rules = read_hand(table), table.session.table
    nothing = context.sentence("nothing-hidden", game=rules.game.info.title)
    print_result(context, held, hand_lines(context, table.session) if rules.piles else [nothing])

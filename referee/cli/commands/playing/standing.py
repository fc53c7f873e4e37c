"""`referee standing`: a player's answers, given in advance, to questions out of turn."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from referee import games
from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.output import print_notice, print_result
from referee.cli.printing.signed_note import print_sent_note
from referee.cli.prompts.confirm import confirm, print_ask
from referee.i18n.standing_text import standing_form_meanings, standing_line_text, standing_order_text
from referee.kernel.errors import UsageError
from referee.kernel.sentence import in_language as in_words
from referee.protocol.step.standing_orders import policies_of
from referee.service.moves.standing_answers import ask_standing, given_answers, is_named_by_next_move, set_standing
from referee.service.signed_notes import Signed
from referee.service.table import OpenTable


def form_sections(lang: str) -> list[tuple[str, list[str]]]:
    """A section of the help page for each game that knows standing orders."""
    return [
        (
            in_words(game.info.title, lang),
            [standing_order_text(game.info.name, form, lang) for form in game.policies.forms],
        )
        for game in games.all_games()
        if game.policies and game.policies.forms
    ]


@command(prints=Signed, more=form_sections)
def standing(
    context: Context,
    lines: Annotated[list[str] | None, typer.Argument(metavar="LINE...")] = None,
    end: Annotated[bool, typer.Option("--end")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Player: give standing orders for what you are asked out of turn, sealed to the host."""
    table = open_game(context)
    session = table.session
    if not lines and not end:
        _show_standing(context, table)
        return
    if lines and end:
        raise UsageError("end-takes-no-lines")
    wanted = (" ".join(lines or ()),)
    ask = ask_standing(table, wanted)
    print_ask(context, ask)
    confirm(context, "sign-standing-answers", yes=yes)
    signed = set_standing(table, wanted, ask.digest)
    if is_named_by_next_move(session):
        print_notice(context.sentence("next-move-names-standing"))
    print_sent_note(context, session, signed, yes=yes)


def _show_standing(context: Context, table: OpenTable) -> None:
    """The standing orders that are in force or about to be, and those that could be given."""
    game, given, forms = table.session.table.game, given_answers(table), policies_of(table.session.table).forms
    said = partial(standing_line_text, game, lang=context.lang)
    told = [context.sentence("standing-yours", step=given.step)] if given.lines else []
    told += [f"  {said(line)}" for line in given.lines] or [context.sentence("standing-none")]
    told += [context.sentence("next-move-starts-standing")] if given.waits else []
    told += [context.sentence("standing-forms")]
    for form in forms:
        told += [f"  {said(form)}", *(f"    {one}" for one in standing_form_meanings(game, form, context.lang))]
    print_result(
        context, Signed("standing", given.note, "", "host", game=table.session.table.game_id, sealed=given.lines), told
    )

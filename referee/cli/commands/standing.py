"""`referee standing`: a player's answers to what is asked out of turn."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from referee.cli.asking.agreement import confirm
from referee.cli.context import Context, command
from referee.cli.helping.usage import Misused
from referee.cli.printing.dispatch import sealed_to_player, tell_sent
from referee.cli.printing.output import Signed, aside, data, note
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.kernel.sentence import told as in_words
from referee.table.desk.answers import standing_outgoing
from referee.table.desk.desk import Desk
from referee.table.desk.send import send
from referee.table.step.standing import policies_of, standing_note
from referee.table.step.typed_orders import split_policy
from referee.words.standing import line_spelled, standing_told


def forms_told(lang: str) -> list[tuple[str, list[str]]]:
    """A section of the help page for each game that knows standing answers."""
    from referee.games import all_games  # only the help page needs them

    return [
        (in_words(game.info.title, lang), [standing_told(game.info.name, form, lang) for form in game.policies.forms])
        for game in all_games()
        if game.policies and game.policies.forms
    ]


@command(prints=Signed, more=forms_told)
def standing(
    context: Context,
    lines: Annotated[list[str] | None, typer.Argument(metavar="LINE...")] = None,
    end: Annotated[bool, typer.Option("--end")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Player: give standing answers to what you are asked out of turn, sealed to the host."""
    desk = context.desk()
    if not lines and not end:
        _show_standing(context, desk)
        return
    if lines and end:
        raise Misused("end-takes-no-lines")
    key = desk.mover()
    name = desk.table.game.info.name
    wanted = tuple(line_spelled(name, line) for line in split_policy([" ".join(lines or ())]))
    try:
        standing_note(desk.position, key, wanted)  # what is wrong with it is said before anything is asked
    except Unreadable as refused:
        if refused.code == "policy-form":
            said = {code: standing_told(name, line, context.lang) for code, line in refused.values.items()}
            refused.said = Sentence(refused.said.code, **said)
        raise
    told = tuple(standing_told(name, line, context.lang) for line in wanted)
    lines_said = told or (context.sentence("standing-line-ended"),)
    aside(context, *(context.sentence("show-standing", line=line) for line in lines_said))
    aside(context, *(sealed_to_player(context, desk) if wanted else ()))
    confirm(context, "sign-standing-answers", yes=yes)
    sent = send(desk, standing_outgoing(desk, key, wanted))
    if f"move {desk.position.step + 1}" in desk.guard().signed:
        note(context.sentence("next-move-names-standing"))
    tell_sent(context, desk, sent, "host", yes=yes, game=desk.table.game_id, sealed=wanted)


def _show_standing(context: Context, desk: Desk) -> None:
    """What stands, and what could."""
    seat, game = desk.eyes.seat, desk.table.game
    if seat is None:
        raise OutOfOrder("no-moves-to-make")
    policies = policies_of(desk.table)
    said = partial(standing_told, game.info.name, lang=context.lang)
    held = desk.position.standing[seat]
    stands = policies.format(held.policy) if held is not None and held.policy is not None else ()
    told = [context.sentence("standing-yours", step=held.step)] if held is not None and stands else []
    told += [f"  {said(line)}" for line in stands] or [context.sentence("standing-none")]
    told += [context.sentence("standing-forms"), *(f"  {said(form)}" for form in policies.forms)]
    note_id = held.note if held is not None else ""
    data(context, Signed("standing", note_id, "", "host", game=desk.table.game_id, sealed=stands), told)

"""`referee standing`: a player's answers to what is asked out of turn."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.help_pages.usage import UsageError
from referee.cli.printing.output import print_aside, print_notice, print_result
from referee.cli.printing.signed_note import host_can_read_lines, print_sent_note
from referee.cli.prompts.confirm import confirm
from referee.i18n.standing_text import standing_order_canonical, standing_order_text
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.kernel.sentence import in_language as in_words
from referee.protocol.step.split_orders import split_policy
from referee.protocol.step.standing_orders import policies_of, standing_note
from referee.service.signed_notes import Signed
from referee.session.send import send
from referee.session.session import Session
from referee.session.todo.waiting_for import outgoing_standing


def form_sections(lang: str) -> list[tuple[str, list[str]]]:
    """A section of the help page for each game that knows standing answers."""
    from referee.games import all_games  # only the help page needs them

    return [
        (
            in_words(game.info.title, lang),
            [standing_order_text(game.info.name, form, lang) for form in game.policies.forms],
        )
        for game in all_games()
        if game.policies and game.policies.forms
    ]


@command(prints=Signed, more=form_sections)
def standing(
    context: Context,
    lines: Annotated[list[str] | None, typer.Argument(metavar="LINE...")] = None,
    end: Annotated[bool, typer.Option("--end")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Player: give standing answers to what you are asked out of turn, sealed to the host."""
    session = context.session()
    if not lines and not end:
        _show_standing(context, session)
        return
    if lines and end:
        raise UsageError("end-takes-no-lines")
    key = session.mover()
    name = session.table.game.info.name
    wanted = tuple(standing_order_canonical(name, line) for line in split_policy([" ".join(lines or ())]))
    try:
        standing_note(session.position, key, wanted)  # what is wrong with it is said before anything is asked
    except Unreadable as refused:
        if refused.code == "policy-form":
            said = {code: standing_order_text(name, line, context.lang) for code, line in refused.values.items()}
            refused.said = Sentence(refused.said.code, **said)
        raise
    told = tuple(standing_order_text(name, line, context.lang) for line in wanted)
    lines_said = told or (context.sentence("standing-line-ended"),)
    print_aside(context, *(context.sentence("show-standing", line=line) for line in lines_said))
    print_aside(context, *(host_can_read_lines(context, session) if wanted else ()))
    confirm(context, "sign-standing-answers", yes=yes)
    sent = send(session, outgoing_standing(session, key, wanted))
    if f"move {session.position.step + 1}" in session.guard().signed:
        print_notice(context.sentence("next-move-names-standing"))
    print_sent_note(context, session, sent, "host", yes=yes, game=session.table.game_id, sealed=wanted)


def _show_standing(context: Context, session: Session) -> None:
    """What stands, and what could."""
    seat, game = session.eyes.seat, session.table.game
    if seat is None:
        raise OutOfOrder("no-moves-to-make")
    policies = policies_of(session.table)
    said = partial(standing_order_text, game.info.name, lang=context.lang)
    held = session.position.standing[seat]
    stands = policies.format(held.policy) if held is not None and held.policy is not None else ()
    told = [context.sentence("standing-yours", step=held.step)] if held is not None and stands else []
    told += [f"  {said(line)}" for line in stands] or [context.sentence("standing-none")]
    told += [context.sentence("standing-forms"), *(f"  {said(form)}" for form in policies.forms)]
    note_id = held.note if held is not None else ""
    print_result(context, Signed("standing", note_id, "", "host", game=session.table.game_id, sealed=stands), told)

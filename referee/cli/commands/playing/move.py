"""`referee move`: a player signs orders."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from msgspec import UNSET
from msgspec.structs import replace

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.options import choices_of
from referee.cli.printing.lines import consequence_lines, order_reading_lines
from referee.cli.printing.output import print_aside, print_either, print_notice
from referee.cli.printing.signed_note import delivery_lines, print_sent_note
from referee.cli.prompts import drafts, move_prompt, sign_question
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.messages.forecast import failing_plan_sentences, next_step_forecast
from referee.protocol.step.draft import MoveDraft, asked_request
from referee.protocol.step.split_orders import quoted_lines, split_lines
from referee.service.answers import table_stamp
from referee.service.moves import move_drafts
from referee.service.moves.own_moves import (
    OwnMove,
    ask_sign,
    check_own_step_open,
    prepare_move,
    replaced_move_text,
    sign_move,
    standing_named_lines,
)
from referee.service.moves.standing_answers import ask_standing, offer_standing, set_standing
from referee.service.signed_notes import Signed, host_can_read_lines
from referee.service.table import OpenTable


@command(prints=Signed)
def move(
    context: Context,
    orders: Annotated[
        list[str] | None, typer.Argument(metavar="ORDER...", autocompletion=choices_of("order_words"))
    ] = None,
    say: Annotated[list[str] | None, typer.Option("--say")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    instead: Annotated[bool, typer.Option("--instead")] = False,
) -> None:
    """Player: sign your orders."""
    table = open_game(context)
    session = table.session
    session.mover()
    check_own_step_open(session)
    talks = context.can_ask and not yes
    with drafts.draft_kept_on_exit(session) if talks else nullcontext():
        talk = None
        if talks or not orders:  # without any the prompt reads them
            asked_request(session.position, session.eyes)
            typed = split_lines(quoted_lines(orders or ()))
            begin = partial(move_prompt.begin_move, lines=typed) if typed else move_prompt.compose_move
            talk = begin(context, session, keeps=talks)
    stamp, lines, replaces = table_stamp(table), talk.typed if talk else quoted_lines(orders or ()), instead or talks
    seen = prepare_move(table, stamp, lines, say=say or (), instead=replaces)

    def preview(now: MoveDraft) -> None:
        _show_draft(context, table, now, seen, brief=yes and session.table.terms.practice)
        for line in replaced_move_text(table, seen):
            print_notice(line)

    if talk is not None and talks:
        question = context.sentence("sign-the-new-one" if seen.replaced is not None else "sign-this")
        with drafts.draft_kept_on_exit(session):  # who leaves instead keeps it
            agreed = sign_question.confirm_and_sign(context, talk, preview, question)
        _let_stand(context, table, agreed)
        lines = talk.typed
    else:
        print_either(context, None, lambda: preview(seen.drafted))
    if not (talks or yes):
        raise OutOfOrder("not-confirmed", hint=Sentence("read-then-repeat"))
    ask = ask_sign(table, stamp, lines, say=say or (), instead=replaces)
    signed = replace(sign_move(table, stamp, lines, say or (), ask.digest, instead=replaces), again=UNSET)
    if talks:
        move_drafts.store_draft(session, ())
    if seen.replaced is not None:
        print_aside(context, context.sentence("replaced-left-outbox"))
    how = [] if session.sits else delivery_lines(context, session, Path(signed.file))
    print_sent_note(context, session, signed, how, yes=yes)


def _let_stand(context: Context, table: OpenTable, drafted: MoveDraft) -> None:
    """Let the answer of a move stand from now on, if its author wants that."""
    offered = offer_standing(table, (*drafted.do, *drafted.lines))
    if offered.example:
        print_notice(offered.example)
    if offered.lines and context.confirm(context.sentence("let-it-stand", lines=offered.meaning)):
        set_standing(table, offered.lines, ask_standing(table, offered.lines).digest)


def _show_draft(context: Context, table: OpenTable, drafted: MoveDraft, seen: OwnMove, *, brief: bool) -> None:
    """Print what would be signed; in `brief` without what it leads to, where the answers of bots follow at once."""
    session = table.session
    assert session.eyes.seat is not None
    called = session.table.called[session.eyes.seat]
    of_draft = session.position, session.eyes.seat, drafted, context.lang
    for line in (
        context.sentence("step-as", title=session.table.title, step=session.position.step + 1, seat=called),
        *order_reading_lines(context, session.table.game, drafted),
        *(() if brief else consequence_lines(context, session, drafted)),
        *(context.sentence("show-say", line=line) for line in seen.say),
        *standing_named_lines(table, seen),
        *(host_can_read_lines(session, context.lang) if drafted.lines else ()),
        *failing_plan_sentences(*of_draft),
        *(() if brief else [context.sentence("next", what=next_step_forecast(*of_draft))]),
    ):
        print_notice(line)

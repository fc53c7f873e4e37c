"""`referee move`: a player signs orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
from referee.i18n import standing_text
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.messages.forecast import failing_plan_sentences, next_step_forecast
from referee.protocol.step.draft import MoveDraft, asked_request
from referee.protocol.step.split_orders import quoted_lines, split_lines
from referee.record.notes import Move
from referee.service.answers import table_stamp
from referee.service.moves import move_drafts
from referee.service.moves.own_moves import (
    CAPABILITIES,
    OwnMove,
    ask_sign,
    check_own_step_open,
    prepare_move,
    sign_move,
)
from referee.service.moves.standing_answers import ask_standing, set_standing
from referee.service.signed_notes import Signed, host_can_read_lines
from referee.service.table import OpenTable
from referee.session.send import EarlierNote
from referee.session.session import Session
from referee.session.todo.waiting_for import NamedStanding, standing_example, standing_suggestions


def can_ask_to_replace(context: Context, yes: bool) -> bool:
    """Whether somebody is there to agree, so that a second move does not have to be asked for with `--instead`."""
    return not yes and context.can_ask


def print_replaced_move(context: Context, session: Session, earlier: EarlierNote) -> None:
    """Say which move is replaced, as far as the outbox still knows it."""
    signed = earlier.signed.note() if earlier.signed is not None else None
    step = session.position.step + 1
    if isinstance(signed, Move):
        print_notice(
            context.sentence(
                "you-replace-your-move", step=step, orders=session.table.game.notation.said(", ".join(signed.do))
            )
        )
    else:
        print_notice(context.sentence("you-replace-another", step=step))


if TYPE_CHECKING:
    from referee.cli.prompts.move_prompt import MovePrompt


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
    talks = can_ask_to_replace(context, yes)
    with _keep_draft(session, talks):
        talk = _talk(context, session, orders or (), keeps=talks) if talks or not orders else None
    stamp, lines, replaces = table_stamp(table), talk.typed if talk else quoted_lines(orders or ()), instead or talks
    seen = prepare_move(table, stamp, lines, say=say or (), instead=replaces)

    def preview(now: MoveDraft) -> None:
        _show_draft(context, session, now, seen, brief=yes and session.table.terms.practice)
        if seen.replaced is not None:
            print_replaced_move(context, session, seen.replaced)

    if talk is not None and talks:
        question = context.sentence("sign-the-new-one" if seen.replaced is not None else "sign-this")
        _let_stand(context, table, _confirm(context, talk, preview, question))
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


def _talk(context: Context, session: Session, orders: Sequence[str], *, keeps: bool) -> MovePrompt:
    """The orders that were typed, so far; without any the prompt that reads them."""
    asked_request(session.position, session.eyes)
    lines = split_lines(quoted_lines(orders))
    return (
        move_prompt.begin_move(context, session, lines, keeps=keeps)
        if lines
        else move_prompt.compose_move(context, session, keeps=keeps)
    )


def _confirm(context: Context, talk: MovePrompt, preview: Callable[[MoveDraft], None], question: str) -> MoveDraft:
    """The draft that somebody at the terminal agrees to sign; who leaves instead keeps it."""
    with _keep_draft(talk.session, True):
        return sign_question.confirm_and_sign(context, talk, preview, question)


def _let_stand(context: Context, table: OpenTable, drafted: MoveDraft) -> None:
    """Let the answer of a move stand from now on, if its author wants that; bots wait for nobody's answer."""
    session, orders = table.session, (*drafted.do, *drafted.lines)
    if session.table.terms.practice:
        return
    lines, example = standing_suggestions(session, orders), standing_example(session, orders)
    has_example = example and not lines
    for one in CAPABILITIES.capabilities_of(session).offer("standing", [example]) if has_example else ():
        told = standing_text.standing_line_text(session.table.game, one, context.lang)
        does = standing_text.standing_order_meaning(session.table.game, one, context.lang)
        print_notice(context.sentence("could-stand", line=told, does="" if does == told else f" ({does})"))
    meant = ", ".join(standing_text.standing_order_meaning(session.table.game, line, context.lang) for line in lines)
    if lines and context.confirm(context.sentence("let-it-stand", lines=meant)):
        set_standing(table, lines, ask_standing(table, lines).digest)


def _keep_draft(session: Session, talks: bool) -> AbstractContextManager[None]:
    if not talks:
        return nullcontext()
    return drafts.draft_kept_on_exit(session)


def _show_draft(context: Context, session: Session, drafted: MoveDraft, seen: OwnMove, *, brief: bool) -> None:
    """Print what would be signed; in `brief` without what it leads to, where the answers of bots follow at once."""
    assert session.eyes.seat is not None
    called = session.table.called[session.eyes.seat]
    of_draft = session.position, session.eyes.seat, drafted, context.lang
    for line in (
        context.sentence("step-as", title=session.table.title, step=session.position.step + 1, seat=called),
        *order_reading_lines(context, session.table.game, drafted),
        *(() if brief else consequence_lines(context, session, drafted)),
        *(context.sentence("show-say", line=line) for line in seen.say),
        *named_lines(context, seen.named),
        *(host_can_read_lines(session, context.lang) if drafted.lines else ()),
        *failing_plan_sentences(*of_draft),
        *(() if brief else [context.sentence("next", what=next_step_forecast(*of_draft))]),
    ):
        print_notice(line)


def named_lines(context: Context, named: NamedStanding) -> list[str]:
    """What the next move says of the reader's standing orders; nothing if there are none and were none."""
    if named.ends:
        return [context.sentence("standing-ends-here")]
    if named.note is None:
        return []
    if named.step is None:
        return [context.sentence("standing-last-holds")]
    return [context.sentence("standing-from-step", step=named.step)]

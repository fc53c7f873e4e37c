"""`referee move`: a player signs orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from referee.cli.completion.choices import order_words
from referee.cli.context import Context, command
from referee.cli.printing.lines import consequence_lines, order_reading_lines
from referee.cli.printing.output import print_aside, print_notice
from referee.cli.printing.signed_note import print_sent_note
from referee.cli.prompts import drafts, move_dialogue, sign_question
from referee.cli.prompts.terminal import is_agreed
from referee.cli.sending.next_hop import delivery_lines
from referee.crypto.keys import SigningKey
from referee.i18n import standing_text
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.messages.forecast import failing_plan_sentences, next_step_forecast
from referee.protocol.step.draft import MoveDraft, check_asked, draft, move_note
from referee.protocol.step.position import names_waited_for
from referee.protocol.step.split_orders import quoted_lines, split_lines
from referee.record.file_names import OUTBOX, FileName, step_name
from referee.record.note import SignedNote
from referee.record.notes import Move
from referee.record.notes.escaping import text_lines
from referee.service.signed_notes import Signed, host_can_read_lines
from referee.session.send import EarlierNote, OutgoingNote, check_replaceable, send
from referee.session.session import Session
from referee.session.todo.waiting_for import (
    NamedStanding,
    outgoing_standing,
    standing_example,
    standing_named_next,
    standing_suggestions,
)


def can_ask_to_replace(context: Context, yes: bool) -> bool:
    """Whether somebody is there to agree, so that a second move need not be asked for with `--instead`."""
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


def check_own_step_open(session: Session) -> None:
    """Check that the reader's move is not entered already, so that nobody who thinks again is only told who is asked.

    Raises:
        OutOfOrder: the newest step has entered it, and somebody else is asked now.
    """
    position, seat = session.position, session.eyes.seat
    if seat is None or position.over or position.request_of(seat) is not None or position.step == 0:
        return
    notes = (signed.note() for signed in session.history.signed_notes[step_name(position.step)])
    own = next((note for note in notes if isinstance(note, Move) and note.seat == position.table.names[seat]), None)
    if own is not None:
        raise OutOfOrder(
            "your-move-stands",
            step=position.step,
            orders=session.table.game.notation.said(", ".join(own.do)),
            asked=names_waited_for(position),
            hint=Sentence("think-ahead"),
        )


if TYPE_CHECKING:
    from referee.cli.prompts.move_dialogue import MoveDialogue


@command(prints=Signed)
def move(
    context: Context,
    orders: Annotated[list[str] | None, typer.Argument(metavar="ORDER...", autocompletion=order_words)] = None,
    say: Annotated[list[str] | None, typer.Option("--say")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    instead: Annotated[bool, typer.Option("--instead")] = False,
) -> None:
    """Player: sign your orders."""
    session = context.session()
    key = session.mover()
    check_own_step_open(session)
    talks = can_ask_to_replace(context, yes)
    with _keep_draft(session, talks):
        talk = _talk(context, session, orders or (), keeps=talks) if talks or not orders else None
    drafted = (talk and talk.drafted) or draft(session.position, session.eyes, quoted_lines(orders or ()))
    lines = tuple(line for text in say or () for line in text_lines(text, 68))
    step = session.position.step + 1
    named = standing_named_next(session)

    def make(earlier: tuple[str, ...]) -> tuple[SignedNote, ...]:
        signed = move_note(session.position, key, drafted, say=lines, instead=earlier, standing=named.note)
        return (*named.along, signed)

    name = str(FileName(OUTBOX, "move", step, session.role or ""))
    going = OutgoingNote(
        session.table.game_id, f"move {step}", make, name, instead=instead or can_ask_to_replace(context, yes)
    )
    replaced = check_replaceable(session, going)
    if replaced is not None or not talks:  # in a conversation the orders may still become others than those signed
        going = msgspec.structs.replace(going, over=replaced.id if replaced is not None else "")

    def preview(now: MoveDraft) -> None:
        _show_draft(context, session, now, lines, named)
        if replaced is not None:
            print_replaced_move(context, session, replaced)

    if talk is not None and talks:
        question = context.sentence("sign-the-new-one" if replaced is not None else "sign-this")
        drafted = _confirm(context, talk, preview, question)
        named = _let_stand(context, session, key, drafted) or named
    elif not context.json:
        preview(drafted)
    if not (talks or is_agreed("sign-this", yes=yes)):
        raise OutOfOrder("not-confirmed", hint=Sentence("read-then-repeat"))
    sent = send(session, going)
    if talk is not None:
        talk.forget()
    if replaced is not None:
        print_aside(context, context.sentence("replaced-left-outbox"))
    done = {"do": drafted.do, "sealed": drafted.lines, "standing": named.note or ""}
    how = [] if context.json or session.sits else delivery_lines(context, session, sent.path)
    print_sent_note(context, session, sent, "host", how, yes=yes, game=session.table.game_id, **done)


def _talk(context: Context, session: Session, orders: Sequence[str], *, keeps: bool) -> MoveDialogue:
    """The orders that were typed, so far; without any the prompt that reads them."""
    check_asked(session.position, session.eyes)
    lines = split_lines(quoted_lines(orders))
    return (
        move_dialogue.begin_move(context, session, lines, keeps=keeps)
        if lines
        else move_dialogue.compose_move(context, session, keeps=keeps)
    )


def _confirm(context: Context, talk: MoveDialogue, preview: Callable[[MoveDraft], None], question: str) -> MoveDraft:
    """The draft that somebody at the terminal agrees to sign; who leaves instead keeps it."""
    with _keep_draft(talk.session, True):
        return sign_question.confirm_and_sign(context, talk, preview, question)


def _let_stand(context: Context, session: Session, key: SigningKey, drafted: MoveDraft) -> NamedStanding | None:
    """What the move names, if its author lets this answer stand from now on."""
    orders = (*drafted.do, *drafted.lines)
    lines, example = standing_suggestions(session, orders), standing_example(session, orders)
    if example and not lines:
        told = standing_text.standing_order_text(session.table.game.info.name, example, context.lang)
        does = standing_text.standing_order_meaning(session.table.game.info.name, example, context.lang)
        print_notice(context.sentence("could-stand", line=told, does="" if does == told else f" ({does})"))
    meant = ", ".join(
        standing_text.standing_order_meaning(session.table.game.info.name, line, context.lang) for line in lines
    )
    if not lines or not context.confirm(context.sentence("let-it-stand", lines=meant)):
        return None
    send(session, outgoing_standing(session, key, lines))
    return standing_named_next(session)


def _keep_draft(session: Session, talks: bool) -> AbstractContextManager[None]:
    if not talks:
        return nullcontext()
    return drafts.draft_kept_on_exit(session)


def _show_draft(
    context: Context, session: Session, drafted: MoveDraft, lines: tuple[str, ...], named: NamedStanding
) -> None:
    assert session.eyes.seat is not None
    called = session.table.called[session.eyes.seat]
    print_notice(context.sentence("step-as", title=session.table.title, step=session.position.step + 1, seat=called))
    for line in (
        *order_reading_lines(context, session.table.game, drafted),
        *consequence_lines(context, session, drafted),
    ):
        print_notice(line)
    for line in lines:
        print_notice(context.sentence("show-say", line=line))
    for line in (*named_lines(context, named), *(host_can_read_lines(session, context.lang) if drafted.lines else ())):
        print_notice(line)
    for line in failing_plan_sentences(session.position, session.eyes.seat, drafted, context.lang):
        print_notice(line)
    print_notice(
        context.sentence("next", what=next_step_forecast(session.position, session.eyes.seat, drafted, context.lang))
    )


def named_lines(context: Context, named: NamedStanding) -> list[str]:
    """What the next move says of the reader's standing answers; nothing if there are none and were none."""
    if named.ends:
        return [context.sentence("standing-ends-here")]
    if named.note is None:
        return []
    if named.step is None:
        return [context.sentence("standing-last-holds")]
    return [context.sentence("standing-from-step", step=named.step)]

"""`referee move`: a player signs orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from referee.cli.arguments import MaybeOrders
from referee.cli.asking.prompt import is_agreed
from referee.cli.asking.regret import can_ask, check_own_step_open, tell_replaced
from referee.cli.context import Context, command
from referee.cli.outgoing import how_move_goes
from referee.cli.printing.dispatch import sealed_to_player, tell_sent
from referee.cli.printing.lines import consequence_lines, reading_lines
from referee.cli.printing.output import Signed, aside, note
from referee.crypto.keys import SigningKey
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.names import OUTBOX, Name
from referee.record.note import SignedNote
from referee.record.notes.text import text_lines
from referee.table.desk.answers import Named, named_by, standing_example, standing_offer, standing_outgoing
from referee.table.desk.desk import Desk
from referee.table.desk.send import Outgoing, check_free, send
from referee.table.step.draft import Draft, check_asked, draft, move_note
from referee.table.step.typed_orders import split_lines, words_given
from referee.table.telling.coming import coming, doubts_told

if TYPE_CHECKING:
    from referee.cli.asking.dialogue import Dialogue


@command(prints=Signed)
def move(
    context: Context,
    orders: MaybeOrders = None,
    say: Annotated[list[str] | None, typer.Option("--say")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    instead: Annotated[bool, typer.Option("--instead")] = False,
) -> None:
    """Player: sign your orders."""
    desk = context.desk()
    key = desk.mover()
    check_own_step_open(desk)
    talks = can_ask(context, yes)
    with _keeping(desk, talks):
        talk = _talk(context, desk, orders or (), keeps=talks) if talks or not orders else None
    drafted = (talk and talk.drafted) or draft(desk.position, desk.eyes, words_given(orders or ()))
    lines = tuple(line for text in say or () for line in text_lines(text, 68))
    step = desk.position.step + 1
    named = named_by(desk)

    def make(earlier: tuple[str, ...]) -> tuple[SignedNote, ...]:
        signed = move_note(desk.position, key, drafted, say=lines, instead=earlier, standing=named.note)
        return (*named.along, signed)

    name = str(Name(OUTBOX, "move", step, desk.role or ""))
    going = Outgoing(desk.table.game_id, f"move {step}", make, name, instead=instead or can_ask(context, yes))
    replaced = check_free(desk, going)
    if replaced is not None or not talks:  # in a conversation the orders may still become others than those signed
        going = msgspec.structs.replace(going, over=replaced.id if replaced is not None else "")

    def preview(now: Draft) -> None:
        _show_draft(context, desk, now, lines, named)
        if replaced is not None:
            tell_replaced(context, desk, replaced)

    if talk is not None and talks:
        question = context.sentence("sign-the-new-one" if replaced is not None else "sign-this")
        drafted = _agreed(context, talk, preview, question)
        named = _let_stand(context, desk, key, drafted) or named
    elif not context.json:
        preview(drafted)
    if not (talks or is_agreed("sign-this", yes=yes)):
        raise OutOfOrder("not-confirmed", hint=Sentence("read-then-repeat"))
    sent = send(desk, going)
    if talk is not None:
        talk.forget()
    if replaced is not None:
        aside(context, context.sentence("replaced-left-outbox"))
    done = {"do": drafted.do, "sealed": drafted.lines, "standing": named.note or ""}
    how = [] if context.json or desk.sits else how_move_goes(context, desk, sent.path)
    tell_sent(context, desk, sent, "host", how, yes=yes, game=desk.table.game_id, **done)


def _talk(context: Context, desk: Desk, orders: Sequence[str], *, keeps: bool) -> Dialogue:
    """The orders that were typed, so far; without any the prompt that reads them."""
    check_asked(desk.position, desk.eyes)
    from referee.cli.asking.dialogue import begin, compose  # only who is asked something needs it

    lines = split_lines(words_given(orders))
    return begin(context, desk, lines, keeps=keeps) if lines else compose(context, desk, keeps=keeps)


def _agreed(context: Context, talk: Dialogue, preview: Callable[[Draft], None], question: str) -> Draft:
    """The draft that somebody at the terminal agrees to sign; who leaves instead keeps it."""
    from referee.cli.asking.signing import sign_in_the_end  # only who is asked needs it

    with _keeping(talk.desk, True):
        return sign_in_the_end(context, talk, preview, question)


def _let_stand(context: Context, desk: Desk, key: SigningKey, drafted: Draft) -> Named | None:
    """What the move names, if its author lets this answer stand from now on."""
    from referee.words.standing import standing_meant, standing_told  # only what is offered needs it

    orders = (*drafted.do, *drafted.lines)
    lines, example = standing_offer(desk, orders), standing_example(desk, orders)
    if example and not lines:
        told = standing_told(desk.table.game.info.name, example, context.lang)
        does = standing_meant(desk.table.game.info.name, example, context.lang)
        note(context.sentence("could-stand", line=told, does="" if does == told else f" ({does})"))
    meant = ", ".join(standing_meant(desk.table.game.info.name, line, context.lang) for line in lines)
    if not lines or not context.confirm(context.sentence("let-it-stand", lines=meant)):
        return None
    send(desk, standing_outgoing(desk, key, lines))
    return named_by(desk)


def _keeping(desk: Desk, talks: bool) -> AbstractContextManager[None]:
    if not talks:
        return nullcontext()
    from referee.cli.asking.drafts import keeping  # through a pipe nothing is kept

    return keeping(desk)


def _show_draft(context: Context, desk: Desk, drafted: Draft, lines: tuple[str, ...], named: Named) -> None:
    assert desk.eyes.seat is not None
    called = desk.table.called[desk.eyes.seat]
    note(context.sentence("step-as", title=desk.table.title, step=desk.position.step + 1, seat=called))
    for line in (*reading_lines(context, desk.table.game, drafted), *consequence_lines(context, desk, drafted)):
        note(line)
    for line in lines:
        note(context.sentence("show-say", line=line))
    for line in (*named_lines(context, named), *(sealed_to_player(context, desk) if drafted.lines else ())):
        note(line)
    for line in doubts_told(desk.position, desk.eyes.seat, drafted, context.lang):
        note(line)
    note(context.sentence("next", what=coming(desk.position, desk.eyes.seat, drafted, context.lang)))


def named_lines(context: Context, named: Named) -> list[str]:
    """What the next move says of the reader's standing answers; nothing if there are none and were none."""
    if named.ends:
        return [context.sentence("standing-ends-here")]
    if named.note is None:
        return []
    if named.step is None:
        return [context.sentence("standing-last-holds")]
    return [context.sentence("standing-from-step", step=named.step)]

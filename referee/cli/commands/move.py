"""`referee move`: a player signs orders."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.arguments import MaybeOrders
from referee.cli.asking.regret import can_ask, check_own_step_open, tell_replaced
from referee.cli.asking.turn import why
from referee.cli.context import Context, command
from referee.cli.paths import shown
from referee.cli.printing.errors import Stopped
from referee.cli.printing.lines import consequence_lines, reading_lines
from referee.cli.printing.output import Signed, data, note
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.note import SignedNote, text_lines
from referee.table.desk.desk import Desk
from referee.table.desk.named import Named, named_by
from referee.table.desk.send import Outgoing, Sent, check_free, send
from referee.table.step.draft import Draft, check_asked, draft, move_note
from referee.table.step.sealed_lines import line_told
from referee.table.step.typed_orders import words_given
from referee.table.telling.coming import coming
from referee.table.telling.futures import hopeless


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
    drafted = draft(desk.position, desk.eyes, words_given(orders)) if orders else _composed(context, desk)
    lines = tuple(line for text in say or () for line in text_lines(text, 68))
    step = desk.position.step + 1
    named = named_by(desk)

    def make(earlier: tuple[str, ...]) -> tuple[SignedNote, ...]:
        signed = move_note(desk.position, key, drafted, say=lines, instead=earlier, standing=named.note)
        return (*named.along, signed)

    name = f"{step:04d}-{desk.role}.move"
    going = Outgoing(desk.table.game_id, f"move {step}", make, name, instead=instead or can_ask(context, yes))
    replaced = check_free(desk, going)
    if not context.json:
        _show(context, desk, drafted, lines, named)
        if replaced is not None:
            tell_replaced(context, desk, replaced)
    _ask_to_sign(context, drafted, yes, "sign-the-new-one" if replaced is not None else "sign-this")
    sent = send(desk, going)
    if replaced is not None and not context.json:
        note(context.sentence("replaced-left-outbox"))
    _say_written(context, desk, sent, drafted, named)


def _composed(context: Context, desk: Desk) -> Draft:
    check_asked(desk.position, desk.eyes)
    from referee.cli.asking.dialogue import compose  # only who types orders one by one needs it

    return compose(context, desk)


def _say_written(context: Context, desk: Desk, sent: Sent, drafted: Draft, named: Named) -> None:
    path = shown(sent.path)
    written = Signed(
        "move",
        sent.note.id,
        path,
        "host",
        game=desk.table.game_id,
        do=drafted.do,
        sealed=drafted.lines,
        standing=named.note or "",
    )
    data(context, written, context.sentence("send-host", path=path))


def _show(context: Context, desk: Desk, drafted: Draft, lines: tuple[str, ...], named: Named) -> None:
    step = desk.position.step + 1
    note(context.sentence("step-as", step=step, seat=desk.role))
    for line in (*reading_lines(context, desk.table.game, drafted), *consequence_lines(context, desk, drafted)):
        note(line)
    for line in lines:
        note(context.sentence("show-say", line=line))
    for line in named_lines(context, named):
        note(line)
    assert desk.eyes.seat is not None
    for line, failed in hopeless(desk.position, desk.eyes.seat, drafted):
        reason = why(context, failed) if failed is not None else context.sentence("never-due")
        note(context.sentence("sealed-in-vain", line=line_told(desk.table.game, line), why=reason))
    note(context.sentence("next", what=coming(desk.position, desk.eyes.seat, drafted, context.lang)))


def named_lines(context: Context, named: Named) -> list[str]:
    """What the next move says of the own standing answers; nothing if there are none and were none."""
    if named.ends:
        return [context.sentence("standing-ends-here")]
    if named.note is None:
        return []
    if named.step is None:
        return [context.sentence("standing-last-holds")]
    return [context.sentence("standing-from-step", step=named.step)]


def _ask_to_sign(context: Context, drafted: Draft, yes: bool, question: str) -> None:
    """Ask before anything is signed; twice before the game ends. Raises what says that nothing was signed."""
    if yes:
        return
    if not can_ask(context, yes):
        raise OutOfOrder("not-confirmed", hint=Sentence("read-then-repeat"))
    questions = [context.sentence(question)]
    if drafted.ends_game:
        questions.insert(0, context.sentence("confirm-game-end"))
    if not all(context.confirm(question) for question in questions):
        raise Stopped("nothing-signed")

"""`referee move`: a player signs orders."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.arguments import Orders
from referee.cli.context import Context, command
from referee.cli.errors import Stopped
from referee.cli.lines import consequence_lines, reading_lines
from referee.cli.output import Signed, data, note
from referee.cli.paths import shown
from referee.cli.prompt import is_terminal
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.note import SignedNote, text_lines
from referee.table.desk.desk import Desk
from referee.table.desk.named import Named, named_by
from referee.table.desk.send import Outgoing, Sent, send
from referee.table.step.draft import Draft, draft, move_note
from referee.table.step.typed_orders import words_given


@command(prints=Signed)
def move(
    context: Context,
    orders: Orders,
    say: Annotated[list[str] | None, typer.Option("--say")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    instead: Annotated[bool, typer.Option("--instead")] = False,
) -> None:
    """Player: sign your orders."""
    desk = context.desk()
    key = desk.mover()
    drafted = draft(desk.position, desk.eyes, words_given(orders))
    lines = tuple(line for text in say or () for line in text_lines(text, 68))
    step = desk.position.step + 1
    named = named_by(desk)
    if not context.json:
        _show(context, desk, drafted, lines, named)
    _ask_to_sign(context, drafted, yes)

    def make(earlier: tuple[str, ...]) -> tuple[SignedNote, ...]:
        signed = move_note(desk.position, key, drafted, say=lines, instead=earlier, standing=named.note)
        return (*named.along, signed)

    name = f"{step:04d}-{desk.role}.move"
    sent = send(desk, Outgoing(desk.table.game_id, f"move {step}", make, name, instead=instead))
    _say_written(context, desk, sent, drafted, named)


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
    for line in (*reading_lines(context, drafted), *consequence_lines(context, desk, drafted)):
        note(line)
    for line in lines:
        note(context.sentence("show-say", line=line))
    for line in named_lines(context, named):
        note(line)
    if drafted.ends_game:
        note(context.sentence("orders-end-game"))


def named_lines(context: Context, named: Named) -> list[str]:
    """What the next move says of the own standing answers; nothing if there are none and were none."""
    if named.ends:
        return [context.sentence("standing-ends-here")]
    if named.note is None:
        return []
    if named.step is None:
        return [context.sentence("standing-last-holds")]
    return [context.sentence("standing-from-step", step=named.step)]


def _ask_to_sign(context: Context, drafted: Draft, yes: bool) -> None:
    """Ask before anything is signed; twice before the game ends. Raises what says that nothing was signed."""
    if yes:
        return
    if not is_terminal() or context.json:
        raise OutOfOrder("not-confirmed", hint=Sentence("read-then-repeat"))
    questions = [context.sentence("sign-this")]
    if drafted.ends_game:
        questions.insert(0, context.sentence("confirm-game-end"))
    if not all(context.confirm(question) for question in questions):
        raise Stopped("nothing-signed")

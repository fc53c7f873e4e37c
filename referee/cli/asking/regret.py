"""A move that somebody thinks better of: what is said before it is replaced, and when it is too late."""

from __future__ import annotations

from referee.cli.asking.prompt import is_terminal
from referee.cli.context import Context
from referee.cli.printing.output import note
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.names import step_name
from referee.record.notes import Move
from referee.table.desk.desk import Desk
from referee.table.desk.send import Earlier
from referee.table.step.position import names_asked


def can_ask(context: Context, yes: bool) -> bool:
    """Whether somebody is there to agree, so that a second move need not be asked for with `--instead`."""
    return not yes and not context.json and is_terminal()


def tell_replaced(context: Context, desk: Desk, earlier: Earlier) -> None:
    """Say which move is replaced, as far as the outbox still knows it."""
    signed = earlier.signed.note() if earlier.signed is not None else None
    step = desk.position.step + 1
    if isinstance(signed, Move):
        note(
            context.sentence(
                "you-replace-your-move", step=step, orders=desk.table.game.notation.said(", ".join(signed.do))
            )
        )
    else:
        note(context.sentence("you-replace-another", step=step))


def check_own_step_open(desk: Desk) -> None:
    """Check that the reader's move is not entered already, so that nobody who thinks again is only told who is asked.

    Raises:
        OutOfOrder: the newest step has entered it, and somebody else is asked now.
    """
    position, seat = desk.position, desk.eyes.seat
    if seat is None or position.over or position.request_of(seat) is not None or position.step == 0:
        return
    notes = (signed.note() for signed in desk.history.signed_notes[step_name(position.step)])
    own = next((note for note in notes if isinstance(note, Move) and note.seat == position.table.names[seat]), None)
    if own is not None:
        raise OutOfOrder(
            "your-move-stands",
            step=position.step,
            orders=desk.table.game.notation.said(", ".join(own.do)),
            asked=names_asked(position),
            hint=Sentence("think-ahead"),
        )

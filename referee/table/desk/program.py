"""A seat that has joined as a program: what it signs in its own folder, as a person would, and with no word beside."""

from __future__ import annotations

from referee.kernel.bot import VERSION
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.names import OUTBOX, Name, beginning, begins
from referee.record.notes import Bot
from referee.table.desk.desk import Desk
from referee.table.desk.send import Outgoing
from referee.table.step.draft import Draft, move_note
from referee.table.step.program import orders


def is_due(desk: Desk) -> bool:
    """Whether the program of this seat is asked, and no answer for it lies here yet."""
    table, position, role = desk.history.table, desk.history.position, desk.role or ""
    if table is None or position is None or table.bot(role) is None:
        return False
    asked = role in {table.names[request.seat] for request in position.awaited}
    return asked and not beginning(desk.folder.list_outbox(), begins(OUTBOX, "move", position.step + 1, role))


def check_release(desk: Desk) -> Bot:
    """The program of this seat, as its join says. Raises OutOfOrder: it is one of another release."""
    bot = desk.table.bot(desk.role or "")
    assert bot is not None
    if bot.version != VERSION:
        raise OutOfOrder("program-not-here", version=bot.version, found=VERSION, hint=Sentence("use-joined-version"))
    return bot


def program_orders(desk: Desk, level: str) -> tuple[tuple[str, ...], Draft]:
    """What a program in the seat of this desk would answer now, as it is typed and what that makes."""
    return orders(desk.position, desk.eyes, desk.history.shares[str(desk.role)], level)


def program_move(desk: Desk, level: str) -> Outgoing:
    """What the program in the seat of this desk signs: its answer, with no word beside it.

    Raises:
        NotAuthentic, OutOfOrder: the desk may sign nothing, or is asked nothing.
    """
    role, step = str(desk.role), desk.position.step + 1
    note = move_note(desk.position, desk.signer(), program_orders(desk, level)[1])
    return Outgoing(desk.table.game_id, f"move {step}", lambda _: (note,), str(Name(OUTBOX, "move", step, role)))

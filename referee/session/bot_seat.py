"""A seat that has joined as a program: what it signs in its own folder, as a person would, and with no word beside. So
does a stand-in, in the steps that the owner of the seat has declared.
"""

from __future__ import annotations

from contextlib import suppress

from referee.kernel.bot import VERSION, is_same_program
from referee.kernel.errors import OutOfOrder, RefereeError
from referee.kernel.sentence import Sentence
from referee.protocol.step.bot_orders import orders_of_bot
from referee.protocol.step.draft import MoveDraft, move_note
from referee.record.file_names import OUTBOX, FileName, name_prefix, names_with_prefix
from referee.record.notes import Bot
from referee.session.agreements.proposals import stand_in_now
from referee.session.send import OutgoingNote
from referee.session.session import Session


def is_bot_due(session: Session) -> bool:
    """Whether the bot of this seat has to answer, and its answer is not here yet."""
    table, position, role = session.history.table, session.history.position, session.role or ""
    if table is None or position is None or seat_bot(session) is None:
        return False
    asked = role in {table.names[request.seat] for request in position.awaited}
    return asked and not names_with_prefix(
        session.folder.list_outbox(), name_prefix(OUTBOX, "move", position.step + 1, role)
    )


def seat_bot(session: Session) -> Bot | None:
    """The bot that plays the seat of this session now, as its join or its owner says; None for the owner."""
    role = session.role or ""
    if (joined := session.table.bot(role)) is not None:
        return joined
    stand_in = stand_in_now(session, role) if role in session.table.names else None
    return Bot(stand_in.level, stand_in.version) if stand_in is not None else None


def check_bot_release(session: Session) -> Bot:
    """The bot that plays this seat now. Raises OutOfOrder: it is one of another release."""
    bot = seat_bot(session)
    assert bot is not None
    if not is_same_program(session.table.game, bot.level, bot.version):
        raise OutOfOrder("program-not-here", version=bot.version, found=VERSION, hint=Sentence("use-joined-version"))
    return bot


def bot_answer(session: Session, level: str) -> tuple[tuple[str, ...], MoveDraft]:
    """What a program in the seat of this session would answer now, as it is typed and what that makes."""
    return orders_of_bot(session.position, session.eyes, session.history.shares[str(session.role)], level)


def turn_of_bot(session: Session) -> str:
    """What a bot would answer in the reader's seat, as an example, separated by commas; "" where others are to move."""
    if session.role not in {session.table.names[request.seat] for request in session.position.awaited}:
        return ""
    with suppress(RefereeError):
        return ", ".join(bot_answer(session, session.table.game.example_level)[0])
    return ""


def outgoing_bot_move(session: Session, level: str) -> OutgoingNote:
    """What the program in the seat of this session signs: its answer, with no word beside it.

    Raises:
        NotAuthentic, OutOfOrder: the session may sign nothing, or is asked nothing.
    """
    role, step = str(session.role), session.position.step + 1
    note = move_note(session.position, session.signer(), bot_answer(session, level)[1])
    return OutgoingNote(
        session.table.game_id, f"move {step}", lambda _: (note,), str(FileName(OUTBOX, "move", step, role))
    )

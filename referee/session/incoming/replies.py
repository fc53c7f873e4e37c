"""What a host mails back to a player whose move was refused: the reason, and how to go on. Nothing else is told."""

from __future__ import annotations

from pathlib import Path

from referee.drawing.text_picture import wrap_lines
from referee.i18n.refusal_text import refusal_lines
from referee.kernel.errors import IllegalMove, NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.step.record_step import check_move
from referee.protocol.step.standing_orders import check_standing
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.notes import Move, Standing
from referee.record.notes.kinds import ANSWERS
from referee.session.session import Session

COLUMNS = 72
TOO_LATE = "move-too-late"
"""The code of the refusal of a move for a closed step: its player gets a letter."""


def refusal_for_playing_host(session: Session, mail: bytes, refusal: RefereeError) -> RefereeError:
    """The refusal as it is told to a host who plays: of a note of another seat that only its opening could refuse, that
    it was refused. Why is in the letter to its author.
    """
    opened = isinstance(refusal, IllegalMove | NotAuthentic | Unreadable)
    if not (opened and session.is_host and session.sits) or session.history.position is None:
        return refusal
    seats = sorted(
        {seat for signed in _orders_in(mail) if (seat := _author(session, signed)) not in ("", session.sits)}
    )
    return IllegalMove("refused-by-letter", rule="PM 1", seat=", ".join(seats)) if seats else refusal


def _orders_in(mail: bytes) -> list[SignedNote]:
    """The moves and standing notes of a mail."""
    try:
        return [signed for signed in unwrap(mail).signed_notes if signed.type in ANSWERS]
    except RefereeError:
        return []


def _author(session: Session, signed: SignedNote) -> str:
    """The seat of a note that all public checks have passed, "" for another one."""
    try:
        if signed.type == "move":
            return check_move(session.position, signed).seat
        return check_standing(session.position, signed).seat
    except RefereeError:
        return ""


def _is_late(refusal: RefereeError) -> bool:
    return isinstance(refusal, OutOfOrder) and refusal.code == TOO_LATE


def write_refusal_letter(session: Session, mail: bytes, refusal: RefereeError, lang: str) -> tuple[str, Path] | None:
    """(seat, file) of the reply to a move that the rules do not allow, or that came when its step was closed; None for
    anything else.

    A refusal is made of what its player may know: who holds what is never in it.
    """
    late = _is_late(refusal)
    hidden = refusal_for_playing_host(session, mail, refusal) is not refusal
    if not (session.is_host and (late or hidden or isinstance(refusal, IllegalMove))):
        return None
    orders = [signed for signed in _orders_in(mail) if hidden or signed.type == "move"]
    notes = [signed.note() for signed in orders]
    step, game_id = refusal.values["step"] if late else session.position.step + 1, session.table.game_id
    seats = {
        note.seat
        for note in notes
        if isinstance(note, Move | Standing) and note.game == game_id and (note.step == step or hidden)
    }
    if len(seats) != 1:
        return None
    (seat,) = seats
    name = f"{step:04d}-{seat}-{'late' if late else 'refused'}.txt"
    moved = "move" in {signed.type for signed in orders}
    text = _late(session, seat, refusal, lang) if late else _decline(session, seat, refusal, lang, moved=moved)
    return seat, session.folder.write_letter(name, text.encode())


def refused_move(session: Session, mail: bytes) -> tuple[SignedNote, bool] | None:
    """The move for the step that is asked for now in a mail that the host does not take, and whether all may read why:
    not where it had to be opened, or held against a hand. None if there is no such move in it.
    """
    notes, position = _orders_in(mail), session.history.position
    moves = [signed for signed in notes if signed.type == "move"]
    if not (session.is_host and moves) or position is None:
        return None
    note, seats = moves[-1].read(Move), session.table.names
    is_due = (note.game, note.step, note.head) == (session.table.game_id, position.step + 1, position.head)
    if not is_due or note.seat not in seats or moves[-1].key != session.table.seats[seats.index(note.seat)].key:
        return None
    return moves[-1], not all(_author(session, signed) for signed in notes)


def _head(session: Session, step: int, seat: str, lang: str, code: str = "step-move-not-entered") -> list[str]:
    told = Sentence(code, title=session.table.title, step=step, seat=seat).told(lang)
    return [*wrap_lines(told, COLUMNS, "", ""), ""]


def _decline(session: Session, seat: str, refusal: RefereeError, lang: str, *, moved: bool) -> str:
    reason = [line.removeprefix("referee: ") for line in refusal_lines(refusal, lang)]
    code, further, typed = "step-standing-not-entered", "standing-refused-try-again", "    referee standing"
    if moved:
        code, further = "step-move-not-entered", "move-refused-try-again"
        typed = "    referee try ORDER\n    referee move --instead ORDER"
    said = [part for line in reason for part in wrap_lines(line, COLUMNS, "  ", "    ")]
    page = [*_head(session, session.position.step + 1, seat, lang, code), *said, ""]
    return "\n".join([*page, *wrap_lines(Sentence(further).told(lang), COLUMNS, "", ""), typed, ""])


def _late(session: Session, seat: str, refusal: RefereeError, lang: str) -> str:
    page = _head(session, refusal.values["step"], seat, lang)
    page += wrap_lines(refusal.said.told(lang), COLUMNS, "  ", "    ")
    page += ["", *wrap_lines(Sentence("play-goes-on").told(lang), COLUMNS, "", ""), "    referee receive MAIL"]
    return "\n".join(page) + "\n"

"""A status with what the home of its reader knows besides: how the host is called, and which letters were sent."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from referee.kernel.errors import RefereeError
from referee.mail import mail_memory, mime
from referee.mail.address_book import address_book_people, name_of_host
from referee.protocol.seating import REFEREE
from referee.record.file_names import step_name
from referee.record.notes.kinds import STEPS
from referee.service.table import OpenTable
from referee.session.session import Session
from referee.session.todo.status import LetterDelivery, Status


def whole_status(table: OpenTable, status: Status) -> Status:
    """A status with the name of the host, and for a host, once the game is dealt, the letters of each player."""
    session, named = table.session, with_host_name(table, status)
    if session.history.position is None or not (session.is_host or session.sits):
        return named
    return replace(named, letters=_letters_of(session))


def with_host_name(table: OpenTable, status: Status) -> Status:
    """The same, with the host called as in the reader's address book: no note has the name of one who does not play."""
    dealt, known = table.session.history.table, ""
    if status.called and not status.host:
        with suppress(RefereeError):  # a book that is damaged keeps nobody from a game
            people = address_book_people(table.session.home)
            known = name_of_host(people, dealt.host.key if dealt is not None else None)
    return replace(status, called={**status.called, REFEREE: known}) if known else status


def _letters_of(session: Session) -> tuple[LetterDelivery, ...]:
    """What each player was sent of the letters of a game that is played; the host's own seat is sent none."""
    sent, notes = mail_memory.SentMails(session), session.history.signed_notes
    steps = range(session.position.step, -1, -1)
    heads = [(at, one.id) for at in steps for one in notes[step_name(at)] if one.type in STEPS]

    def newest(seat: str) -> LetterDelivery:
        handed = (step for step, head in heads if sent.has_id(mime.message_id("step", head, REFEREE, seat)))
        written = (step for step, _ in heads if session.folder.has_letter(f"{step:04d}-{seat}.eml"))
        return LetterDelivery(seat, next(handed, None), next(written, None))

    return tuple(newest(seat) for seat in session.table.names if seat != session.sits)

"""With a masked deck, whose yes to another host is wanted and has not arrived, as seen by the program of a seat that
has agreed to one.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.protocol.agreements.consent import rekey_of_consent
from referee.protocol.agreements.host_replacement import must_agree
from referee.record.file_names import step_name
from referee.record.note import SignedNote
from referee.record.notes import Consent
from referee.session.agreements.new_key_requests import agreeing_parties
from referee.session.agreements.next_host import agreed_requests
from referee.session.pending import pending_file_name
from referee.session.session import Session
from referee.session.silence.days_to_answer import DAY, Clock, agreed_days, notes_in


def unheard(session: Session, clock: Clock) -> Iterator[tuple[str, int]]:
    """The seats whose yes a request lacks and that have let the days go by which the charter gives, each with how many:
    no yes, no or move of theirs came here after the request.
    """
    days, names = agreed_days(session), session.table.names
    if days is None or not session.table.terms.asks_words:
        return
    for signed in agreed_requests(session):
        came, agreed = session.folder.pending_since(pending_file_name(signed)), agreeing_parties(session, signed)
        waited = clock.shows - came
        wanted = (names[seat] for seat in must_agree(session.position) if names[seat] not in (session.role, *agreed))
        for name in wanted if waited >= days * DAY else ():
            if not _heard_since(session, name, came):
                yield name, int(waited // DAY)


def _heard_since(session: Session, name: str, came: float) -> bool:
    """Whether a person at a seat has done anything since: a move, or a word on a key. Notes that a program sends by
    itself do not count.
    """
    keys = {party.key for party in session.table.ever if party.role == name}
    files = (file for file in session.folder.list_pending() if session.folder.pending_since(file) >= came)
    notes = [signed for file in files for signed in notes_in(session, file)]
    for step in range(session.position.step, 0, -1):
        if session.folder.written(step_name(step)) <= came:
            break
        notes += session.history.signed_notes[step_name(step)]
    return any(signed.key in keys and _is_of_person(signed) for signed in notes)


def _is_of_person(signed: SignedNote) -> bool:
    note = signed.note()
    return signed.type == "move" or (isinstance(note, Consent) and rekey_of_consent(note) is not None)

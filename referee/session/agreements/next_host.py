"""Another host with a masked deck: to whom the reader has agreed, and which steps of the present host wait
until that is decided.
"""

from __future__ import annotations

from referee.drawing.safe_text import safe_text
from referee.kernel.grammar.spelling import Called
from referee.protocol.agreements.consent import rekey_of_consent
from referee.protocol.seating import REFEREE
from referee.record.note import SignedNote
from referee.record.notes import Consent, Rekey
from referee.record.store import stored_bundles
from referee.session.agreements.new_key_requests import agreeing_parties
from referee.session.pending import early_step_file_name, pending_notes_that_hold
from referee.session.session import Session


def agreed_requests(session: Session) -> tuple[SignedNote, ...]:
    """The requests of another host to which the reader's seat has agreed and the present host has not; none where the
    present host's seat has a say.
    """
    if not session.table.replaces_host:
        return ()
    asked = [signed for signed in pending_notes_that_hold(session, "rekey") if signed.read(Rekey).seat == REFEREE]
    agreed = {signed.id: agreeing_parties(session, signed) for signed in asked if signed.read(Rekey).name is not None}
    ours = (signed for signed in asked if session.role in agreed.get(signed.id, ()))
    return tuple(signed for signed in ours if not _host_agrees(session, signed))


def _host_agrees(session: Session, signed: SignedNote) -> bool:
    """Whether the present host has agreed to a request for the step that is next, as he must."""
    words = (one.read(Consent) for one in pending_notes_that_hold(session, "consent"))
    said = (word for word in words if word.seat == REFEREE and rekey_of_consent(word) == signed.id)
    return any(word.step == session.position.step + 1 for word in said)


def left_behind(session: Session, step: int) -> dict[str, object]:
    """What is said of a step of the present host that waits here: who hosts, which step, and whom the reader wants."""
    name = safe_text(agreed_requests(session)[0].read(Rekey).name or "")
    return {"host": present_host(session), "step": step, "name": name}


def present_host(session: Session) -> Called:
    """The present host, by the name of the seat at which that one plays."""
    return session.table.person(session.table.host_seat or REFEREE)


def steps_held_back(session: Session) -> tuple[int, ...]:
    """The steps of the present host that wait here though nothing is missing before them, ascending."""
    if not agreed_requests(session):
        return ()
    waiting = stored_bundles(session.folder, "ahead").get(early_step_file_name(session.position.step + 1), ())
    by_host = any(signed.type == "step" and signed.key == session.table.host.key for signed in waiting)
    return (session.position.step + 1,) if by_host else ()

"""Another host where nobody sees the deck: to whom the reader has agreed, and which steps of the present host wait
until that is decided.
"""

from __future__ import annotations

from referee.drawing.safe import safe_text
from referee.kernel.grammar.spelling import Called
from referee.record.note import SignedNote
from referee.record.notes import Consent, Rekey
from referee.record.store import kept
from referee.table.desk.desk import Desk
from referee.table.desk.pending import ahead_name, held
from referee.table.desk.rekeys import agreed_to
from referee.table.seating import REFEREE
from referee.table.step.consent import key_meant
from referee.table.step.replacing import goes_without_host


def requests_agreed(desk: Desk) -> tuple[SignedNote, ...]:
    """The requests of another host to which the reader's seat has agreed and the present host has not; none where the
    present host's seat has a say.
    """
    if not goes_without_host(desk.table):
        return ()
    asked = [signed for signed in held(desk, "rekey") if signed.read(Rekey).seat == REFEREE]
    agreed = {signed.id: agreed_to(desk, signed) for signed in asked if signed.read(Rekey).name is not None}
    ours = (signed for signed in asked if desk.role in agreed.get(signed.id, ()))
    return tuple(signed for signed in ours if not _host_agrees(desk, signed))


def _host_agrees(desk: Desk, signed: SignedNote) -> bool:
    """Whether the present host has agreed to a request for the step that is next, as he must."""
    words = (one.read(Consent) for one in held(desk, "consent"))
    said = (word for word in words if word.seat == REFEREE and key_meant(word) == signed.id)
    return any(word.step == desk.position.step + 1 for word in said)


def left_behind(desk: Desk, step: int) -> dict[str, object]:
    """What is said of a step of the present host that waits here: who hosts, which step, and whom the reader wants."""
    name = safe_text(requests_agreed(desk)[0].read(Rekey).name or "")
    return {"host": present_host(desk), "step": step, "name": name}


def present_host(desk: Desk) -> Called:
    """The present host, by the name of the seat at which that one plays."""
    return desk.table.person(desk.table.host_seat or REFEREE)


def steps_held_back(desk: Desk) -> tuple[int, ...]:
    """The steps of the present host that wait here though nothing is missing before them, ascending."""
    if not requests_agreed(desk):
        return ()
    waiting = kept(desk.folder, "ahead").get(ahead_name(desk.position.step + 1), ())
    by_host = any(signed.type == "step" and signed.key == desk.table.host.key for signed in waiting)
    return (desk.position.step + 1,) if by_host else ()

"""Whose yes to another host is wanted and was not heard, where nobody sees the deck: as the program of a seat sees it
that has agreed to one.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.record.names import step_name
from referee.record.note import SignedNote
from referee.record.notes import Consent
from referee.table.desk.desk import Desk
from referee.table.desk.pending import file_of
from referee.table.desk.rekeys import agreed_to
from referee.table.desk.succeeding import requests_agreed
from referee.table.desk.waited import DAY, Clock, days_agreed, notes_in
from referee.table.step.consent import key_meant
from referee.table.step.replacing import must_agree


def unheard(desk: Desk, clock: Clock) -> Iterator[tuple[str, int]]:
    """The seats whose yes a request lacks and that have let the days go by which the charter gives, each with how many:
    no yes, no or move of theirs came here behind the request.
    """
    days, names = days_agreed(desk), desk.table.names
    if days is None or desk.table.terms.absence != "agreed":
        return
    for signed in requests_agreed(desk):
        came, agreed = desk.folder.pending_since(file_of(signed)), agreed_to(desk, signed)
        waited = clock.shows - came
        wanted = (names[seat] for seat in must_agree(desk.position) if names[seat] not in (desk.role, *agreed))
        for name in wanted if waited >= days * DAY else ():
            if not _heard_since(desk, name, came):
                yield name, int(waited // DAY)


def _heard_since(desk: Desk, name: str, came: float) -> bool:
    """Whether a person at a seat has done anything since: a move, or a word on a key. What a program sends by itself
    is none.
    """
    keys = {party.key for party in desk.table.ever if party.role == name}
    files = (file for file in desk.folder.list_pending() if desk.folder.pending_since(file) >= came)
    notes = [signed for file in files for signed in notes_in(desk, file)]
    for step in range(desk.position.step, 0, -1):
        if desk.folder.written(step_name(step)) <= came:
            break
        notes += desk.history.signed_notes[step_name(step)]
    return any(signed.key in keys and _is_of_person(signed) for signed in notes)


def _is_of_person(signed: SignedNote) -> bool:
    note = signed.note()
    return signed.type == "move" or (isinstance(note, Consent) and key_meant(note) is not None)

"""Whatever the program decides by the type of a note follows from its row in `record/notes/kinds.py`."""

from __future__ import annotations

from referee.audit import allowed_signers
from referee.mail import outgoing
from referee.protocol.masked import note_rules
from referee.record import chain, file_names
from referee.record.notes import BESIDE, TYPES
from referee.record.notes.kinds import (
    BY_HOST,
    COMMENTS,
    DISPUTES,
    FOR_HOST,
    HOST,
    KINDS,
    OUTBOX,
    PENDING,
    SEAT,
    UNRECORDED,
    forms_of,
    slot_of,
    types_of,
)
from referee.session import new_notes, pending
from referee.session.incoming import receive, received_notes
from tests.record.examples import FULL, SMALL


def test_today() -> None:
    assert {kind.type: kind.note for kind in KINDS} == TYPES
    assert UNRECORDED == BESIDE
    assert set(BY_HOST) == set(received_notes.BY_REFEREE)
    assert set(FOR_HOST) == set(new_notes.FOR_HOST)
    assert set(types_of(lambda kind: kind.has_own_mail)) == set(outgoing._SUBJECTS)
    assert set(types_of(lambda kind: kind.has_own_mail and kind.to == "all")) == set(outgoing._TO_ALL)
    assert types_of(lambda kind: kind.is_masked) == note_rules.ONLY
    phases = {"OPENING": "opening", "IN_STEPS": "step", "BESIDE": "unrecorded", "AFTER": "after the end"}
    for is_host, who in ((True, HOST), (False, SEAT)):
        for name, phase in phases.items():
            mine = types_of(lambda k, who=who, phase=phase: who in k.signed_by and k.phase == phase and not k.is_masked)
            assert set(mine) == set(getattr(allowed_signers, name)[is_host])
    other = ("ahead", "evidence", "decision")
    for part in (OUTBOX, PENDING, DISPUTES, COMMENTS):
        today = {sort: form for sort, form in file_names.FORMS[part].items() if sort not in other}
        assert forms_of(part) == today
    for examples in (FULL, SMALL):
        for note in examples.values():
            assert slot_of(note) == chain.slot_of(note)

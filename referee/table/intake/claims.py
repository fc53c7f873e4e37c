"""Claims and answers that come by mail are kept beside the record, for `referee judge`; no game hangs on them."""

from __future__ import annotations

from referee.table.desk.claim import keep_beside, name_of
from referee.table.desk.desk import Desk
from referee.table.intake.limits import check_beside
from referee.table.intake.mailbag import Mailbag
from referee.table.telling.news import Notice


def take_claims(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Keep every claim and answer of a mail, with the notes in it that it names.

    Raises:
        RefereeError: one does not hold, or is about another game, or too many of one party would be kept.
    """
    check_beside(desk, bag.of("claim", "answer"))
    notices = []
    for signed in bag.of("claim", "answer"):
        before = name_of(signed) in desk.folder.list_disputes()
        name, note = keep_beside(desk, signed, bag.signed_notes), signed.note()
        code = _HERE[signed.type] if before else _KEPT[signed.type]
        notices.append(Notice(code, {"seat": getattr(note, "seat", ""), "file": f"disputes/{name}"}))
    return notices


_KEPT = {"claim": "claim-kept", "answer": "answer-kept"}
_HERE = {"claim": "claim-here-already", "answer": "answer-here-already"}

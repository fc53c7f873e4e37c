"""Claims and answers that come by mail are kept beside the record, for `referee judge`; no game hangs on them."""

from __future__ import annotations

from referee.table.desk.claim import keep_beside
from referee.table.desk.desk import Desk
from referee.table.intake.mailbag import Mailbag
from referee.table.telling.news import Notice


def take_claims(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Keep every claim and answer of a mail, with the notes in it that it names.

    Raises:
        RefereeError: one does not hold, or is about another game.
    """
    notices = []
    for signed in bag.of("claim", "answer"):
        name, note = keep_beside(desk, signed, bag.signed_notes), signed.note()
        code = "claim-kept" if signed.type == "claim" else "answer-kept"
        notices.append(Notice(code, {"seat": getattr(note, "seat", ""), "file": f"disputes/{name}"}))
    return notices

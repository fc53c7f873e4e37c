"""Claims and answers that come by mail are kept beside the record, for `referee judge`; no game hangs on them."""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.names import DISPUTES, parse
from referee.record.note import SignedNote
from referee.table.desk.claim import keep_beside, name_of
from referee.table.desk.desk import Desk
from referee.table.intake.mailbag import Mailbag
from referee.table.telling.news import Notice

MOST_BESIDE = 64
"""So many claims and answers of one party are kept in `disputes/`; they cost their sender nothing."""


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
        notices.append(Notice(code, {"seat": desk.table.person(getattr(note, "seat", "")), "file": f"disputes/{name}"}))
    return notices


def check_beside(desk: Desk, signed_notes: Iterable[SignedNote]) -> None:
    """Check how many claims and answers of one party would lie in `disputes/`. Raises OutOfOrder: more than 64."""
    kept = desk.folder.list_disputes()
    parsed = [name for name in (parse(DISPUTES, file) for file in kept) if name is not None]
    new: dict[str, set[str]] = {}
    for signed in signed_notes:
        party, note = desk.table.signer(signed.key), signed.note()
        if party is not None and party.role == getattr(note, "seat", ""):
            signed.check()
            new.setdefault(party.role, set()).add(name_of(signed))
    for seat, names in sorted(new.items()):
        count = len(names | {str(name) for name in parsed if name.seat == seat})
        if count > MOST_BESIDE and not names <= set(kept):
            hint = Sentence("empty-disputes")
            raise OutOfOrder("disputes-full", seat=desk.table.person(seat), count=count, most=MOST_BESIDE, hint=hint)


_KEPT = {"claim": "claim-kept", "answer": "answer-kept"}
_HERE = {"claim": "claim-here-already", "answer": "answer-here-already"}

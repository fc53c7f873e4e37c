"""Claims, answers and comments that come by mail are kept next to the record; no game depends on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from referee.audit.comments import MOST_COMMENTS, check_comment
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.messages.step_news import Notice
from referee.record.file_names import DISPUTES, parse_file_name
from referee.record.note import SignedNote
from referee.record.notes import Comment
from referee.session.incoming.received_notes import ReceivedNotes, check_signer
from referee.session.session import Session
from referee.session.sign_claim import claim_file_name, keep_beside
from referee.session.sign_comment import store_comment, stored_comments


def handle_comments(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Keep every comment of a mail that is not here, or none.

    Raises:
        RefereeError: one does not hold, the game has not ended here, or too many of one party would be kept.
    """
    here = {signed.id: signed for signed in stored_comments(session)}
    came = {signed.id: signed for signed in bag.of("comment")}
    for signed in came.values():
        check_signer(session, signed)
        check_comment(session.history, signed)
    for seat, count in Counter(one.read(Comment).seat for one in (here | came).values()).items():
        if count > MOST_COMMENTS and came.keys() - here.keys():
            raise OutOfOrder("comments-full", seat=session.table.person(seat), most=MOST_COMMENTS)
    notices = []
    for note_id, signed in came.items():
        note, code = signed.read(Comment), "comment-here-already" if note_id in here else "comment-kept"
        if note_id not in here:
            store_comment(session, signed)
        notices.append(Notice(code, {"seat": session.table.person(note.seat), "step": note.step}))
    return notices


MOST_BESIDE = 64
"""So many claims and answers of one party are kept in `disputes/`; they cost their sender nothing."""


def handle_claims(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Keep every claim and answer of a mail, with the notes in it that it names.

    Raises:
        RefereeError: one does not hold, or is about another game, or too many of one party would be kept.
    """
    check_unrecorded_limit(session, bag.of("claim", "answer"))
    notices = []
    for signed in bag.of("claim", "answer"):
        before = claim_file_name(signed) in session.folder.list_disputes()
        name, note = keep_beside(session, signed, bag.signed_notes), signed.note()
        code = f"{signed.type}-here-already" if before else f"{signed.type}-kept"
        notices.append(
            Notice(code, {"seat": session.table.person(getattr(note, "seat", "")), "file": f"disputes/{name}"})
        )
    return notices


def check_unrecorded_limit(session: Session, signed_notes: Iterable[SignedNote]) -> None:
    """Check how many claims and answers of one party would be in `disputes/`. Raises OutOfOrder: more than 64."""
    kept = session.folder.list_disputes()
    parsed = [name for name in (parse_file_name(DISPUTES, file) for file in kept) if name is not None]
    new: dict[str, set[str]] = {}
    for signed in signed_notes:
        party, note = session.table.signer(signed.key), signed.note()
        if party is not None and party.role == getattr(note, "seat", ""):
            signed.check()
            new.setdefault(party.role, set()).add(claim_file_name(signed))
    for seat, names in sorted(new.items()):
        count = len(names | {str(name) for name in parsed if name.seat == seat})
        if count > MOST_BESIDE and not names <= set(kept):
            hint = Sentence("empty-disputes")
            raise OutOfOrder("disputes-full", seat=session.table.person(seat), count=count, most=MOST_BESIDE, hint=hint)

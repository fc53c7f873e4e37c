"""Comments that come by mail are kept beside the record once the game has ended here; no game hangs on them."""

from __future__ import annotations

from collections import Counter

from referee.kernel.errors import OutOfOrder
from referee.record.notes import Comment
from referee.table.desk.commenting import comments_here, keep_comment
from referee.table.desk.desk import Desk
from referee.table.intake.mailbag import Mailbag, authenticate
from referee.table.reading.comments import MOST_COMMENTS, check_comment
from referee.table.telling.news import Notice


def take_comments(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Keep every comment of a mail that is not here, or none.

    Raises:
        RefereeError: one does not hold, the game has not ended here, or too many of one party would be kept.
    """
    here = {signed.id: signed for signed in comments_here(desk)}
    came = {signed.id: signed for signed in bag.of("comment")}
    for signed in came.values():
        authenticate(desk, signed)
        check_comment(desk.history, signed)
    for seat, count in Counter(one.read(Comment).seat for one in (here | came).values()).items():
        if count > MOST_COMMENTS and came.keys() - here.keys():
            raise OutOfOrder("comments-full", seat=desk.table.person(seat), most=MOST_COMMENTS)
    notices = []
    for note_id, signed in came.items():
        note, code = signed.read(Comment), "comment-here-already" if note_id in here else "comment-kept"
        if note_id not in here:
            keep_comment(desk, signed)
        notices.append(Notice(code, {"seat": desk.table.person(note.seat), "step": note.step}))
    return notices

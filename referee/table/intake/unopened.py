"""An answer beside others is looked at alone; by a host who plays not before the reader's answer is there."""

from __future__ import annotations

from collections.abc import Callable

from referee.kernel.errors import RefereeError
from referee.record.note import SignedNote, render_bundle
from referee.record.notes import Move
from referee.table.desk.answers import standing_to_enter
from referee.table.desk.desk import Desk
from referee.table.desk.pending import file_of, held
from referee.table.intake.replies import write_reply
from referee.table.seating import author
from referee.table.step.enter import with_named, with_standing
from referee.table.step.produce import entered_run
from referee.table.step.standing import check_due, stand
from referee.table.step.together import check_share
from referee.table.telling.news import Notice


def check_answer_alone(desk: Desk, move: Move) -> None:
    """Check that an answer holds for itself; what the others have said counts for nothing in it.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the note is refused.
    """
    position = desk.position
    standing = standing_to_enter(desk, (move,))
    entered = with_standing(position, standing, desk.eyes)
    check_due(position, (move,), standing)
    seat = position.table.seat(move.seat)
    run = entered_run(with_named(entered, (move,)), (move,), desk.eyes)
    check_share(run.before, seat, run.plans[seat])


def drop_refused(desk: Desk, lang: str) -> list[Notice]:
    """Drop what waits and does not hold, with a letter to each author, and say no more than that."""
    notices = []
    checks: list[tuple[SignedNote, Callable[[SignedNote], object]]] = [
        (signed, lambda signed: stand(desk.position, signed, desk.eyes)) for signed in standing_to_enter(desk, ())
    ]
    checks += [(signed, lambda signed: check_answer_alone(desk, signed.read(Move))) for signed in held(desk, "answer")]
    for signed, check in checks:
        try:
            check(signed)
        except RefereeError as refusal:
            write_reply(desk, render_bundle((signed,)), refusal, lang)
            desk.folder.drop_pending(file_of(signed))
            notices.append(Notice("refused-by-letter", {"seat": desk.table.person(author(signed))}))
    return notices

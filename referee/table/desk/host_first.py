"""A host who plays goes first: his seat accepts before any other, and answers before he opens what others sealed."""

from __future__ import annotations

from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.note import SignedNote
from referee.table.desk.answers import standing_to_enter
from referee.table.desk.desk import Desk
from referee.table.desk.pending import held
from referee.table.seating import author
from referee.table.step.enter import with_standing
from referee.table.step.together import has_answered


def own_accepts(desk: Desk) -> tuple[SignedNote, ...]:
    """The accept of the host's seat, which travels with the charter; none where the host does not play, or not yet."""
    seat = desk.table.terms.host
    return tuple(signed for signed in held(desk, "accept") if author(signed) == seat)


def check_host_accepts(desk: Desk) -> None:
    """Check that the seat of a host who plays has accepted. With its share everybody can work out, later, which hand he
    has thrown away with a deal.

    Raises:
        OutOfOrder: it has not.
    """
    seat = desk.table.terms.host
    if seat not in ("", desk.role) and not own_accepts(desk):
        raise OutOfOrder("host-accepts-first", seat=seat, hint=Sentence("take-charter-mail"))


def own_answer_lacks(desk: Desk) -> bool:
    """Whether the seat of a host who plays is asked beside others and has not answered, by a note, a plan or standing
    answers. Nothing of what the others have sealed is opened before.
    """
    if not (desk.is_host and desk.sits) or len(desk.position.asked) < 2:
        return False
    position, seat = desk.position, desk.table.seat(desk.sits)
    if position.request_of(seat) is None or any(author(signed) == desk.sits for signed in held(desk, "answer")):
        return False
    own = [signed for signed in standing_to_enter(desk, ()) if author(signed) == desk.sits]
    return not has_answered(with_standing(position, own, desk.eyes), seat)

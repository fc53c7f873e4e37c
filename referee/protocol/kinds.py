"""What a note is checked on by itself: one row for each type that a seat signs for a step (`record/notes/kinds.py`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.protocol.agreements.consent import check_consent
from referee.protocol.agreements.new_key import check_rekey
from referee.protocol.step.position import Position
from referee.protocol.step.standing_orders import check_standing
from referee.record.note import SignedNote
from referee.record.notes import AnyNote, Consent, Move, Rekey, Standing, Unlock

Check = Callable[[Position, SignedNote], object]

CHECKS: Mapping[type[AnyNote], Check | None] = {
    Move: None,
    Standing: check_standing,
    Rekey: check_rekey,
    Consent: check_consent,
    Unlock: None,
}
"""What refuses a note of a seat by the position before its step; None: more than that position is needed."""


def check_on_position(position: Position, signed: SignedNote) -> None:
    """Check a note on the position before its step, where that is all that a note of its type is checked on.

    Raises:
        RefereeError: it does not hold there, or no longer.
    """
    check = CHECKS.get(type(signed.note()))
    if check is not None:
        check(position, signed)

"""A party agrees to a key, or says no to it and so takes back what it has agreed to: its last word counts.

A step note can list only what has reached the referee. So nobody is at fault who says yes and then no, and no host who
enters a key before the no has come; that a no is heeded is looked after by whoever has it: the host before he closes a
step, each client for the word of its own owner.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel.errors import OutOfOrder
from referee.record.notes import Consent, NoteId
from referee.table.step.position import Position

KEY = "key "
"""How a consent to a new key begins; it holds until a step enters that key, and not for one step alone."""

NO = f"no {KEY}"
"""How a consent begins by which its author does not agree to a new key, whatever was said before."""


def key_meant(consent: Consent) -> NoteId | None:
    """The rekey note that a consent speaks of, for or against; None if it speaks of something else."""
    return next((consent.to.removeprefix(begins) for begins in (KEY, NO) if consent.to.startswith(begins)), None)


def is_no(consent: Consent) -> bool:
    """Whether its author does not agree to a key."""
    return consent.to.startswith(NO)


def weight(consent: Consent) -> tuple[int, bool]:
    """Of two words of one party about one key the heavier one is the last: of the later step; in one step the no."""
    return consent.step, is_no(consent)


def noes_listed(position: Position, consents: Iterable[Consent]) -> set[tuple[str, str]]:
    """(seat, what it says) of every no that a step may list: those of all who still play, said for this very step.

    With them the host of now closes a step that he has left to another, who did not close it.

    Raises:
        OutOfOrder: one who still plays has not said no.
    """
    playing = [name for seat, name in enumerate(position.table.names) if seat not in position.left]
    noes = {(one.seat, one.to) for one in consents if is_no(one) and one.step == position.step + 1}
    for to in sorted({to for _, to in noes}):
        missing = [name for name in playing if (name, to) not in noes]
        if missing:
            raise OutOfOrder("consents-missing", to=to, missing=", ".join(missing))
    return {(name, to) for name, to in noes if name in playing}

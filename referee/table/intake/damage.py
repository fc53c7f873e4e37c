"""What was damaged in a mail is told with whatever became of the rest of it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence

_LEFT_BY_DAMAGE = frozenset(("move-goes-to-host", "standing-goes-to-host", "step-notes-missing"))
"""Refusals of what is left of a letter when a note of it is damaged: they are true, and beside the point."""


def remarked(remark: RefereeError) -> Sentence:
    """What is said of a note that was left out: its place and what is wrong."""
    return remark.said if remark.at is None else Sentence("left-out-at", at=remark.at, what=remark.said)


def with_damage(refusal: RefereeError, remarks: Sequence[RefereeError]) -> RefereeError:
    """The refusal of a mail of which other notes are damaged: both are told, or the damage alone if it is the cause."""
    if not remarks:
        return refusal
    first, others = (remarks[0], remarks[1:]) if refusal.code in _LEFT_BY_DAMAGE else (refusal, remarks)
    first.beside = tuple(others)
    return first

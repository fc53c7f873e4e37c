"""What a reader writes down about a game for nobody else."""

from __future__ import annotations

import msgspec

from referee.kernel.errors import Unreadable
from referee.session import memos
from referee.session.memos import Memo, SavedOrders
from referee.session.session import Session

LONGEST = 500


class Jotted(msgspec.Struct, frozen=True):
    """What is kept on this computer about the game now."""

    jotted: tuple[Memo, ...]
    """The reader's own thoughts, by step."""
    lines: tuple[SavedOrders, ...]
    """The lines of orders that are kept, by name."""


def check_memo(text: str) -> None:
    """Raise Unreadable unless a text can be kept as a thought."""
    if len(text) > LONGEST or not text.isprintable():
        raise Unreadable("jotting-text", most=LONGEST)


def write_memo(session: Session, text: str) -> Memo:
    """A thought, kept at the latest step. Raises Unreadable: the text is too long, or too many are kept."""
    check_memo(text)
    return memos.add(session, text)


def forget_memo(session: Session, number: int) -> Memo:
    """The thought that was the one of this number, from 1, and is kept no longer. Raises Unreadable: there is none."""
    return memos.forget_memo(session, number)


def list_memos(session: Session) -> Jotted:
    """All that is kept about the game. Raises Unreadable: the file is damaged."""
    kept = memos.read_memos(session)
    return Jotted(kept.jotted, kept.lines)

"""The notes of a game whose deck nobody sees, and what its moves name: mixes, locks, positions."""

# Annotations are made as the types are, not kept as text: so nobody has to work them out again to read a note.

from collections.abc import Mapping
from typing import Annotated

import msgspec

from referee.kernel.errors import Unreadable
from referee.record.notes.shapes import Bytes32, Note, NoteId, Number, Plain, Sealed, Seat, Word

RANGES_MOST = 64
"""An unlock names at most this many ranges of positions."""

LOCK_SIZE = 96
"""The bytes of a lock."""


class Range(msgspec.Struct, frozen=True):
    """`lock PILE FIRST COUNT`: the positions FIRST .. FIRST + COUNT - 1 of a masked pile."""

    pile: Word
    first: Number
    count: Number


class At(msgspec.Struct, frozen=True):
    """`give PILE POSITION`, `drop PILE POSITION`: a tile of a masked pile that leaves a hand, shown or unseen."""

    pile: Word
    position: Number


class Mix(Note, frozen=True, kw_only=True):
    """A seat mixes a masked pile: the deck after it, and the proof that it is the deck before, mixed.

    `head` is the mix before, the charter for the first. `share` and `escrow` are the shares of the seat's deck secret,
    where the charter says so: as points, and sealed.
    """

    game: NoteId
    pile: Word
    seat: Seat
    head: NoteId
    deck: Plain
    proof: Plain
    share: Mapping[Seat, Bytes32] = {}
    escrow: Mapping[Seat, Sealed] = {}


class Unlock(Note, frozen=True, kw_only=True):
    """A seat opens tiles to those who hold them: its locks of what others have drawn, in the order of the ranges.

    It closes no step and takes no slot; `step` and `head` are those that a move would have. `open` shows the deck
    secret of a seat, or a share of it, where the table has decided that.
    """

    game: NoteId
    step: Number
    seat: Seat
    head: NoteId
    lock: Annotated[tuple[Range, ...], msgspec.Meta(max_length=RANGES_MOST)] = ()
    locks: Plain | None = None
    open: Mapping[Seat, Bytes32] = {}

    def __post_init__(self) -> None:
        ends = [(one.pile, one.first + one.count) for one in self.lock]
        gapless = any(end >= (later.pile, later.first) for end, later in zip(ends, self.lock[1:], strict=False))
        if gapless or not all(one.count for one in self.lock):
            raise Unreadable("lock-lines-order")
        check_locks(self.locks, sum(one.count for one in self.lock))


def check_locks(locks: bytes | None, count: int) -> None:
    """Check that `locks` are those of so many positions. Raises Unreadable: they are more, or fewer."""
    if len(locks or b"") != LOCK_SIZE * count or (locks is not None and not count):
        raise Unreadable("locks-size", needed=LOCK_SIZE * count, found=len(locks or b""))

"""The notes of a game with a masked deck, and what its moves name: mixes, locks, positions."""

# Annotations are made as the types are, not kept as text: so nobody has to work them out again to read a note.

from collections.abc import Mapping
from typing import Annotated

import msgspec

from referee.kernel.errors import Unreadable
from referee.record.notes.value_types import Bytes32, Note, NoteId, Number, Plain, Sealed, Seat, Word

RANGES_MOST = 64
"""An unlock names at most this many ranges of positions."""

LOCK_SIZE = 96
"""The bytes of a lock."""


class Range(msgspec.Struct, frozen=True):
    """`lock PILE FIRST COUNT`: adjoining positions in a pile of a masked deck."""

    pile: Word
    """The pile of a masked deck."""
    first: Number
    """The first position, from 0."""
    count: Number
    """How many positions there are, at least 1."""


class At(msgspec.Struct, frozen=True):
    """`give PILE POSITION`, `drop PILE POSITION`: a tile of a masked deck that leaves a hand, shown or unseen."""

    pile: Word
    """The pile of a masked deck."""
    position: Number
    """The position of the tile in the pile, from 0."""


class Mix(Note, frozen=True, kw_only=True):
    """A seat mixes a pile of a masked deck."""

    game: NoteId
    """The id of the game: that of its charter."""
    pile: Word
    """The pile of a masked deck."""
    seat: Seat
    """The seat that mixes."""
    head: NoteId
    """The id of the mix before; the charter for the first one."""
    deck: Plain
    """The deck after this mix: two points of 32 bytes for each position."""
    proof: Plain
    """The proof that this is the deck before, mixed: points and numbers of 32 bytes."""
    share: Mapping[Seat, Bytes32] = {}
    """The shares of the seat's deck secret as points, by seat; empty without escrow."""
    escrow: Mapping[Seat, Sealed] = {}
    """The shares of the seat's deck secret, sealed to each other seat; empty without escrow."""


class Unlock(Note, frozen=True, kw_only=True):
    """A seat sends its key shares for tiles that others hold. It closes no step and takes no slot."""

    game: NoteId
    """The id of the game: that of its charter."""
    step: Number
    """The step that a move signed at this time would have."""
    seat: Seat
    """The seat whose key shares these are."""
    head: NoteId
    """The id of the note that a move signed at this time would follow."""
    lock: Annotated[tuple[Range, ...], msgspec.Meta(max_length=RANGES_MOST)] = ()
    """The positions that these key shares are for, ascending; empty if there are none."""
    locks: Plain | None = None
    """The key shares in the order of the positions, 96 bytes each; absent if there are none."""
    open: Mapping[Seat, Bytes32] = {}
    """A seat's deck secret or a share of it, 32 bytes by seat; empty unless the table asks for it."""

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

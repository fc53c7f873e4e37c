"""What a player sees by the key shares of others that are here, whether a step has recorded them yet or not."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee.kernel.goods import Holder
from referee.kernel.requests import Seat
from referee.protocol.deck import Undecrypted, deck_of
from referee.protocol.seating import Eyes
from referee.protocol.step.position import Position
from referee.record.note import SignedNote
from referee.record.store import GameFolder, stored_notes


def with_pending_key_shares(position: Position, folder: GameFolder) -> Position:
    """The position as if a step had recorded the key shares that wait."""
    return deck_of(position.table).with_waiting(position, _pending(folder))


def seen_with_pending_key_shares(position: Position, folder: GameFolder, eyes: Eyes) -> Position:
    """The position of the record, with what the reader sees by the key shares that wait as well."""
    if not isinstance(position.knowledge, Holder):
        return position
    deck = deck_of(position.table)
    return replace(position, knowledge=deck.seen_by(deck.with_waiting(position, _pending(folder)), eyes).knowledge)


def undecrypted_counts(position: Position, folder: GameFolder, seat: Seat | None) -> Undecrypted:
    """What is closed to whom, with the key shares counted that wait here; `seat` is the reader's."""
    return deck_of(position.table).undecrypted(position, seat, _pending(folder))


def is_face_down(position: Position, folder: GameFolder) -> bool:
    """Whether what somebody holds still waits for key shares of others."""
    return bool(undecrypted_counts(position, folder, None).locks)


def step_owed_since(position: Position, folder: GameFolder, name: str) -> int | None:
    """The step since which somebody waits for key shares of this seat, 0 for the deal; None if nobody does."""
    closed = undecrypted_counts(position, folder, None)
    return min((closed.drawn[owner] for owner, owing in closed.locks.items() if name in owing), default=None)


def _pending(folder: GameFolder) -> Iterator[SignedNote]:
    """The key shares that wait; the folder is read once a deck asks for them."""
    yield from stored_notes(folder, "unlock")

"""What a player of a masked game sees by the unlocks that are here, whether a step has entered them yet or not."""

from __future__ import annotations

from msgspec.structs import replace

from referee.kernel.goods import Holder
from referee.kernel.requests import Seat
from referee.record.names import PENDING, beginning, begins
from referee.record.note import SignedNote, read_bundle
from referee.record.store import Folder
from referee.table.seating import Eyes
from referee.table.step.enter import seen_by, unlocked
from referee.table.step.position import Position
from referee.table.step.tiles import dark_in, wanted_locks
from referee.table.step.unlock import that_hold


def unlocks_kept(folder: Folder) -> tuple[SignedNote, ...]:
    """The unlocks that wait in the folder of a game, whether they hold or not."""
    names = beginning(folder.list_pending(), begins(PENDING, "unlock"))
    return tuple(signed for name in names for signed in read_bundle(folder.read_pending(name)))


def with_waiting(position: Position, folder: Folder) -> Position:
    """The position as if a step had entered the unlocks that wait."""
    for signed in that_hold(position, unlocks_kept(folder)):
        position = unlocked(position, (signed,))
    return position


def seen_with_waiting(position: Position, folder: Folder, eyes: Eyes) -> Position:
    """The position of the record, with what the reader sees by the unlocks that wait as well."""
    if not isinstance(position.knowledge, Holder):
        return position
    return replace(position, knowledge=seen_by(with_waiting(position, folder), eyes).knowledge)


def locks_wanted(position: Position, folder: Folder) -> dict[str, tuple[str, ...]]:
    """For each seat with dark tiles the seats whose locks it waits for, with those counted that wait here."""
    return wanted_locks(with_waiting(position, folder))


def dark(position: Position, folder: Folder, seat: Seat) -> int:
    """How many tiles in the hand of a seat are dark for it, with the unlocks counted that wait here."""
    return len(dark_in(with_waiting(position, folder), seat))

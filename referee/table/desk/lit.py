"""What a player of a masked game sees by the unlocks that are here, whether a step has entered them yet or not."""

from __future__ import annotations

from msgspec.structs import replace

from referee.kernel.goods import Holder
from referee.kernel.requests import Seat
from referee.record.store import Folder, notes_kept
from referee.table.desk.task import Wanted
from referee.table.seating import Eyes
from referee.table.step.deck_shares import wanted_shares
from referee.table.step.enter import seen_by, unlocked
from referee.table.step.position import Position
from referee.table.step.tiles import dark_in, wanted_locks
from referee.table.step.unlock import that_hold


def with_waiting(position: Position, folder: Folder) -> Position:
    """The position as if a step had entered the unlocks that wait."""
    for signed in that_hold(position, notes_kept(folder, "unlock")):
        position = unlocked(position, (signed,))
    return position


def seen_with_waiting(position: Position, folder: Folder, eyes: Eyes) -> Position:
    """The position of the record, with what the reader sees by the unlocks that wait as well."""
    if not isinstance(position.knowledge, Holder):
        return position
    return replace(position, knowledge=seen_by(with_waiting(position, folder), eyes).knowledge)


def darkness(position: Position, folder: Folder, seat: Seat | None) -> tuple[int, Wanted, Wanted]:
    """How many tiles in the hand of a seat are dark for it; for each seat with such tiles the seats whose locks it
    waits for, and for each that the table has opened those whose shares are wanted, with the unlocks counted that wait
    here.
    """
    position = with_waiting(position, folder)
    dark = len(dark_in(position, seat)) if seat is not None else 0
    return dark, wanted_locks(position), wanted_shares(position)

"""What a player of a masked game sees by the unlocks that are here, whether a step has entered them yet or not."""

from __future__ import annotations

from msgspec.structs import replace

from referee.kernel.goods import Holder
from referee.kernel.requests import Seat
from referee.protocol.masked.deck_escrow import wanted_shares
from referee.protocol.masked.hidden_tiles import face_down_positions, missing_key_shares
from referee.protocol.masked.key_share_notes import unlocks_that_hold
from referee.protocol.seating import Eyes
from referee.protocol.step.position import Position
from referee.protocol.step.record_step import seen_with_eyes, with_step_unlocks
from referee.record.store import GameFolder, stored_notes
from referee.session.todo.task import Wanted


def with_pending_key_shares(position: Position, folder: GameFolder) -> Position:
    """The position as if a step had entered the unlocks that wait."""
    for signed in unlocks_that_hold(position, stored_notes(folder, "unlock")):
        position = with_step_unlocks(position, (signed,))
    return position


def seen_with_pending_key_shares(position: Position, folder: GameFolder, eyes: Eyes) -> Position:
    """The position of the record, with what the reader sees by the unlocks that wait as well."""
    if not isinstance(position.knowledge, Holder):
        return position
    return replace(position, knowledge=seen_with_eyes(with_pending_key_shares(position, folder), eyes).knowledge)


def undecrypted_counts(position: Position, folder: GameFolder, seat: Seat | None) -> tuple[int, Wanted, Wanted]:
    """How many tiles in the hand of a seat are dark for it; for each seat with such tiles the seats whose locks it
    waits for, and for each that the table has opened those whose shares are wanted, with the unlocks counted that wait
    here.
    """
    position = with_pending_key_shares(position, folder)
    dark = len(face_down_positions(position, seat)) if seat is not None else 0
    return dark, missing_key_shares(position), wanted_shares(position)

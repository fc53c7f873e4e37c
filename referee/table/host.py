"""The referee's own work: a move becomes a step file. Pure; what is written where is `receive`'s business."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.crypto import joint
from referee.crypto.keys import SigningKey
from referee.kernel.errors import OutOfOrder
from referee.record.note import Frame, sign_note
from referee.table.dealing import make_deal, read_deal
from referee.table.ending import end_note
from referee.table.history import check_move, with_standing
from referee.table.position import Position
from referee.table.seating import Eyes, Table, own_secret
from referee.table.turn import author, produce, settle, turn_note


class Closed(msgspec.Struct, frozen=True):
    """A step that the referee has closed: the notes of its file, and the position it leads to."""

    frames: tuple[Frame, ...]
    position: Position

    @property
    def entered(self) -> tuple[Frame, ...]:
        """The notes of the seats that the step enters."""
        return tuple(frame for frame in self.frames if frame.type in ("accept", "standing", "move"))

    @property
    def turn(self) -> Frame:
        """The turn note (or the deal) of the step."""
        return next(frame for frame in self.frames if frame.type in ("turn", "deal"))


def close_deal(table: Table, accepts: Sequence[Frame], eyes: Eyes, key: SigningKey) -> Closed:
    """The deal file, once every seat has accepted.

    Raises:
        OutOfOrder: an accept is missing.
        NotAuthentic: an accept that does not hold.
    """
    by_seat = {author(frame): frame for frame in accepts}
    missing = [name for name in table.names if name not in by_seat]
    if missing:
        raise OutOfOrder("waiting for the accepts of {missing}", missing=", ".join(missing))
    ordered = tuple(by_seat[name] for name in table.names)
    toss = joint.toss_of(own_secret(table, key))
    frames = (*ordered, sign_note(make_deal(table, ordered, eyes, toss), key))
    return Closed(frames, read_deal(table, frames, eyes))


def close_step(position: Position, frame: Frame, eyes: Eyes, key: SigningKey, standing: Sequence[Frame] = ()) -> Closed:
    """The step file that enters a move note whose signature has been checked; with the end note if it is the last.

    `standing` are standing notes that wait, in seat order; they hold from this step on.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the note is refused, and nothing has happened.
    """
    move = check_move(position, frame)
    run = produce(with_standing(position, standing, eyes), move, eyes)
    note = turn_note(run, (*standing, frame), eyes)
    turn = sign_note(note, key)
    after = settle(run, note, turn.id)
    if not after.over:
        return Closed((*standing, frame, turn), after)
    return Closed((*standing, frame, turn, sign_note(end_note(after, key), key)), after)

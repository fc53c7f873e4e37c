"""What a player's next move says of the own standing answers, from what this machine remembers and the outbox."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.crypto.keys import SigningKey
from referee.record.names import OUTBOX, Name, beginning, begins
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Standing
from referee.table.desk.desk import Desk
from referee.table.desk.guard import Guard
from referee.table.desk.send import Outgoing
from referee.table.step.standing import meant, standing_note, stands


class Named(msgspec.Struct, frozen=True):
    """The standing note that the next move names, and the step it was signed for: None for none, or for not known.

    `along` is the note itself if it is not entered yet and still in the outbox: it goes with the move, so that the host
    never lacks it. `ends` says that answers stand now and the move names none.
    """

    note: str | None = None
    step: int | None = None
    along: tuple[SignedNote, ...] = ()
    ends: bool = False


def named_by(desk: Desk) -> Named:
    """What the next move of this player names."""
    seat = desk.table.seat(str(desk.role))
    standing = desk.position.standing[seat]
    wanted = meant(desk.position, seat, desk.guard().standing)
    if wanted is None:
        return Named(ends=standing is not None)
    if standing is not None and stands(desk.position, str(desk.role), wanted):
        return Named(wanted, standing.step)
    for signed in _signed_here(desk):
        note = signed.note()
        if signed.id == wanted and isinstance(note, Standing):
            return Named(wanted, note.step, (signed,))
    return Named(wanted)


def _signed_here(desk: Desk) -> list[SignedNote]:
    names = beginning(desk.folder.list_outbox(), begins(OUTBOX, "standing"))
    return [signed for name in names for signed in read_bundle(desk.folder.read_outbox(name))]


def standing_outgoing(desk: Desk, key: SigningKey, lines: Sequence[str]) -> Outgoing:
    """A standing note about to be signed; moves name it from then on, or none if there are no lines.

    It takes no slot of the record: two for one step are no contradiction, and the next move says which holds. The guard
    gives it one all the same, so that only the newest of a step stands in the outbox.
    """
    step = desk.position.step + 1

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        return (standing_note(desk.position, key, lines),)

    def remember(guard: Guard, note_id: str) -> Guard:
        return msgspec.structs.replace(guard, standing=note_id if lines else "")

    name = str(Name(OUTBOX, "standing", step, desk.role or ""))
    return Outgoing(desk.table.game_id, f"standing {step}", make, name, instead=True, remember=remember)

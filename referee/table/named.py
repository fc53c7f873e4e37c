"""What a player's next move says of the own standing answers, from what this machine remembers and the outbox."""

from __future__ import annotations

import msgspec

from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Standing
from referee.table.desk import Desk
from referee.table.standing import meant, stands


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
    names = [name for name in desk.folder.list_outbox() if name.startswith("standing-")]
    return [signed for name in names for signed in read_bundle(desk.folder.read_outbox(name))]


def keep_standing(desk: Desk, signed: SignedNote, *, empty: bool) -> str:
    """Remember a standing note that was signed as the one that moves name, or none if it is `empty`, and keep it in the
    outbox; the name of its file.

    A standing note takes no slot: two for one step are no contradiction, and the next move says which holds.
    """
    note, data = signed.note(), render_bundle((signed,))
    assert isinstance(note, Standing)
    desk.write_guard(msgspec.structs.replace(desk.guard(), standing="" if empty else signed.id))
    stem = f"standing-{note.step:04d}-{note.seat}"
    here = [name for name in desk.folder.list_outbox() if name == f"{stem}.note" or name.startswith(f"{stem}-")]
    same = [name for name in here if desk.folder.read_outbox(name) == data]
    name = same[0] if same else f"{stem}-{len(here) + 1}.note" if here else f"{stem}.note"
    desk.folder.write_outbox(name, data)
    return name

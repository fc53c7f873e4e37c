"""The joins that wait with the host until the charter: he sees whose they are, and chooses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.crypto.keys import fingerprint
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.note import SignedNote
from referee.record.notes import Join
from referee.record.store import Folder
from referee.table.desk.waiting import kept
from referee.table.seating import author

MOST_FOR_A_SEAT = 4
"""So many joins wait for each seat of the game, on the average: a join costs its sender nothing."""


def told(joins: Iterable[SignedNote]) -> str:
    """Seat, name and fingerprint of each join."""
    notes = [signed.note() for signed in joins]
    lines = [f"{note.seat}: {note.name}, {fingerprint(note.key)}" for note in notes if isinstance(note, Join)]
    return "; ".join(sorted(lines)) or "nobody"


def leave_out(folder: Folder, keys: Sequence[str]) -> list[SignedNote]:
    """Drop the joins under these keys, given as fingerprints; gives what was dropped.

    Raises:
        Unreadable: no join waits under one of them; none is dropped.
    """
    waiting = {name: signed for name, (signed, *_) in kept(folder, "join").items()}
    known = {fingerprint(signed.key) for signed in waiting.values()}
    for key in keys:
        if key not in known:
            raise Unreadable("no-such-join", key=key, known=told(waiting.values()))
    dropped = {name: signed for name, signed in waiting.items() if fingerprint(signed.key) in keys}
    for name in dropped:
        folder.drop_pending(name)
    return list(dropped.values())


def chosen(joins: Iterable[SignedNote], seats: Sequence[str] | None = None) -> Mapping[str, SignedNote]:
    """One join for each seat, by seat; `seats` are the ones that the host wants, None: all that have joined.

    Raises:
        OutOfOrder: several joins want one seat. Whoever came first has no right to it: the host must say whose it is.
    """
    wanted = [signed for signed in joins if seats is None or author(signed) in seats]
    found = {author(signed): signed for signed in wanted}
    rivals = [signed for signed in wanted if sum(author(other) == author(signed) for other in wanted) > 1]
    if rivals:
        raise OutOfOrder(
            "seat-contested",
            joins=told(rivals),
            hint=Sentence("leave-one-out"),
        )
    return found

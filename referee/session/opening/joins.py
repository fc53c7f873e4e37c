"""The joins that wait with the host until the charter: he sees whose they are, and chooses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.crypto.keys import fingerprint
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.opening import charter
from referee.protocol.opening.seat_names import free_seat_name
from referee.protocol.seating import author_role
from referee.record.note import SignedNote
from referee.record.notes import Join, Offer
from referee.record.store import GameFolder, stored_bundles
from referee.session.pending import pending_file_name
from referee.session.todo.task import Task

MOST_FOR_A_SEAT = 4
"""So many joins wait for each seat of the game, on the average: a join costs its sender nothing."""


def waiting_joins(folder: GameFolder) -> dict[str, SignedNote]:
    """The joins that wait, by the name of their file; of each key the latest."""
    kept = stored_joins(folder)
    latest = {signed.id for signed in latest_join_per_key(kept.values())}
    return {name: signed for name, signed in kept.items() if signed.id in latest}


def stored_joins(folder: GameFolder) -> dict[str, SignedNote]:
    """Every join that is with the host; two of one key only if a process died while it replaced one by the other."""
    return {name: signed for name, (signed, *_) in stored_bundles(folder, "join").items()}


def join_order_key(signed: SignedNote) -> tuple[bytes, str]:
    """Orders the joins of one key: the later one counts, whichever mail comes first (`opening.charter.later_nonce`)."""
    return signed.read(Join).nonce, signed.id


def latest_join_per_key(joins: Iterable[SignedNote]) -> tuple[SignedNote, ...]:
    """Of the joins of each key the one that counts."""
    return tuple({signed.key: signed for signed in sorted(joins, key=join_order_key)}.values())


def competing_joins(joins: Iterable[SignedNote]) -> list[SignedNote]:
    """The joins for seats that more than one of them wants."""
    known = list(joins)
    return [signed for signed in known if sum(author_role(other) == author_role(signed) for other in known) > 1]


def joins_summary(joins: Iterable[SignedNote]) -> str:
    """Seat, name and fingerprint of each join."""
    notes = [signed.note() for signed in joins]
    lines = [f"{note.seat}: {note.name}, {fingerprint(note.key)}" for note in notes if isinstance(note, Join)]
    return "; ".join(sorted(lines)) or "nobody"


def drop_joins(folder: GameFolder, keys: Sequence[str]) -> list[SignedNote]:
    """Drop the joins under these keys, given as fingerprints; gives what was dropped.

    Raises:
        Unreadable: no join waits under one of them; none is dropped.
    """
    dropped = joins_under(folder, keys)
    for name in dropped:
        folder.drop_pending(name)
    return list(dropped.values())


def joins_under(folder: GameFolder, keys: Sequence[str]) -> dict[str, SignedNote]:
    """The joins that wait under these fingerprints, by the names of their files. Raises Unreadable: one has none."""
    waiting = stored_joins(folder)
    known = {fingerprint(signed.key) for signed in waiting.values()}
    for key in keys:
        if key not in known:
            raise Unreadable("no-such-join", key=key, known=joins_summary(waiting.values()))
    return {name: signed for name, signed in waiting.items() if fingerprint(signed.key) in keys}


def selected_joins(joins: Iterable[SignedNote], seats: Sequence[str] | None = None) -> Mapping[str, SignedNote]:
    """One join for each seat, by seat; `seats` are the ones that the host wants, None: all that have joined.

    Raises:
        OutOfOrder: several joins want one seat. Coming first gives no right to it: the host must say whose it is.
    """
    wanted = [signed for signed in joins if seats is None or author_role(signed) in seats]
    found = {author_role(signed): signed for signed in wanted}
    contested = competing_joins(wanted)
    if contested:
        ways = sorted(f"`referee charter --without {fingerprint(signed.key)}`" for signed in contested)
        free = free_seat_name(author_role(contested[0]), found)
        hint = Sentence("join-again-or-without", free=free, commands=", ".join(ways))
        raise OutOfOrder("seat-contested", joins=joins_summary(contested), hint=hint)
    return found


def seating_tasks(folder: GameFolder, offer: Offer, *, by_folder: bool) -> Iterator[Task]:
    """What the host of an offer that was checked does with the joins that wait; the charter only if it would be made.
    Joins that are missing come `by_folder` by themselves, or each in a mail that is received.
    """
    seats = offer.seats
    waiting = waiting_joins(folder)
    contested = {author_role(signed) for signed in competing_joins(waiting.values())}
    taken = sorted({author_role(signed) for signed in waiting.values()})
    for seat in sorted(contested):
        late = [
            signed
            for name, signed in waiting.items()
            if author_role(signed) == seat and name != pending_file_name(signed)
        ]
        told_of = Sentence("seat-of-several", seat=seat, free=free_seat_name(seat, taken))
        yield Task(told_of, f"referee charter --without {fingerprint(late[0].key)}")
    if len(waiting) < seats:
        missing = seats - len(waiting)
        bare = Sentence("joins-awaited", count=missing)
        by_mail = Task(Sentence("waiting-more-joins", count=missing), "referee receive FILE", bare=bare)
        yield Task(bare) if by_folder else by_mail
    elif len(taken) > seats and not contested:
        yield _choice_task(offer, waiting.values(), taken)
    elif not contested:
        yield Task(Sentence("all-seats-taken"), "referee charter", signs=Sentence("signs-charter"))


def _choice_task(offer: Offer, joins: Iterable[SignedNote], taken: Sequence[str]) -> Task:
    """That more have joined than there are seats, and a charter with the first of them by name, the host's own seat
    among them; where the order is drawn, one without the others, for nobody says it.
    """
    host = charter.host_seat(offer)
    playing = sorted(sorted(taken, key=lambda seat: (seat != host, seat))[: offer.seats])
    values, signs = {"count": len(taken), "seats": offer.seats}, Sentence("signs-charter")
    if ("seating", "drawn") not in offer.option:
        ordered = f"referee charter --order {','.join(playing)}"
        return Task(Sentence("more-joins-than-seats", **values), ordered, signs=signs)
    others = sorted(fingerprint(signed.key) for signed in joins if author_role(signed) not in playing)
    without = "".join(f" --without {key}" for key in others)
    return Task(
        Sentence("more-joins-than-drawn", **values), f"referee charter{without}", signs=Sentence("signs-charter")
    )

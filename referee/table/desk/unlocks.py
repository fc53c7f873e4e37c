"""What the program of a seat signs by itself in a masked game: its mix when that is due, and the locks that it owes.

Nobody is asked: whoever has accepted has agreed to it. Both come out with the same bytes however often they are made,
and the guard keeps the one deck under which this seat has ever unlocked anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import takewhile

from referee.crypto.keys import SigningKey
from referee.kernel.errors import OutOfOrder, RefereeError
from referee.kernel.requests import Seat
from referee.record.names import OUTBOX, PENDING, Name, beginning, begins
from referee.record.note import Notes, SignedNote, read_bundle
from referee.record.notes import Unlock
from referee.record.store import notes_kept
from referee.table.desk.desk import Desk
from referee.table.desk.pending import file_of, held, keep_waiting
from referee.table.desk.send import Outgoing, Sent, send
from referee.table.opening.mixing import Mixed, check_mix, check_mixes, make_mix
from referee.table.seating import author
from referee.table.step.deck_secrets import deck_secret_of
from referee.table.step.deck_shares import own_deck_share, shares_due
from referee.table.step.position import Position
from referee.table.step.unlock import (
    locks_of,
    make_first_unlock,
    make_unlock,
    owed,
    positions_in,
    read_unlock,
    that_hold,
)
from referee.table.telling.news import Notice


def sign_due(desk: Desk) -> list[Notice]:
    """Sign what the seat of this desk owes now, and of a host who plays what his seat does; what was signed lies in the
    outbox, and waits here like what others have sent.
    """
    table = desk.history.table
    if table is None or not table.masked or desk.key is None:
        return []
    if desk.is_host:
        return sign_due(desk.turned()) if desk.sits else []
    if desk.role not in table.names:
        return []
    said = {"mix": "mix-made", "unlock": "unlock-made", "consent": "share-made"}
    return [Notice(said[sent.note.type], {"seat": desk.table.person(desk.role)}) for sent in _signed(desk)]


def _signed(desk: Desk) -> Iterator[Sent]:
    if desk.history.position is not None:
        drop_spent(desk, desk.position)
    for signed, _ in own_unlocks(desk):  # a crash may have come between the file and what is remembered of it
        _keep(desk, signed)
    if desk.history.position is not None:
        yield from _unlocked(desk)
        if desk.table.deck_escrow and not desk.position.over:
            yield from _shared(desk)
        return
    if desk.role not in {author(signed) for signed in held(desk, "accept")} | _accepted(desk):
        return
    look_at_mixes(desk)
    mixed = mixed_here(desk)
    if mixed.due(desk.table) == desk.role:
        key, name = desk.signer(), str(Name(OUTBOX, "mix", seat=desk.role or ""))
        sent = send(desk, Outgoing(desk.table.game_id, "mix", lambda _: (make_mix(desk.table, mixed, key),), name))
        yield _kept(desk, sent)
        mixed = mixed_here(desk)
    if mixed.due(desk.table) is None:
        key, name = desk.signer(), str(Name(OUTBOX, "unlock", 0, desk.role or ""))
        if name not in desk.folder.list_outbox():
            desk.change_guard(lambda guard: guard.unlocking(mixed.head))
            first = Outgoing(
                desk.table.game_id, "", lambda _: (make_first_unlock(desk.table, mixed.deck, mixed.head, key),), name
            )
            yield _kept(desk, send(desk, first))


def _accepted(desk: Desk) -> set[str | None]:
    """The reader's seat, if its accept lies in the outbox."""
    return {desk.role} if beginning(desk.folder.list_outbox(), begins(OUTBOX, "accept")) else set()


def mixed_here(desk: Desk) -> Mixed:
    """The deck after all mixes that are here, before the deal."""
    return check_mixes(desk.table, mixes_here(desk), desk.proven)


def seat_key(desk: Desk) -> SigningKey | None:
    """The key of the reader's seat, also of a host who plays; None for somebody without one."""
    return desk.turned().key if desk.is_host and desk.sits else desk.key


def mixes_here(desk: Desk) -> Notes:
    """The mixes that wait and were found to hold, in their order, as far as there is no gap."""
    by_seat = {author(signed): signed for signed in held(desk, "mix") if signed.id in desk.proven}
    return tuple(by_seat[name] for name in takewhile(by_seat.__contains__, desk.table.names))


def look_at_mixes(desk: Desk) -> None:
    """Check the mixes that have overtaken others, now that these are here; one that does not hold goes."""
    if desk.history.position is not None:
        return
    waiting = {author(signed): signed for signed in held(desk, "mix") if signed.id not in desk.proven}
    while waiting:
        mixed = mixed_here(desk)
        signed = waiting.get(mixed.due(desk.table) or "")
        if signed is None:
            return
        try:
            check_mix(desk.table, mixed, signed, key=seat_key(desk))
        except RefereeError:
            desk.folder.drop_pending(file_of(signed))
            return
        desk.keep_proven([signed.id])


def _unlocked(desk: Desk) -> Iterator[Sent]:
    """The unlock of what the seat owes, if any of it stands in none that it has made; of a seat that has left with its
    deck secret as well, once: then nobody waits for its locks, and all see its hand. So it is with its shares of seats
    that the table has opened.
    """
    position = desk.position
    seat, secret = desk.table.seat(desk.role or ""), deck_secret_of(position, desk.key)
    wanted, own = owed(position, seat), own_unlocks(desk)
    made = {at for _, note in own for at in positions_in(note)}
    locks = locks_of(position)
    shown = {name for _, note in own for name in note.open}
    if position.over or secret is None:
        return
    opens = {desk.role or "": secret} if seat in locks.gone and seat not in locks.opened else {}
    opens |= _deck_shares(desk, position, seat)
    opens = {name: number for name, number in opens.items() if name not in shown}
    if made.issuperset(wanted) and not opens:
        return
    key = desk.signer()
    desk.change_guard(lambda guard: guard.unlocking(locks.mix))
    name = str(Name(OUTBOX, "unlock", position.step + 1, desk.role or ""))

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        return (make_unlock(position, key, secret, wanted, opens),)

    yield _kept(desk, send(desk, Outgoing(desk.table.game_id, "", make, name)))


def _shared(desk: Desk) -> Iterator[Sent]:
    """The shares that are due to new keys of other seats."""
    from referee.table.desk.sharing import shares_along, shares_to_send  # few tables have escrow

    for signed in shares_along(desk):  # a crash may have come between the file and what is remembered of it
        if signed.type == "consent":
            keep_waiting(desk.folder, signed)
    for going in shares_to_send(desk):
        sent = send(desk, going)
        keep_waiting(desk.folder, sent.note, last=True)
        yield sent


def _deck_shares(desk: Desk, position: Position, seat: Seat) -> dict[str, int]:
    """The shares that the seat has still to show of those that the table has opened, as far as this key opens them."""
    found = dict[str, int]()
    for other in shares_due(position, seat):
        with suppress(RefereeError):  # its key was given nothing that opens it, or it was sealed a false one
            found[desk.table.names[other]] = own_deck_share(position, desk.signer(), other)
    return found


def _kept(desk: Desk, sent: Sent) -> Sent:
    _keep(desk, sent.note)
    return sent


def _keep(desk: Desk, signed: SignedNote) -> None:
    """What this party has made itself is proven, and waits like what came from others."""
    desk.keep_proven([signed.id])
    keep_waiting(desk.folder, signed)


def own_unlocks(desk: Desk) -> tuple[tuple[SignedNote, Unlock], ...]:
    """The unlocks of the reader's seat in the outbox, oldest first."""
    names = beginning(desk.folder.list_outbox(), begins(OUTBOX, "unlock"))
    found = [read_bundle(desk.folder.read_outbox(name))[0] for name in names]
    notes = [(signed, signed.read(Unlock)) for signed in found]
    return tuple((signed, note) for signed, note in notes if note.seat == desk.role)


def unlocks_to_enter(desk: Desk) -> Notes:
    """The unlocks that the next step enters, in the order of its file: all that wait and bring something; of a step
    that was signed before, those it listed.
    """
    if not desk.table.masked:
        return ()
    listed = desk.guard().listed.get(f"step {desk.position.step + 1}")
    waiting = [signed for signed in notes_kept(desk.folder, "unlock") if listed is None or signed.id in listed]
    return tuple(that_hold(desk.position, waiting))


def drop_spent(desk: Desk, position: Position) -> None:
    """Remove the unlocks that steps have entered, or that bring nothing any more, from what waits and is to be sent."""
    for name in beginning(desk.folder.list_pending(), begins(PENDING, "unlock")):
        if _is_spent(position, read_bundle(desk.folder.read_pending(name))[0]):
            desk.folder.drop_pending(name)
    for name in beginning(desk.folder.list_outbox(), begins(OUTBOX, "unlock")):
        if _is_spent(position, read_bundle(desk.folder.read_outbox(name))[0]):
            desk.folder.drop_outbox(name)


def _is_spent(position: Position, signed: SignedNote) -> bool:
    try:
        read_unlock(position, signed)
    except OutOfOrder as refusal:
        return refusal.code in ("lock-nothing-new", "lock-entered")
    except RefereeError:
        return False
    return False


def along_with_move(desk: Desk) -> Notes:
    """The unlocks that travel with a move: all that wait here and no step has entered."""
    return tuple(that_hold(desk.position, notes_kept(desk.folder, "unlock")))

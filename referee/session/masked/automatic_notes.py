"""What the program of a seat signs by itself with a masked deck: its mix when that is due, and the key shares that it
owes.

Nobody is asked: anyone who has accepted has agreed to it. The guard keeps the one deck under which this seat has ever
unlocked anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import takewhile

from referee.crypto.keys import SigningKey
from referee.kernel.errors import OutOfOrder, RefereeError
from referee.kernel.requests import Seat
from referee.messages.step_news import Notice
from referee.protocol.masked.deck_escrow import own_deck_share, shares_due
from referee.protocol.masked.deck_keys import deck_secret_of
from referee.protocol.masked.key_share_notes import (
    key_shares_of,
    make_first_unlock,
    make_unlock,
    owed_positions,
    positions_in,
    read_unlock,
    unlocks_that_hold,
)
from referee.protocol.masked.shuffling import ShuffledDeck, check_mix, check_mixes, make_mix
from referee.protocol.seating import author_role
from referee.protocol.step.position import Position
from referee.record.file_names import OUTBOX, PENDING, FileName, name_prefix, names_with_prefix
from referee.record.note import Notes, SignedNote, read_bundle
from referee.record.notes import Unlock
from referee.record.store import stored_notes
from referee.session.kinds import BINDINGS
from referee.session.masked import share_handover
from referee.session.pending import pending_file_name, pending_notes_that_hold, store_pending
from referee.session.send import OutgoingNote, SentNote, send
from referee.session.session import Session


def sign_automatic_notes(session: Session) -> list[Notice]:
    """Sign what the seat of this session owes now; for a host who plays, what his seat owes. The signed notes are in
    the outbox, and wait here like those that others have sent.
    """
    table = session.history.table
    if table is None or table.deck.keeper == "host" or session.key is None:
        return []
    if session.is_host:
        return sign_automatic_notes(session.turned()) if session.sits else []
    if session.role not in table.names:
        return []
    return [
        Notice(BINDINGS[type(sent.note.note())].made_code, {"seat": session.table.person(session.role)})
        for sent in _sign_all(session)
    ]


def _sign_all(session: Session) -> Iterator[SentNote]:
    if session.history.position is not None:
        drop_spent_unlocks(session, session.position)
    for signed, _ in own_unlocks_in_outbox(
        session
    ):  # the program may have stopped between writing the file and noting that
        _keep(session, signed)
    if session.history.position is not None:
        yield from _unlock(session)
        if session.table.deck_escrow and not session.position.over:
            yield from _share_all(session)
        return
    if session.role not in {author_role(signed) for signed in pending_notes_that_hold(session, "accept")} | _my_seat(
        session
    ):
        return
    check_early_shuffles(session)
    mixed = deck_after_stored_shuffles(session)
    if mixed.due(session.table) == session.role:
        key, name = session.signer(), str(FileName(OUTBOX, "mix", seat=session.role or ""))
        sent = send(
            session, OutgoingNote(session.table.game_id, "mix", lambda _: (make_mix(session.table, mixed, key),), name)
        )
        yield _keep_it(session, sent)
        mixed = deck_after_stored_shuffles(session)
    if mixed.due(session.table) is None:
        key, name = session.signer(), str(FileName(OUTBOX, "unlock", 0, session.role or ""))
        if name not in session.folder.list_outbox():
            session.change_guard(lambda guard: guard.unlocking(mixed.head))
            first = OutgoingNote(
                session.table.game_id,
                "",
                lambda _: (make_first_unlock(session.table, mixed.deck, mixed.head, key),),
                name,
            )
            yield _keep_it(session, send(session, first))


def _my_seat(session: Session) -> set[str | None]:
    """The reader's seat, if its accept is in the outbox."""
    return {session.role} if names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "accept")) else set()


def deck_after_stored_shuffles(session: Session) -> ShuffledDeck:
    """The deck after all mixes that are here, before the deal."""
    return check_mixes(session.table, stored_shuffles(session), session.proven)


def seat_key(session: Session) -> SigningKey | None:
    """The key of the reader's seat, also of a host who plays; None for somebody without one."""
    return session.turned().key if session.is_host and session.sits else session.key


def stored_shuffles(session: Session) -> Notes:
    """The mixes that wait and were found to hold, in their order, as far as there is no gap."""
    by_seat = {
        author_role(signed): signed for signed in pending_notes_that_hold(session, "mix") if signed.id in session.proven
    }
    return tuple(by_seat[name] for name in takewhile(by_seat.__contains__, session.table.names))


def check_early_shuffles(session: Session) -> None:
    """Check the mixes that have overtaken others, now that these are here; one that does not hold goes."""
    if session.history.position is not None:
        return
    waiting = {
        author_role(signed): signed
        for signed in pending_notes_that_hold(session, "mix")
        if signed.id not in session.proven
    }
    while waiting:
        mixed = deck_after_stored_shuffles(session)
        signed = waiting.get(mixed.due(session.table) or "")
        if signed is None:
            return
        try:
            check_mix(session.table, mixed, signed, key=seat_key(session))
        except RefereeError:
            session.folder.drop_pending(pending_file_name(signed))
            return
        session.keep_proven([signed.id])


def _unlock(session: Session) -> Iterator[SentNote]:
    """The unlock of what the seat owes, if any of it is missing from those made before; for a seat that has left also
    its deck secret, once: then nobody waits for its locks, and all see its hand. The same goes for its shares of seats
    that the table has opened.
    """
    position = session.position
    seat, secret = session.table.seat(session.role or ""), deck_secret_of(position, session.key)
    wanted, own = owed_positions(position, seat), own_unlocks_in_outbox(session)
    made = {at for _, note in own for at in positions_in(note)}
    locks = key_shares_of(position)
    shown = {name for _, note in own for name in note.open}
    if position.over or secret is None:
        return
    opens = {session.role or "": secret} if seat in locks.gone and seat not in locks.opened else {}
    opens |= _deck_shares(session, position, seat)
    opens = {name: number for name, number in opens.items() if name not in shown}
    if made.issuperset(wanted) and not opens:
        return
    key = session.signer()
    session.change_guard(lambda guard: guard.unlocking(locks.mix))
    name = str(FileName(OUTBOX, "unlock", position.step + 1, session.role or ""))

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        return (make_unlock(position, key, secret, wanted, opens),)

    yield _keep_it(session, send(session, OutgoingNote(session.table.game_id, "", make, name)))


def _share_all(session: Session) -> Iterator[SentNote]:
    """The shares that are due to new keys of other seats."""
    for signed in share_handover.share_consents_to_send(
        session
    ):  # the program may have stopped between writing the file and noting that
        if signed.type == "consent":
            store_pending(session.folder, signed)
    for going in share_handover.shares_to_send(session):
        sent = send(session, going)
        store_pending(session.folder, sent.note, last=True)
        yield sent


def _deck_shares(session: Session, position: Position, seat: Seat) -> dict[str, int]:
    """The shares that the seat still has to show of those that the table has opened, as far as this key opens them."""
    found = dict[str, int]()
    for other in shares_due(position, seat):
        with suppress(RefereeError):  # its key was given nothing that opens it, or it was sealed a false one
            found[session.table.names[other]] = own_deck_share(position, session.signer(), other)
    return found


def _keep_it(session: Session, sent: SentNote) -> SentNote:
    _keep(session, sent.note)
    return sent


def _keep(session: Session, signed: SignedNote) -> None:
    """A note that this party has made itself counts as proven, and waits like the notes of others."""
    session.keep_proven([signed.id])
    store_pending(session.folder, signed)


def own_unlocks_in_outbox(session: Session) -> tuple[tuple[SignedNote, Unlock], ...]:
    """The unlocks of the reader's seat in the outbox, oldest first."""
    names = names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "unlock"))
    found = [read_bundle(session.folder.read_outbox(name))[0] for name in names]
    notes = [(signed, signed.read(Unlock)) for signed in found]
    return tuple((signed, note) for signed, note in notes if note.seat == session.role)


def unlocks_to_enter(session: Session) -> Notes:
    """The unlocks that the next step enters, in the order of its file: all that wait and bring something; of a step
    that was signed before, those it listed.
    """
    if session.table.deck.keeper == "host":
        return ()
    listed = session.guard().listed.get(f"step {session.position.step + 1}")
    waiting = [signed for signed in stored_notes(session.folder, "unlock") if listed is None or signed.id in listed]
    return tuple(signed for signed, _ in unlocks_that_hold(session.position, waiting))


def drop_spent_unlocks(session: Session, position: Position) -> None:
    """Remove the unlocks that steps have recorded, or that bring nothing any more, from what waits and is
    to be sent.
    """
    for name in names_with_prefix(session.folder.list_pending(), name_prefix(PENDING, "unlock")):
        if _is_spent(position, read_bundle(session.folder.read_pending(name))[0]):
            session.folder.drop_pending(name)
    for name in names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "unlock")):
        if _is_spent(position, read_bundle(session.folder.read_outbox(name))[0]):
            session.folder.drop_outbox(name)


def _is_spent(position: Position, signed: SignedNote) -> bool:
    try:
        read_unlock(position, signed)
    except OutOfOrder as refusal:
        return refusal.code in ("lock-nothing-new", "lock-entered")
    except RefereeError:
        return False
    return False


def unlocks_to_send_along(session: Session) -> Notes:
    """The unlocks that travel with a move: all that wait here and no step has recorded."""
    waiting = stored_notes(session.folder, "unlock")
    return tuple(signed for signed, _ in unlocks_that_hold(session.position, waiting))

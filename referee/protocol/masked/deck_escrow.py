"""Shares of the deck secrets at a masked table with escrow: what mixes bind, and what unlocks show once the table has
opened a seat.

A seat that is gone is opened by all others: the step says so, and only after it each of them shows its share. With
the last one all know the deck secret of that seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from referee.crypto import boxes
from referee.crypto.deck import deck_key_shares, group, masking
from referee.crypto.deck.deck_key_shares import ShareAddress
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.requests import Seat
from referee.protocol.agreements.handover import seal_for_new_key
from referee.protocol.masked.deck_keys import charter_secret, has_whole_key_chain
from referee.protocol.masked.key_shares import BoundShares, KeyShares
from referee.protocol.seating import Table, own_game_secret
from referee.protocol.step.position import Position
from referee.record.note import Notes, SignedNote, sign_note
from referee.record.notes import Consent, Mix, NoteId, Rekey, Unlock


def share_lines(table: Table, head: NoteId, key: SigningKey, seat: str) -> dict[str, dict[str, bytes]]:
    """The lines of the mix of a seat on `head` that hold its shares; none at a table without escrow."""
    if not table.deck_escrow:
        return {}
    secret = own_game_secret(table, key)
    split = deck_key_shares.split_deck_secret(secret, other_seats(table, seat))
    private = boxes.box_private(secret)
    return {
        "share": {name: deck_key_shares.point_of_share(share) for name, share in split.items()},
        "escrow": {name: share_address(table, head, seat, name).seal(private, share) for name, share in split.items()},
    }


def check_share_lines(table: Table, note: Mix) -> None:
    """Check that a mix has the lines of shares that its charter asks for, before any arithmetic.

    Raises:
        OutOfOrder: the charter asks for none. NotAuthentic: shares of other seats, or of another length.
    """
    if not table.deck_escrow:
        if note.share or note.escrow:
            raise OutOfOrder("mix-with-shares", seat=note.seat)
        return
    expected = sorted(other_seats(table, note.seat))
    sizes = {len(data) for data in note.escrow.values()}
    if sorted(note.share) != expected or sorted(note.escrow) != expected or sizes != {deck_key_shares.SIZE}:
        raise NotAuthentic("deck-share-differs", seat=note.seat)


def check_bound_shares(table: Table, note: Mix) -> None:
    """Check that the shares which a mix binds make the deck key of its seat. Raises NotAuthentic."""
    if note.share:
        deck_key_shares.check_points(note.seat, table.deck_keys[table.seat(note.seat)], note.share)


def shares_bound_by(mixes: Notes) -> tuple[BoundShares, ...]:
    """The shares that the mixes of all seats bind; () at a table without escrow."""
    notes = (signed.read(Mix) for signed in mixes)
    return tuple(BoundShares(note.head, note.share, note.escrow) for note in notes if note.share)


def check_own_shares(table: Table, key: SigningKey | None, bound: Mapping[Seat, BoundShares]) -> None:
    """Check the shares that mixes of others have sealed to the holder of `key`, if it has a seat by the charter.

    Raises:
        NotAuthentic: one does not open, or is not all were shown. Only its holder can tell.
    """
    party = table.party(key.public) if key is not None else None
    if key is None or party is None or party.role not in table.names:
        return
    secret = own_game_secret(table, key)
    for seat, shares in bound.items():
        if table.names[seat] != party.role:
            revealed_share(table, seat, shares, party.role, secret)


def own_deck_share(position: Position, key: SigningKey, seat: Seat) -> int:
    """The share of the deck secret of `seat` that the seat which signs with `key` holds.

    Raises:
        OutOfOrder: this key was not given what opens it. NotAuthentic: it is not what all were shown.
    """
    table = position.table
    party, secret = table.party(key.public), charter_secret(position, key)
    assert party is not None and position.past.locks is not None
    if secret is None:
        raise OutOfOrder("open-share-lost", seat=table.person(table.names[seat]), holder=table.person(party.role))
    return revealed_share(table, seat, position.past.locks.bound[seat], party.role, secret)


def share_consent_note(position: Position, key: SigningKey, rekey_id: NoteId, note: Rekey) -> SignedNote:
    """The second consent of a seat to a new key of another one, that of `note`: it hands its share over, sealed.

    Raises:
        OutOfOrder, NotAuthentic: as `own_deck_share`.
    """
    table = position.table
    party, share = table.party(key.public), own_deck_share(position, key, table.seat(note.seat))
    assert party is not None
    secret = seal_for_new_key(position, key, note.box, group.written_scalar(share))
    return sign_note(Consent(**position.addressed(party.role), to=f"key {rekey_id}", secret=secret), key)


def revealed_share(table: Table, seat: Seat, bound: BoundShares, holder: str, secret: bytes) -> int:
    """The share of `seat` that is sealed to `holder`, by the game secret of its key in the charter. Raises
    NotAuthentic.
    """
    sent = share_address(table, bound.head, table.names[seat], holder)
    return sent.unseal(boxes.box_private(secret), bound.escrow[holder], bound.share[holder])


def share_address(table: Table, head: NoteId, giver: str, holder: str) -> ShareAddress:
    """The way of a share from seat to seat, under the boxes of the charter."""
    box = {party.role: party.box for party in table.opening.seats}
    return ShareAddress(table.charter, table.game_id, head, giver, holder, box[giver], box[holder])


def other_seats(table: Table, seat: str) -> tuple[str, ...]:
    """All seats of the charter but this one, in its order."""
    return tuple(name for name in table.names if name != seat)


def check_seats_to_reveal(position: Position, seats: Sequence[Seat]) -> None:
    """Check that the table may open these seats, of which no other may hold a share of another one.

    Raises:
        OutOfOrder: there is no escrow; a seat is not gone, or was opened before; or a share is out of reach.
    """
    table, locks = position.table, position.past.locks
    if seats and not (table.deck_escrow and locks is not None):
        raise OutOfOrder("open-without-escrow")
    for seat in seats:
        assert locks is not None
        gone = seat in position.left or position.is_away(seat)
        if not gone or seat in locks.opened or seat in locks.opening:
            raise OutOfOrder("open-not-gone", seat=table.person(table.names[seat]))
        for other in range(len(table.names)):
            if other != seat and (other in seats or are_shares_lost(position, other)):
                person = table.person(table.names[seat])
                raise OutOfOrder("open-share-lost", seat=person, holder=table.person(table.names[other]))


def are_shares_lost(position: Position, holder: Seat) -> bool:
    """Whether the shares that a seat holds are out of reach: the table has opened it, or it has a key that was given
    no game secret.
    """
    locks = position.past.locks
    return locks is not None and (holder in locks.opening or not has_whole_key_chain(position, holder))


def with_revealed_key_shares(position: Position, note: Unlock) -> KeyShares:
    """The locks with what an unlock opens: one's own deck secret of a seat that was gone when it was signed, or shares
    of seats that the table had opened by then.

    Raises:
        OutOfOrder: it is for another time. NotAuthentic: it is not what the charter or a mix has bound.
    """
    table, locks = position.table, position.past.locks
    assert locks is not None
    for name, data in note.open.items():
        seat, number = table.seat(name), group.read_scalar(data)
        if name == note.seat:
            locks = _with_own(table, locks, note, seat, number)
        else:
            locks = _with_share(table, locks, note, seat, number)
    return locks


def _with_own(table: Table, locks: KeyShares, note: Unlock, seat: Seat, secret: int) -> KeyShares:
    if not 0 < locks.gone.get(seat, note.step) < note.step:
        raise OutOfOrder("open-not-gone", seat=table.person(note.seat))
    if masking.deck_key(secret) != table.deck_keys[seat]:
        raise NotAuthentic("deck-secret-differs", seat=note.seat)
    return locks if seat in locks.opened else replace(locks, opened={**locks.opened, seat: secret})


def _with_share(table: Table, locks: KeyShares, note: Unlock, seat: Seat, share: int) -> KeyShares:
    name, holder = table.names[seat], table.seat(note.seat)
    if not locks.bound:
        raise OutOfOrder("open-not-gone", seat=table.person(name))
    if not locks.opening.get(seat, note.step) < note.step:
        raise OutOfOrder("share-too-early", seat=table.person(name), holder=table.person(note.seat))
    if deck_key_shares.point_of_share(share) != locks.bound[seat].share[note.seat]:
        raise NotAuthentic("deck-share-differs", seat=note.seat)
    known = locks.told.get(seat, {})
    if seat in locks.opened or holder in known:
        return locks
    told = {**known, holder: share}
    locks = replace(locks, told={**locks.told, seat: told})
    if len(told) < len(table.names) - 1:
        return locks
    return replace(locks, opened={**locks.opened, seat: deck_key_shares.join_shares(told.values())})


def shares_due(position: Position, seat: Seat) -> tuple[Seat, ...]:
    """The seats that the table has opened and of which `seat` still has to show its share, ascending."""
    locks = position.past.locks
    if locks is None:
        return ()
    open_still = (other for other in sorted(locks.opening) if other not in locks.opened and other != seat)
    return tuple(other for other in open_still if seat not in locks.told.get(other, {}))


def wanted_shares(position: Position) -> dict[str, tuple[str, ...]]:
    """For each seat that the table has opened the seats whose shares are still wanted, clockwise."""
    found = dict[str, tuple[str, ...]]()
    for seat, name in enumerate(position.table.names):
        due = (other for at, other in enumerate(position.table.names) if seat in shares_due(position, at))
        if names := tuple(due):
            found[name] = names
    return found

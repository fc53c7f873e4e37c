"""Unlocks of a masked deck: the locks of a seat on what others have drawn, made and checked.

Those of the first hands may be signed before there is a deal. Every later one has the step and the head that a move
signed at that time would have, and that step or any later one may enter it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from referee.crypto.deck import group, masking
from referee.crypto.deck.group import Point
from referee.crypto.deck.masking import LOCK, Deck, LockPlace
from referee.crypto.keys import SigningKey
from referee.kernel.canonical_json import decode_b64
from referee.kernel.dice import Dice
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError
from referee.kernel.goods import Counts
from referee.kernel.requests import Seat
from referee.protocol.masked.deck_escrow import with_revealed_key_shares
from referee.protocol.masked.key_shares import KeyShares, Shares, key_shares_after_deal
from referee.protocol.masked.note_rules import dealt_hands, public_counts
from referee.protocol.seating import Table, author_role, own_game_secret
from referee.protocol.step.position import Position
from referee.record.note import Notes, SignedNote, sign_note
from referee.record.notes import NoteId, Range, Unlock

V = TypeVar("V")


def first_hands(table: Table) -> Counts:
    """Which positions are in which hand, before the deal: only the options say how many goods each seat draws."""
    events = table.game.setup(table.options, Dice(bytes(32))).events
    return dealt_hands(len(table.names), table.piles[0].size, events)


def positions_of_others(counts: Counts, seat: Seat) -> tuple[int, ...]:
    """The positions that others than `seat` hold, ascending."""
    return tuple(sorted(at for other, hand in enumerate(counts.hands) if other != seat for at in hand))


def ranges_of(pile: str, positions: Sequence[int]) -> tuple[Range, ...]:
    """Ascending positions as ranges that no gap parts."""
    found: list[Range] = []
    for at in positions:
        if found and at == found[-1].first + found[-1].count:
            found[-1] = Range(pile, found[-1].first, found[-1].count + 1)
        else:
            found.append(Range(pile, at, 1))
    return tuple(found)


def positions_in(note: Unlock) -> tuple[int, ...]:
    """The positions that an unlock names, in the order of its locks."""
    return tuple(at for one in note.lock for at in range(one.first, one.first + one.count))


def make_first_unlock(table: Table, deck: Deck, head: NoteId, key: SigningKey) -> SignedNote:
    """The unlock by the seat with `key` of the first hands of all others, signed before the deal; `head` is the id of
    the last mix, which gave `deck`.
    """
    party = table.party(key.public)
    if party is None or party.role not in table.names:
        raise NotAuthentic("key-without-seat")
    secret = masking.deck_secret(own_game_secret(table, key))
    positions = positions_of_others(first_hands(table), table.seat(party.role))
    ranges, locks = _lines(table, deck, head, party.role, secret, positions)
    return sign_note(Unlock(game=table.game_id, step=0, seat=party.role, head=head, lock=ranges, locks=locks), key)


def make_unlock(
    position: Position, key: SigningKey, secret: int, positions: Sequence[int], opens: Mapping[str, int] | None = None
) -> SignedNote:
    """The unlock of `positions` by the seat with `key` and the deck secret `secret`, signed after the latest step;
    `opens` are deck secrets that it shows to all, one's own one or shares of others, by seat.
    """
    table, locks = position.table, key_shares_of(position)
    party = table.party(key.public)
    if party is None or party.role not in table.names:
        raise NotAuthentic("key-without-seat")
    ranges, records = _lines(table, locks.deck, locks.mix, party.role, secret, positions)
    shown = {name: group.written_scalar(number) for name, number in (opens or {}).items()}
    return sign_note(Unlock(**position.addressed(party.role), lock=ranges, locks=records or None, open=shown), key)


def _lines(
    table: Table, deck: Deck, mix: NoteId, role: str, secret: int, positions: Sequence[int]
) -> tuple[tuple[Range, ...], bytes]:
    pile = table.piles[0].name
    places = (LockPlace(decode_b64(mix, 32), role, pile, at) for at in positions)
    locks = b"".join(masking.make_lock(place, secret, deck[place.position][0]) for place in places)
    return ranges_of(pile, positions), locks


def check_first_unlock(
    table: Table, deck: Deck, head: NoteId, signed: SignedNote, proven: Container[NoteId] = ()
) -> Shares:
    """The shares that an unlock signed before the deal brings. What is cheap is looked at before any lock is.

    Raises:
        NotAuthentic: another key than that of its seat, or a lock that is not proven.
        OutOfOrder: another game or deck, or a position that is not drawn in the set-up, or is the author's own.
    """
    signed.check()
    note, counts = signed.read(Unlock), first_hands(table)
    _check_key(table.opening, signed, note)
    if (note.game, note.step, note.head) != (table.game_id, 0, head) or note.open:
        raise OutOfOrder("unlock-elsewhere", seat=note.seat)
    locks = key_shares_after_deal(deck, head, counts, proven)
    _check_positions(table, note, locks.holders[0])
    return _shares_in(table, locks, note, signed.id)


def key_shares_of(position: Position) -> KeyShares:
    """The key shares received in a game with a masked deck."""
    assert position.past.locks is not None
    return position.past.locks


def owed_positions(position: Position, seat: Seat) -> tuple[int, ...]:
    """The positions that others hold now and of which no step has recorded a lock of `seat`, ascending."""
    locks = key_shares_of(position)
    if seat in locks.opened:
        return ()
    return tuple(
        at for at in positions_of_others(public_counts(position.knowledge), seat) if at not in locks.shares[seat]
    )


def check_no_debt(position: Position, seat: Seat) -> None:
    """Check that `seat` owes no locks. Raises OutOfOrder: who moves has opened to others first what they hold."""
    count = len(owed_positions(position, seat))
    if count:
        raise OutOfOrder("locks-owed", seat=position.table.names[seat], count=count)


def with_unlocks(position: Position, signed_notes: Notes) -> Position:
    """The position with these unlocks entered, in seat order and of one seat by id.

    Raises:
        NotAuthentic, OutOfOrder: one of them does not hold, or brings nothing new, or another order.
    """
    places = [(position.table.seat(author_role(signed)), signed.id) for signed in signed_notes]
    if places != sorted(set(places)):
        raise OutOfOrder("unlocks-stand-seat")
    for signed in signed_notes:
        position = replace(position, past=replace(position.past, locks=read_unlock(position, signed)))
    return position


def unlocks_that_hold(position: Position, waiting: Sequence[SignedNote]) -> Iterator[tuple[SignedNote, Position]]:
    """Those of the unlocks that hold one after the other, in seat order and of one seat by id, each with the position
    once it is recorded.
    """
    for signed in sorted(waiting, key=lambda signed: (position.table.seat(author_role(signed)), signed.id)):
        try:
            position = replace(position, past=replace(position.past, locks=read_unlock(position, signed)))
        except RefereeError:  # it is for a later step, or brings what another has brought
            continue
        yield signed, position


def read_unlock(position: Position, signed: SignedNote) -> KeyShares:
    """The locks once the next step has recorded this unlock. What is cheap is looked at before any lock is.

    Raises:
        NotAuthentic: another key than that of its seat for its step, or a lock that is not proven.
        OutOfOrder: another game or history, a step that is not here yet, a position that nobody else has drawn or that
            was unlocked before, or nothing new.
    """
    table, note, locks = position.table, signed.read(Unlock), key_shares_of(position)
    if note.game != table.game_id:
        raise OutOfOrder("unlock-elsewhere", seat=note.seat)
    _check_key(table, signed, note)
    if note.step == 0:
        if note.head != locks.mix:
            raise OutOfOrder("unlock-elsewhere", seat=note.seat)
    else:
        position.check_written_here(note.step, note.head)
    seat, before = table.seat(note.seat), max(note.step - 1, 0)
    _check_positions(table, note, locks.holders[before])
    entered = locks.entered[seat]
    positions = positions_in(note)
    if any(entered.get(at, note.step) < note.step for at in positions):
        raise OutOfOrder("lock-entered", seat=note.seat)
    with_open = with_revealed_key_shares(position, note)
    if with_open is locks and all(at in entered for at in positions):
        raise OutOfOrder("lock-nothing-new", seat=note.seat)
    known = {at: position.step + 1 for at in positions if at not in entered}
    return replace(
        with_open,
        shares=_with_more(locks.shares, seat, _shares_in(table, locks, note, signed.id)),
        entered=_with_more(locks.entered, seat, known),
    )


def _with_more(row: Sequence[Mapping[int, V]], seat: Seat, more: Mapping[int, V]) -> tuple[Mapping[int, V], ...]:
    return tuple({**one, **more} if at == seat else one for at, one in enumerate(row))


def _check_key(table: Table, signed: SignedNote, note: Unlock) -> None:
    """An unlock is signed with the key that its seat had for its step: each lock proves itself, whatever came since."""
    table.seat(note.seat)
    party = table.party_for(note.seat, note.step)
    if party is None or signed.key != party.key:
        raise NotAuthentic("unlock-other-key", seat=note.seat)


def _check_positions(table: Table, note: Unlock, holders: Mapping[int, Seat]) -> None:
    """Only what somebody else has drawn is unlocked."""
    seat, pile = table.seat(note.seat), table.piles[0].name
    if any(one.pile != pile for one in note.lock) or not holders.keys() >= set(positions_in(note)):
        raise OutOfOrder("lock-not-drawn", seat=note.seat)
    if any(holders[at] == seat for at in positions_in(note)):
        raise OutOfOrder("lock-own", seat=note.seat)


def _shares_in(table: Table, locks: KeyShares, note: Unlock, note_id: NoteId) -> Shares:
    seat, records = table.seat(note.seat), note.locks or b""
    pairs = zip(positions_in(note), range(0, len(records), LOCK), strict=True)
    return {at: share_in_lock(table, locks, seat, at, records[start : start + LOCK], note_id) for at, start in pairs}


def share_in_lock(table: Table, locks: KeyShares, seat: Seat, at: int, record: bytes, note_id: NoteId) -> Point:
    """The share that a lock of `seat` brings, in a note with this id; it is proven, or known from an earlier lock.

    Raises:
        NotAuthentic: it is not.
    """
    known = locks.shares[seat].get(at)
    if known is not None:
        if group.written(known) != record[: masking.POINT]:
            raise NotAuthentic("lock-unproven", seat=table.names[seat], position=at)
        return known
    if note_id in locks.proven:
        return masking.known_share(record)
    place = LockPlace(decode_b64(locks.mix, 32), table.names[seat], table.piles[0].name, at)
    return masking.read_lock(place, table.deck_keys[seat], locks.deck[at][0], record)

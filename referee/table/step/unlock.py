"""Unlocks of a masked game: the locks of a seat on what others have drawn, made and checked; what they light.

So far those of the first hands, which are signed before there is a deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.crypto import masks
from referee.crypto.curve import Point
from referee.crypto.keys import SigningKey
from referee.crypto.masks import LOCK, Deck, Place
from referee.kernel.canon import unb64
from referee.kernel.dice import Dice
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.goods import Counts
from referee.kernel.requests import Seat
from referee.record.note import SignedNote, sign_note
from referee.record.notes import NoteId, Range, Unlock
from referee.table.masked import dealt_hands
from referee.table.seating import Table, own_secret

Shares = Mapping[int, Point]
"""The share of a seat in the masks of entries, by position, as its locks bring it."""


def first_hands(table: Table) -> Counts:
    """Which positions lie in which hand, before the deal: how many goods each seat draws hangs on the options alone."""
    events = table.game.setup(table.options, Dice(bytes(32))).events
    return dealt_hands(len(table.names), table.piles[0].size, events)


def held_by_others(counts: Counts, seat: Seat) -> tuple[int, ...]:
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
    the last mix, of which `deck` has come.
    """
    party = table.party(key.public)
    if party is None or party.role not in table.names:
        raise NotAuthentic("key-without-seat")
    pile, secret = table.piles[0].name, masks.deck_secret(own_secret(table, key))
    positions = held_by_others(first_hands(table), table.seat(party.role))
    places = (Place(unb64(head, 32), party.role, pile, at) for at in positions)
    locks = b"".join(masks.make_lock(place, secret, deck[place.position][0]) for place in places)
    ranges = ranges_of(pile, positions)
    return sign_note(Unlock(game=table.game_id, step=0, seat=party.role, head=head, lock=ranges, locks=locks), key)


def check_first_unlock(table: Table, deck: Deck, head: NoteId, signed: SignedNote) -> Shares:
    """The shares that an unlock signed before the deal brings. What is cheap is looked at before any lock is.

    Raises:
        NotAuthentic: another key than that of its seat, or a lock that is not proven.
        OutOfOrder: another game or deck, or a position that is not drawn in the set-up, or is the author's own.
    """
    signed.check()
    note = signed.read(Unlock)
    seat = table.seat(note.seat)
    if signed.key != table.opening.seats[seat].key:
        raise NotAuthentic("unlock-other-key", seat=note.seat)
    if (note.game, note.step, note.head) != (table.game_id, 0, head) or note.open:
        raise OutOfOrder("unlock-elsewhere", seat=note.seat)
    hands = first_hands(table).hands
    pile, positions = table.piles[0].name, positions_in(note)
    drawn = {at for hand in hands for at in hand}
    if any(one.pile != pile for one in note.lock) or not drawn.issuperset(positions):
        raise OutOfOrder("lock-not-drawn", seat=note.seat)
    if not set(hands[seat]).isdisjoint(positions):
        raise OutOfOrder("lock-own", seat=note.seat)
    records = note.locks or b""
    return {
        at: masks.read_lock(
            Place(unb64(head, 32), note.seat, pile, at), table.deck[seat], deck[at][0], records[start : start + LOCK]
        )
        for at, start in zip(positions, range(0, len(records), LOCK), strict=True)
    }


def lit_for(
    table: Table, deck: Deck, key: SigningKey, held: Iterable[int], shares: Mapping[Seat, Shares]
) -> tuple[tuple[int, str], ...]:
    """(position, kind) of those of the positions `held` by the seat with `key` that the locks of all others light.

    Raises:
        NotAuthentic: with all of them no tile of the pile lies there.
    """
    pile = table.piles[0]
    labels, tiles = pile.labels(), masks.by_point(masks.tile_points(table.charter, pile.name, pile.size))
    secret, party = masks.deck_secret(own_secret(table, key)), table.party(key.public)
    others = [seat for seat, name in enumerate(table.names) if party is None or name != party.role]
    found = list[tuple[int, str]]()
    for at in sorted(held):
        if all(at in shares.get(seat, {}) for seat in others):
            entry = deck[at]
            token = masks.token_of(
                entry, [masks.own_share(secret, entry), *(shares[seat][at] for seat in others)], tiles
            )
            if token is None:
                raise NotAuthentic("no-tile-there", position=at)
            found.append((at, labels[token]))
    return tuple(found)

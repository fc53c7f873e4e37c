"""The mixes of a masked deck, before the deal: whose turn it is, a mix made, a mix checked.

Every seat mixes once, in the order of the charter, each on what the one before has made. Whoever checks a mix has all
mixes before it. Which of them held on this machine before is the caller's to remember: an audit remembers nothing.
"""

from __future__ import annotations

from collections.abc import Container
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from referee.crypto import masks
from referee.crypto.keys import SigningKey
from referee.crypto.masks import Deck, Mixer
from referee.kernel.canon import unb64
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.record.note import Notes, SignedNote, sign_note
from referee.record.notes import Join, Mix, NoteId
from referee.table.seating import Table, own_secret
from referee.table.step.deck_shares import bound_by, check_bound, check_lines_of, check_own, share_lines


class Mixed(msgspec.Struct, frozen=True):
    """A deck after some mixes: `head` is the id of the last one, or the charter's, and `done` how many seats have
    mixed.
    """

    deck: Deck
    head: NoteId
    done: int = 0

    def due(self, table: Table) -> str | None:
        """The seat whose mix is due, None once all have mixed."""
        return due_after(table, self.done)


def due_after(table: Table, done: int) -> str | None:
    """The seat whose mix is due after so many, None once all have mixed."""
    return table.names[done] if done < len(table.names) else None


def with_deck_key(join: Join, nonce: bytes, game_secret: bytes) -> Join:
    """A join with the deck key of its seat, from its game secret, and the proof of it; `nonce` is that of the offer."""
    secret = masks.deck_secret(game_secret)
    return replace(join, deck=masks.deck_key(secret), pok=masks.prove_key(secret, nonce, join.seat, join.key))


def check_deck_key(join: Join, nonce: bytes) -> None:
    """Check the deck key of a join to the offer with this nonce. Raises NotAuthentic: nobody has shown to know it."""
    masks.check_key(join.deck or b"", join.pok or b"", nonce, join.seat, join.key)


def unmixed(table: Table) -> Mixed:
    """The deck before the first mix: every tile in its place."""
    pile = table.piles[0]
    return Mixed(masks.first_deck(masks.tile_points(table.charter, pile.name, pile.size)), table.game_id)


def make_mix(table: Table, before: Mixed, key: SigningKey) -> SignedNote:
    """The mix of the seat that signs with `key`.

    Raises:
        OutOfOrder: it is not due from this seat.
    """
    party = table.party(key.public)
    if party is None or party.role != before.due(table):
        raise OutOfOrder("mix-not-due", due=before.due(table) or "nobody")
    deck, proof = masks.make_mix(_mixer(table, before), before.deck, own_secret(table, key))
    pile = table.piles[0].name
    shares = share_lines(table, before.head, key, party.role)
    note = Mix(game=table.game_id, pile=pile, seat=party.role, head=before.head, deck=deck, proof=proof, **shares)
    return sign_note(note, key)


def check_mix(
    table: Table, before: Mixed, signed: SignedNote, proven: Container[NoteId] = (), key: SigningKey | None = None
) -> Mixed:
    """The deck after the mix in `signed`; the proof of one whose id is `proven` was found to hold here before. With the
    `key` of a seat what is sealed to it is looked at as well, which nobody else can.

    Raises:
        Unreadable: deck or proof have another length.
        NotAuthentic: another key than that of its seat, a mix that is not proven, or shares of another key.
        OutOfOrder: a mix of another game or pile, of a seat that is not due, or on another deck.
    """
    note = _check_follows(table, before.head, before.done, signed)
    if signed.id in proven:
        return Mixed(masks.known_deck(note.deck), signed.id, before.done + 1)
    check_bound(table, note)
    check_own(table, key, dict(zip((before.done,), bound_by((signed,)), strict=False)))
    deck = masks.read_mix(_mixer(table, before), before.deck, note.deck, note.proof)
    return Mixed(deck, signed.id, before.done + 1)


def _check_follows(table: Table, head: NoteId, done: int, signed: SignedNote) -> Mix:
    """What a mix says that is made on `head`, after so many others. Raises as `check_mix` does."""
    note, due = check_alone(table, signed), due_after(table, done)
    if note.seat != due:
        raise OutOfOrder("mix-not-due", due=due or "nobody")
    if note.head != head:
        raise OutOfOrder("mix-other-head", seat=note.seat)
    return note


def check_alone(table: Table, signed: SignedNote) -> Mix:
    """What a mix says, as far as it holds whatever was mixed before. Raises as `check_mix` does."""
    signed.check()
    note = signed.read(Mix)
    if (note.game, note.pile) != (table.game_id, table.piles[0].name):
        raise OutOfOrder("mix-of-other-game", seat=note.seat)
    if signed.key != table.opening.seats[table.seat(note.seat)].key:
        raise NotAuthentic("mix-other-key", seat=note.seat)
    check_lines_of(table, note)
    masks.check_lengths(table.piles[0].size, note.deck, note.proof)
    return note


def check_mixes(table: Table, mixes: Notes, proven: Container[NoteId] = ()) -> Mixed:
    """The deck after these mixes, one on the other. Raises as `check_mix` does.

    Of those that held here before, the deck of the last alone is looked at: whoever mixes or unlocks needs no other.
    """
    heads = (table.game_id, *(signed.id for signed in mixes))
    held = tuple(takewhile(lambda signed: signed.id in proven, mixes))
    notes = [_check_follows(table, heads[done], done, signed) for done, signed in enumerate(held)]
    mixed = Mixed(masks.known_deck(notes[-1].deck), heads[len(notes)], len(notes)) if notes else unmixed(table)
    for signed in mixes[len(held) :]:
        mixed = check_mix(table, mixed, signed, proven)
    return mixed


def _mixer(table: Table, before: Mixed) -> Mixer:
    head, seat = unb64(before.head, 32), table.names[before.done]
    return Mixer(table.charter, head, seat, table.piles[0].name, table.joint)

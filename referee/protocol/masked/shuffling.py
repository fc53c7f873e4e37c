"""The mixes of a masked deck, before the deal.

Every seat mixes once, in the order of the charter, each on what the one before has made. Anyone who checks a mix has
all mixes before it. Which of them held on this computer before is the caller's to remember: an audit remembers nothing.
"""

from __future__ import annotations

from collections.abc import Container
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from referee.crypto.deck import masking
from referee.crypto.deck.masking import Deck, Mixer
from referee.crypto.keys import SigningKey
from referee.kernel.canonical_json import decode_b64
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.protocol.masked.deck_escrow import (
    check_bound_shares,
    check_own_shares,
    check_share_lines,
    share_lines,
    shares_bound_by,
)
from referee.protocol.seating import Table, own_game_secret
from referee.record.note import Notes, SignedNote, sign_note
from referee.record.notes import Join, Mix, NoteId


class ShuffledDeck(msgspec.Struct, frozen=True):
    """A deck after some mixes: `head` is the id of the last one, or the charter's, and `done` how many seats have
    mixed.
    """

    deck: Deck
    head: NoteId
    done: int = 0

    def due(self, table: Table) -> str | None:
        """The seat whose mix is due, None once everyone has mixed."""
        return next_to_shuffle(table, self.done)


def next_to_shuffle(table: Table, done: int) -> str | None:
    """The seat whose mix is due after so many, None once everyone has mixed."""
    return table.names[done] if done < len(table.names) else None


def with_deck_key(join: Join, nonce: bytes, game_secret: bytes) -> Join:
    """A join with the deck key of its seat, from its game secret, and the proof of it; `nonce` is that of the offer."""
    secret = masking.deck_secret(game_secret)
    return replace(join, deck=masking.deck_key(secret), pok=masking.prove_key(secret, nonce, join.seat, join.key))


def check_deck_key(join: Join, nonce: bytes) -> None:
    """Check the deck key of a join to the offer with this nonce. Raises NotAuthentic: nobody has shown to know it."""
    masking.check_key(join.deck or b"", join.pok or b"", nonce, join.seat, join.key)


def unshuffled_deck(table: Table) -> ShuffledDeck:
    """The deck before the first mix: every tile in its place."""
    pile = table.piles[0]
    return ShuffledDeck(masking.first_deck(masking.tile_points(table.charter, pile.name, pile.size)), table.game_id)


def make_mix(table: Table, before: ShuffledDeck, key: SigningKey) -> SignedNote:
    """The mix of the seat that signs with `key`.

    Raises:
        OutOfOrder: it is not due from this seat.
    """
    party = table.party(key.public)
    if party is None or party.role != before.due(table):
        raise OutOfOrder("mix-not-due", due=before.due(table) or Sentence("nobody"))
    deck, proof = masking.make_mix(_mixer(table, before), before.deck, own_game_secret(table, key))
    pile = table.piles[0].name
    shares = share_lines(table, before.head, key, party.role)
    note = Mix(game=table.game_id, pile=pile, seat=party.role, head=before.head, deck=deck, proof=proof, **shares)
    return sign_note(note, key)


def check_mix(
    table: Table,
    before: ShuffledDeck,
    signed: SignedNote,
    proven: Container[NoteId] = (),
    key: SigningKey | None = None,
) -> ShuffledDeck:
    """The deck after the mix in `signed`; the proof of one whose id is `proven` was found to hold here before. With the
    `key` of a seat what is sealed to it is looked at as well, which nobody else can.

    Raises:
        Unreadable: deck or proof have another length.
        NotAuthentic: another key than that of its seat, a mix that is not proven, or shares of another key.
        OutOfOrder: a mix of another game or pile, of a seat that is not due, or on another deck.
    """
    note = _check_follows(table, before.head, before.done, signed)
    if signed.id in proven:
        return ShuffledDeck(masking.known_deck(note.deck), signed.id, before.done + 1)
    check_bound_shares(table, note)
    check_own_shares(table, key, dict(zip((before.done,), shares_bound_by((signed,)), strict=False)))
    deck = masking.read_mix(_mixer(table, before), before.deck, note.deck, note.proof)
    return ShuffledDeck(deck, signed.id, before.done + 1)


def _check_follows(table: Table, head: NoteId, done: int, signed: SignedNote) -> Mix:
    """What a mix says that is made on `head`, after so many others. Raises as `check_mix` does."""
    note, due = check_shuffle_alone(table, signed), next_to_shuffle(table, done)
    if note.seat != due:
        raise OutOfOrder("mix-not-due", due=due or Sentence("nobody"))
    if note.head != head:
        raise OutOfOrder("mix-other-head", seat=note.seat)
    return note


def check_shuffle_alone(table: Table, signed: SignedNote) -> Mix:
    """What a mix says, as far as it holds whatever was mixed before. Raises as `check_mix` does."""
    signed.check()
    note = signed.read(Mix)
    if (note.game, note.pile) != (table.game_id, table.piles[0].name):
        raise OutOfOrder("mix-of-other-game", seat=note.seat)
    if signed.key != table.opening.seats[table.seat(note.seat)].key:
        raise NotAuthentic("mix-other-key", seat=note.seat)
    check_share_lines(table, note)
    masking.check_lengths(table.piles[0].size, note.deck, note.proof)
    return note


def check_mixes(table: Table, mixes: Notes, proven: Container[NoteId] = ()) -> ShuffledDeck:
    """The deck after these mixes, one on the other. Raises as `check_mix` does.

    Of those that held here before, the deck of the last alone is looked at: anyone who mixes or unlocks needs no other.
    """
    heads = (table.game_id, *(signed.id for signed in mixes))
    held = tuple(takewhile(lambda signed: signed.id in proven, mixes))
    notes = [_check_follows(table, heads[done], done, signed) for done, signed in enumerate(held)]
    mixed = (
        ShuffledDeck(masking.known_deck(notes[-1].deck), heads[len(notes)], len(notes))
        if notes
        else unshuffled_deck(table)
    )
    for signed in mixes[len(held) :]:
        mixed = check_mix(table, mixed, signed, proven)
    return mixed


def _mixer(table: Table, before: ShuffledDeck) -> Mixer:
    head, seat = decode_b64(before.head, 32), table.names[before.done]
    return Mixer(table.charter, head, seat, table.piles[0].name, table.joint)

"""A masked deal that its host has cancelled: which hand it had given his seat.

The locks of the first hands are sent before anybody has signed a deal: so a host who plays may see his tiles and offer
again. The next offer shows the deck secret of his seat, by which everybody can work out that hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from msgspec.structs import replace

from referee.crypto.deck import group, masking
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable
from referee.kernel.goods import Hand
from referee.kernel.requests import Seat
from referee.protocol.masked.deck_keys import deck_secret_of
from referee.protocol.masked.hidden_tiles import tile_kind_at
from referee.protocol.masked.key_share_notes import check_first_unlock, first_hands
from referee.protocol.masked.key_shares import Shares, key_shares_after_deal
from referee.protocol.masked.shuffling import ShuffledDeck, check_mixes
from referee.protocol.seating import Table, own_game_secret
from referee.protocol.step.position import Position
from referee.record.file_names import DEAL, OUTBOX, is_step_name, name_prefix
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Mix, Offer, Unlock
from referee.record.notes.kinds import MASKED_ONLY
from referee.record.store import GameFolder, stored_notes


def shows_deck(table: Table) -> bool:
    """Whether an offer that gives up this table's charter shows the deck secret of the host's seat."""
    return table.deck.keeper == "seats" and bool(table.terms.host)


def shown_secret(table: Table, position: Position | None, key: SigningKey | None) -> bytes | None:
    """What the next offer shows of a charter that is given up, as 32 bytes; None where it shows nothing. `key` is that
    of the host's seat.

    Raises:
        NotAuthentic: it is another key, or was never given that secret.
    """
    if not shows_deck(table):
        return None
    party = table.party(key.public) if key is not None else None
    if key is None or party is None or party.role != table.terms.host:
        raise NotAuthentic("voided-deck-missing", seat=table.person(table.terms.host))
    secret = masking.deck_secret(own_game_secret(table, key)) if position is None else deck_secret_of(position, key)
    if secret is None:
        raise NotAuthentic("voided-deck-missing", seat=table.person(table.terms.host))
    return group.written_scalar(secret)


def check_shown_secret(offer: Offer, given_up: Table) -> None:
    """Check that an offer shows the deck secret of the host's seat in the charter that it gives up, and none else.

    Raises:
        NotAuthentic: it shows none, or another one.
        Unreadable: nobody asks for one.
    """
    if not shows_deck(given_up):
        if offer.olddeck is not None:
            raise Unreadable("deck-line-surplus", type=offer.type, word="olddeck")
        return
    seat = given_up.terms.host
    if offer.olddeck is None:
        raise NotAuthentic("voided-deck-missing", seat=given_up.person(seat))
    if masking.deck_key(group.read_scalar(offer.olddeck)) != given_up.deck_keys[given_up.seat(seat)]:
        raise NotAuthentic("voided-deck-differs", seat=given_up.person(seat))


def is_untold(table: Table, folder: GameFolder) -> bool:
    """Whether the host may have known the hand of a masked deal that he has cancelled: one's own locks were sent."""
    own = any(name.startswith(name_prefix(OUTBOX, "unlock", 0)) for name in folder.list_outbox())
    return shows_deck(table) and (own or DEAL in folder.record_names())


def discarded_hand(table: Table, offer: Offer, folder: GameFolder) -> Hand | None:
    """The first hand of the host's seat in the charter that `offer` gives up, by the deck secret that it shows and the
    locks in `folder`; None where a mix or a lock of another seat is missing.
    """
    notes = [*_notes_in(folder)]
    mixes = {signed.read(Mix).seat: signed for signed in notes if signed.type == "mix"}
    if offer.olddeck is None or set(mixes) != set(table.names):
        return None
    try:
        mixed = check_mixes(table, [mixes[name] for name in table.names])
    except RefereeError:  # one of them does not shuffle this deck, so there was none
        return None
    seat, counts, shares = table.seat(table.terms.host), first_hands(table), _shares(table, mixed, notes)
    others = [other for other in range(len(table.names)) if other != seat]
    if any(at not in shares[other] for other in others for at in counts.hands[seat]):
        return None
    locks = replace(key_shares_after_deal(mixed.deck, mixed.head, counts), shares=shares)
    secret = group.read_scalar(offer.olddeck)
    found = [
        tile_kind_at(table, locks, seat, at, masking.own_share(secret, mixed.deck[at]))
        for at in sorted(counts.hands[seat])
    ]
    kinds = [kind for kind in found if kind is not None]
    return tuple(kinds) if len(kinds) == len(found) else None


def _shares(table: Table, mixed: ShuffledDeck, notes: list[SignedNote]) -> tuple[Shares, ...]:
    """The locks of the first hands that hold, by seat."""
    found: dict[Seat, Shares] = {key: {} for key in range(len(table.names))}
    for signed in notes:
        if signed.type == "unlock" and signed.read(Unlock).step == 0:
            seat = table.seat(signed.read(Unlock).seat)
            with suppress(RefereeError):  # its sender sent no key share
                shares = check_first_unlock(table, mixed.deck, mixed.head, signed)
                found[seat] = {**found[seat], **shares}
    return tuple(found.values())


def _notes_in(folder: GameFolder) -> Iterator[SignedNote]:
    """The mixes and unlocks that are in a folder, those of the record last: they count."""
    for sort in MASKED_ONLY:
        yield from stored_notes(folder, sort)
        for name in folder.list_outbox():
            if name.startswith(name_prefix(OUTBOX, sort)):
                yield from read_bundle(folder.read_outbox(name))
    for name in folder.record_names():
        if name == DEAL or is_step_name(name):
            yield from (signed for signed in read_bundle(folder.read(name)) if signed.type in MASKED_ONLY)

"""Openings of games whose deck nobody sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from referee.games import find
from referee.protocol.masked.key_share_notes import make_first_unlock
from referee.protocol.masked.shuffling import ShuffledDeck, check_mix, make_mix, unshuffled_deck
from referee.protocol.opening.charter import make_charter, make_join, make_offer, read_charter
from referee.protocol.opening.deal import make_accept, seed_shares_by_seat
from referee.protocol.seating import Table, eyes_of_key
from referee.record.note import SignedNote
from referee.session.close_step import ClosedStep, close_deal
from tests.support.rehearse import RULES, SEATS, test_nonce
from tests.table.small_games import HOST, key_of

MASKED = (("deal", "masked"),)
ESCROW = (*MASKED, ("escrow", "yes"))


def offer_of(
    seats: int, chosen: Sequence[tuple[str, str]] = MASKED, game: str = "tigris", label: str = "masked"
) -> SignedNote:
    return make_offer(key_of(HOST), find(game, RULES.get(game)), seats, chosen, test_nonce(f"{label} offer"))


@dataclass
class Opening:
    """What is signed until the deal: `decks` are those before and after each mix."""

    offer: SignedNote
    joins: list[SignedNote]
    charter: SignedNote
    table: Table
    accepts: list[SignedNote]
    decks: list[ShuffledDeck] = field(default_factory=list)
    mixes: list[SignedNote] = field(default_factory=list)
    unlocks: list[SignedNote] = field(default_factory=list)

    @property
    def last(self) -> ShuffledDeck:
        return self.decks[-1]

    @property
    def proven(self) -> set[str]:
        return {signed.id for signed in self.mixes}

    @cached_property
    def closed(self) -> ClosedStep:
        """The deal of the host."""
        eyes = eyes_of_key(self.table, key_of(HOST), seed_shares_by_seat(self.table, self.accepts))
        return close_deal(self.table, self.accepts, eyes, key_of(HOST), tuple(self.mixes), self.proven)


@cache
def mixed(seats: int) -> Opening:
    """A game of so many, as far as every mix and the unlocks of the first hands."""
    return mix(accepted(seats))


def accepted(seats: int, label: str = "masked", chosen: Sequence[tuple[str, str]] = MASKED) -> Opening:
    """A game of so many that nobody has mixed for; another label is another game."""
    names, offer = SEATS[:seats], offer_of(seats, chosen, label=label)
    joins = [make_join(key_of(name), offer, name, name.title(), test_nonce(f"{label} {name}")) for name in names]
    signed = make_charter(key_of(HOST), offer, joins, names)
    table = read_charter((offer, *joins, signed))
    found = Opening(offer, joins, signed, table, [make_accept(key_of(name), table) for name in names])
    found.decks.append(unshuffled_deck(table))
    return found


def mix(found: Opening) -> Opening:
    """Everybody mixes, and unlocks the first hands of the others."""
    table, names = found.table, found.table.names
    for name in names:
        found.mixes.append(make_mix(table, found.last, key_of(name)))
        found.decks.append(check_mix(table, found.last, found.mixes[-1]))
    found.unlocks += [make_first_unlock(table, found.last.deck, found.last.head, key_of(name)) for name in names]
    return found


def values_of(signed: SignedNote) -> Any:
    return signed.note()

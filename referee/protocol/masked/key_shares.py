"""The key shares in the record, with a masked deck, and whose tiles they open. `hidden_tiles` reads the tiles."""

from __future__ import annotations

from collections.abc import Container, Mapping

import msgspec
from msgspec.structs import replace

from referee.crypto.curve25519 import Point
from referee.kernel.goods import Counts
from referee.kernel.requests import Seat
from referee.protocol.seating import Party
from referee.record.notes import Consent, NoteId

Shares = Mapping[int, Point]
"""The share of a seat in the masks of entries, by position, as its locks bring it."""

Deck = tuple[tuple[Point, Point], ...]
"""The entries of a pile, by position."""


class HandoverConsent(msgspec.Struct, frozen=True):
    """A consent that hands something over, and the party whose it is."""

    giver: Party
    consent: Consent


class HandedSecret(msgspec.Struct, frozen=True):
    """What the latest key of a seat was `given`: by the key before it, or by all other seats its shares; () for
    nothing. `whole` as long as every key of the seat was given the game secret of the charter's.
    """

    given: tuple[HandoverConsent, ...]
    whole: bool


class BoundShares(msgspec.Struct, frozen=True):
    """The shares of a seat's deck secret as its mix on `head` binds them, by seat: as points, and sealed."""

    head: NoteId
    share: Mapping[str, bytes]
    escrow: Mapping[str, bytes]


class KeyShares(msgspec.Struct, frozen=True, gc=False):
    """The `deck` after the last mix, whose id is `mix`, and what steps have brought of its locks.

    `shares` are those of each seat by position, and `entered` the step that has recorded each of them. `holders` tells
    for every step so far, the deal first, which seat holds each position that is drawn, or has given it away; `shown`
    has the kinds at the positions that were played, which all have seen. `opened` are the deck secrets that all know,
    by seat, `gone` the steps by which seats have left, and `handed` what new keys of seats were given. The equations of
    notes in `proven` held on this computer.

    With escrow `bound` are the shares of each seat's deck secret, `opening` the steps by which the table has opened
    seats, and `told` the shares of those that are known, by seat and holder.
    """

    deck: Deck
    mix: NoteId
    shares: tuple[Shares, ...]
    entered: tuple[Mapping[int, int], ...]
    holders: tuple[Mapping[int, Seat], ...]
    shown: Mapping[int, str] = {}
    opened: Mapping[Seat, int] = {}
    gone: Mapping[Seat, int] = {}
    handed: Mapping[Seat, HandedSecret] = {}
    proven: Container[NoteId] = frozenset()
    bound: tuple[BoundShares, ...] = ()
    opening: Mapping[Seat, int] = {}
    told: Mapping[Seat, Mapping[Seat, int]] = {}

    def __repr__(self) -> str:
        """How far they go; points are no text for people."""
        return f"Locks({len(self.holders)} steps)"


def key_shares_after_deal(
    deck: Deck, mix: NoteId, counts: Counts, proven: Container[NoteId] = (), bound: tuple[BoundShares, ...] = ()
) -> KeyShares:
    """The locks of a game that was just dealt: none. `mix` is the id of the last mix, which gave `deck`."""
    seats = len(counts.hands)
    return KeyShares(deck, mix, ({},) * seats, ({},) * seats, (_holders(counts, {}),), proven=proven, bound=bound)


def key_shares_after_step(locks: KeyShares, counts: Counts) -> KeyShares:
    """The locks once a step has led to these hands: who holds what, for the unlocks that are signed after it."""
    now = _holders(counts, locks.holders[-1])
    return replace(locks, holders=(*locks.holders, locks.holders[-1] if now == locks.holders[-1] else now))


def _holders(counts: Counts, before: Mapping[int, Seat]) -> dict[int, Seat]:
    """Who holds each position that is drawn, or had it last, by position."""
    kept = {at: seat for at, seat in before.items() if at not in counts.stock.returned}
    return {**kept, **{at: seat for seat, hand in enumerate(counts.hands) for at in hand}}

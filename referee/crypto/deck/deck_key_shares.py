"""The deck secret of a seat in shares: one for each other seat, all of which together give it back, fewer nothing.

Everybody sees the points of the shares, and that they add up to the deck key; what travels is sealed to its seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from referee.crypto import sealing
from referee.crypto.boxes import shared_secret
from referee.crypto.curve25519 import GROUP
from referee.crypto.deck import group, masking
from referee.kernel.canonical_json import with_length
from referee.kernel.errors import NotAuthentic
from referee.kernel.hashing import hkdf

SIZE = sealing.sealed_size(1)
"""Bytes of a sealed share."""

_KIND = "deck share"


def split_deck_secret(game_secret: bytes, others: Sequence[str]) -> dict[str, int]:
    """The share of each of the `others`, in the charter's order, of the deck secret that a seat's game secret gives."""
    labels = (f"referee/1 {_KIND} {name}".encode("ascii") for name in others[:-1])
    shares = [group.wide(hkdf(game_secret, b"", label, 64)) for label in labels]
    last = masking.deck_secret(game_secret) - sum(shares)
    return dict(zip(others, (*shares, last % GROUP), strict=True))


def join_shares(shares: Iterable[int]) -> int:
    """The deck secret that all shares give back."""
    return sum(shares) % GROUP


def point_of_share(share: int) -> bytes:
    """What everybody sees of a share."""
    return group.written(group.times_base(share))


def check_points(seat: str, key: bytes, told: Mapping[str, bytes]) -> None:
    """Check the points of the shares of a seat with this deck key.

    Raises:
        NotAuthentic: one is not a point, or together they are another key.
    """
    if group.written(masking.sum_of(group.read_point(point) for point in told.values())) != key:
        raise NotAuthentic("deck-share-differs", seat=seat)


class ShareAddress(msgspec.Struct, frozen=True):
    """From whom to whom a share goes, and where it is told: the `charter` (32 bytes), its id and the `head` of the mix
    as text, the names and the boxes of both.
    """

    charter: bytes
    game: str
    head: str
    giver: str
    holder: str
    giver_box: bytes
    holder_box: bytes

    def _key(self, own_private: bytes, other: bytes) -> bytes:
        named = (f"referee/1 {_KIND}".encode("ascii"), self.giver.encode("ascii"), self.holder.encode("ascii"))
        info = b"".join(map(with_length, (*named, self.giver_box, self.holder_box)))
        return hkdf(shared_secret(own_private, other), self.charter, info, 64)

    def _address(self) -> bytes:
        return sealing.associated_data(_KIND, self.game, self.head, 0, self.holder)

    def seal(self, private: bytes, share: int) -> bytes:
        """A share as the giver, with its private box, seals it."""
        return sealing.seal(self._key(private, self.holder_box), group.written_scalar(share), self._address())

    def unseal(self, private: bytes, data: bytes, point: bytes) -> int:
        """The share as the holder, with its private box, opens it; `point` is what everybody sees of it.

        Raises:
            NotAuthentic: it does not open, or is another share. Nobody but the holder can tell.
        """
        try:
            share = group.read_scalar(sealing.unseal(self._key(private, self.giver_box), data, self._address()))
        except NotAuthentic:
            raise NotAuthentic("deck-share-differs", seat=self.giver) from None
        if point_of_share(share) != point:
            raise NotAuthentic("deck-share-differs", seat=self.giver)
        return share

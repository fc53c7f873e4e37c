"""A referee's game secret in shares: one for each seat, all of which together give it back, and fewer of them nothing.

The shares are a function of the secret, so that a referee who runs twice makes the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.kernel.canonical_json import tagged_hash
from referee.kernel.hashing import secret_for

SHARE = 32


def split(secret: bytes, seats: Sequence[str]) -> dict[str, bytes]:
    """The share of each seat of the charter: 32 bytes that follow from `secret` and the seat's name, and for the last
    seat what makes the XOR of all of them the secret.
    """
    shares = {seat: secret_for(secret, f"escrow {seat}") for seat in seats[:-1]}
    return {**shares, seats[-1]: xor_of((secret, *shares.values()))}


def xor_of(shares: Iterable[bytes]) -> bytes:
    """The XOR of values of 32 bytes: of all shares, the secret."""
    total = bytes(SHARE)
    for share in shares:
        total = bytes(one ^ other for one, other in zip(total, share, strict=True))
    return total


def commitment(charter: bytes, seat: str, share: bytes) -> bytes:
    """What everybody sees of a share: it reveals nothing now, and proves later whether a share is that one."""
    return tagged_hash("escrow", charter, seat.encode("ascii"), share)


def misfits(charter: bytes, shares: Mapping[str, bytes], commitments: Mapping[str, bytes]) -> tuple[str, ...]:
    """The seats whose share is not the one that was committed to."""
    return tuple(seat for seat, share in shares.items() if commitment(charter, seat, share) != commitments[seat])

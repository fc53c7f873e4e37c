"""X25519 boxes: the key under which hands and sealed lines of one seat travel, new for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

from referee.crypto.curve25519 import FIELD, is_on_montgomery_curve
from referee.kernel.errors import NotAuthentic
from referee.kernel.hashing import secret_for, sha256

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

_CHECK_SCALAR = sha256(b"referee/1 box check")

_let_in: set[frozenset[bytes]] = set()


def remember_checked_boxes(boxes: Iterable[bytes]) -> None:
    """Note that `check_boxes` has found nothing against these boxes of one table before, in another process perhaps, so
    that it need not look at them again in this one.
    """
    _let_in.add(frozenset(boxes))


def box_private(game_secret: bytes) -> bytes:
    """The private box key of a game: 32 bytes, clamped, so that one public key has one private spelling."""
    return clamp_scalar(secret_for(game_secret, "box"))


def clamp_scalar(scalar: bytes) -> bytes:
    """`scalar` (32 bytes) with the bits that X25519 fixes set as it fixes them (RFC 7748, section 5)."""
    return bytes([scalar[0] & 248, *scalar[1:31], (scalar[31] & 127) | 64])


def box_public(private: bytes) -> bytes:
    """The public key of a private box key, 32 bytes."""
    return _library().from_private_bytes(private).public_key().public_bytes_raw()


def shared_secret(private: bytes, public: bytes) -> bytes:
    """The secret two boxes share, 32 bytes.

    Raises:
        NotAuthentic: `public` has small order, so that everybody would know the secret.
    """
    own, other = _library().from_private_bytes(private), _library().from_public_bytes(public)
    try:
        return own.exchange(other)
    except ValueError:
        raise NotAuthentic("nothing-secret-shared") from None


def check_boxes(boxes: Mapping[str, bytes]) -> None:
    """Check that the box keys of a table, by party, are sound and really different.

    Each must be 32 bytes below p with the top bit clear, on the curve and not on its twist. Two spellings or two
    points that lead to the same shared secrets count as the same box, so that no party can hold another's box key
    in disguise: the keys are compared after multiplication with a fixed scalar.

    Raises:
        NotAuthentic: the first party, in the order given, whose box is not.
    """
    here = frozenset(boxes.values())
    if len(here) == len(boxes) and any(here <= table for table in _let_in):
        return
    seen: dict[bytes, str] = {}
    for party, public in boxes.items():
        product = _checked_product(party, public)
        if product in seen:
            raise NotAuthentic("box-key-shared", party=party, other=seen[product])
        seen[product] = party


@lru_cache(maxsize=256)
def _checked_product(party: str, public: bytes) -> bytes:
    u = int.from_bytes(public, "little")
    if len(public) != 32 or u >= FIELD or not is_on_montgomery_curve(u):
        raise NotAuthentic("bad-box-key", party=party)
    try:
        return shared_secret(_CHECK_SCALAR, public)
    except NotAuthentic:
        raise NotAuthentic("box-key-small-order", party=party) from None


class _X25519(msgspec.Struct, frozen=True):
    from_private_bytes: Callable[[bytes], X25519PrivateKey]
    from_public_bytes: Callable[[bytes], X25519PublicKey]


@cache
def _library() -> _X25519:
    """The two functions of the library that everything here needs."""
    # Its public classes first ask for a backend with all other primitives, RSA to CBC, whether it has this one: that
    # import takes as long as reading twenty steps. What they call then is asked for itself, and they where it is not.
    try:
        from cryptography.hazmat.bindings._rust import openssl

        return _X25519(openssl.x25519.from_private_bytes, openssl.x25519.from_public_bytes)
    except (ImportError, AttributeError):
        from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

        return _X25519(X25519PrivateKey.from_private_bytes, X25519PublicKey.from_public_bytes)

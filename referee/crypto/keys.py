"""Ed25519 identities: signing, game secrets, fingerprints, and what a key must be to be let into a game.

Key files are read and written in `referee.crypto.openssh`.
"""

from __future__ import annotations

import binascii
from functools import lru_cache
from typing import TYPE_CHECKING

from referee.crypto.curve25519 import check_point
from referee.crypto.openssh import OpenSshKey, public_blob
from referee.crypto.openssh import format_private as _format_private
from referee.crypto.openssh import read_private as _read_private
from referee.kernel.errors import NotAuthentic
from referee.kernel.hashing import hkdf, sha256

if TYPE_CHECKING:
    from collections.abc import Callable

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class SigningKey:
    """A private identity. It signs notes, and gives the secret of each game; it shows its fingerprint only.

    Never changed once made; two of the same public key are equal.
    """

    # No struct: what prints or encodes structs by their fields would give the seed away.
    __slots__ = ("_seed", "public")

    _seed: bytes
    public: bytes

    def __init__(self, seed: bytes, public: bytes) -> None:
        object.__setattr__(self, "_seed", seed)
        object.__setattr__(self, "public", public)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a key is not changed: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SigningKey) and self.public == other.public

    def __hash__(self) -> int:
        return hash(self.public)

    @classmethod
    def from_seed(cls, seed: bytes) -> SigningKey:
        """The key of an Ed25519 seed, 32 bytes."""
        if len(seed) != 32:
            raise ValueError(f"an Ed25519 seed has 32 bytes, not {len(seed)}")
        return cls(seed, _private_key(seed).public_key().public_bytes_raw())

    def sign(self, message: bytes) -> bytes:
        """The Ed25519 signature of `message`, 64 bytes, always the same."""
        return _private_key(self._seed).sign(message)

    def game_secret(self, offer_nonce: bytes, role: str, nonce: bytes) -> bytes:
        """The secret from which everything hidden in one game is derived, 32 bytes.

        `role` is a seat name or `referee`; `nonce` is in the join or offer of that party.
        """
        info = b"referee/1 game " + role.encode("ascii") + b" " + nonce
        return hkdf(self._seed, offer_nonce, info)

    def memory_key(self) -> bytes:
        """The key, 64 bytes, under which a home keeps for its owner what the owner's program has found to hold."""
        return hkdf(self._seed, b"", b"referee/1 memory", 64)

    def __repr__(self) -> str:
        return f"SigningKey({fingerprint(self.public)})"


def read_private(data: bytes, passphrase: Callable[[], str] | None = None) -> SigningKey:
    """The key in an OpenSSH private key file. `passphrase` is asked only if the file needs one.

    Raises:
        Unreadable: not an OpenSSH Ed25519 private key, or protected and no passphrase can be asked or used.
        NotAuthentic: the passphrase does not open it, or its public half is another key's.
    """
    key = _read_private(data, passphrase)
    signing = SigningKey.from_seed(key.seed)
    if signing.public != key.public:
        raise NotAuthentic("key-halves-differ")
    return signing


def format_private(key: SigningKey, comment: str) -> bytes:
    """The OpenSSH private key file of `key`, not protected by a passphrase; the same bytes every time."""
    return _format_private(OpenSshKey(key._seed, key.public, comment))


def fingerprint(public: bytes) -> str:
    """`SHA256:...` as ssh-keygen prints it."""
    digest = sha256(public_blob(public))
    return "SHA256:" + binascii.b2a_base64(digest, newline=False).decode("ascii").rstrip("=")


def is_test_key(public: bytes) -> bool:
    """Whether the private half of this key is published: the test keys of `examples/keys`."""
    return fingerprint(public) in _test_keys()


@lru_cache(maxsize=1)
def _test_keys() -> frozenset[str]:
    from pkgutil import get_data

    lines = (get_data("referee.crypto", "test_keys.txt") or b"").decode("ascii").split("\n")
    return frozenset(line.split()[0] for line in lines if line and not line.startswith("#"))


PRACTICE_PLACES = 13
"""Places at a practice table: the host, the one who practises, and programs on as many seats as any game has."""


def practice_key(place: int) -> SigningKey:
    """The key of a place at every practice table: 0 for the host, 1 for the one who practises, then the programs.

    It is nobody's: anybody can make it, and no real game lets it in.
    """
    return SigningKey.from_seed(sha256(b"referee practice key %d" % place))


def is_practice_key(public: bytes) -> bool:
    """Whether this is a key of practice tables."""
    return public in _practice_keys()


@lru_cache(maxsize=1)
def _practice_keys() -> frozenset[bytes]:
    return frozenset(practice_key(place).public for place in range(PRACTICE_PLACES))


def check_key(public: bytes) -> None:
    """Check that a key may be let into a game: 32 bytes, canonical, on the curve, of prime order.

    Libraries and OpenSSH verify forgeries under keys that are not; see attacks on "small-order" keys.

    Raises:
        NotAuthentic: it is not; the sentence names what it fails.
    """
    check_point(public)


@lru_cache(maxsize=32)
def _private_key(seed: bytes) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed)

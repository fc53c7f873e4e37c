"""SHA-256, SHA-512, HMAC and HKDF from the library that checks signatures.

`hashlib` would load the OpenSSL of the system beside the one in that library: 3.5 MB and four milliseconds more for
every command that reads a record. What only few commands load (mail servers, the index of a club) may use it.
"""

from __future__ import annotations

from functools import lru_cache

from cryptography.hazmat.primitives.hashes import SHA256, SHA512, Hash
from cryptography.hazmat.primitives.hmac import HMAC

# Copied for each digest, which takes less than making a new one.
_EMPTY_256 = Hash(SHA256())
_EMPTY_512 = Hash(SHA512())


def sha256(data: bytes) -> bytes:
    """The SHA-256 digest of `data`, 32 bytes."""
    taken = _EMPTY_256.copy()
    taken.update(data)
    return taken.finalize()


def sha512(data: bytes) -> bytes:
    """The SHA-512 digest of `data`, 64 bytes."""
    taken = _EMPTY_512.copy()
    taken.update(data)
    return taken.finalize()


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC with SHA-256 (RFC 2104) of `message` under `key`, 32 bytes."""
    taken = _keyed_hmac(key).copy()
    taken.update(message)
    return taken.finalize()


@lru_cache(maxsize=64)
def _keyed_hmac(key: bytes) -> HMAC:
    # A game asks with one key for the salts of a whole pile; to begin takes four times as long as to go on.
    return HMAC(key, SHA256())


def hkdf(secret: bytes, salt: bytes, info: bytes, size: int = 32) -> bytes:
    """`size` bytes from `secret`: HKDF with SHA-256. An empty salt counts as 32 zero bytes, as RFC 5869 has it."""
    prk = hmac_sha256(salt or bytes(32), secret)
    block, out, counter = b"", b"", 1
    while len(out) < size:
        block = hmac_sha256(prk, block + info + bytes([counter]))
        out += block
        counter += 1
    return out[:size]


def secret_for(game_secret: bytes, label: str) -> bytes:
    """32 bytes from a game secret: HKDF without salt, info `referee/1 LABEL`. Labels: `box`, `seed`, `toss`."""
    return hkdf(game_secret, b"", b"referee/1 " + label.encode("ascii"))

"""SHA-256, SHA-512 and HMAC from the library that checks signatures.

`hashlib` would load the OpenSSL of the system beside the one in that library: 3.5 MB and four milliseconds more for
every command that reads a record. What only few commands load (mail servers, the index of a club) may use it. The
modules of the interpreter's own (`_sha256`) are four times slower on a step.
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
    taken = _keyed(key).copy()
    taken.update(message)
    return taken.finalize()


@lru_cache(maxsize=64)
def _keyed(key: bytes) -> HMAC:
    # A game asks with one key for the salts of a whole pile; to begin takes four times as long as to go on.
    return HMAC(key, SHA256())

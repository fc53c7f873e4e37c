"""HKDF with SHA-256 (RFC 5869) and the labels under which one game secret gives every other secret of a game."""

from __future__ import annotations

from referee.kernel.digest import hmac_sha256


def hkdf(secret: bytes, salt: bytes, info: bytes, size: int = 32) -> bytes:
    """`size` bytes from `secret`. An empty salt counts as 32 zero bytes, as the RFC has it."""
    prk = hmac_sha256(salt or bytes(32), secret)
    block, out, counter = b"", b"", 1
    while len(out) < size:
        block = hmac_sha256(prk, block + info + bytes([counter]))
        out += block
        counter += 1
    return out[:size]


def labelled(game_secret: bytes, label: str) -> bytes:
    """32 bytes from a game secret: HKDF without salt, info `referee/1 LABEL`. Labels: `box`, `seed`, `toss`."""
    return hkdf(game_secret, b"", b"referee/1 " + label.encode("ascii"))

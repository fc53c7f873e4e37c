"""Sealed hands and sealed lines: AES-256-SIV under keys that the referee's box and one seat's box share.

The same input gives the same bytes, so a referee that runs twice writes the same hand line.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec

from referee.crypto.boxes import shared_secret
from referee.kernel.canonical_json import with_length
from referee.kernel.errors import NotAuthentic, Unsupported
from referee.kernel.hashing import hkdf

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

BLOCK = 256
TAG = 16
RECORD = 21
RECORDS_PER_BLOCK = 12
SALT = 16

Kind = Literal["hand", "seal", "escrow", "handover"]
"""What is sealed: goods that a seat draws, lines of its notes, its share of the referee's game secret, or what a new
referee is given.
"""


class Record(msgspec.Struct, frozen=True, gc=False):
    """One good, as its owner is shown it: `token` lies on `position` (from 0) of pile number `pile` (from 0).

    `salt` (16 bytes) opens the line of the bag for that position.
    """

    pile: int
    position: int
    token: int
    salt: bytes


def sealing_key(
    kind: Kind, own_private: bytes, other_public: bytes, *, charter: bytes, party: str, referee_box: bytes, box: bytes
) -> bytes:
    """The key of 64 bytes that the referee and `party` share for one kind of sealed value; `box` is that of the party.

    Either side computes it from its private and the other's public box key. For a handover the referee is the new one,
    and the party a seat or the referee before.
    """
    label, secret = f"referee/1 {kind}".encode("ascii"), shared_secret(own_private, other_public)
    return hkdf(
        secret,
        charter,
        with_length(label) + with_length(party.encode("ascii")) + with_length(referee_box) + with_length(box),
        64,
    )


def associated_data(kind: str, game: str, head: str, step: int, seat: str) -> bytes:
    """The text that binds a sealed value to its place. `kind` is `hand`, `seal` ..; `game` and `head` are ids."""
    return f"referee/1 {kind}\ngame {game}\nhead {head}\nstep {step}\nseat {seat}\n".encode("ascii")


def seal(key: bytes, plain: bytes, ad: bytes, blocks: int = 1) -> bytes:
    """`plain` padded to `blocks` * 256 bytes and sealed: 16 bytes more than that. Raises Unsupported."""
    if len(plain) >= blocks * BLOCK:
        raise ValueError(f"{len(plain)} bytes do not fit {blocks} padded blocks")
    padded = (plain + b"\x80").ljust(blocks * BLOCK, b"\0")
    return _cipher(key).encrypt(padded, [ad])


def sealed_size(blocks: int) -> int:
    """The length of a sealed value, in bytes."""
    return blocks * BLOCK + TAG


def unseal(key: bytes, data: bytes, ad: bytes) -> bytes:
    """The plain bytes of a sealed value.

    Raises:
        NotAuthentic: sealed under another key, for another place, or changed; or with a padding of another shape.
        Unsupported: the library of this computer has no AES-SIV.
    """
    from cryptography.exceptions import InvalidTag

    if len(data) <= TAG or (len(data) - TAG) % BLOCK:
        raise NotAuthentic("sealed-blocks", block=BLOCK)
    try:
        padded = _cipher(key).decrypt(data, [ad])
    except InvalidTag:
        raise NotAuthentic("sealed-for-another") from None
    plain = padded.rstrip(b"\0")
    if not plain.endswith(b"\x80"):
        raise NotAuthentic("sealed-padding")
    return plain[:-1]


def blocks_for(count: int) -> int:
    """How many blocks `count` records need, at least one."""
    return max(1, -(-count // RECORDS_PER_BLOCK))


def pack_records(records: Sequence[Record]) -> bytes:
    """Records one after the other, 21 bytes each: pile u8, position u16, token u16, salt."""
    parts = (
        (one.pile.to_bytes(1, "big"), one.position.to_bytes(2, "big"), one.token.to_bytes(2, "big"), one.salt)
        for one in records
    )
    return b"".join(part for record in parts for part in record)


def unpack_records(plain: bytes) -> tuple[Record, ...]:
    """The records in `plain`. Raises NotAuthentic if the length is not that of whole records."""
    if len(plain) % RECORD:
        raise NotAuthentic("hand-record-size", size=RECORD)
    return tuple(_unpack(plain[at : at + RECORD]) for at in range(0, len(plain), RECORD))


def _unpack(data: bytes) -> Record:
    return Record(data[0], int.from_bytes(data[1:3], "big"), int.from_bytes(data[3:5], "big"), data[5:])


def pack_lines(q: bytes, texts: Sequence[str]) -> bytes:
    """What a seal holds: the 16 bytes from which the salts of the pins come, then each text and a line feed."""
    return q + "".join(f"{text}\n" for text in texts).encode("ascii")


def unpack_lines(plain: bytes) -> tuple[bytes, tuple[str, ...]]:
    """(q, texts) of what a seal holds.

    Raises:
        NotAuthentic: not 16 bytes and whole lines of printable ASCII.
    """
    q, body = plain[:SALT], plain[SALT:]
    if len(q) != SALT or (body and not body.endswith(b"\n")) or any(not 32 <= c < 127 and c != 10 for c in body):
        raise NotAuthentic("bad-seal-text", size=SALT)
    return q, tuple(body.decode("ascii").split("\n")[:-1])


def _library() -> type[AESSIV]:
    """AES-SIV of the library."""
    # Its public module imports all other ciphers and their modes, sixty classes; the class itself is this one.
    try:
        from cryptography.hazmat.bindings._rust import openssl

        return openssl.aead.AESSIV
    except (ImportError, AttributeError):
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        return AESSIV


@lru_cache(maxsize=256)
def _cipher(key: bytes) -> AESSIV:
    from cryptography.exceptions import UnsupportedAlgorithm

    try:
        return _library()(key)
    except UnsupportedAlgorithm:
        hint = "pip install --force-reinstall cryptography"
        raise Unsupported("primitive-missing", primitive="AES-SIV", hint=hint) from None

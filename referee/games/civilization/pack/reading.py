"""Packs out of bytes. A pack in a record is canonical JSON; a person may lay its file out as is easiest to read."""

from __future__ import annotations

from functools import cache
from pkgutil import get_data

import msgspec

from referee.games.civilization.pack.components import Components
from referee.games.civilization.pack.entries import Pack
from referee.kernel.canon import canonical
from referee.kernel.errors import Unreadable

LIMIT = 1 << 20
"""So many bytes a pack may have."""

SHIPPED = "reconstruction.json"


def canonical_pack(data: bytes) -> bytes:
    """The same pack, however it is laid out, in the one spelling that is hashed and kept in a record.

    Raises:
        Unreadable: more than `LIMIT` bytes, or no JSON.
    """
    if len(data) > LIMIT:
        raise Unreadable("civilization/pack-too-large", size=len(data), limit=LIMIT)
    try:
        return canonical(msgspec.json.decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable("civilization/pack-no-json", why=str(error)) from None


def read_pack(data: bytes) -> Components:
    """The components of a pack, checked.

    Raises:
        Unreadable: too large, not canonical JSON, or wrong in an entry, which is named.
    """
    if canonical_pack(data) != data:
        raise Unreadable("civilization/pack-not-canonical")
    return Components(msgspec.json.decode(data, type=Pack))


@cache
def shipped_bytes() -> bytes:
    """The pack that comes with the game, in canonical spelling."""
    return canonical_pack(get_data(__package__, SHIPPED) or b"")


@cache
def shipped() -> Components:
    """The components of the pack that comes with the game: its cards, map and marker mix are a reconstruction."""
    return read_pack(shipped_bytes())

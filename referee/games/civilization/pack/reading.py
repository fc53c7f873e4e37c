"""Packs out of bytes. A pack in a record is canonical JSON; a person may lay its file out as is easiest to read."""

from __future__ import annotations

from functools import cache
from pkgutil import get_data

import msgspec

from referee.games.civilization.pack.checking import faults, pack_of
from referee.games.civilization.pack.components import Components
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
        raise Unreadable("civilization/pack-too-large", at="pack", size=len(data), limit=LIMIT)
    try:
        return canonical(msgspec.json.decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Unreadable("civilization/pack-no-json", at="pack") from None


def read_pack(data: bytes) -> Components:
    """The components of a pack, checked.

    Raises:
        Unreadable: too large, not canonical JSON, or wrong in an entry, which is named.
    """
    if canonical_pack(data) != data:
        raise Unreadable("civilization/pack-not-canonical", at="pack")
    pack = pack_of(data)
    for fault in faults(pack):
        raise fault
    return Components(pack)


def faults_of(data: bytes) -> tuple[Unreadable, ...]:
    """Everything that is wrong with a pack, however its file is laid out; () if it is sound."""
    try:
        return tuple(faults(pack_of(canonical_pack(data))))
    except Unreadable as fault:
        return (fault,)


@cache
def shipped_bytes() -> bytes:
    """The pack that comes with the game, in canonical spelling."""
    return canonical_pack(get_data(__package__, SHIPPED) or b"")


@cache
def shipped() -> Components:
    """The components of the pack that comes with the game: its cards, map and marker mix are a reconstruction."""
    return read_pack(shipped_bytes())

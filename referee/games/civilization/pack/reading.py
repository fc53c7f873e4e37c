"""Packs out of bytes: a pack in a record is canonical JSON; a person may lay its file out as is easiest to read."""

from __future__ import annotations

from functools import cache
from pkgutil import get_data

from referee.games.civilization.pack.checking import faults, pack_of
from referee.games.civilization.pack.components import Components
from referee.kernel.errors import Unreadable
from referee.kernel.packs import canonical_pack
from referee.kernel.sentence import Sentence

SHIPPED = "reconstruction.json"


def read_pack(data: bytes) -> Components:
    """The components of a pack in its canonical spelling, checked.

    Raises:
        Unreadable: not canonical, or wrong in an entry, which is named; the hint says how many faults follow.
    """
    if canonical_pack(data) != data:
        raise Unreadable("pack-not-canonical", at="pack")
    pack = pack_of(data)
    found = tuple(faults(pack))
    if found:
        if len(found) > 1:
            found[0].hint = Sentence("civilization/pack-more-faults", count=len(found) - 1)
        raise found[0]
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

"""Packs out of bytes: a pack in a record is canonical JSON; a person may lay its file out as is easiest to read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pkgutil import get_data

import msgspec

from referee.games.civilization.pack.bounds import faults_of_bounds
from referee.games.civilization.pack.components import Components
from referee.games.civilization.pack.entries import FORMAT, Pack
from referee.games.civilization.pack.ids import GROUPS, faults_of_ids, faults_of_names
from referee.games.civilization.pack.shapes import fault_of_shape
from referee.games.civilization.pack.tree_faults import faults_of_tables, faults_of_technologies, faults_of_works
from referee.games.civilization.pack.world_faults import faults_of_cards, faults_of_map, faults_of_markers
from referee.kernel.canonical_json import convert_to
from referee.kernel.errors import Unreadable
from referee.kernel.packs import canonical_pack, pack_value
from referee.kernel.sentence import Sentence


def faults(pack: Pack) -> Iterator[Unreadable]:
    """Everything that is wrong with the entries of a pack, in the order in which it is looked for."""
    yield from faults_of_ids(pack)
    yield from faults_of_names(pack)
    for group in GROUPS:
        for entry in getattr(pack, group):
            yield from faults_of_bounds(f"{group} {entry.id}", entry)
    yield from faults_of_tables(pack)
    yield from faults_of_map(pack)
    yield from faults_of_markers(pack)
    yield from faults_of_technologies(pack)
    yield from faults_of_works(pack)
    yield from faults_of_cards(pack)


def pack_of(data: bytes) -> Pack:
    """The pack in canonical bytes, its shape checked.

    Raises:
        Unreadable: another format, or a field that is missing, unknown or of another type; naming the entry.
    """
    value = pack_value(data)
    if value["format"] != FORMAT:
        raise Unreadable("pack-of-other-format", at="format", needed=FORMAT, found=value["format"][:40])
    try:
        return convert_to(Pack, value)
    except msgspec.ValidationError as error:
        raise fault_of_shape(str(error), value) from None


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
def shipped_components() -> Components:
    """The components of the pack that comes with the game: its cards, map and marker mix are a reconstruction."""
    return read_pack(shipped_bytes())

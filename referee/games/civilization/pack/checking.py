"""Whether a pack is sound: everything that is wrong with it, a sentence each, with the entry named."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from referee.games.civilization.pack.bounds import faults_of_bounds
from referee.games.civilization.pack.card_faults import faults_of_cards
from referee.games.civilization.pack.entries import FORMAT, Pack
from referee.games.civilization.pack.ids import GROUPS, faults_of_ids, faults_of_names
from referee.games.civilization.pack.shapes import fault_of_shape
from referee.games.civilization.pack.tree_faults import faults_of_tables, faults_of_technologies, faults_of_works
from referee.games.civilization.pack.world_faults import faults_of_map, faults_of_markers
from referee.kernel.errors import Unreadable
from referee.kernel.packs import pack_value


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
        return msgspec.convert(value, type=Pack)
    except msgspec.ValidationError as error:
        raise fault_of_shape(str(error), value) from None

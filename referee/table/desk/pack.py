"""The data pack of a game in the folder of that game: a file of the record from the first note on."""

from __future__ import annotations

from referee.record.names import PACK
from referee.record.notes import Offer
from referee.record.store import Folder
from referee.table.opening.packs import game_of


def keep_pack(folder: Folder, terms: Offer, pack: bytes | None) -> None:
    """Write the pack that an offer names into the record, before the offer itself; nothing for a game without one.

    Raises:
        Unreadable: it is not here.
    """
    _, data = game_of(terms.rules, terms.option, pack)
    if data is not None:
        folder.commit(PACK, data)

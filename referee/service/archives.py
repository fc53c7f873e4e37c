"""A game's record as one file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from referee.audit.recompute import NoGame
from referee.kernel.errors import OutOfOrder
from referee.protocol.history.read_record import notes_of_file
from referee.record import files
from referee.record.file_names import CHARTER, COMMENTS, DEAL, OFFER, is_step_name, parse_file_name, slug
from referee.record.notes import Offer
from referee.record.sources import records_at
from referee.record.sources.archive import pack_archive


class Archived(msgspec.Struct, frozen=True):
    """The file that was written."""

    file: str
    """The path of the file."""
    game: str
    """The id of the game in it."""
    steps: int
    """How many steps of the record the file has."""
    size: int
    """The size of the file in bytes."""


def archive_table(path: Path, to: Path | None = None) -> Archived:
    """The record at a path written as one file, the same bytes each time, to `to` or under the title of the game.

    Raises:
        OutOfOrder: several games lie there. NoGame: none does. FileTrouble: it cannot be read or written.
    """
    records = records_at(path)
    if len(records) != 1:
        raise OutOfOrder("archive-of-several", count=len(records))
    record, comments = records[0].files, records[0].comments
    if CHARTER not in record:
        raise NoGame("no-game-here", name=CHARTER)
    game_id = notes_of_file(CHARTER, record[CHARTER])[0].id
    name = _archive_name(record)
    target = to or Path(f"{name}-{game_id[:8]}.zip")
    said = {file: text for file, text in comments.items() if text and parse_file_name(COMMENTS, file) is not None}
    whole = pack_archive(record, name, said)
    files.replace_file(target, whole, 0o644)
    steps = sum(is_step_name(file) for file in record) - (DEAL in record)
    return Archived(str(target), game_id, steps, len(whole))


def _archive_name(record: Mapping[str, bytes]) -> str:
    """What the archive and its folder are called: by the title of the game, so that it does not hang on whose it is."""
    offer = notes_of_file(OFFER, record[OFFER])[0].read(Offer) if OFFER in record else None
    return slug(offer.title or offer.rules.game) if offer is not None else "game"

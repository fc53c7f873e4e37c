"""`referee archive`: a game's record as one file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.paths import shown
from referee.cli.printing.output import data
from referee.cli.whereabouts import path_called
from referee.kernel.errors import OutOfOrder
from referee.record import files
from referee.record.elsewhere import records_at
from referee.record.elsewhere.archive import packed
from referee.record.names import CHARTER, COMMENTS, DEAL, OFFER, is_step_name, parse, slug
from referee.record.notes import Offer
from referee.table.reading.audit import NoGame
from referee.table.reading.history import bundle_of


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


@command(prints=Archived)
def archive(
    context: Context,
    named: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE")] = None,
) -> None:
    """Write the record of a game as one file, the same bytes each time."""
    path = path_called(named) if named is not None else context.folder().path
    records = records_at(path)
    if len(records) != 1:
        raise OutOfOrder("archive-of-several", count=len(records))
    record = records[0].files
    if CHARTER not in record:
        raise NoGame("no-game-here", name=CHARTER)
    game_id = bundle_of(CHARTER, record[CHARTER])[0].id
    name = _archive_name(record)
    target = to or Path(f"{name}-{game_id[:8]}.zip")
    said = {file: text for file, text in records[0].comments.items() if text and parse(COMMENTS, file) is not None}
    whole = packed(record, name, said)
    files.replace(target, whole, 0o644)
    steps = sum(is_step_name(file) for file in record) - (DEAL in record)
    told = context.sentence("archive-written", file=shown(target), count=steps)
    data(context, Archived(str(target), game_id, steps, len(whole)), told)


def _archive_name(record: Mapping[str, bytes]) -> str:
    """What the archive and its folder are called: by the title of the game, so that it does not hang on whose it is."""
    offer = bundle_of(OFFER, record[OFFER])[0].read(Offer) if OFFER in record else None
    return slug(offer.title or offer.rules.game) if offer is not None else "game"

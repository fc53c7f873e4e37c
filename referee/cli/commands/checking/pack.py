"""`referee pack check`: whether a file is a data pack, and of which game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.printing.output import print_result
from referee.cli.prompts.game_options import naming_pack_file, read_pack_file
from referee.games import all_games
from referee.kernel.errors import Unreadable
from referee.kernel.packs import pack_format, pack_hash
from referee.protocol.opening.data_packs import game_with_pack


class Pack(msgspec.Struct, frozen=True):
    """A data pack that is sound."""

    game: str
    """The board game that the pack is for."""
    format: str
    """The format of the pack."""
    hash: str
    """The hash by which offer and charter name it, 43 characters."""
    bytes: int
    """The size of the pack in bytes."""


@command(prints=Pack)
def check(context: Context, file: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Check a data pack: which entry is wrong, or the hash if it holds.

    The file may be written in any way that JSON allows. What counts, and lies in the record, is its one spelling.
    """
    pack = read_pack_file(file)
    assert pack is not None
    form = pack_format(pack)
    with naming_pack_file(file):
        game = next((game for game in all_games() if game.info.pack and game.info.pack == form), None)
        if game is None:
            known = ", ".join(sorted(game.info.pack for game in all_games() if game.info.pack)) or "none"
            raise Unreadable("pack-of-no-game", at="format", found=form, known=known)
        game_with_pack(game, pack)
    found = Pack(game.info.name, form, pack_hash(pack), len(pack))
    lines = [
        context.sentence("pack-holds", path=path_text(file), game=game.info.title, format=form),
        context.sentence("pack-hash", hash=found.hash, size=found.bytes),
    ]
    print_result(context, found, lines)

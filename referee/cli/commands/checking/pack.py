"""`referee pack check`: whether a file is a data pack, and of which game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.printing.output import print_result
from referee.cli.prompts.game_options import naming_pack_file
from referee.games import find
from referee.service.data_checks import Pack, check_pack, read_input


@command(prints=Pack)
def check(context: Context, file: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Check a data pack: which entry is wrong, or the hash if it holds.

    The file may be written in any way that JSON allows. Only its one canonical spelling counts, and is in the record.
    """
    data = read_input(file)
    with naming_pack_file(file):
        found = check_pack(data)
    title = find(found.game).info.title
    lines = [
        context.sentence("pack-holds", path=path_text(file), game=title, format=found.format),
        context.sentence("pack-hash", hash=found.hash, size=found.bytes),
    ]
    print_result(context, found, lines)

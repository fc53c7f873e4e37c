"""Options of a game on the command line: the data pack that it is played from, named by a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.folders.paths import path_text
from referee.kernel.errors import RefereeError
from referee.kernel.packs import canonical_pack
from referee.kernel.sentence import Sentence
from referee.record.store import read_input

PackFile = Annotated[Path | None, typer.Option("--pack")]


def read_pack_file(path: Path | None, beside: Path | None = None) -> bytes | None:
    """The pack in a file, in its one spelling; None for none. One that is not here is looked for `beside` a mail.

    Raises:
        Unreadable: naming file and entry.
    """
    if path is None:
        return None
    if beside is not None and not path.exists():
        path = beside / path
    data = read_input(path)
    with naming_pack_file(path):
        return canonical_pack(data)


class naming_pack_file:
    """Names the file in every refusal that passes, in front of the entry."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RefereeError):
            name = path_text(self.path)
            error.at = Sentence("place-in-file", file=name, rest=error.at) if error.at else name

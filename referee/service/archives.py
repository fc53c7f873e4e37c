"""What is handed to others as one file: the record of a game, and the program that runs here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from referee import __version__
from referee.audit.recompute import NoGame
from referee.kernel.errors import OutOfOrder
from referee.protocol.history.read_record import notes_of_file
from referee.record import files
from referee.record.file_names import CHARTER, COMMENTS, DEAL, OFFER, is_step_name, parse_file_name, slug
from referee.record.notes import Offer
from referee.record.sources import records_at
from referee.record.sources.archive import pack_archive
from referee.session import program_file
from referee.session.program_file import ProgramFile


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


class Program(msgspec.Struct, frozen=True):
    """The running program as a file."""

    name: str
    """What the file is called; installers read it, so it is never another one."""
    version: str
    """The version of the program."""
    sha256: str = ""
    """The digest of the file, as `sha256sum` tells it; empty where nobody has installed the program."""
    size: int = 0
    """The size of the file in bytes."""
    file: str = ""
    """The path of the file that was written or compared; empty without one."""
    differs: tuple[str, ...] = ()
    """What a compared file has otherwise than the running program, by names in the file."""


class PackedGame(NamedTuple):
    """A record as one file: its name, the id of the game, how many steps it has, and the bytes."""

    name: str
    game: str
    steps: int
    data: bytes


def archive_bytes(path: Path) -> PackedGame:
    """The record at a path as one file, the same bytes each time. Raises OutOfOrder: several games are there. NoGame:
    none is. FileTrouble: it cannot be read.
    """
    records = records_at(path)
    if len(records) != 1:
        raise OutOfOrder("archive-of-several", count=len(records))
    record, comments = records[0].files, records[0].comments
    if CHARTER not in record:
        raise NoGame("no-game-here", name=CHARTER)
    game_id = notes_of_file(CHARTER, record[CHARTER])[0].id
    name = _archive_name(record)
    said = {file: text for file, text in comments.items() if text and parse_file_name(COMMENTS, file) is not None}
    steps = sum(is_step_name(file) for file in record) - (DEAL in record)
    return PackedGame(f"{name}-{game_id[:8]}.zip", game_id, steps, pack_archive(record, name, said))


def archive_table(path: Path, to: Path | None = None) -> Archived:
    """The record at a path written as one file, to `to` or under the title of the game. Raises as `archive_bytes`, and
    FileTrouble: it cannot be written.
    """
    packed = archive_bytes(path)
    target = to or Path(packed.name)
    files.replace_file(target, packed.data, 0o644)
    return Archived(str(target), packed.game, packed.steps, len(packed.data))


def _archive_name(record: Mapping[str, bytes]) -> str:
    """The name of the archive and its folder, from the title of the game: the same for everybody who packs it."""
    offer = notes_of_file(OFFER, record[OFFER])[0].read(Offer) if OFFER in record else None
    return slug(offer.title or offer.rules.game) if offer is not None else "game"


def find_program() -> Program:
    """The program that runs here. Raises Unsupported or NotAuthentic: it is not here as it was packed."""
    return _program_of(program_file.running_program())


def write_program(to: Path) -> Program:
    """The program that runs here, written to a file of its name or into a folder. Raises as `find_program`; OutOfOrder:
    the file has another name. FileTrouble: it cannot be written.
    """
    made = program_file.running_program()
    target = to / made.name if to.is_dir() else to
    if target.name != made.name:
        raise OutOfOrder("program-file-name", file=str(to), name=made.name)
    files.replace_file(target, made.data, 0o644)
    return replace(_program_of(made), file=str(target))


def compare_program(file: Path) -> Program:
    """The program that runs here, and what a file of it has otherwise. Raises as `find_program`; Unreadable: the file
    holds something else.
    """
    compared = program_file.read_wheel(file)
    made = program_file.running_program()
    return replace(_program_of(made), file=str(file), differs=program_file.differing_parts(compared, made.parts))


def _program_of(made: ProgramFile) -> Program:
    return Program(made.name, __version__, made.sha256, len(made.data))

"""Games on disk for tests of the commands: a folder for each party, and a home with its test key."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.record.file_names import DEAL, step_name
from referee.record.note import SignedNote, render_bundle
from referee.record.store import DataFolder, GameFolder
from referee.session.session import open_session
from tests.support.rehearse import Match, open_match, play_out, sensible_order, test_key


@cache
def running(game: str = "tigris", steps: int = 5) -> Match:
    """A game of three after some steps."""
    return play_out(open_match(game, 3, "door"), "door", steps=steps)


@cache
def finished(game: str = "ur") -> Match:
    """A game of three from its first step to its last, acknowledged by nobody."""
    return play_out(open_match(game, 3, "door"), "door", policy=sensible_order)


def asked(match: Match) -> str:
    """The seat that is asked now."""
    request = match.host.request
    assert request is not None
    return match.table.names[request.seat]


def home_of(folder: Path, name: str) -> Path:
    """A home that holds the test key of `name`."""
    home = DataFolder(folder / f"home-{name}")
    if not home.keys():
        key = test_key(name)
        home.write_key(name, format_private(key, name), format_public(key.public, name))
    return home.path


def lay(folder: Path, files: Mapping[str, bytes], without: Iterable[str] = ()) -> Path:
    """A game folder with this record, but for some files of it."""
    record = folder / "record"
    record.mkdir(parents=True)
    for name, data in files.items():
        if name not in without:
            (record / name).write_bytes(data)
    return folder


def lines_in(home: Path) -> list[list[str]]:
    """The lines of every draft in a home."""
    return [json.loads(path.read_bytes())["lines"] for path in sorted(home.rglob("draft-*"))]


def move_of(match: Match, step: int) -> SignedNote:
    """The move note that a step has entered."""
    return next(signed for signed in match.signed_notes[step_name(step)] if signed.type == "move")


def remember(game: Path, home: Path, match: Match, step: int) -> None:
    """Let a host's machine know the newest step, as it does once it has signed it."""
    session = open_session(GameFolder(game), DataFolder(home))
    head = next(
        signed.id for signed in match.signed_notes[step_name(step) if step else DEAL] if signed.type in ("step", "deal")
    )
    session.write_guard(session.guard().seen(step, head))


def mail_with(path: Path, *signed_notes: SignedNote, around: bytes = b"Dear host,\n\n") -> Path:
    """A mail with these notes, saved as a file."""
    path.write_bytes(around + render_bundle(signed_notes))
    return path

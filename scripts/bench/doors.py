"""What a user feels: commands in a game of some length, each with a home of its own that has seen the game before."""

from __future__ import annotations

import shutil
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from referee.protocol.history.safety_words import other_parties
from referee.record.store import DataFolder, GameFolder
from referee.session.session import Session, open_session
from scripts.bench import folders, recordings
from scripts.bench.clock import Readings, Source, spawn
from scripts.bench.installed import referee
from scripts.bench.recordings import place

SHORT, MIDDLE = 10, 200

Words = Callable[[Session, Path], Sequence[str | Path]]
"""What is typed after the folder of a game, by the session of whoever is asked there."""


def long() -> int:
    """The steps of the long game, but for its last one."""
    return recordings.steps_of(recordings.long_game()) - 1


def measured(name: str, steps: int | None, words: Words) -> Source:
    """The source of a command after so many steps of the long game (None: but one), as whoever is asked there: its CPU
    time and its peak memory.
    """
    at = steps or long()
    folder, _ = folders.running_game(at)
    seat = _asked(folder)
    home = DataFolder(folders.home_of(seat, f"{seat}-{at}"))
    session = open_session(GameFolder(folder), home)
    session.keep_comparison([party.role for party in other_parties(session.table, seat)], "without")

    def source() -> Readings:
        with _forgotten(session):
            used = spawn(referee(*words(session, folder), "--game", folder), REFEREE_HOME=str(home.path))
        return {name: used.cpu, f"{name} MB": used.peak}

    return source


def _asked(folder: Path) -> str:
    position = open_session(GameFolder(folder), DataFolder(place() / "nowhere"), look_on=True).position
    return position.table.names[position.asked[0].seat]


def typed(*words: str) -> Words:
    """These words."""
    return lambda session, folder: words


def receives(session: Session, folder: Path) -> Sequence[str | Path]:
    """The next step comes."""
    return "receive", folder / "next.mail"


def moves(session: Session, folder: Path) -> Sequence[str | Path]:
    """The move that does nothing is signed."""
    game, seat = session.table.game, session.eyes.seat
    assert game.neutral is not None and seat is not None
    return "move", game.notation.format_order(game.neutral(session.position.state, seat)), "--yes"


def writes(command: str) -> Words:
    """A page is written."""
    return lambda session, folder: (command, "--html", folder / f"{command}.html")


@contextmanager
def _forgotten(session: Session) -> Iterator[None]:
    """Without the next step, what was signed for it, and what the home has noted of that."""
    kept = {path: path.read_bytes() for path in session.home.path.rglob("guard-*")}
    yield
    folders.forget_next(session.folder.path, session.position.step)
    shutil.rmtree(session.folder.path / "outbox", ignore_errors=True)
    for path in session.home.path.rglob("guard-*"):
        if path in kept:
            path.write_bytes(kept[path])
        else:
            path.unlink()


def paged(arguments: Namespace) -> Source:
    """What the page of a long game is: its kilobytes, and those before its first board is whole."""
    folder, _ = folders.running_game(long())

    def source() -> Readings:
        spawn(referee("replay", "--html", folder / "replay.html", "--game", folder))
        page = (folder / "replay.html").read_bytes()
        return {"page kB": len(page) / 1000, "board kB": page.index(b"</svg>", page.index(b'<svg id="board"')) / 1000}

    return source

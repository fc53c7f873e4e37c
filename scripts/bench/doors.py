"""What a user feels: commands in a game of some length, each with a home of its own that has seen the game before."""

from __future__ import annotations

import shutil
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from referee.record.store import Folder, Home
from referee.table.desk.desk import Desk, open_desk
from referee.table.reading.words import others
from scripts.bench import folders, recordings
from scripts.bench.clock import Readings, Source, spawn
from scripts.bench.installed import referee
from scripts.bench.recordings import place

SHORT, MIDDLE = 10, 200

Words = Callable[[Desk, Path], Sequence[str | Path]]
"""What is typed after the folder of a game, by the desk of whoever is asked there."""


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
    home = Home(folders.home_of(seat, f"{seat}-{at}"))
    desk = open_desk(Folder(folder), home)
    desk.keep_comparison([party.role for party in others(desk.table, seat)], "without")

    def source() -> Readings:
        with _forgotten(desk):
            used = spawn(referee(*words(desk, folder), "--game", folder), REFEREE_HOME=str(home.path))
        return {name: used.cpu, f"{name} MB": used.peak}

    return source


def _asked(folder: Path) -> str:
    position = open_desk(Folder(folder), Home(place() / "nowhere"), look_on=True).position
    return position.table.names[position.asked[0].seat]


def typed(*words: str) -> Words:
    """These words."""
    return lambda desk, folder: words


def receives(desk: Desk, folder: Path) -> Sequence[str | Path]:
    """The next step comes."""
    return "receive", folder / "next.mail"


def moves(desk: Desk, folder: Path) -> Sequence[str | Path]:
    """The move that does nothing is signed."""
    game, seat = desk.table.game, desk.eyes.seat
    assert game.neutral is not None and seat is not None
    return "move", game.notation.format_order(game.neutral(desk.position.state, seat)), "--yes"


def writes(command: str) -> Words:
    """A page is written."""
    return lambda desk, folder: (command, "--html", folder / f"{command}.html")


@contextmanager
def _forgotten(desk: Desk) -> Iterator[None]:
    """Without the next step, what was signed for it, and what the home has noted of that."""
    kept = {path: path.read_bytes() for path in desk.home.path.rglob("guard-*")}
    yield
    folders.forget_next(desk.folder.path, desk.position.step)
    shutil.rmtree(desk.folder.path / "outbox", ignore_errors=True)
    for path in desk.home.path.rglob("guard-*"):
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

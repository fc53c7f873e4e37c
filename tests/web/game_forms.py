"""Homes and games in each state in which a page is opened."""

from __future__ import annotations

from pathlib import Path

from referee.record.file_names import CHARTER, OFFER
from referee.record.store import DataFolder
from referee.session.game_folders import game_locations
from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.terminal import inside


def mail(steps: int) -> bytes:
    shorter, longer = running(steps=steps - 1), running(steps=steps)
    return next(data for name, data in longer.files.items() if name not in shorter.files)


def made(state: str, folder: Path) -> tuple[Path, Path, Path | None]:
    """Where a line is typed, the home and the game."""
    cwd = folder / "here"
    cwd.mkdir(parents=True)
    if state == "empty":
        return cwd, folder / "home", None
    if state == "alone":
        return cwd, home_of(folder, "anna"), None
    match = finished() if state == "over" else running()
    who = {"over": match.table.names[0], "host": "host", "agreed": "anna"}.get(state) or asked(match)
    files = {name: match.files[name] for name in (OFFER, CHARTER)} if state == "agreed" else match.files
    game, home = lay(cwd / "game", files), home_of(folder, who)
    assert inside(["status"], home, game)[0] == 0
    return cwd, home, game


def kept(folder: Path) -> dict[str, bytes]:
    """All that lies there."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def offer_of(home: Path) -> str:
    """The game of a home that has one, as the addresses of the page call it."""
    (place,) = game_locations(DataFolder(home))
    return place.offer

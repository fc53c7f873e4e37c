"""People who type commands: from the offer of a game to its folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cli.games_on_disk import home_of
from tests.cli.terminal import inside


@dataclass
class Player:
    """Somebody with a home and a place to begin in; `root` is the folder above."""

    root: Path
    name: str

    @property
    def home(self) -> Path:
        return home_of(self.root, self.name)

    @property
    def place(self) -> Path:
        place = self.root / self.name
        place.mkdir(exist_ok=True)
        return place

    def types(self, *arguments: str | Path, at: Path | None = None) -> tuple[int, str, str]:
        return inside(arguments, self.home, at or self.place)

    def told(self, *arguments: str | Path, at: Path | None = None) -> Any:
        code, out, errors = self.types(*arguments, "--json", at=at)
        assert code == 0, errors
        return json.loads(out)


def offered(people: Callable[[str], Player], *more: str, title: str = "Friday tigris") -> Path:
    """The invitation to a game for two that the host offers from an empty place."""
    code, _, errors = people("host").types("offer", "tigris", "--seats", "2", "--title", title, *more)
    assert code == 0, errors
    (found,) = people("host").place.glob("*/letters/invitation.txt")
    return found


def joined(people: Callable[[str], Player], invitation: Path) -> list[Path]:
    """The joins of anna and bert."""
    for name in ("anna", "bert"):
        code, _, errors = people(name).types("join", invitation, "--name", name.title())
        assert code == 0, errors
    return [people(name).place / "friday-tigris" / "outbox" / f"join-{name}.note" for name in ("anna", "bert")]

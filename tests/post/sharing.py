"""People who share a folder: each with a home, a game and a copy of what all see."""

from __future__ import annotations

import json
from pathlib import Path

from referee.record.store import DataFolder, GameFolder
from referee.session.session import Session, open_session
from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import inside
from tests.support.rehearse import Match


class Party:
    """Somebody with a home, who stands in the folder of a game or where one will be made, and shares another folder."""

    def __init__(self, name: str, home: Path, game: Path, shared: Path) -> None:
        self.name, self.home, self.game, self.shared = name, home, game, shared

    def run(self, *words: str | Path) -> str:
        """A command that is carried out; what it prints."""
        code, out, errors = inside(words, self.home, self.game)
        assert code == 0, (words, out, errors)
        return out + errors

    def hear(self) -> None:
        """The words of all others are what they should be."""
        words = json.loads(self.run("words", "--json"))["words"]
        self.run("words", *words, "--from", "all")

    def sync(self) -> str:
        return self.run("sync", self.shared, "--yes")

    def step(self) -> int:
        return self.session().position.step

    def head(self) -> str:
        return self.session().position.head

    def session(self) -> Session:
        return open_session(GameFolder(self.game), DataFolder(self.home))

    def is_asked(self) -> bool:
        position = self.session().position
        return self.name in [position.table.names[request.seat] for request in position.asked]

    def swap(self) -> None:
        """The whole hand for another, signed and put into the shared folder."""
        session = self.session()
        own = session.position.knowledge.own(session.eyes.seat or 0)
        assert own is not None
        self.run("move", " ".join(("swap", *own.hand)), "--yes")


class Client(Party):
    """Somebody who has the deal and has compared the words."""

    def __init__(self, place: Path, name: str, match: Match, shared: Path) -> None:
        super().__init__(name, home_of(place, name), lay(place / name, match.files), shared)
        if name == "host":
            session = self.session()
            session.write_guard(session.guard().seen(0, session.position.head))
        else:
            self.hear()


def play(host: Party, players: tuple[Party, ...], steps: int) -> None:
    for _ in range(steps):
        (mover,) = (player for player in players if player.is_asked())
        mover.swap()
        for client in (mover, host, *players):
            client.sync()

"""The same game typed: each deed of a story of the page is a command line at a home with the same keys."""

from __future__ import annotations

import json
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

from tests.cli.terminal import inside
from tests.web.gold_story import Cell, Deed


class TypedTwin:
    """Homes like those of a story, in a place of their own, in which its deeds are typed."""

    def __init__(self, root: Path, cell: Cell, folder: Path) -> None:
        self.root, self.cell, self.folder = root, cell, folder
        self.host = cell.people[0]
        self.waiting: dict[str, list[Path]] = {name: [] for name in cell.people}
        self.dropped: dict[str, list[Path]] = {name: [] for name in cell.people}
        self.invitation = folder
        self.mails = 0
        for name in cell.people:
            (root / name).mkdir(parents=True)
        folder.mkdir(parents=True, exist_ok=True)

    def game(self, who: str) -> Path:
        return self.root / who / "friday"

    def types(self, who: str, *words: str | Path, may_fail: bool = False) -> str:
        at = self.game(who) if self.game(who).is_dir() else self.root / who
        code, out, errors = inside([*words, "--lang", self.cell.lang], self.root / f"home-{who}", at)
        assert code == 0 or may_fail, (who, words, out, errors)
        return out

    def type(self, deeds: list[Deed]) -> dict[str, dict[str, bytes]]:
        """The records once all is typed, by home."""
        for who in self.cell.people:
            self.types(who, "key", "new", who)
        for deed in deeds:
            getattr(self, f"_{deed.does}")(deed.who, deed.what)
        return {name: record(self.game(name)) for name in self.cell.people}

    def _offer(self, who: str, terms: Any) -> None:
        words: list[str | Path] = ["offer", terms["game"], f"--seats={terms['seats']}", "--title=Friday"]
        words += [f"--name={terms['name']}", *(f"--option={name}={value}" for name, value in terms["options"].items())]
        words += ["--play"] if terms["plays"] else []
        words += ["--share", self.folder] if self.cell.by_folder else []
        self.types(who, *words)
        if not self.cell.by_folder:
            self.invitation = self.game(who) / "letters" / "invitation.txt"

    def _join(self, who: str, _: Any) -> None:
        self.types(who, "join", self.invitation, f"--name={who.title()}")

    def _send(self, who: str, _: Any) -> None:
        """The mails that are due are written, and carried to those they are for."""
        for mail in json.loads(self.types(who, "mail", "--json"))["mails"]:
            if not mail["name"] or mail["sent"]:
                continue
            named = [other for other in self.waiting if other.title() in mail["name"].split()]
            for other in named or [self.host]:
                self.mails += 1
                data = message_from_bytes((self.game(who) / mail["file"]).read_bytes(), policy=default)
                path = self.root / f"{self.mails:04d}.eml"
                path.write_bytes(data.as_bytes())
                self.waiting[other].append(path)
        self.types(who, "mail", "--sent")

    def _drop(self, who: str, count: int) -> None:
        came, self.waiting[who] = self.waiting[who], []
        assert len(came) == count, (who, came, count)
        self.dropped[who] = came
        self.types(who, "receive", *came, may_fail=True)

    def _take_in(self, who: str, _: Any) -> None:
        self.types(who, "receive", "--yes", *self.dropped[who])

    def _look(self, _: str, names: list[str]) -> None:
        for name in names:
            self.types(name, "sync", self.folder, may_fail=True)

    def _end(self, who: str, _: Any) -> None:
        if self.cell.by_folder:
            self.types(who, "sync", self.folder, "--yes")
        else:
            self.types(who, "receive", "--yes", *sorted((self.game(who) / "outbox").glob("*.move"))[-1:])

    def _begin(self, who: str, _: Any) -> None:
        self.types(who, "charter")

    def _accept(self, who: str, _: Any) -> None:
        self.types(who, "accept", "--yes")

    def _words(self, who: str, _: Any) -> None:
        self.types(who, "words", *json.loads(self.types(who, "words", "--json"))["words"], "--from", "all")

    def _sign(self, who: str, orders: str) -> None:
        self.types(who, "move", "--yes", orders)

    def _acknowledge(self, who: str, _: Any) -> None:
        self.types(who, "ack", "--yes")

    def _audit(self, who: str, _: Any) -> None:
        self.types(who, "audit")


def record(game: Path) -> dict[str, bytes]:
    """The files of a record, by name."""
    return {path.name: path.read_bytes() for path in (game / "record").iterdir()}

"""Friends who play with a deck that nobody sees: real commands, a home each, one shared folder."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from functools import cache
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory, mkdtemp
from unittest.mock import patch

from referee.kernel.hashing import sha256
from referee.record.store import DataFolder, GameFolder
from referee.service import dates
from referee.session.session import Session, open_session
from tests.cli.terminal import inside
from tests.support.dishonest.light import light

TITLE, FOLDER = "Friday tigris", "friday-tigris"
HOSTS = "hanna"


@dataclass
class Evening:
    """`players` sit at the table; the first of them hosts as well where `host_plays`, else Hanna does.

    What is fresh in keys and notes follows from how much was fresh before: every evening goes as the last one went.
    """

    root: Path
    players: tuple[str, ...]
    host_plays: bool = True
    told: list[str] = field(default_factory=list)
    fresh: int = 0
    days: float = 0
    dated: dict[Path, int] = field(default_factory=dict)

    @property
    def host(self) -> str:
        return self.players[0] if self.host_plays else HOSTS

    @property
    def people(self) -> tuple[str, ...]:
        return self.players if self.host_plays else (HOSTS, *self.players)

    @property
    def shared(self) -> Path:
        return self.root / "shared"

    def box(self, who: str) -> Path:
        """Where the notes of others lie for somebody, and the own ones for them."""
        return self.shared

    def home(self, who: str) -> Path:
        return self.root / who / ".referee"

    def game(self, who: str) -> Path:
        return self.root / who / FOLDER

    def called(self, who: str) -> str:
        """What somebody calls themselves."""
        return who.title()

    def types(self, who: str, *words: str | Path) -> tuple[int, str, str]:
        at = self.game(who) if self.game(who).is_dir() else self.root / who
        with patch("secrets.token_bytes", self._fresh), patch.object(dates, "datetime", self._clock):
            code, out, errors = inside(list(words), self.home(who), at)
        self._date(who)
        self.told.append(f"{who}$ {' '.join(map(str, words))}\n{out}{errors}")
        return code, out, errors

    @property
    def _clock(self) -> type[datetime]:
        """The clock of everybody, which is so many days ahead."""
        ahead = timedelta(days=self.days)

        class Clock(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:
                return datetime.now(tz) + ahead

        return Clock

    def _date(self, who: str) -> None:
        """What has come to somebody by the last command has come by that clock."""
        for part in ("record", "pending"):
            for file in (self.game(who) / part).glob("*"):
                came = file.stat().st_mtime_ns
                if self.dated.get(file) != came:
                    came += int(self.days * 86_400 * 1e9)
                    os.utime(file, ns=(came, came))
                    self.dated[file] = came

    def _fresh(self, count: int) -> bytes:
        self.fresh += 1
        return sha256(b"evening %d" % self.fresh)[:count]

    def does(self, who: str, *words: str | Path) -> str:
        code, out, errors = self.types(who, *words)
        assert code == 0, (who, words, out, errors)
        return out + errors

    def look(self, people: Sequence[str] = ()) -> str:
        return "".join(self.does(who, "watch", self.box(who), "--once", "--yes") for who in people or self.people)

    def session(self, who: str, side: str = "plays") -> Session:
        return open_session(GameFolder(self.game(who)), DataFolder(self.home(who)), side=side)  # type: ignore[arg-type]

    @property
    def stands(self) -> Session:
        return self.session(self.host, "hosts")

    def opens(self, *options: str, accepts: bool = True) -> Evening:
        """Offer, joins, charter, accepts of all; or of nobody but a host who plays."""
        for who in self.people:
            (self.root / who).mkdir(parents=True)
            self.box(who).mkdir(exist_ok=True)
            self.does(who, "key", "new", who)
        chosen = [word for option in ("deal=masked", *options) for word in ("-o", option)]
        plays = ("--play", "--name", self.called(self.host)) if self.host_plays else ()
        self.does(self.host, "offer", "tigris", "--seats", str(len(self.players)), "--title", TITLE, *chosen, *plays)
        invitation = self.game(self.host) / "letters" / "invitation.txt"
        for who in self.players:
            if who != self.host:
                self.does(who, "join", invitation, "--name", self.called(who))
        self.look()
        self.look((self.host,))
        self.does(self.host, "charter")
        self.look()
        for who in self.players:
            if who != self.host and accepts:
                self.does(who, "accept", "--yes")
        return self

    def dealt(self) -> Evening:
        """Mixes, deal, first locks, and the words compared."""
        rounds = 0
        while self.stands.history.position is None:
            self.look()
            rounds += 1
            assert rounds <= len(self.players) + 2, self.told[-4:]
        self.look()
        self.look()
        for who in self.players:
            words = json.loads(self.does(who, "words", "--json"))["words"]
            self.does(who, "words", *words, "--from", "all")
        return self

    def asked(self) -> str:
        position = self.stands.position
        return position.table.names[position.asked[0].seat]

    def swaps(self) -> str:
        """Who is asked swaps the whole hand; everybody looks, and who has drawn once more, when all locks are there."""
        who = self.asked()
        own = self.session(who).own
        assert own is not None
        said = self.does(who, "move", "swap", *own.hand, "--yes")
        others = [one for one in self.people if one != self.host]
        self.look([who, self.host, *others, self.host, who])
        return said


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="evenings-")


def table() -> Path:
    """Where all evenings of a process are played that are put away: homes know where their games and folders lie."""
    return Path(_folder().name) / "table"


def cleared() -> Path:
    """That place, where nothing lies any more."""
    rmtree(table(), ignore_errors=True)
    return table()


class PutAway:
    """An evening that was played once, for all the tests of a process to go on with, one after the other."""

    def __init__(self, play: Callable[[], Evening]) -> None:
        self.evening = play()
        self.root = self.evening.root.rename(Path(mkdtemp(dir=_folder().name)) / "then")

    def again(self) -> Evening:
        """The same evening in place of what was played last."""
        kept = self.evening
        copytree(self.root, cleared())
        evening = Evening(table(), kept.players, kept.host_plays, told=[*kept.told], fresh=kept.fresh, days=kept.days)
        evening.dated = dict(kept.dated)
        return evening


@cache
def _dealt(players: tuple[str, ...], options: tuple[str, ...], host_plays: bool) -> PutAway:
    with light():
        return PutAway(lambda: Evening(cleared(), players, host_plays).opens(*options).dealt())


def dealt(players: Sequence[str], *options: str, host_plays: bool = True) -> Evening:
    """An evening that is dealt, its deck masked in numbers; the same cards each time."""
    return _dealt(tuple(players), options, host_plays).again()

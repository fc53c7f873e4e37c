"""For other programs: five functions that stay what they are from one release to the next.

    from referee.api import read, status, replay, audit, judge

    game = read("examples/tigris-4p")        # a folder or an archive, once; nothing is written
    print(status(game).asked)                # who is asked what, as everybody sees it
    for step in replay(game):                # what happened, step by step, with the public state as JSON
        print(step.number, step.told)
    print(audit(game).verdict)               # clean, in progress, not opened, or fault
    print(judge(game, [Path("stray.note").read_bytes()]))

Everything is seen with a stranger's eyes, or after the end with everybody's. What may change is said in `docs/api.md`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from referee.audit import recompute as auditing
from referee.audit.recompute import NoGame, Report
from referee.disputes import judging
from referee.disputes.verdict import Verdict
from referee.kernel.errors import (
    FileTrouble,
    IllegalMove,
    NotAuthentic,
    OutOfOrder,
    RefereeError,
    Unreadable,
    Unsupported,
)
from referee.messages.step_news import news_of_step
from referee.protocol.agreements.take_back import steps_taken_back
from referee.protocol.history.read_record import read_history
from referee.protocol.step.position import Position
from referee.record.file_names import CHARTER, OFFER, step_name
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.sources import records_at
from referee.record.store import DataFolder, GameFolder
from referee.session.session import Session
from referee.session.todo.status import Status, status_for

__all__ = [
    "FileTrouble",
    "Game",
    "IllegalMove",
    "NoGame",
    "NotAuthentic",
    "OutOfOrder",
    "RefereeError",
    "Report",
    "Status",
    "Step",
    "Unreadable",
    "Unsupported",
    "Verdict",
    "audit",
    "judge",
    "read",
    "replay",
    "status",
]


class Game(msgspec.Struct, frozen=True):
    """A game as it was found: where, the files of the record by name, what else lay beside them, and what was said
    after the end.
    """

    path: Path
    record: Mapping[str, bytes]
    beside: Mapping[str, bytes]
    comments: Mapping[str, bytes] = {}

    def __repr__(self) -> str:
        """Where it was found, and how many files there are: their bytes fill pages."""
        return f"Game(path={str(self.path)!r}, record={len(self.record)} files, beside={len(self.beside)} files)"


class Step(msgspec.Struct, frozen=True):
    """One step of a game. `orders` are (seat, order), `told` the events as sentences, `state` the public state as JSON
    types, `said` what players wrote: (seat, line), nobody vouches for it. Step 0 is the deal. `undone` is the step by
    which the table has gone back over this one, None if it stands.
    """

    number: int
    orders: tuple[tuple[str, str], ...]
    told: tuple[str, ...]
    said: tuple[tuple[str, str], ...]
    state: Any
    undone: int | None = None


def read(path: Path | str) -> Game:
    """The game in a folder, an archive, a mailbox or a letter: in whatever `referee audit` reads.

    Raises:
        FileTrouble: there is nothing at this path, it is too large, or the file system did not do it.
        NoGame: there is something, and no game in it.
        Unreadable: an archive or a file that cannot be read, or one in which several games lie.
    """
    place = Path(path)
    if not place.exists():
        raise FileTrouble("nothing-there", path=str(place))
    games = [found for found in records_at(place) if OFFER in found.files or CHARTER in found.files]
    if not games:
        raise NoGame("no-game-here", name=CHARTER)
    if len(games) > 1:
        raise Unreadable("several-games-there", path=str(place), names=", ".join(found.name for found in games))
    (found,) = games
    return Game(place, found.files, found.foreign, found.comments)


def status(game: Game, lang: str = "en") -> Status:
    """Where the game stands, as somebody sees it who has no part in it.

    Raises:
        RefereeError: the record does not hold; `audit` says where.
    """
    folder = GameFolder(
        game.path if game.path.is_dir() else game.path.parent / "no folder"
    )  # nothing lies beside a file
    nowhere = DataFolder(folder.path / "no home")  # nobody's: a stranger has signed nothing
    return status_for(Session(folder, nowhere, read_history(game.record), None), lang)


def replay(game: Game, lang: str = "en") -> Iterator[Step]:
    """Every step from the deal on, as everybody sees it.

    Raises:
        RefereeError: the record does not hold; `audit` says where.
    """
    seen: list[Position] = []
    history = read_history(game.record, watch=seen.append)
    undone = steps_taken_back(seen[-1]) if seen else {}
    for position in seen:
        happened = news_of_step(position, history.signed_notes[step_name(position.step)], lang, undone)
        state = position.table.game.to_json(position.state)
        yield Step(position.step, happened.orders, happened.told, happened.said, state, happened.undone)


def audit(game: Game, *, expect: Mapping[str, Collection[str]] | None = None) -> Report:
    """Every hash, signature, rule and tile, as deep as a stranger can look. `expect` pins the keys that a role may
    have had, as fingerprints.

    Raises:
        NoGame: there is no charter. Unsupported: this machine lacks a cipher.
    """
    return auditing.audit(game.record, strangers=game.beside, comments=game.comments, expect=expect)


def judge(game: Game, notes: Iterable[bytes]) -> tuple[Verdict, ...]:
    """What notes beside the record prove about a key, in the order given; each is a mail, a file or a pasted note.

    Raises:
        Unreadable: there is no note in one of them.
        RefereeError: the record does not hold; `audit` says where.
    """
    strays: list[SignedNote] = [signed for data in notes for signed in unwrap(data).signed_notes]
    return judging.judge(game.record, strays)

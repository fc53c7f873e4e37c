"""For other programs: functions that stay what they are from one release to the next.

    from referee.api import audit, judge, legal_orders, read, replay, status

    game = read("examples/tigris-4p")        # a folder or an archive, once; nothing is written
    print(status(game).asked)                # who is asked what, as everybody sees it
    for step in replay(game):                # what happened, step by step, with the public state as JSON
        print(step.number, step.told)
    print(audit(game).verdict)               # clean, in progress, not opened, or fault
    print(judge(game, [Path("stray.note").read_bytes()]))

    table = open_table("friday-tigris")      # a game of one's own, with one's key
    for seat, orders in legal_orders(table).items():
        ask = ask_sign(table, orders[:1])    # what would be signed, in words, and its effects
        sign(table, orders[:1], ask.digest)  # exactly that, or nothing

A `Game` is seen with a stranger's eyes, or after the end with everybody's; an `OpenTable` with its reader's. What may
change is said in `docs/api.md`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from referee.audit import recompute as auditing
from referee.audit.game_index import IndexEntry
from referee.audit.recompute import NoGame, Report
from referee.disputes import judging
from referee.disputes.verdict import Verdict
from referee.games import find
from referee.games import names as games
from referee.kernel.bot import GREEDY
from referee.kernel.errors import (
    FileTrouble,
    IllegalMove,
    NotAuthentic,
    OutOfOrder,
    RefereeError,
    Unreadable,
    Unsupported,
)
from referee.mail.inbox import NamedMail
from referee.messages.step_news import news_of_step
from referee.protocol.agreements.take_back import steps_taken_back
from referee.protocol.history.read_record import read_history
from referee.protocol.history.safety_words import SafetyWords
from referee.protocol.step.position import Position
from referee.record.file_names import CHARTER, OFFER, step_name
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.sources import records_at
from referee.record.store import DataFolder, GameFolder, home_path
from referee.service import archives, rules, spoken_words
from referee.service import table as tables
from referee.service.answers import table_stamp
from referee.service.archives import Archived
from referee.service.ask import Ask
from referee.service.club_results import index_entries_at
from referee.service.errors import Changed, Locked, NotHere, Stale
from referee.service.incoming.intake import take_in
from referee.service.incoming.taken import ReceivedFile
from referee.service.known_tables import KnownTables
from referee.service.moves import own_moves
from referee.service.opening import practice_games
from referee.service.post.post_items import PostItem, list_post
from referee.service.reader import Reader
from referee.service.rules import Rules
from referee.service.signed_notes import Signed
from referee.service.table import OpenTable
from referee.service.views import lookups
from referee.service.views.board_lookup import position_at
from referee.service.views.lookups import Tried
from referee.service.views.view import View, view_table
from referee.session.bot_seat import bot_answer
from referee.session.session import Session
from referee.session.todo.status import Status, status_for

__all__ = [
    "Archived",
    "Ask",
    "Changed",
    "FileTrouble",
    "Game",
    "IllegalMove",
    "IndexEntry",
    "Locked",
    "NoGame",
    "NotAuthentic",
    "NotHere",
    "OpenTable",
    "OutOfOrder",
    "PostItem",
    "ReceivedFile",
    "RefereeError",
    "Report",
    "Rules",
    "SafetyWords",
    "Signed",
    "Stale",
    "Status",
    "Step",
    "Tried",
    "Unreadable",
    "Unsupported",
    "Verdict",
    "View",
    "archive",
    "ask_sign",
    "audit",
    "bot_orders",
    "compare_words",
    "games",
    "index",
    "judge",
    "legal_orders",
    "open_table",
    "outgoing",
    "practise",
    "read",
    "receive",
    "replay",
    "rule",
    "sign",
    "status",
    "try_orders",
    "view",
]

_KNOWN = KnownTables()
"""What this process has read: a table that is opened again is read on."""


class Game(msgspec.Struct, frozen=True):
    """A game as it was found."""

    path: Path
    """Where it was found."""
    record: Mapping[str, bytes]
    """The files of the record, by name."""
    beside: Mapping[str, bytes]
    """Other files in the folder, by name."""
    comments: Mapping[str, bytes] = {}
    """What was said after the end, by name."""

    def __repr__(self) -> str:
        """Where it was found, and how many files there are: their bytes fill pages."""
        return f"Game(path={str(self.path)!r}, record={len(self.record)} files, beside={len(self.beside)} files)"


class Step(msgspec.Struct, frozen=True):
    """One step of a game; step 0 is the deal."""

    number: int
    """The number of the step."""
    orders: tuple[tuple[str, str], ...]
    """The orders of the step, each with its seat."""
    told: tuple[str, ...]
    """What happened, sentence by sentence."""
    said: tuple[tuple[str, str], ...]
    """What players wrote, each line with its seat; nobody vouches for it."""
    state: Any
    """The public state as JSON types, whose digest the step note signs; its shape is the game's."""
    undone: int | None = None
    """The step that took this one back; null if it was not taken back."""


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
    place = game.path if game.path.is_dir() else game.path.parent / "no folder"  # a file has nothing next to it
    nowhere = DataFolder(place / "no home")  # nobody's: a stranger has signed nothing
    return status_for(Session(GameFolder(place), nowhere, read_history(game.record), None), lang)


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
    """The report on every hash, signature, rule and tile, as far as public information allows. `expect` pins the keys
    that a role may have had, as fingerprints.

    Raises:
        NoGame: there is no charter. Unsupported: this computer lacks a cipher.
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


def open_table(
    place: Path | str, *, home: Path | str | None = None, lang: str = "en", as_name: str | None = None, secret: str = ""
) -> OpenTable:
    """The game in a folder in its current state, opened with the reader's key from `home`; open it again to see what
    has arrived since. `as_name` names one of several keys, `secret` is a passphrase. Nothing is signed.

    Raises:
        NotHere: there is no game. Locked: a passphrase is wanted. RefereeError: the record does not hold.
    """
    return tables.open_table(_reader_at(home, lang, as_name), Path(place), secret)


def view(table: OpenTable, orders: Sequence[str] = (), *, step: int | None = None) -> View:
    """All that the reader sees and may do, with the orders chosen so far; or what an earlier step showed.

    Raises:
        OutOfOrder: there is no such step.
    """
    return view_table(table, orders, step=step)


def legal_orders(game: Game | OpenTable, step: int | None = None) -> dict[str, tuple[str, ...]]:
    """By each seat that was asked after a step, by default the latest, the orders it could give, as far as the hand is
    known: for a table that of its reader. Orders from an unknown hand are those that some hand allows.

    Raises:
        OutOfOrder: there is no such step. RefereeError: the record does not hold.
    """
    at = _position_of(game, step) if isinstance(game, Game) else position_at(game, step)
    played, names = at.table.game, at.table.names
    return {
        names[request.seat]: tuple(
            played.notation.format_order(move)
            for move in played.legal_orders(at.state, request.seat, at.knowledge.own(request.seat))
        )
        for request in at.asked
    }


def try_orders(table: OpenTable, orders: Sequence[str]) -> Tried:
    """Where orders lead, by what the reader knows; nothing is signed.

    Raises:
        Unreadable, IllegalMove: they are none, or are not allowed. OutOfOrder: the reader has nothing to answer.
    """
    return lookups.trial_result(table, lookups.try_orders(table, orders))


def bot_orders(table: OpenTable, level: str = GREEDY) -> tuple[str, ...]:
    """What a bot would answer in the seat of the reader, who is asked. Raises OutOfOrder: the reader is not."""
    session = table.session
    session.mover()
    if session.position.over or session.eyes.seat not in {request.seat for request in session.position.asked}:
        raise OutOfOrder("no-moves-to-make")
    return bot_answer(session, level)[0]


def ask_sign(table: OpenTable, orders: Sequence[str], *, say: Sequence[str] = ()) -> Ask:
    """What it would be to sign these orders, with words to all: in sentences, with the digest for `sign`.

    Raises:
        Stale: the game has gone on. NotAuthentic: the reader cannot sign here. OutOfOrder: the reader is not asked.
        Unreadable, IllegalMove: the orders are none, or are not allowed.
    """
    return own_moves.ask_sign(table, table_stamp(table), orders, say=say)


def sign(table: OpenTable, orders: Sequence[str], digest: str, *, say: Sequence[str] = (), secret: str = "") -> Signed:
    """The move that `ask_sign` has shown, signed; the same again signs nothing more. It is in the outbox, and in the
    shared folder of the game. Raises as `ask_sign`. Changed: the digest is of something else.
    """
    return own_moves.sign_orders(table, table_stamp(table), orders, (), say, digest, secret)


def receive(
    table: OpenTable, came: Mapping[str, bytes] | str, *, agreed: Sequence[str] = ()
) -> tuple[ReceivedFile, ...]:
    """Mails and files for a table, by name, or a text that was pasted, received together; the result of each. A step
    that ends the game is recorded if the digest of its `Ask` is among those `agreed` to.

    Raises:
        Locked: a passphrase is wanted. RefereeError: the record does not hold.
    """
    return take_in(table, came if isinstance(came, str) else [NamedMail(*mail) for mail in came.items()], agreed)


def outgoing(table: OpenTable) -> tuple[PostItem, ...]:
    """What the reader has to send now, one item for each recipient."""
    return list_post(table)


def practise(
    game: str,
    place: Path | str,
    *,
    home: Path | str | None = None,
    seats: int | None = None,
    level: str = GREEDY,
    seed: int | None = None,
    lang: str = "en",
) -> OpenTable:
    """A practice game in a new folder, at the reader's first turn: the others are bots, which answer each `sign`.

    Raises:
        Unreadable: there is no such game, level or number of seats. OutOfOrder, FileTrouble: the folder is taken.
    """
    folder = GameFolder(Path(place))
    if folder.path.exists() and any(folder.path.iterdir()):
        raise OutOfOrder("folder-is-there-already", path=str(folder.path))
    return practice_games.practise(
        _reader_at(home, lang, None), find(game), folder, seats=seats, level=level, seed=seed
    )


def archive(path: Path | str, to: Path | str) -> Archived:
    """The record at a path written as one file, the same bytes each time.

    Raises:
        OutOfOrder: there are several games. NoGame: there is no game. FileTrouble: it cannot be read or written.
    """
    return archives.archive_table(Path(path), Path(to))


def index(paths: Iterable[Path | str]) -> Iterator[IndexEntry]:
    """An entry for each game at these paths: audited now, or read from an index of `audit --index`.

    Raises:
        NoGame: there is none at one of them. Unreadable, FileTrouble: one cannot be read.
    """
    for path in paths:
        yield from index_entries_at(Path(path))


def rule(words: str, lang: str = "en") -> Rules:
    """The rule of an id, such as `UR 6.2`, or the rules that words are about. Raises Unreadable: nothing is found."""

    def nowhere() -> Session:
        raise OutOfOrder("no-game-folder")

    return rules.look_rule(lang, words, nowhere)


def compare_words(table: OpenTable, heard: Mapping[str, Sequence[str]] | None = None) -> SafetyWords:
    """The reader's four words, and how those of each other party compare, once it is kept what these parties have said.

    Raises:
        OutOfOrder: nothing is dealt yet. Unreadable: a slip, of which nothing is kept. NotAuthentic: no such party.
    """
    return spoken_words.hear_words(table, heard) if heard else spoken_words.read_words(table)


def _reader_at(home: Path | str | None, lang: str, as_name: str | None) -> Reader:
    return Reader(DataFolder(Path(home) if home is not None else home_path()), lang, as_name, _KNOWN)


def _position_of(game: Game, step: int | None) -> Position:
    seen: dict[int, Position] = {}
    read_history(game.record, watch=lambda position: seen.update({position.step: position}))
    number = step if step is not None else max(seen, default=0)
    if number not in seen:
        raise OutOfOrder("no-step-newest", step=number, newest=max(seen, default=0))
    return seen[number]

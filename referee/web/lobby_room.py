"""The first page: all tables of a home, those that wait for the reader first, and what is dropped there."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.drawing.safe_text import safe_text
from referee.games import all_games
from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence, in_language
from referee.mail.inbox import NamedMail, watched_folders
from referee.protocol.seating import REFEREE
from referee.service.dates import iso_day_text
from referee.service.errors import Locked
from referee.service.incoming.intake import take_in
from referee.service.incoming.places import folder_name
from referee.service.incoming.taken import ReceivedFile
from referee.service.reader import Reader
from referee.service.table import open_table
from referee.service.views.answer_choices import Piece
from referee.service.views.board_view import scene_of
from referee.service.views.games_list import GameRow
from referee.service.views.lobby import TableRow, list_tables
from referee.web.code_files import PageHost
from referee.web.json_answers import json_response, refusal_response
from referee.web.uploads import parse_form

TAKE_IN = "/data/take-in"
"""Where files are dropped; files alone come there."""

_WITH_BOARD = ("playing", "over")
"""The stages of a table that has a board."""

_USUAL = "tigris"
"""The game that somebody without one practises first."""

_WORDS = (
    *("room-games", "lobby-skip", "room-settings", "room-find", "page-light", "room-stopped", "lobby-others"),
    *("lobby-end-waits", "lobby-new-game", "page-was-invited", "lobby-practise", "lesson-all", "page-drop"),
    *("lobby-dropping", "page-close", "lobby-read-invitation", "page-look", "room-passphrase", "room-open"),
    *("room-yours", "page-welcome", "page-practice-how", "page-have-friends", "page-have-friends-how"),
    *("page-have-games", "page-have-games-how", "page-bring-key", "page-practice", "page-invited", "page-join"),
    *("lobby-dismiss", "invited-your-name", "page-not-now"),
)
"""The codes of the sentences that are always on the page; a script knows each without its first part."""


class TableCard(msgspec.Struct, frozen=True):
    """A table as the first page shows it."""

    table: TableRow
    """The table; what is to be done there stands on the button."""
    since: str
    """Whom it waits for, since when; empty for one that cannot be read."""
    about: str
    """Game, players, host and days."""
    last: tuple[str, ...]
    """What happened last, sentence by sentence; who came in which place, once it is over."""
    label: str
    """The label of the button that opens it."""
    has_board: bool
    """Whether there is a board to be seen."""
    hosts: bool
    """Whether the reader hosts it."""
    remind: dict[str, str]
    """Those whose days are over, by seat: the label of the button that reminds them."""
    symbols: str = ""
    """The digest of the document with the symbols of the game; of the first table that waits alone."""
    hand: tuple[Piece, ...] = ()
    """What is the reader's there."""


class TableCards(msgspec.Struct, frozen=True):
    """The tables of a home."""

    waiting: int
    """How many tables wait for the reader."""
    heading: str
    """How many do, in a sentence."""
    title: str
    """The title of the browser tab."""
    watching: str
    """Which shared folders are looked into, by their names; empty for none."""
    tables: tuple[TableCard, ...]
    """Each table, those with the reader's turn first."""


class LobbyStart(msgspec.Struct, frozen=True):
    """What the first page begins with."""

    lobby: TableCards
    """The tables."""
    games: dict[str, str]
    """The games that can be practised, by name: what people call them; the usual one first."""
    words: dict[str, str]
    """The words that are always on the page."""


class ReceivedFiles(msgspec.Struct, frozen=True):
    """The result of files that were dropped."""

    taken: tuple[ReceivedFile, ...]
    """The result for each file."""
    lobby: TableCards
    """The tables as they are now."""


class LobbyRoom(NamedTuple):
    """The first page of a home."""

    host: PageHost

    def routes(self) -> list[Route]:
        """The addresses of the page and of everything it asks for."""
        return [
            Route("/", self.page, methods=["GET"]),
            Route("/data/lobby", self.tables, methods=["GET"]),
            Route(TAKE_IN, self.take_in, methods=["POST"]),
        ]

    def page(self, request: Request) -> Response:
        """The page, with all tables."""
        reader = self.host.reader()
        lobby, games = table_cards(reader), sorted(all_games(), key=lambda game: game.info.name != _USUAL)
        titles = {game.info.name: in_language(game.info.title, reader.lang) for game in games}
        words = {code.partition("-")[2]: Sentence(code, game="{game}").told(reader.lang) for code in _WORDS}
        start = LobbyStart(lobby, titles, words)
        return self.host.page("lobby.mjs", lobby.title, start)

    def tables(self, request: Request) -> Response:
        """The tables, as JSON."""
        return json_response(table_cards(self.host.reader()))

    def take_in(self, request: Request) -> Response:
        """The result of files that were dropped, each for its game; `agreed` are the digests of what is agreed to."""
        came = parse_form(request.headers.get("content-type", ""), self.host.body(request))
        reader, secret = self.host.reader(), came.fields.get("secret", "")
        reader = replace(reader, passphrase=lambda: secret or _no_passphrase())
        mails = [NamedMail(upload.name, upload.data) for upload in came.uploads]
        try:
            taken = take_in(reader, mails, came.fields.get("agreed", "").split(), Path.cwd()) if mails else ()
        except RefereeError as error:
            return refusal_response(error, reader.lang)
        return json_response(ReceivedFiles(taken, table_cards(reader)))


def _no_passphrase() -> str:
    """A passphrase that nobody has given. Raises Locked."""
    raise Locked


def table_cards(reader: Reader) -> TableCards:
    """All tables of a reader as the first page shows them, those that wait for the reader first."""
    found, lang = list_tables(reader, folder_name), reader.lang
    rows = zip(found.tables, found.games.games, strict=True)
    cards = [_table_card(reader, table, row) for table, row in rows]
    if cards and _waits(cards[0]):
        cards[0] = _showing_hand(reader, cards[0])
    code = "page-waiting" if found.waiting else "page-none-waits" if cards else "page-no-games"
    heading, games = Sentence(code, count=found.waiting).told(lang), Sentence("room-games").told(lang)
    title = f"({found.waiting}) {games}" if found.waiting else games
    shared = ", ".join(folder_name(Path(place)) for place in watched_folders(reader.home).shared)
    watching = Sentence("lobby-watching", names=safe_text(shared)).told(lang) if shared else ""
    return TableCards(found.waiting, heading, title, watching, tuple(cards))


def _waits(card: TableCard) -> bool:
    return card.table.turn and card.table.head.stage != "over"


def _showing_hand(reader: Reader, card: TableCard) -> TableCard:
    """A card with what is the reader's; without where there is nothing, or a passphrase would open it."""
    with suppress(RefereeError):
        session = open_table(reader, card.table.head.id).session
        scene = scene_of(session, session.history.position, reader.lang)
        if scene.board is not None:
            return replace(card, symbols=scene.board.symbols, hand=scene.dock)
    return card


def _table_card(reader: Reader, table: TableRow, row: GameRow) -> TableCard:
    lang = reader.lang
    if row.trouble is not None:
        return TableCard(table, "", "", (), Sentence("page-look").told(lang), False, False, {})
    is_played = row.turn and row.stage == "playing"
    task = table.task if row.turn and not is_played else None
    last = row.last if row.result is None else _ranking(lang, row)
    names = {seat: row.called.get(seat, seat) for seat in row.remind} if row.you is not None else {}
    return TableCard(
        replace(table, task=None),
        _since(lang, row),
        _about(lang, row),
        last or ((task.sentence,) if task is not None else ()),
        (task.label if task is not None else "") or Sentence("page-play" if is_played else "page-look").told(lang),
        row.stage in _WITH_BOARD,
        bool(row.you) and row.you in (REFEREE, row.host),
        {seat: Sentence("page-remind", names=name).told(lang) for seat, name in names.items()},
    )


def _since(lang: str, row: GameRow) -> str:
    """Who is waited for, since when."""
    since = " ".join(iso_day_text(lang, row.since).split())
    if row.stage == "over":
        return Sentence("page-over").told(lang)
    if row.turn:
        return Sentence("page-your-turn-since", since=since).told(lang)
    who = ", ".join(_role_name(lang, row, role) for role in row.asked) or Sentence("games-players").told(lang)
    return Sentence("page-waits-for", names=who, since=since).told(lang)


def _ranking(lang: str, row: GameRow) -> tuple[str, ...]:
    """The places of a game that is over."""
    ranks = sorted(row.result.ranks.items(), key=lambda rank: rank[1]) if row.result is not None else []
    return tuple(Sentence("page-result", place=at, name=_role_name(lang, row, seat)).told(lang) for seat, at in ranks)


def _about(lang: str, row: GameRow) -> str:
    """Game, players, host and days; and that a reminder may be sent."""
    others = [row.called.get(seat, seat) for seat in row.seats if seat != row.you]
    plays = Sentence("page-plays-with", game=row.plays, names=", ".join(others)).told(lang) if others else row.plays
    about = [plays]
    if row.you in (REFEREE, row.host) and row.you:
        about.append(Sentence("page-you-host").told(lang))
    elif (hosts := row.called.get(row.host or REFEREE)) not in (None, Sentence("the-host").told(lang)):
        about.append(Sentence("page-hosts", name=hosts).told(lang))
    if row.deadline and row.stage == "playing":
        about.append(Sentence("page-days-over" if row.remind else "page-allows", days=row.deadline).told(lang))
    return f"{'. '.join(about)}."


def _role_name(lang: str, row: GameRow, role: str) -> str:
    return Sentence("games-you").told(lang) if role == row.you else row.called.get(role, role)

"""What is found by typing a few letters: everything that can be done at a table, and everywhere, at this moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.drawing.safe_text import safe_text
from referee.i18n.catalogue import languages
from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.service.reader import Reader
from referee.service.spoken_words import read_words
from referee.service.table import OpenTable, open_table
from referee.session.game_folders import game_locations
from referee.web.code_files import PageHost
from referee.web.json_answers import TableAct, answer, json_response
from referee.web.lesson_room import FIRST_LESSON
from referee.web.table_menu import ActField, table_menu
from referee.web.tools import TABLE_TOOLS, TOOLS, Tool

_WORDS = (
    "find-letters",
    "find-none",
    "find-rule",
    "find-here",
    "find-close",
    "page-not-now",
    "room-passphrase",
    "menu-save",
    "page-copy",
)
"""The codes of the sentences around the rows; a script knows each without its first part."""


_GROUPS = {"table": "find-table", "games": "find-games", "more": "find-more", "settings": "room-settings"}
"""What each group is called."""

_ACTS = {
    "back": "menu-back",
    "draw": "menu-draw",
    "end": "menu-end",
    "leave": "menu-leave",
    "holiday": "menu-holiday",
    "absent": "menu-absent",
    "comment": "menu-comment",
    "rekey": "menu-rekey",
}
"""What each act of the menu is called."""

_PAGES = (
    ("lobby-new-game", "offer", "/new"),
    ("lobby-practise", "practice", "/new?alone"),
    ("lesson-all", "lesson", FIRST_LESSON),
)
"""The pages that are found everywhere: what each is called, the word of its command, its address."""

_SETTINGS = {
    "set-keys": "key",
    "set-own-address": "people",
    "set-account": "account",
    "set-people": "people",
    "set-folders": "watch",
    "page-language": "",
    "page-light": "",
}
"""What is set, and the word of its command."""


class FindWish(TableAct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where somebody looks for something."""

    table: str = ""
    """The id of the table; empty on any other page."""


class FoundRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that can be done, or a page."""

    group: str
    """What it belongs to: `table`, `games`, `more` or `settings`."""
    label: str
    """What it is called."""
    also: str = ""
    """What else it is found by: the same in other languages, and the word of its command."""
    href: str = ""
    """The address of a page or file; empty for anything else."""
    does: str = ""
    """The word that does it; empty for an address."""
    how: str = ""
    """`act` or `agree` for what is done at a table, `tool` for what has a form of its own."""
    told: str = ""
    """What it does, in a sentence; of a tool alone."""
    press: str = ""
    """The label of its button; of a tool alone."""
    fields: tuple[ActField, ...] = ()
    """What is filled in before."""


class FoundRows(msgspec.Struct, frozen=True):
    """Everything that can be done now."""

    rows: tuple[FoundRow, ...]
    """All of it, what belongs to the table first."""
    groups: dict[str, str]
    """What each group is called."""
    words: dict[str, str]
    """The words around it."""


class Finder(NamedTuple):
    """What is found on the pages of a home."""

    host: PageHost

    def routes(self) -> list[Route]:
        """Where it is."""
        return [Route("/data/find", self.everything, methods=["POST"])]

    def everything(self, request: Request) -> Response:
        """Everything that can be done, at the table that is named and everywhere. What a locked key would open is not
        there.
        """

        def list_rows(reader: Reader, wish: FindWish) -> Response:
            here: tuple[FoundRow, ...] = ()
            with suppress(RefereeError):
                here = tuple(_rows_of_table(reader, wish)) if wish.table else ()
            words = {code.partition("-")[2]: Sentence(code, words="{words}").told(reader.lang) for code in _WORDS}
            groups = {name: Sentence(code).told(reader.lang) for name, code in _GROUPS.items()}
            return json_response(FoundRows((*here, *_rows_everywhere(reader, wish.table)), groups, words))

        return answer(self.host, request, FindWish, list_rows)


def _row_by_code(group: str, lang: str, code: str, word: str = "") -> FoundRow:
    """A row by its sentence, to be found in every language and by a word."""
    others = [Sentence(code).told(other) for other in languages() if other != lang]
    return FoundRow(group, Sentence(code).told(lang), " ".join((*others, word)))


def _rows_of_table(reader: Reader, wish: FindWish) -> Iterator[FoundRow]:
    """What can be done at a table: each was asked of it, so that nothing is there that it would refuse."""
    table = open_table(reader, wish.table, wish.secret)
    menu, lang, base = table_menu(table), reader.lang, f"/data/table/{table.id}"
    for act in menu.acts:
        row = _row_by_code("table", lang, _ACTS[act.does], act.does)
        yield msgspec.structs.replace(row, how="agree", does=act.does, fields=act.fields)
    for does, code in (("audit", "find-audit"), ("words", "find-words"), ("judge", "menu-judge")):
        if _is_there(table, does, disputed=bool(menu.disputed)):
            yield msgspec.structs.replace(_row_by_code("table", lang, code, does), how="act", does=does)
    for tool in TABLE_TOOLS:
        if tool.is_there(table):
            yield _tool_row("table", lang, tool, tool.fields(table))
    if menu.archive:
        yield msgspec.structs.replace(_row_by_code("table", lang, "menu-archive", "archive"), href=f"{base}/game.zip")


def _is_there(table: OpenTable, does: str, *, disputed: bool) -> bool:
    history = table.session.history
    if does == "words":
        with suppress(RefereeError):
            return history.table is not None and not history.table.terms.practice and bool(read_words(table).words)
        return False
    return disputed if does == "judge" else history.position is not None


def _rows_everywhere(reader: Reader, here: str) -> Iterator[FoundRow]:
    lang = reader.lang
    for place in game_locations(reader.home):
        if place.offer != here:
            yield FoundRow("games", safe_text(place.title), place.rules, href=f"/table/{place.offer}")
    for code, word, href in _PAGES:
        yield msgspec.structs.replace(_row_by_code("more", lang, code, word), href=href)
    for tool in TOOLS:
        if tool.is_there(reader):
            yield _tool_row("more", lang, tool, tool.fields(reader))
    for code, word in _SETTINGS.items():
        yield msgspec.structs.replace(_row_by_code("settings", lang, code, word), href="/settings")


def _tool_row(group: str, lang: str, tool: Tool, fields: tuple[ActField, ...]) -> FoundRow:
    told, press = (Sentence(code).told(lang) for code in (f"{tool.label}-how", f"{tool.label}-press"))
    row = _row_by_code(group, lang, tool.label, tool.word)
    return msgspec.structs.replace(row, how="tool", does=tool.does, told=told, press=press, fields=fields)

"""What is seldom wanted: a claim and an answer to one, a letter, figures, a data pack, a key on paper. Each is a form
with one button; what is signed is read first.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.club.league import League
from referee.club.statistics import Statistics
from referee.drawing.safe_text import safe_text
from referee.games import find
from referee.kernel.errors import RefereeError, Unreadable, refusal_in
from referee.kernel.sentence import Sentence, in_language
from referee.protocol.allowances import allowances_of
from referee.record.file_names import DEAL
from referee.record.note import Notes
from referee.service.answers import check_digest
from referee.service.ask import Ask
from referee.service.club_results import LeagueTable, count_games, league_table, read_league
from referee.service.complaints import Reveals, ask_claim, ask_reply, claim, kept_moves, reply
from referee.service.data_checks import check_pack
from referee.service.disputed_notes import notes_of_mails
from referee.service.home.key_files import list_keys, paper_key, restore_key
from referee.service.opening.practice_games import practice_at_step, rewind
from referee.service.post.post_items import write_letter
from referee.service.reader import Reader
from referee.service.signed_notes import ask_of
from referee.service.table import OpenTable, open_table
from referee.service.views.capabilities import capabilities_of
from referee.session.game_folders import game_locations
from referee.web.code_files import PageHost
from referee.web.json_answers import json_response, refusal_response, table_response
from referee.web.table_menu import ActField, file_by_hand
from referee.web.uploads import FormData, parse_form

TOOL = "/data/tool"
"""Where a form comes that may bring files."""


class ToolTable(msgspec.Struct, frozen=True):
    """Rows under their heads."""

    heading: str
    """What it shows."""
    said: tuple[str, ...]
    """What is to be known of it, a sentence each."""
    heads: tuple[str, ...]
    """The heads of its columns."""
    rows: tuple[tuple[str, ...], ...]
    """The rows."""


class ToolAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a form."""

    ask: Ask | None = None
    """What would be signed or done; absent where it is done."""
    told: tuple[str, ...] = ()
    """What was done or found, a sentence each."""
    tables: tuple[ToolTable, ...] = ()
    """What was counted."""
    words: tuple[str, ...] = ()
    """The words of a key, in their order."""
    name: str = ""
    """The name of a file to be saved; empty without one."""
    text: str = ""
    """What the file holds."""
    changed: bool = False
    """Whether the table is another one now."""


class Reports(NamedTuple):
    """Figures as tables in a language: of many games, and of a league."""

    statistics: Callable[[Statistics, str], tuple[ToolTable, ...]]
    league: Callable[[League, LeagueTable, str], tuple[ToolTable, ...]]


class Tool(NamedTuple):
    """Something with a form: the word that does it, that of its command, what is filled in there, and whether it is
    there, of a table or of a home. The codes of its sentences follow from the word that does it.
    """

    does: str
    word: str
    fields: Callable[[Any], tuple[ActField, ...]]
    is_there: Callable[[Any], bool]

    @property
    def label(self) -> str:
        """The code of its label, that begins those of what it does, `-how`, and of its button, `-press`."""
        return f"tool-{self.does}"


class _Filled(msgspec.Struct, frozen=True):
    """A form that came: who sent it, what it says, and the files."""

    reader: Reader
    form: FormData

    def __getitem__(self, name: str) -> str:
        return self.form.fields.get(name, "")

    def lines(self, name: str) -> tuple[str, ...]:
        """The lines of a field that are not empty."""
        return tuple(filter(None, (line.strip() for line in self[name].splitlines())))

    def step_of(self, name: str) -> int | None:
        """The number of a field; None if it is empty. Raises Unreadable: it is not one."""
        text = self[name].strip()
        if text and not (text.isascii() and text.isdecimal() and len(text) < 7):
            raise Unreadable("no-such-step", step=text)
        return int(text) if text else None

    def notes(self) -> Notes:
        """The notes of the files. Raises RefereeError: one holds none."""
        return notes_of_mails(upload.data for upload in self.form.uploads)


class ToolRoutes(NamedTuple):
    """The forms of a home."""

    host: PageHost
    reports: Reports

    def routes(self) -> list[Route]:
        """Where they come."""
        return [Route(TOOL, self.use, methods=["POST"])]

    def use(self, request: Request) -> Response:
        """The result of a form; what is signed is asked first, and is done with the digest of what was read."""
        reader = self.host.reader()
        came = _Filled(reader, parse_form(request.headers.get("content-type", ""), self.host.body(request)))
        try:
            if came["does"] in _AT_TABLE:
                table = open_table(reader, came["table"], came["secret"])
                return table_response(table, _AT_TABLE[came["does"]](table, came))
            if came["does"] in _AT_HOME:
                return json_response(_AT_HOME[came["does"]](came, self.reports))
            raise Unreadable("page-other-type")
        except RefereeError as error:
            return refusal_response(error, reader.lang)


def _make_claim(table: OpenTable, came: _Filled) -> ToolAnswer:
    step, said = came.step_of("skipped"), came.lines("say")
    notes = (*came.notes(), *(kept_moves(table, step) if step is not None else ()))
    number, opens = came.step_of("number"), came["opens"]
    reveals = Reveals()
    if opens == "position":
        reveals = Reveals(position=number, pile=came["pile"] or None)
    elif opens == "line":
        reveals = Reveals(step=number, line=came.step_of("line") or 1)
    elif opens == "box":
        reveals = Reveals(box=number)
    if not came["digest"]:
        return ToolAnswer(ask_claim(table, notes, reveals, said))
    return _file_to_send(table, claim(table, notes, reveals, said, came["digest"]), came["secret"])


def _make_reply(table: OpenTable, came: _Filled) -> ToolAnswer:
    mail, said, seen = came.notes(), came.lines("say"), bool(came["seen"])
    if not came["digest"]:
        return ToolAnswer(ask_reply(table, mail, said, seen=seen))
    return _file_to_send(table, reply(table, mail, said, came["digest"], seen=seen), came["secret"])


def _file_to_send(table: OpenTable, signed: object, secret: str) -> ToolAnswer:
    """What goes to the others by hand, where nothing else brings it to them."""
    name, text = file_by_hand(open_table(table.reader, table.id, secret), signed)
    told = "tool-goes-by-hand" if text else "room-signed"
    return ToolAnswer(told=(table.sentence(told),), name=name, text=text, changed=True)


def _write_again(table: OpenTable, came: _Filled) -> ToolAnswer:
    made = write_letter(table, came.step_of("step"))
    said = table.sentence("tool-letter-made", step=made.step)
    return ToolAnswer(told=(said,), name=Path(made.file).name, text=made.text)


def _begin_again(table: OpenTable, came: _Filled) -> ToolAnswer:
    step = came.step_of("step") or 0
    practice_at_step(table, step)
    ask = ask_of(table, table.sentence("tool-again-ask", step=step), {"again": str(step)}, label="tool-again-press")
    if not came["digest"]:
        return ToolAnswer(ask)
    check_digest(ask, came["digest"])
    rewind(table, step)
    return ToolAnswer(told=(table.sentence("tool-again-done", step=step),), changed=True)


def _figures(came: _Filled, reports: Reports) -> ToolAnswer:
    lang = came.reader.lang
    return ToolAnswer(tables=reports.statistics(count_games(_dealt_games(came.reader), rating=True), lang))


def _stand(came: _Filled, reports: Reports) -> ToolAnswer:
    league = read_league(came.form.only_file())
    return ToolAnswer(tables=reports.league(league, league_table(league, _dealt_games(came.reader)), came.reader.lang))


def _check(came: _Filled, reports: Reports) -> ToolAnswer:
    found, name = check_pack(came.form.only_file()), safe_text(came.form.uploads[0].name)
    title = in_language(find(found.game).info.title, came.reader.lang)
    holds = Sentence("pack-holds", path=name, game=title, format=found.format)
    hashed = Sentence("pack-hash", hash=found.hash, size=found.bytes)
    return ToolAnswer(told=(holds.told(came.reader.lang), hashed.told(came.reader.lang)))


def _show_key(came: _Filled, reports: Reports) -> ToolAnswer:
    made = paper_key(came.reader, came["key"] or None, came["secret"])
    told = Sentence("paper-title", name=made.name), Sentence("tool-paper-keep")
    said = (told[0].told(came.reader.lang), made.fingerprint, told[1].told(came.reader.lang))
    return ToolAnswer(told=said, words=made.words)


def _restore(came: _Filled, reports: Reports) -> ToolAnswer:
    key = restore_key(came.reader, came["words"].split(), came["name"].strip())
    return ToolAnswer(told=(Sentence("tool-restore-done", name=key.name).told(came.reader.lang), key.fingerprint))


_AT_TABLE: dict[str, Callable[[OpenTable, _Filled], ToolAnswer]] = {
    "claim": _make_claim,
    "reply": _make_reply,
    "letter": _write_again,
    "again": _begin_again,
}
_AT_HOME: dict[str, Callable[[_Filled, Reports], ToolAnswer]] = {
    "statistics": _figures,
    "league": _stand,
    "pack": _check,
    "paper": _show_key,
    "restore": _restore,
}


def _dealt_games(reader: Reader) -> list[Path]:
    """The folders of the games of a home that have been dealt."""
    return [at.folder for at in game_locations(reader.home) if (at.folder / "record" / DEAL).is_file()]


def _field(lang: str, name: str, kind: str, options: dict[str, str] | None = None) -> ActField:
    return ActField(name, Sentence(f"tool-field-{name}").told(lang), kind, options or {})


def _claim_fields(table: OpenTable) -> tuple[ActField, ...]:
    """What a claim may say; what it may open is there only where the table has such a thing."""
    lang, at_table, role = table.reader.lang, table.session.table, table.session.role
    opens = [""]
    if table.session.eyes.seat is not None:
        opens += ["position"] if capabilities_of(table.session).hides == "host" else []
        opens += ["line"] if allowances_of(at_table).plans else []
        opens += ["box"] if any(one.role == role and at_table.replaced_at(one.key) for one in at_table.ever) else []
    fields = [_field(lang, "say", "lines"), _field(lang, "files", "files"), _field(lang, "skipped", "number")]
    if len(opens) > 1:
        labels = {name: table.sentence(f"tool-opens-{name or 'nothing'}") for name in opens}
        fields += [_field(lang, "opens", "choice", labels), _field(lang, "number", "number")]
    if "line" in opens:
        fields.append(_field(lang, "line", "number"))
    if "position" in opens and len(at_table.piles) > 1:
        piles = {"": table.sentence("tool-any-pile")} | {pile.name: pile.name for pile in at_table.piles}
        fields.append(_field(lang, "pile", "choice", piles))
    return tuple(fields)


def _key_fields(reader: Reader) -> tuple[ActField, ...]:
    keys = list_keys(reader).keys
    fields = [_field(reader.lang, "key", "choice", {key.name: key.name for key in keys})] if len(keys) > 1 else []
    return (*fields, *([_field(reader.lang, "secret", "secret")] if any(key.protected for key in keys) else []))


def _fields(**kinds: str) -> Callable[[Any], tuple[ActField, ...]]:
    """The fields of a form that is the same everywhere, each with its kind."""

    def fields(here: OpenTable | Reader) -> tuple[ActField, ...]:
        lang = here.lang if isinstance(here, Reader) else here.reader.lang
        return tuple(_field(lang, name, kind) for name, kind in kinds.items())

    return fields


def _may_claim(table: OpenTable) -> bool:
    return capabilities_of(table.session).allows("send") and not refusal_in(ask_claim, table, (), Reveals(), ("x",))


def _may_reply(table: OpenTable) -> bool:
    return _has_letters(table) and capabilities_of(table.session).role != "onlooker"


def _has_letters(table: OpenTable) -> bool:
    return table.session.history.position is not None and capabilities_of(table.session).allows("send")


TABLE_TOOLS = (
    Tool("claim", "claim", _claim_fields, _may_claim),
    Tool("reply", "answer", _fields(file="file", say="lines", seen="tick"), _may_reply),
    Tool("letter", "letter", _fields(step="number"), _has_letters),
    Tool("again", "back", _fields(step="number"), lambda table: not refusal_in(practice_at_step, table, 1)),
)
"""What has a form at a table."""

TOOLS = (
    Tool("statistics", "stats", _fields(), lambda reader: bool(_dealt_games(reader))),
    Tool("league", "league", _fields(file="file"), lambda _: True),
    Tool("pack", "pack", _fields(file="file"), lambda _: True),
    Tool("paper", "paper", _key_fields, lambda reader: bool(list_keys(reader).keys)),
    Tool("restore", "restore", _fields(words="lines", name="text"), lambda _: True),
)
"""What has a form on every page."""

"""JSON answers of the page; a refusal has its sentence, its status, and the table as it is now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from referee.kernel.canonical_json import decode_as
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.game import AnyGame
from referee.kernel.sentence import Sentence
from referee.service.ask import Ask
from referee.service.errors import Changed, Locked, NotHere, Refused, Stale, refusal_of
from referee.service.reader import Reader
from referee.service.table import OpenTable, open_table
from referee.service.views.answer_choices import Choice
from referee.service.views.view import View
from referee.session.memos import Memo
from referee.web.code_files import PageHost, data_response

JSON = "application/json"
JSON_LIMIT = 2**16
"""So many bytes of JSON may come with a request."""

_ORDERS = 200
_COLUMNS = 500

Lines = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=_COLUMNS)], ...], msgspec.Meta(max_length=_ORDERS)]


class TableAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody does at a table, or looks at."""

    secret: str = ""
    """The passphrase of the key; empty for a key without one."""


class Chosen(TableAct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody has chosen at a table and not signed."""

    stamp: str
    """The stamp of the view in which it was chosen; empty for somebody who has seen none yet."""
    orders: Lines = ()
    """The orders."""
    plan: Lines = ()
    """The lines to be sealed after them."""
    say: Lines = ()
    """The lines to all."""
    moment: str | None = None
    """The moment of the plan that is to be seen; null for now."""


class MemoText(Chosen, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody writes down for nobody else."""

    text: Annotated[str, msgspec.Meta(max_length=_COLUMNS)]
    """The text."""


class KeptMemos(msgspec.Struct, frozen=True):
    """What is kept for the reader alone."""

    notes: tuple[Memo, ...]
    """All of it, by step."""


class Agreed(Chosen, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The yes to what would be signed."""

    digest: str
    """The digest of what was read."""


class StandingLines(Agreed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The yes to standing orders, beside what is chosen at the table."""

    lines: Lines = ()
    """The answers; none for an end of all."""


class AskAnswer(msgspec.Struct, frozen=True):
    """What would be signed."""

    ask: Ask | None
    """The question that waits for a yes; null where no move waits that would `end` the game."""
    seats: dict[str, str] = {}
    """Whom a charter would seat, clockwise, by seat; none for anything else, or where chance decides the order."""


class SignedMove(msgspec.Struct, frozen=True):
    """A move that was signed; where its file lies does not concern a page."""

    id: str
    """The id of the note."""
    again: bool | msgspec.UnsetType
    """Whether it had been signed already, so that nothing was signed now."""
    way: str | msgspec.UnsetType
    """How it gets to the others: `folder`, `account`, `files`, or `none` where those who want it have it."""
    led: tuple[str, ...] | msgspec.UnsetType
    """What it led to here at once, a sentence each."""
    refused: Refused | msgspec.UnsetType
    """Why the reader, who hosts too, has not entered it; absent if nothing was refused."""


class SignedAnswer(msgspec.Struct, frozen=True):
    """The result of a yes."""

    signed: SignedMove
    """The move."""
    view: View
    """The table as it is now."""


def packed_view(view: View) -> View:
    """The view with answers that differ in their last pick alone told once, with what they end in: a row for each of
    four hundred would be half of it.
    """
    families: dict[Choice, list[str]] = {}
    for choice in view.choices:
        end = choice.picks[-1] if choice.picks else ""
        if end and choice.id.endswith(f" {end}") and choice.label.endswith(f" {end}"):
            head = replace(choice, id=choice.id[: -len(end)], label=choice.label[: -len(end)], picks=choice.picks[:-1])
            families.setdefault(head, []).append(end)
        else:
            families[choice] = []
    return replace(view, choices=tuple(replace(head, ends=tuple(ends)) for head, ends in families.items()))


_CODE = re.compile(r" \((\w{2,5})\)")
_WRITTEN = frozenset(("text", "draft", "title"))
"""The fields with what people wrote themselves, which stays as it is; lists of that name are the program's."""


def in_names(game: AnyGame, value: Any, lang: str) -> Any:
    """A value as data in which pieces and places have their names alone, without the codes that are typed: `Ganges`
    for `Ganges (gan)`. A game without such codes has it as it is.
    """
    named = game.named
    return value if named is None else _in_names(msgspec.to_builtins(value), partial(_name_alone, named, lang))


def _in_names(value: Any, text: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return text(value) if "(" in value else value
    if isinstance(value, dict):
        return {
            key: each if key in _WRITTEN and not isinstance(each, list | tuple) else _in_names(each, text)
            for key, each in value.items()
        }
    return [_in_names(each, text) for each in value] if isinstance(value, list | tuple) else value


def _name_alone(named: Callable[[str, str], str], lang: str, text: str) -> str:
    def name(found: re.Match[str]) -> str:
        whole = named(found[1], lang)
        return "" if whole and text[: found.end()].lower().endswith(whole.lower()) else found[0]

    return _CODE.sub(name, text)


class RefusedAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not done."""

    refused: Refused
    """The refusal."""
    view: View | None = None
    """How the table is now, where it is another one than what was answered; absent for any other refusal."""


_STATUS: tuple[tuple[type[RefereeError], int], ...] = ((Stale, 409), (Changed, 409), (Locked, 423), (NotHere, 404))
_BY_CODE = {"page-other-type": 400, "no-step-newest": 404, "key-locked": 423, "wrong-passphrase": 423}

T = TypeVar("T")


A = TypeVar("A", bound=TableAct)


_BEING_MADE: list[None] = []
"""An entry for each answer that is made now, on any thread."""

_TURNS = 100
"""So many turns at most a step of an audit waits for them."""


@contextmanager
def first_of_all() -> Iterator[None]:
    """While something is answered, an audit beside it gives way: two threads that compute slow each other down."""
    _BEING_MADE.append(None)
    try:
        yield
    finally:
        _BEING_MADE.pop()


def let_others_pass() -> None:
    """Wait while something else is answered, but not for ever: somebody waits for the audit as well."""
    any(not _BEING_MADE or Event().wait(0.002) for _ in range(_TURNS))


def answer(host: PageHost, request: Request, shape: type[T], made: Callable[[Reader, T], Response]) -> Response:
    """What is made of the data of a request, or why not."""
    reader = host.reader()
    try:
        return made(reader, read_body(host.body(request), shape))
    except RefereeError as error:
        return refusal_response(error, reader.lang)


@first_of_all()
def table_answer(host: PageHost, request: Request, made: Callable[[OpenTable], Response]) -> Response:
    """What is made of the table that a request names, opened with the passphrase that a POST brings, or why not."""
    reader = host.reader()
    try:
        secret = read_body(host.body(request), TableAct).secret if request.method == "POST" else ""
        return made(open_table(reader, request.path_params["id"], secret))
    except RefereeError as error:
        return refusal_response(error, reader.lang)


@first_of_all()
def act_answer(host: PageHost, request: Request, shape: type[A], made: Callable[[OpenTable, A], Response]) -> Response:
    """What is made of the table that a request names and of what somebody does there, or why not."""
    table = request.path_params["id"]
    return answer(host, request, shape, lambda reader, act: made(open_table(reader, table, act.secret), act))


def read_body(body: bytes, shape: type[T]) -> T:
    """The data of a request. Raises Unreadable: it does not have the expected shape."""
    try:
        return decode_as(shape, body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Unreadable("page-other-type") from None


def json_response(value: Any, status: int = 200) -> Response:
    """A value as JSON, which no browser keeps."""
    return data_response(msgspec.json.encode(value), JSON, status)


def table_response(table: OpenTable, value: Any) -> Response:
    """A value about a table as JSON, as `in_names` has it."""
    return json_response(for_table(table, value))


def for_table(table: OpenTable, value: Any) -> Any:
    """A value for the page of a table, as `in_names` has it."""
    dealt = table.session.history.table
    return in_names(dealt.game, value, table.reader.lang) if dealt is not None else value


def refusal_response(error: RefereeError, lang: str, view: View | None = None) -> Response:
    """Why something was not done, with how the table is now where that helps."""
    return json_response(RefusedAnswer(refusal_of(error, lang), view), _status_of(error))


def failure_response(refusal: Refused) -> Response:
    """The answer that there was an error in referee."""
    return json_response(RefusedAnswer(refusal), 500)


def sentence_response(code: str, lang: str, status: int) -> Response:
    """Why a request was not let through, in the same form."""
    return json_response(RefusedAnswer(Refused("not now", 0, code, Sentence(code).told(lang))), status)


def _status_of(error: RefereeError) -> int:
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 422)

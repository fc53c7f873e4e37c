"""JSON answers of the page; a refusal has its sentence, its status, and the table as it is now."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from starlette.responses import Response

from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.service.errors import Changed, Locked, NotHere, Refused, Stale, refusal_of
from referee.service.views.view import View
from referee.web.code_files import NOTHING

JSON = "application/json"
JSON_LIMIT = 2**16
"""So many bytes of JSON may come with a request."""

_ORDERS = 200
_COLUMNS = 500

Lines = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=_COLUMNS)], ...], msgspec.Meta(max_length=_ORDERS)]


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody has chosen at a table and not signed."""

    stamp: str
    """The stamp of the view in which it was chosen; empty for somebody who has seen none yet."""
    orders: Lines = ()
    """The orders."""
    plan: Lines = ()
    """The lines to be sealed behind them."""
    say: Lines = ()
    """The lines to all."""
    secret: str = ""
    """The passphrase of the key; empty for a key without one."""


class Agreed(Chosen, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The yes to what would be signed."""

    digest: str
    """The digest of what was read."""


class SignedMove(msgspec.Struct, frozen=True):
    """A move that was signed; where its file lies is no matter of a page."""

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
    """What came of a yes."""

    signed: SignedMove
    """The move."""
    view: View
    """The table as it is now."""


class RefusedAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not done."""

    refused: Refused
    """The refusal."""
    view: View | None = None
    """How the table is now, where it is another one than what was answered; absent for any other refusal."""


_STATUS: tuple[tuple[type[RefereeError], int], ...] = ((Stale, 409), (Changed, 409), (Locked, 423), (NotHere, 404))
_BY_CODE = {"page-other-type": 400, "no-step-newest": 404, "wrong-passphrase": 423}

T = TypeVar("T", bound=Chosen)


def read_body(body: bytes, shape: type[T]) -> T:
    """What came with a request. Raises Unreadable: it is something else than what is taken."""
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Unreadable("page-other-type") from None


def json_response(value: Any, status: int = 200) -> Response:
    """A value as JSON, which no browser keeps."""
    return Response(msgspec.json.encode(value), status, {"content-security-policy": NOTHING}, JSON)


def refusal_response(error: RefereeError, lang: str, view: View | None = None) -> Response:
    """Why something was not done, with how the table is now where that helps."""
    return json_response(RefusedAnswer(refusal_of(error, lang), view), _status_of(error))


def failure_response(refusal: Refused) -> Response:
    """That the program has failed."""
    return json_response(RefusedAnswer(refusal), 500)


def sentence_response(code: str, lang: str, status: int) -> Response:
    """Why a request was not let through, in the same form."""
    refused = Refused("not now", 0, code, Sentence(code).told(lang))
    return json_response(RefusedAnswer(refused), status)


def _status_of(error: RefereeError) -> int:
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 422)

"""What players agree to at a table beside their moves: the agreements, what can be proposed now, and the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.drawing.safe_text import safe_text
from referee.kernel.errors import OutOfOrder, RefereeError, Unreadable
from referee.record.note import SignedNote
from referee.record.notes import Offer
from referee.service.agreements import Agreement, ask_propose, propose
from referee.service.archives import archive_bytes
from referee.service.ask import Ask
from referee.service.closing import ask_comment, comment
from referee.service.disputed_notes import kept_evidence
from referee.service.home.key_consents import KeyConsent, agree_to_key, ask_key_consent, check_six_words
from referee.service.home.key_requests import (
    KeyRequest,
    KeyWish,
    ask_key_proof,
    ask_new_key,
    earlier_request,
    prove_key,
    request_new_key,
)
from referee.service.opening.agreed_terms import AgreedRow, invitation_of
from referee.service.post.post_items import list_post
from referee.service.rules import look_rule
from referee.service.signed_notes import Signed
from referee.service.table import OpenTable, open_table, table_path
from referee.service.views.capabilities import capabilities_of
from referee.service.views.view import View, view_table
from referee.service.waiting.absences import ask_pass_for, pass_for
from referee.session.agreements.proposals import wanted_consents
from referee.web.code_files import PageHost, data_response
from referee.web.json_answers import AskAnswer, TableAct, act_answer, refusal_response, table_answer, table_response

Values = Mapping[str, str]
_Value = Annotated[str, msgspec.Meta(max_length=500)]


class ActField(msgspec.Struct, frozen=True):
    """What somebody fills in before a proposal is read."""

    name: str
    """Its name among the values."""
    label: str
    """What it is called."""
    kind: str
    """`text`, `number`, `date` or `choice`; in a form of its own also `lines`, `tick`, `secret`, `file` or `files`."""
    options: dict[str, str] = {}
    """What may be chosen, each with what it is called; of `choice` alone."""


class OfferedAct(msgspec.Struct, frozen=True):
    """Something that the reader can propose or do now."""

    does: str
    """The word that does it."""
    label: str
    """The label of its button."""
    fields: tuple[ActField, ...] = ()
    """What is filled in before."""


class TableMenu(msgspec.Struct, frozen=True):
    """The agreements at a table, and what can be done there beside moves."""

    agreed: tuple[AgreedRow, ...]
    """The terms of the charter; none before there is one."""
    acts: tuple[OfferedAct, ...]
    """What can be proposed or done now."""
    archive: bool
    """Whether the game can be kept in one file."""
    disputed: str = ""
    """The label of the button that judges disputed notes; empty where none are kept."""


class MenuAct(TableAct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody proposes or agrees to."""

    does: str
    """The word of an offered act, `key` for a consent to a new key, or `open`, `silent` or `unheard` about a seat."""
    values: dict[str, _Value] = msgspec.field(default_factory=dict)
    """What was filled in, by the name of the field."""
    digest: str = ""
    """The digest of what was read; empty for what is only read."""


class RuleWords(TableAct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody looks up in the rules."""

    words: _Value
    """A word, a card, or the id of a rule."""


class MenuDone(msgspec.Struct, frozen=True):
    """The result of a yes."""

    view: View
    """The table as it is now."""
    words: tuple[str, ...] = ()
    """The six words of a new key, to be said to those who must agree."""
    name: str = ""
    """The name of the file that goes to the others by hand; empty where the post of the table brings it."""
    text: str = ""
    """What that file holds."""


class _Act(NamedTuple):
    """A pair of the service, given its table: what asks, and what signs what was asked."""

    asks: Callable[[], Ask]
    signs: Callable[[str], object]


class MenuRoutes(NamedTuple):
    """The routes of the menus of a home's tables."""

    host: PageHost

    def routes(self) -> list[Route]:
        """Where all of it is."""
        return [
            Route("/data/table/{id}/menu", self.menu, methods=["GET", "POST"]),
            Route("/data/table/{id}/agree", self.agree, methods=["POST"]),
            Route("/data/table/{id}/rules", self.rules, methods=["POST"]),
            Route("/data/table/{id}/game.zip", self.archive, methods=["GET"]),
        ]

    def menu(self, request: Request) -> Response:
        """The agreements, and what can be done."""
        return table_answer(self.host, request, lambda table: table_response(table, table_menu(table)))

    def archive(self, request: Request) -> Response:
        """The record in one file, which everybody at the table has and no key opens."""
        reader = self.host.reader()
        try:
            packed = archive_bytes(table_path(reader, request.path_params["id"]))
        except RefereeError as error:
            return refusal_response(error, reader.lang)
        return data_response(packed.data, "application/zip")

    def agree(self, request: Request) -> Response:
        """What would be signed; with its digest it is signed, and the table is shown as it is then."""

        def ask_or_sign(table: OpenTable, act: MenuAct) -> Response:
            pair = _pair(table, act.does, act.values)
            if not act.digest:
                return table_response(table, AskAnswer(pair.asks()))
            return table_response(table, _done(pair.signs(act.digest), open_table(table.reader, table.id, act.secret)))

        return act_answer(self.host, request, MenuAct, ask_or_sign)

    def rules(self, request: Request) -> Response:
        """The rules that words are about, with what the pages of the game say of them."""

        def found(table: OpenTable, asked: RuleWords) -> Response:
            return table_response(table, look_rule(table.reader.lang, asked.words, lambda: table.session))

        return act_answer(self.host, request, RuleWords, found)


def _done(came: object, now: OpenTable) -> MenuDone:
    """How the table is now, and the file that nothing but a hand brings to the others."""
    signed = came.signed if isinstance(came, KeyConsent) else came
    words = signed.words if isinstance(signed, KeyRequest) else ()
    return MenuDone(view_table(now), words, *file_by_hand(now, signed))


def file_by_hand(now: OpenTable, signed: object) -> tuple[str, str]:
    """Name and text of what was signed, where nothing but a hand brings it to the others; else two empty texts."""
    sending = capabilities_of(now.session).sending
    if not isinstance(signed, KeyRequest | Signed) or not signed.file or sending in ("folder", "none"):
        return "", ""
    name = Path(signed.file).name
    text = now.session.folder.read_outbox(name).decode()
    return ("", "") if any(text.strip() in item.text for item in list_post(now)) else (name, text)


def table_menu(table: OpenTable) -> TableMenu:
    """The agreements, and what can be proposed or done now: each is asked of the service, so that nothing is offered
    that it would refuse.
    """
    charter = table.session.history.table
    if charter is None:
        return TableMenu((), (), archive=False)
    agreed: tuple[AgreedRow, ...] = ()
    with suppress(RefereeError):
        assert table.session.history.offer is not None
        agreed = invitation_of(table.session.history.offer.read(Offer), table.reader.lang).rows
    disputed = table.sentence("menu-judge") if kept_evidence(table.session.folder) else ""
    return TableMenu(agreed, tuple(_offered_acts(table)), archive=True, disputed=disputed)


def _offered_acts(table: OpenTable) -> Iterator[OfferedAct]:
    """Each act that would not be refused with these values."""
    position = table.session.history.position
    if position is None:
        return
    day, own, can = "2099-01-01", table.session.role or "", capabilities_of(table.session)
    tried: tuple[tuple[str, str, Values, tuple[ActField, ...]], ...] = (
        ("back", "menu-back", {"step": str(position.step), "why": "x"}, _fields(table, "step", "why")),
        ("draw", "menu-draw", {}, ()),
        ("end", "menu-end", {}, ()),
        ("leave", "menu-leave", {}, ()),
        ("holiday", "menu-holiday", {"first": day, "until": day}, _fields(table, "first", "until")),
        ("absent", "menu-absent", {}, ()),
        ("comment", "menu-comment", {"step": "0", "text": "x"}, _fields(table, "step", "text")),
        ("rekey", "menu-rekey", {"seat": own}, (_seat_field(table), *_fields(table, "why", "name"))),
    )
    for does, label, values, fields in tried:
        with suppress(RefereeError):
            if not can.allows(_NEEDS.get(does, "send")):
                continue
            _pair(table, does, values).asks()
            yield OfferedAct(does, table.sentence(label), fields)


_NEEDS = {"back": "consent", "comment": "after-end"}
"""What a table must allow for an act; for any other, that something is sent: in a game alone nobody agrees."""

_FIELDS = {
    "step": ("menu-field-step", "number"),
    "why": ("menu-field-why", "text"),
    "first": ("menu-field-first", "date"),
    "until": ("menu-field-until", "date"),
    "text": ("menu-field-text", "text"),
    "name": ("menu-field-name", "text"),
}
"""What each field is called, and how it is filled in."""


def _fields(table: OpenTable, *names: str) -> tuple[ActField, ...]:
    return tuple(ActField(name, table.sentence(_FIELDS[name][0]), _FIELDS[name][1]) for name in names)


def _seat_field(table: OpenTable) -> ActField:
    at_table = table.session.table
    seats = {name: safe_text(at_table.called_by_seat[name]) for name in at_table.names}
    return ActField("seat", table.sentence("menu-field-seat"), "choice", seats | {"host": table.sentence("the-host")})


_AGREEMENTS = ("draw", "end", "leave", "back", "open", "holiday", "silent", "unheard")


def _pair(table: OpenTable, does: str, values: Values) -> _Act:
    """What asks and what signs. Raises Unreadable: there is nothing of the kind; OutOfOrder: nobody asks for a key."""
    if does in _AGREEMENTS:
        wanted = _agreement(does, values)
        return _Act(lambda: ask_propose(table, wanted), lambda digest: propose(table, wanted, digest))
    if does == "absent":
        seats = values.get("seat", "").split()
        timeless = bool(values.get("timeless"))
        return _Act(
            lambda: ask_pass_for(table, seats, timeless=timeless),
            lambda digest: pass_for(table, seats, digest, timeless=timeless),
        )
    if does == "comment":
        step, text = _step_of(values) or 0, values.get("text", "")
        return _Act(lambda: ask_comment(table, step, text), lambda digest: comment(table, step, text, digest))
    if does == "key":
        rekey, heard = _rekey_of_name(table, values.get("seat", "")), values.get("words", "")

        def asks() -> Ask:
            check_six_words(table, rekey, heard)
            return ask_key_consent(table, rekey)

        return _Act(asks, lambda digest: agree_to_key(table, rekey, heard, digest))
    if does == "rekey":
        return _key_pair(table, values)
    raise Unreadable("page-other-type")


def _agreement(does: str, values: Values) -> Agreement:
    why = values.get("why", "").strip() or None
    seat, first, until = (values.get(name, "") for name in ("seat", "first", "until"))
    return Agreement(does, _step_of(values), seat, why if does == "back" else None, first, until)


def _step_of(values: Values) -> int | None:
    """The step that was filled in; None if the field is empty. Raises Unreadable: it is not a number."""
    text = values.get("step", "").strip()
    if text and not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise Unreadable("no-such-step", step=text)
    return int(text) if text else None


def _rekey_of_name(table: OpenTable, seat: str) -> SignedNote:
    """The new key that somebody wants for a seat. Raises OutOfOrder: none is asked for, or several are."""
    keys = [one for one in wanted_consents(table.session) if one.rekey is not None]
    found = [one.rekey for one in keys if one.rekey is not None and (not seat or seat in one.names)]
    if len(found) != 1:
        raise OutOfOrder("no-for-keys-alone")
    return found[0]


def _key_pair(table: OpenTable, values: Values) -> _Act:
    """A new key: asked for now, sent again as it was asked for before, or proved by what it opens."""
    seat, why, name = (values.get(name, "").strip() or None for name in ("seat", "why", "name"))
    wish = KeyWish(seat, why, name)
    proof = ask_key_proof(table, wish)
    if proof is not None:
        return _Act(lambda: proof, lambda digest: prove_key(table, wish, digest))
    before = earlier_request(table, wish)
    return _Act(lambda: ask_new_key(table, wish), lambda digest: before or request_new_key(table, wish, digest))

"""What is done at a table beside its moves: what is read before it is signed, the safety words, and the post."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.drawing.safe_text import safe_text
from referee.i18n.step_summary import capitalise
from referee.kernel.sentence import Sentence
from referee.mail.accounts import Password, account_password, mail_account
from referee.mail.mime import mailto_link
from referee.protocol.history.safety_words import SafetyWords, parties_to_compare
from referee.protocol.seating import REFEREE
from referee.record.sources import records_at
from referee.record.store import GameFolder
from referee.service.answers import check_digest
from referee.service.ask import Ask
from referee.service.audits.audit_table import AuditChecks, audit_table, audit_words
from referee.service.closing import acknowledge, ask_acknowledge, ask_end, publish_end
from referee.service.disputed_notes import Judgement, judge_notes
from referee.service.home.shared_folders import share_table
from referee.service.opening.acceptance import accept_terms, ask_accept
from referee.service.opening.charters import ask_begin, ask_leave_out, begin_table, leave_joins_out, seats_to_order
from referee.service.post.post_items import PostItem, list_post, mail_file, mark_sent, send_post
from referee.service.reader import Reader
from referee.service.spoken_words import hear_words, read_words
from referee.service.table import OpenTable, hosts_table, open_table, table_path
from referee.service.views.capabilities import Sending, sending_of
from referee.service.views.view import view_table
from referee.service.waiting.reminders import remind
from referee.web.code_files import PageHost, data_response
from referee.web.folder_picker import FolderPicker
from referee.web.json_answers import (
    AskAnswer,
    TableAct,
    act_answer,
    answer,
    json_response,
    let_others_pass,
    packed_view,
    table_answer,
    table_response,
)
from referee.web.table_menu import MenuDone


class PostAct(TableAct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody does with the post of a table."""

    items: tuple[str, ...]
    """The ids of the mails."""
    does: Literal["send", "sent"]
    """`send` hands them in to the account, `sent` says that they went in another way."""
    password: str = ""
    """The password of the account; empty where it is known."""


class SignAct(TableAct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody would sign beside a move."""

    does: Literal["accept", "acknowledge", "begin", "end", "leave_out"]
    """`begin` makes the charter, from which `leave_out` keeps joins; `accept` agrees to it, `acknowledge` to an end,
    and with `end` the host publishes one.
    """
    names: tuple[str, ...] = ()
    """The seats in their order for `begin`, none for the usual one; the fingerprints of the joins for `leave_out`."""
    digest: str = ""
    """The digest of what was read; empty for what is only read."""


class HeardAct(TableAct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody has heard by voice."""

    same: tuple[str, ...] = ()
    """Who has the same four words."""
    heard: dict[str, str] = msgspec.field(default_factory=dict)
    """The words that others said, by party, for who does not have the same or has a new key."""


class ShareAct(TableAct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A folder that everyone shares from now on."""

    folder: str
    """The token of the folder."""


class LookAct(TableAct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody looks at, or whom they would remind."""

    seats: tuple[str, ...] = ()
    """Who is reminded; none for everyone who is waited for."""


class WrittenMail(msgspec.Struct, frozen=True):
    """A mail that was written, for a mail program."""

    name: str
    """The name of the person it is for."""
    address: str
    """The mail address of the person; empty if it is not known."""
    text: str
    """The text, to be copied."""
    link: str
    """The link that opens it in a mail program."""


class VerdictWords(msgspec.Struct, frozen=True):
    """The verdict on a disputed note, in words."""

    upheld: bool | None
    """Whether the note proves something against a key; null for a file that could not be read."""
    heading: str
    """The result, and for whose key; or the file."""
    sentence: str
    """What was found."""


class WordsAnswer(msgspec.Struct, frozen=True):
    """The safety words of a table."""

    words: SafetyWords
    """The words, and how those of each other party compare."""
    names: dict[str, str]
    """What the others are called, by party; those whose words are still to be compared."""


class PostList(msgspec.Struct, frozen=True):
    """What is to go to others, and how it gets there."""

    way: Sending
    """How the notes of this table go to others: `folder`, `account`, `files` by hand, or `none`."""
    sentence: str
    """How what is signed gets to the others, and whether it has, in a sentence; empty where nothing is sent."""
    items: tuple[PostItem, ...]
    """Each mail that is due; none where a shared folder carries them."""


class TableActs(NamedTuple):
    """What is done at the tables of a home beside moves."""

    host: PageHost
    folders: FolderPicker
    audits: dict[str, tuple[int, int]]
    """How many steps of how many each audit that runs now has checked, by table."""

    def routes(self) -> list[Route]:
        """Where all of it is."""
        return [
            Route("/data/table/{id}/post", self.post, methods=["GET"]),
            Route("/data/table/{id}/post", self.send, methods=["POST"]),
            Route("/data/table/{id}/mail.eml", self.mail, methods=["GET", "POST"]),
            Route("/data/table/{id}/act", self.act, methods=["POST"]),
            Route("/data/table/{id}/words", self.words, methods=["POST"]),
            Route("/data/table/{id}/remind", self.remind, methods=["POST"]),
            Route("/data/table/{id}/audit", self.audit, methods=["POST"]),
            Route("/data/table/{id}/audit", self.audit_progress, methods=["GET"]),
            Route("/data/table/{id}/judge", self.judge, methods=["POST"]),
            Route("/data/table/{id}/share", self.share, methods=["POST"]),
        ]

    def post(self, request: Request) -> Response:
        """What is to be sent."""
        return table_answer(self.host, request, lambda table: json_response(post_list(table)))

    def mail(self, request: Request) -> Response:
        """A mail that is due, as a file that a mail program opens."""
        item = request.query_params.get("item", "")
        kind = "application/octet-stream"
        return table_answer(self.host, request, lambda table: data_response(mail_file(table, item), kind))

    def send(self, request: Request) -> Response:
        """Mails that are sent or marked, and how the post is then."""

        def act_on(table: OpenTable, act: PostAct) -> Response:
            sends = act.does == "send"
            password = _password(table, act) if sends else None
            did = [send_post(table, item, password) if sends else mark_sent(table, item) for item in act.items]
            failed, now = {item.id: item for item in did if item.error is not None}, post_list(table)
            return json_response(replace(now, items=tuple(failed.get(one.id, one) for one in now.items)))

        return act_answer(self.host, request, PostAct, act_on)

    def act(self, request: Request) -> Response:
        """What would be signed; with its digest it is signed, and the table is shown as it is then."""

        def act_on(table: OpenTable, act: SignAct) -> Response:
            table = hosts_table(table) if act.does in _BY_HOST else table
            ask, sign = _signed_pair(table, act)
            if not act.digest:
                seats = seats_to_order(table, act.names or None) if act.does == "begin" else {}
                return table_response(table, AskAnswer(ask(), {seat: safe_text(name) for seat, name in seats.items()}))
            sign(act.digest)
            now = open_table(table.reader, table.id, act.secret)
            return table_response(now, MenuDone(packed_view(view_table(now))))

        return act_answer(self.host, request, SignAct, act_on)

    def words(self, request: Request) -> Response:
        """The safety words, once what was heard is kept; nothing heard only reads them."""

        def act_on(table: OpenTable, act: HeardAct) -> Response:
            typed = {name: text.split() for name, text in act.heard.items() if text.strip()}
            words = hear_words(table, typed, act.same) if typed or act.same else read_words(table)
            called, missing = table.session.table.called_by_seat, parties_to_compare(words.heard)
            names = {role: safe_text(called.get(role, table.sentence("the-host"))) for role in missing}
            return json_response(WordsAnswer(words, names))

        return act_answer(self.host, request, HeardAct, act_on)

    def remind(self, request: Request) -> Response:
        """The reminders for those who are late, each a mail to be sent."""

        def act_on(table: OpenTable, act: LookAct) -> Response:
            mails = [(one.reader.name, one.mail) for one in remind(table, act.seats)]
            return json_response(
                [WrittenMail(name, mail.to, mail.text, mailto_link(mail).address) for name, mail in mails]
            )

        return act_answer(self.host, request, LookAct, act_on)

    def share(self, request: Request) -> Response:
        """The table once it goes through a shared folder."""

        def act_on(table: OpenTable, act: ShareAct) -> Response:
            share_table(table, self.folders.path_of(act.folder))
            now = open_table(table.reader, table.id, act.secret)
            return table_response(now, MenuDone(packed_view(view_table(now))))

        return act_answer(self.host, request, ShareAct, act_on)

    def audit(self, request: Request) -> Response:
        """What an audit finds in the record of a table, also of one that cannot be opened."""

        def found(reader: Reader, act: LookAct, path: Path) -> object:
            own = replace(reader, passphrase=lambda: act.secret) if act.secret else reader
            checks, table = AuditChecks(own, lang=reader.lang), request.path_params["id"]

            def step(at: int, steps: int) -> None:
                self.audits[table] = (at, steps)
                let_others_pass()

            try:
                return audit_words(audit_table(checks, records_at(path)[0], lambda _: step), reader.lang)
            finally:
                self.audits.pop(table, None)

        return self._look(request, found)

    def audit_progress(self, request: Request) -> Response:
        """How many steps an audit that runs now has checked, of how many; 0 of 0 where none runs."""
        return json_response(self.audits.get(request.path_params["id"], (0, 0)))

    def judge(self, request: Request) -> Response:
        """What the disputed notes prove that are kept beside a table, also of one that cannot be opened."""
        return self._look(request, lambda reader, act, path: verdict_words(GameFolder(path), reader.lang))

    def _look(self, request: Request, found: Callable[[Reader, LookAct, Path], object]) -> Response:
        def look(reader: Reader, act: LookAct) -> Response:
            return json_response(found(reader, act, table_path(reader, request.path_params["id"])))

        return answer(self.host, request, LookAct, look)


_BY_HOST = ("begin", "leave_out")
"""What is done as the host by somebody who hosts and plays."""


def _signed_pair(table: OpenTable, act: SignAct) -> tuple[Callable[[], Ask | None], Callable[[str], object]]:
    """What asks, and what signs with the digest of what was asked."""
    if act.does == "end":
        return lambda: ask_end(table), lambda digest: publish_end(table, digest)
    if act.does == "accept":
        return lambda: ask_accept(table), lambda digest: accept_terms(table, digest)
    if act.does == "acknowledge":
        return lambda: ask_acknowledge(table), lambda digest: acknowledge(table, digest)
    names = act.names or None
    if act.does == "begin":
        return lambda: ask_begin(table, names), lambda digest: begin_table(table, digest, names)

    def leave_out(digest: str) -> object:
        check_digest(ask_leave_out(table, act.names), digest)
        return leave_joins_out(table, act.names)

    return lambda: ask_leave_out(table, act.names), leave_out


def verdict_words(folder: GameFolder, lang: str) -> tuple[VerdictWords, ...]:
    """The verdicts on the disputed notes of a game, those that accuse first, then each file that could not be read.
    Raises as `judge_notes`.
    """
    judging = judge_notes(folder)
    called, judged = judging.docket.table.called_by_seat, judging.result(lang)
    found = sorted((_verdict_words(one, called, lang) for one in judged.verdicts), key=lambda one: not one.upheld)
    return (*found, *(VerdictWords(None, safe_text(one.at or ""), one.sentence) for one in judged.unread))


def _verdict_words(verdict: Judgement, called: Mapping[str, str], lang: str) -> VerdictWords:
    party = verdict.fact.party or verdict.party
    name = safe_text(called.get(party, party))
    key = Sentence("key-of-host") if party == REFEREE else Sentence("key-of-player", name=name)
    code = "judge-upheld" if verdict.upheld else "judge-not-upheld" if party else "judge-not-upheld-nobody"
    heading = capitalise(Sentence(code, key=key).told(lang).partition(": ")[2]).rstrip(".")
    return VerdictWords(verdict.upheld, heading, verdict.sentence)


def post_list(table: OpenTable) -> PostList:
    """What is to go from a table to others, and how it gets there."""
    items, (way, folder) = list_post(table), _way_out(table)
    unsent = [item.name for item in items if item.state != "sent"]
    if way == "none":
        return PostList(way, "", ())
    if way == "folder":
        return PostList(way, table.sentence("room-in-folder" if items else "room-goes-folder", folder=folder), ())
    code = "page-mail-goes" if unsent else "room-post-sent" if items else f"room-goes-{way}"
    names = ", ".join(unsent or [item.name for item in items])
    return PostList(way, table.sentence(code, names=names), items)


def _way_out(table: OpenTable) -> tuple[Sending, str]:
    charter = table.session.history.table
    return sending_of(table.session, practice=charter is not None and charter.terms.practice)


def _password(table: OpenTable, act: PostAct) -> Password | None:
    """The password of the account that sends. Raises NotAuthentic: nobody knows it, and it did not come."""
    account = mail_account(table.session.home)
    return account_password(account, (lambda: act.password) if act.password else None) if account.user else None

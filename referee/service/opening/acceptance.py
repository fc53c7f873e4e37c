"""Accept a charter: its terms, and the signed acceptance."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee.drawing.safe_text import safe_text
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.sentence import Sentence, in_language
from referee.protocol.opening.deal import make_accept
from referee.protocol.seating import Table
from referee.record.file_names import CHARTER, OUTBOX, FileName, name_prefix, names_with_prefix
from referee.record.note import read_bundle
from referee.record.notes import Offer
from referee.service.answers import check_current, check_digest
from referee.service.ask import Ask
from referee.service.moves import signature_effects
from referee.service.signed_notes import Signed, ask_of, send_current, signed_of
from referee.service.table import OpenTable
from referee.session.opening.invitation import (
    bot_seat_sentences,
    data_pack_words,
    host_sentence,
    options_summary,
    people_at,
    table_terms_summary,
)
from referee.session.opening.playing_host import check_host_acceptance
from referee.session.pending import store_pending
from referee.session.publish import sign_due_notes
from referee.session.send import OutgoingNote
from referee.session.session import Session

_MANY = 8
"""A charter of so many options does not speak for itself."""


def ask_accept(table: OpenTable) -> Ask:
    """What the charter binds to: who plays in which order, and what, by which options and which pack.

    Raises:
        OutOfOrder: there is no charter, the reader hosts without a seat, or a playing host has not accepted yet.
        NotAuthentic: the charter misquotes the reader's join, or the reader has no seat here.
    """
    session, at_table = table.session, table.session.table
    if session.is_host:
        raise OutOfOrder("host-without-seat", hint=Sentence("wait-accepts-players"))
    session.signer()
    _check_own_join(session)
    check_host_acceptance(session)
    title, name = at_table.title, at_table.called_by_seat.get(session.role or "", session.role or "-")
    return ask_of(
        table,
        table.sentence("you-accept", title=title, seat=safe_text(name)),
        {"charter": at_table.game_id},
        then=tuple(_terms(table)),
        warnings=tuple(_warnings(table)),
    )


def accept_terms(table: OpenTable, digest: str) -> Signed:
    """The accept, signed, with a file to send, and what the program signs with it; all done that follows from it here.
    Raises Changed: `digest` is of another charter; Stale: the game has gone on; and as `ask_accept`.
    """
    check_current(table)
    check_digest(ask_accept(table), digest)
    session, at_table = table.session, table.session.table
    accept, name = make_accept(session.signer(), at_table), str(FileName(OUTBOX, "accept", seat=session.role or ""))
    sent = send_current(table, OutgoingNote(at_table.offer_id, "accept", lambda _: (accept,), name))
    if session.sits:
        store_pending(session.folder, sent.note)
    made = tuple(notice.said.told(table.reader.lang) for notice in sign_due_notes(session))
    more = {"seats": at_table.names, "attempt": at_table.attempt, "test_keys": at_table.test_keys}
    signed = signed_of(sent, "all", game=at_table.game_id, **more)
    return replace(signature_effects.deliver(table, signed, enters=False), led=made)


def _warnings(table: OpenTable) -> Iterator[str]:
    at_table = table.session.table
    if at_table.attempt > 1:
        reason = table.sentence("no-reason-given")
        yield table.sentence("earlier-deal-voided", attempt=at_table.attempt, reason=reason)
    if at_table.test_keys:
        yield table.sentence("test-keys", names=at_table.people(at_table.test_keys))
    if at_table.deck.shuffled_by == "seats":
        yield table.sentence("program-shuffles-from-now")


def _terms(table: OpenTable) -> Iterator[str]:
    """The charter in rows, who hosts, and what the program does from now on."""
    session, at_table, lang = table.session, table.session.table, table.reader.lang
    terms = session.history.signed_notes[CHARTER][0].read(Offer)
    title = in_language(at_table.game.info.title, lang)
    rows = {
        "label-players": table.sentence(_seated_code(at_table), players=", ".join(map(safe_text, at_table.called))),
        "label-game": ": ".join(filter(None, (title, options_summary(terms, lang)))),
        **table_terms_summary(terms, lang, people_at(at_table)),
    }
    pack = data_pack_words(terms, lang)
    labels = [table.sentence(label) for label in (*rows, *(["label-pack"] if pack else []))]
    width = max(map(len, labels))
    for label, text in zip(labels, (*rows.values(), *([pack] if pack else [])), strict=True):
        yield f"  {label:<{width}}  {text}"
    if at_table.terms.host != session.role and (hosted := host_sentence(at_table, lang)):
        yield hosted
    if len(at_table.game.info.options) >= _MANY:
        yield table.sentence("options-hint")
    yield from bot_seat_sentences(at_table, lang)


def _seated_code(table: Table) -> str:
    if table.terms.host:
        return "players-drawn-one-hosts" if table.terms.drawn else "players-one-hosts"
    if table.names_host:
        return "players-drawn-and-host" if table.terms.drawn else "players-and-host"
    return "players-drawn-whoever-hosts" if table.terms.drawn else "players-whoever-hosts"


def _check_own_join(session: Session) -> None:
    """The charter must quote the join that was signed here, if the outbox still has it."""
    names = names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "join"))
    here = [read_bundle(session.folder.read_outbox(name))[0] for name in names]
    mine = {signed.id for signed in here if signed.key == session.signer().public}
    if mine and mine.isdisjoint(signed.id for signed in session.history.signed_notes[CHARTER]):
        raise NotAuthentic("own-join-misquoted", seat=session.role)

"""Agree to a new key that somebody asks for, once its six words were heard, or say no to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from referee.crypto.keys import fingerprint
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import NotAuthentic
from referee.kernel.sentence import Sentence
from referee.messages.step_news import Notice
from referee.protocol.agreements.consent import is_refusal
from referee.protocol.agreements.new_key import six_words
from referee.protocol.history.safety_words import compare_words, typed_role
from referee.protocol.seating import REFEREE
from referee.record.file_names import PENDING
from referee.record.note import SignedNote
from referee.record.notes import Rekey
from referee.service.answers import check_current, check_digest
from referee.service.ask import Ask
from referee.service.dates import now_utc
from referee.service.home.shared_folders import put_in_shared_folder
from referee.service.signed_notes import Signed, ask_of, send_current, signed_of
from referee.service.table import OpenTable
from referee.service.waiting.skipped_turns import passes_before
from referee.session.agreements import next_host
from referee.session.agreements.new_key_requests import (
    consents_missing,
    consents_to_key,
    outgoing_key_consent,
    outgoing_key_refusal,
    own_last_consent,
    refusing_parties,
)
from referee.session.incoming import steps
from referee.session.incoming.consents import close_step_with_key, enter_all_the_same
from referee.session.incoming.received_notes import evidence_against_host
from referee.session.pending import store_pending
from referee.session.session import Session


class KeyConsent(msgspec.Struct, frozen=True):
    """A consent to a new key, and what it led to."""

    signed: Signed
    """The consent, with a file to send; `led` is what it led to here, a sentence each."""
    asker: str = ""
    """Who asks to take over, and gets the file too; empty if nobody does."""
    missing: tuple[str, ...] = ()
    """The seats that still have to agree."""
    closed: tuple[str, ...] | None = None
    """What closing the step led to, a sentence each, for a host whose consent was the last; null for anybody else."""
    letters: tuple[str, ...] = ()
    """The paths of the letters of that step that are to be sent; none where they are in a shared folder."""


def ask_key_consent(table: OpenTable, rekey: SignedNote, shown: Callable[[Path], str] = str) -> Ask:
    """Who asks for which key, and what agreeing brings; a warning where the host's key is disputed. A path is written
    as it is `shown`.

    Raises:
        OutOfOrder: it is the reader's own, or others agree first. NotAuthentic: the reader has no part in the game.
    """
    session, asked = table.session, rekey.read(Rekey)
    outgoing_key_consent(session, session.signer(), rekey)
    said, *then = _request_lines(table, asked)
    then += [*passes_before(table.reader.lang, session), *_refusals(table, rekey)]
    disputed = evidence_against_host(session) if asked.seat == REFEREE and not session.is_host else ()
    names = ", ".join(shown(session.folder.path / PENDING / name) for name in disputed)
    warnings = (table.sentence("host-key-disputed", names=names),) if disputed else ()
    return ask_of(table, said, {"rekey": rekey.id, "disputed": disputed}, then=then, warnings=warnings)


def check_six_words(table: OpenTable, rekey: SignedNote, heard: str) -> None:
    """Compare the six words that were heard with those of the request. Raises Unreadable: a slip; NotAuthentic: they
    are others.
    """
    person = table.session.table.person(rekey.read(Rekey).seat)
    if not compare_words((heard,), six_words(rekey.id), person):
        raise NotAuthentic("six-words-differ", seat=person, hint=Sentence("sign-nothing-ask-again", seat=person))


def agree_to_key(table: OpenTable, rekey: SignedNote, heard: str, digest: str) -> KeyConsent:
    """The consent, signed once the six words that were `heard` are those of the request; the host closes the step with
    the last one. Raises Changed: `digest` is of another request; Stale: the game has gone on; and as
    `ask_key_consent` and `check_six_words`.
    """
    check_current(table)
    check_digest(ask_key_consent(table, rekey), digest)
    check_six_words(table, rekey, heard)
    session, asked, lang = table.session, rekey.read(Rekey), table.reader.lang
    before = own_last_consent(session, rekey.id)
    sent = send_current(table, outgoing_key_consent(session, session.signer(), rekey))
    store_pending(session.folder, rekey)
    store_pending(session.folder, sent.note, last=True)
    led = []
    if before is not None and is_refusal(before) and before.step == session.position.step + 1:
        led.append(table.sentence("no-holds-this-step", step=before.step))
    session.home.remember_keys([(fingerprint(asked.key), asked.seat)])
    to_all = asked.seat == REFEREE or session.table.deck_escrow
    signed = signed_of(sent, "all" if to_all else "host", game=session.table.game_id)
    is_back = asked.seat == REFEREE and session.table.replaces_host and bool(next_host.steps_held_back(session))
    if is_back:
        led += _notice_sentences(enter_all_the_same(session, rekey, lang, now_utc()), lang)
    missing = () if is_back else consents_missing(session, rekey)
    asker = safe_text(asked.name) if to_all and asked.name is not None else ""
    done = KeyConsent(replace(signed, led=tuple(led)), asker, missing)
    return _close_step(table, rekey, done) if session.is_host and not (missing or asker) else done


def ask_key_refusal(table: OpenTable, rekey: SignedNote) -> Ask:
    """What a no to a new key means. Raises OutOfOrder, NotAuthentic: the request does not hold, or the reader has no
    part in the game.
    """
    session, person = table.session, table.session.table.person(rekey.read(Rekey).seat)
    outgoing_key_refusal(session, session.signer(), rekey)
    return ask_of(table, table.sentence("you-say-no", seat=person), {"refused": rekey.id})


def refuse_key(table: OpenTable, rekey: SignedNote, digest: str) -> Signed:
    """The no, signed, with a file to send: what the reader has agreed to before counts no more. Raises Changed:
    `digest` is of another request; Stale: the game has gone on; and as `ask_key_refusal`.
    """
    check_current(table)
    check_digest(ask_key_refusal(table, rekey), digest)
    session = table.session
    sent = send_current(table, outgoing_key_refusal(session, session.signer(), rekey))
    store_pending(session.folder, rekey)
    store_pending(session.folder, sent.note, last=True)
    enters = session.table.deck.keeper == "seats" and rekey.read(Rekey).seat == REFEREE
    led = _notice_sentences(steps.enter_waiting(session), table.reader.lang) if enters else ()
    return signed_of(sent, "all", game=session.table.game_id, led=tuple(led))


def _close_step(table: OpenTable, rekey: SignedNote, done: KeyConsent) -> KeyConsent:
    """Close the step that the new key enters, with all consents to it."""
    session, lang = table.session, table.reader.lang
    notices = close_step_with_key(session, rekey, consents_to_key(session, rekey), lang, now_utc())
    letters = tuple(str(session.folder.path / "letters" / notice.letter) for notice in notices if notice.letter)
    by_folder = put_in_shared_folder(session)
    signed = replace(done.signed, letter="".join(letters[:1]))
    return replace(
        done, signed=signed, closed=tuple(_notice_sentences(notices, lang)), letters=() if by_folder else letters
    )


def _notice_sentences(notices: Sequence[Notice], lang: str) -> list[str]:
    return [notice.said.told(lang) for notice in notices]


def _request_lines(table: OpenTable, asked: Rekey) -> list[str]:
    session = table.session
    if asked.seat == REFEREE:
        return _new_host_lines(table, asked)
    person = session.table.person(asked.seat)
    holder = safe_text(asked.name) if asked.name is not None else person
    return [
        table.sentence("key-is-asked", seat=person, name=holder, reason=safe_text(asked.reason)),
        table.sentence("key-moves-alone", seat=person),
        *([table.sentence("share-goes-for-good")] if session.table.deck_escrow and not session.is_host else []),
        table.sentence("hear-six-words", name=holder),
    ]


def _refusals(table: OpenTable, rekey: SignedNote) -> list[str]:
    """Who has said no to the key."""
    at_table, names = table.session.table, refusing_parties(table.session, rekey)
    seat = at_table.person(rekey.read(Rekey).seat)
    return [table.sentence("rekey-opposed", seat=seat, names=at_table.people(names))] if names else []


def _new_host_lines(table: OpenTable, asked: Rekey) -> list[str]:
    session, hands = table.session, _hand_over_code(table.session)
    holder = safe_text(asked.name) if asked.name is not None else typed_role(REFEREE)
    binds = asked.name is not None and not session.is_host and session.table.replaces_host
    return [
        table.sentence("host-is-asked", name=holder, reason=safe_text(asked.reason)),
        *([] if session.table.deck.host_sees == "own hand" else [table.sentence("host-sees-all")]),
        *([table.sentence(hands)] if hands else []),
        *([table.sentence("agree-host-binds", name=holder, host=next_host.present_host(session))] if binds else []),
        table.sentence("hear-six-words", name=holder),
    ]


def _hand_over_code(session: Session) -> str:
    """The code of what the reader hands to another host; empty for nothing."""
    if session.table.deck.keeper == "seats":
        return "host-leaves-step" if session.is_host else ""
    if session.is_host:
        return "host-hands-secret"
    return "host-hands-share" if session.role in session.table.holders else ""

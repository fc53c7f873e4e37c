"""New keys at a game: the six words of one, heard in person before anybody agrees to it."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.folders.paths import path_text
from referee.cli.printing.output import print_aside, print_result
from referee.cli.printing.signed_note import print_sent_note
from referee.cli.prompts.confirm import confirm
from referee.cli.prompts.terminal import ask_line
from referee.crypto.keys import fingerprint
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.agreements.consent import is_refusal
from referee.protocol.agreements.new_key import six_words
from referee.protocol.history.safety_words import compare_words, typed_role
from referee.protocol.seating import REFEREE
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.notes import Rekey
from referee.record.store import read_mail_file
from referee.service.dates import now_utc
from referee.service.home.shared_folders import put_in_shared_folder
from referee.service.signed_notes import Signed
from referee.service.skipped_turns import passes_before
from referee.session.agreements import next_host
from referee.session.agreements.new_key_requests import (
    consents_missing,
    consents_to_key,
    outgoing_key_consent,
    outgoing_key_refusal,
    own_last_consent,
    parties_who_refused,
)
from referee.session.incoming import steps
from referee.session.incoming.consents import close_step_with_key, enter_all_the_same
from referee.session.incoming.received_notes import evidence_against_host
from referee.session.pending import store_pending
from referee.session.send import send
from referee.session.session import Session


def agree_to_key(context: Context, session: Session, rekey: SignedNote, words: str | None, *, yes: bool) -> None:
    """Consent to the new key that a note asks for, once its six words were heard; the host enters it with the last."""
    key, asked = session.signer(), rekey.read(Rekey)
    going, before = outgoing_key_consent(session, key, rekey), own_last_consent(session, rekey.id)
    passes = passes_before(context.lang, session)
    print_aside(context, *_request_lines(context, session, asked), *passes, *_refusal_lines_of(context, session, rekey))
    _hear(context, session, rekey, words)
    disputed = evidence_against_host(session) if asked.seat == REFEREE and not session.is_host else ()
    if disputed:
        _show_suspects(context, session, disputed)
    hint = "judge-then-confirm" if disputed else "read-then-repeat"
    confirm(context, "sign-consent", yes=yes and not disputed, hint=hint)
    sent = send(session, going)
    store_pending(session.folder, rekey)
    store_pending(session.folder, sent.note, last=True)
    if before is not None and is_refusal(before) and before.step == session.position.step + 1:
        print_aside(context, context.sentence("no-holds-this-step", step=before.step))
    session.home.remember_keys([(fingerprint(asked.key), asked.seat)])
    _say(context, session, sent.path, sent.note, rekey)


def _show_suspects(context: Context, session: Session, disputed: tuple[str, ...]) -> None:
    """Show what is kept against the host's key, before a new one takes its place."""
    names = ", ".join(path_text(session.folder.path / "pending" / name) for name in disputed)
    print_aside(context, context.sentence("host-key-disputed", names=names))


def refuse_key(context: Context, session: Session, rekey: SignedNote, *, yes: bool) -> None:
    """Say no to the new key that a note asks for: what the reader has agreed to before counts no more."""
    key, asked = session.signer(), rekey.read(Rekey)
    going = outgoing_key_refusal(session, key, rekey)
    print_aside(context, context.sentence("you-say-no", seat=session.table.person(asked.seat)))
    confirm(context, "sign-no", yes=yes)
    sent = send(session, going)
    store_pending(session.folder, rekey)
    store_pending(session.folder, sent.note, last=True)
    if session.table.deck.keeper == "seats" and asked.seat == REFEREE:
        print_aside(context, *(notice.said.told(context.lang) for notice in steps.enter_waiting(session)))
    print_sent_note(context, session, sent, "all", yes=yes, game=session.table.game_id)


def key_request_in_file(path: Path) -> SignedNote:
    """The one rekey note of a file. Raises Unreadable."""
    found = {signed.id: signed for signed in unwrap(read_mail_file(path)).signed_notes if signed.type == "rekey"}
    if len(found) != 1:
        raise Unreadable("no-key-asked-here", count=len(found))
    (signed,) = found.values()
    signed.check()
    return signed


def _request_lines(context: Context, session: Session, asked: Rekey) -> list[str]:
    if asked.seat == REFEREE:
        return _new_host_lines(context, session, asked)
    person = session.table.person(asked.seat)
    holder = safe_text(asked.name) if asked.name is not None else person
    return [
        context.sentence("key-is-asked", seat=person, name=holder, reason=safe_text(asked.reason)),
        context.sentence("key-moves-alone", seat=person),
        *([context.sentence("share-goes-for-good")] if session.table.deck_escrow and not session.is_host else []),
        context.sentence("hear-six-words", name=holder),
    ]


def _refusal_lines_of(context: Context, session: Session, rekey: SignedNote) -> list[str]:
    names = parties_who_refused(session, rekey)
    seat = session.table.person(rekey.read(Rekey).seat)
    return [context.sentence("rekey-opposed", seat=seat, names=session.table.people(names))] if names else []


def _binds(context: Context, session: Session, name: str) -> list[str]:
    """That whoever agrees to another host receives no more steps of the present one."""
    if session.is_host or not session.table.replaces_host:
        return []
    return [context.sentence("agree-host-binds", name=name, host=next_host.present_host(session))]


def _new_host_lines(context: Context, session: Session, asked: Rekey) -> list[str]:
    holder = safe_text(asked.name) if asked.name is not None else typed_role(REFEREE)
    if session.table.deck.keeper == "seats":
        hands = "host-leaves-step" if session.is_host else None
    else:
        hands = (
            "host-hands-secret"
            if session.is_host
            else "host-hands-share"
            if session.role in session.table.holders
            else None
        )
    return [
        context.sentence("host-is-asked", name=holder, reason=safe_text(asked.reason)),
        *([] if session.table.deck.host_sees == "own hand" else [context.sentence("host-sees-all")]),
        *([context.sentence(hands)] if hands else []),
        *(_binds(context, session, holder) if asked.name is not None else []),
        context.sentence("hear-six-words", name=holder),
    ]


def _hear(context: Context, session: Session, rekey: SignedNote, words: str | None) -> None:
    """Hold the words that were heard against those of the note.

    Raises:
        Unreadable: a slip. OutOfOrder: nobody has typed any. NotAuthentic: they are others.
    """
    person = session.table.person(rekey.read(Rekey).seat)
    if words is None:
        if not context.can_ask:
            raise OutOfOrder("six-words-missing", hint=Sentence("hear-then-type-six"))
        words = ask_line(f"{person.told(context.lang)}> ", end="")
    if not compare_words((words,), six_words(rekey.id), person):
        raise NotAuthentic("six-words-differ", seat=person, hint=Sentence("sign-nothing-ask-again", seat=person))


def _say(context: Context, session: Session, path: Path, signed: SignedNote, rekey: SignedNote) -> None:
    asked = rekey.read(Rekey)
    by_shares = asked.seat != REFEREE and session.table.deck_escrow
    to_all = asked.seat == REFEREE or by_shares
    written = Signed("consent", signed.id, path_text(path), "all" if to_all else "host", game=session.table.game_id)
    if is_back := asked.seat == REFEREE and session.table.replaces_host and next_host.steps_held_back(session):
        notices = enter_all_the_same(session, rekey, context.lang, now_utc())
        print_aside(context, *(notice.said.told(context.lang) for notice in notices))
    missing = () if is_back else consents_missing(session, rekey)
    waits = [context.sentence("key-waits-for", names=session.table.people(missing))] if missing else []
    if to_all and asked.name is not None:
        name = safe_text(asked.name)
        print_result(context, written, [*waits, context.sentence("send-file-to-asker", path=written.file, name=name)])
        return
    if session.is_host and not missing:
        notices = close_step_with_key(session, rekey, consents_to_key(session, rekey), context.lang, now_utc())
        letters = [path_text(session.folder.path / "letters" / notice.letter) for notice in notices if notice.letter]
        said = [notice.said.told(context.lang) for notice in notices]
        by_folder = put_in_shared_folder(session)
        mailed = [context.sentence("mail-all-players", path=letter) for letter in letters if not by_folder]
        print_result(context, replace(written, letter="".join(letters[:1])), [*said, *mailed])
        return
    if session.is_host:
        print_result(context, written, waits)
        return
    sending = "send-file-to-all" if by_shares else "send-file-to-host"
    print_result(context, written, [*waits, context.sentence(sending, path=written.file)])

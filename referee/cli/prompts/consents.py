"""Consents: which request is meant, the yes to what it brings, and the six words of a new key, heard in person."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.folders.paths import path_text
from referee.cli.printing.output import print_aside, print_result
from referee.cli.printing.signed_note import print_sent_note
from referee.cli.prompts.confirm import confirm, print_ask
from referee.cli.prompts.terminal import ask_line
from referee.kernel.errors import OutOfOrder, Unreadable, refusal_in
from referee.kernel.grammar.lexer import healed
from referee.kernel.sentence import Sentence
from referee.protocol.history.safety_words import typed_role
from referee.protocol.seating import REFEREE
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.notes import Rekey
from referee.record.store import read_mail_file
from referee.service.agreements import Agreement, ask_propose, check_still_plays, propose
from referee.service.home.key_consents import (
    KeyConsent,
    agree_to_key,
    ask_key_consent,
    ask_key_refusal,
    check_six_words,
    refuse_key,
)
from referee.service.table import OpenTable
from referee.session.agreements.proposals import WantedConsent, agreement_words, wanted_consents
from referee.session.session import Session
from referee.session.todo.task import task_text


def single_request(session: Session, name: str | None, lang: str) -> WantedConsent:
    """The one request that somebody makes who is called `name`, by seat or as a person; without a name the one that
    waits for the reader.

    Raises:
        OutOfOrder: none waits, or several do. Unreadable: nobody at this table is called so.
    """
    known = wanted_consents(session)
    found = [one for one in known if one.is_asked] if name is None else _consents_by_name(known, name)
    if len(found) == 1:
        return found[0]
    if found:
        commands = ", ".join(f"`{task_text(one.task, lang, path_text).command}`" for one in found)
        raise OutOfOrder("several-want-consent", known=commands)
    if name is None:
        way = "receive-request-first" if refusal_in(check_still_plays, session) else "consent-proposes"
        raise OutOfOrder("nobody-wants-consent", hint=Sentence(way))
    if healed(name) in map(healed, (*session.table.names, *session.table.called, typed_role(REFEREE))):
        raise OutOfOrder("seat-wants-nothing", seat=name, hint=Sentence("receive-request-first"))
    raise Unreadable("no-such-agreement", found=name, known=", ".join(agreement_words(lang, session.table)))


def single_key_request(session: Session, name: str | None, lang: str) -> SignedNote:
    """The one rekey note that waits, or that of the person called `name`, by seat or as a person.

    Raises:
        OutOfOrder: no new key is asked for, or several are. Unreadable: nobody is called so, or it is not a new key.
    """
    keys = [one for one in wanted_consents(session) if one.rekey is not None]
    found = [one.rekey for one in keys if name is None or healed(name) in map(healed, one.names)]
    if len(found) == 1 and found[0] is not None:
        return found[0]
    if found:
        commands = ", ".join(f"`{task_text(one.task, lang, path_text).command} --no`" for one in keys)
        raise OutOfOrder("several-want-consent", known=commands)
    raise OutOfOrder("no-for-keys-alone")


def _consents_by_name(known: Iterable[WantedConsent], name: str) -> list[WantedConsent]:
    """What somebody called `name` wants; of that what waits for the reader, if anything does."""
    found = [one for one in known if healed(name) in map(healed, one.names)]
    return [one for one in found if one.is_asked] or found


def propose_or_agree(context: Context, table: OpenTable, wanted: Agreement, *, yes: bool) -> None:
    """Say what would be agreed to, ask for a yes, sign the consent and say where its file lies.

    Raises:
        OutOfOrder: nobody is there to say yes. Stopped: the answer is no. RefereeError: as `ask_propose`.
    """
    ask = ask_propose(table, wanted)
    print_ask(context, ask)
    if ask.warnings:
        confirm(context, "say-early", yes=yes)
    table.session.signer()
    confirm(context, "sign-consent", yes=yes)
    print_sent_note(context, table.session, propose(table, wanted, ask.digest), yes=yes)


def hear_and_agree(context: Context, table: OpenTable, rekey: SignedNote, words: str | None, *, yes: bool) -> None:
    """Consent to the new key that a note asks for, once its six words were heard. Raises as `agree_to_key`."""
    ask = ask_key_consent(table, rekey, path_text)
    print_aside(context, ask.sentence, *ask.then)
    heard = words if words is not None else _ask_words(context, table, rekey)
    check_six_words(table, rekey, heard)
    print_aside(context, *ask.warnings)
    hint = "judge-then-confirm" if ask.warnings else "read-then-repeat"
    confirm(context, "sign-consent", yes=yes and not ask.warnings, hint=hint)
    _print_consent(context, table, rekey, agree_to_key(table, rekey, heard, ask.digest))


def say_no_to_key(context: Context, table: OpenTable, rekey: SignedNote, *, yes: bool) -> None:
    """Say no to the new key that a note asks for. Raises as `refuse_key`."""
    ask = ask_key_refusal(table, rekey)
    print_aside(context, ask.sentence)
    confirm(context, "sign-no", yes=yes)
    signed = refuse_key(table, rekey, ask.digest)
    print_aside(context, *(signed.led or ()))
    print_sent_note(context, table.session, replace(signed, led=UNSET), yes=yes)


def key_request_in_file(path: Path) -> SignedNote:
    """The one rekey note of a file. Raises Unreadable."""
    found = {signed.id: signed for signed in unwrap(read_mail_file(path)).signed_notes if signed.type == "rekey"}
    if len(found) != 1:
        raise Unreadable("no-key-asked-here", count=len(found))
    (signed,) = found.values()
    signed.check()
    return signed


def _ask_words(context: Context, table: OpenTable, rekey: SignedNote) -> str:
    """The six words, as they are typed. Raises OutOfOrder: nobody can be asked."""
    if not context.can_ask:
        raise OutOfOrder("six-words-missing", hint=Sentence("hear-then-type-six"))
    person = table.session.table.person(rekey.read(Rekey).seat)
    return ask_line(f"{person.told(context.lang)}> ", end="")


def _print_consent(context: Context, table: OpenTable, rekey: SignedNote, done: KeyConsent) -> None:
    """What a consent led to, and where its file goes."""
    session, letter = table.session, done.signed.letter
    print_aside(context, *(done.signed.led or ()))
    path, letters = path_text(Path(done.signed.file)), [path_text(Path(letter)) for letter in done.letters]
    written = replace(done.signed, file=path, letter=path_text(Path(letter)) if letter else "", led=UNSET)
    missing = session.table.people(done.missing)
    waits = [context.sentence("key-waits-for", names=missing)] if done.missing else []
    by_shares = rekey.read(Rekey).seat != REFEREE and session.table.deck_escrow
    if done.asker:
        goes = [context.sentence("send-file-to-asker", path=path, name=done.asker)]
    elif done.closed is not None:
        goes = [*done.closed, *(context.sentence("mail-all-players", path=one) for one in letters)]
    elif session.is_host:
        goes = []
    else:
        goes = [context.sentence("send-file-to-all" if by_shares else "send-file-to-host", path=path)]
    print_result(context, written, [*waits, *goes])

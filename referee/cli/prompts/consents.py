"""Consents: which request is meant, and the yes to what it brings."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cli.context import Context
from referee.cli.folders.paths import path_text
from referee.cli.printing.signed_note import print_sent
from referee.cli.prompts.confirm import confirm, print_ask
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.grammar.lexer import healed
from referee.kernel.sentence import Sentence
from referee.protocol.history.safety_words import typed_role
from referee.protocol.seating import REFEREE
from referee.record.note import SignedNote
from referee.service.agreements import Agreement, ask_propose, propose
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
    found = [one for one in known if one.is_asked] if name is None else _consents_called(known, name)
    if len(found) == 1:
        return found[0]
    if found:
        commands = ", ".join(f"`{task_text(one.task, lang, path_text).command}`" for one in found)
        raise OutOfOrder("several-want-consent", known=commands)
    if name is None:
        raise OutOfOrder("nobody-wants-consent", hint=Sentence("consent-proposes"))
    if healed(name) in map(healed, (*session.table.names, *session.table.called, typed_role(REFEREE))):
        raise OutOfOrder("seat-wants-nothing", seat=name, hint=Sentence("receive-request-first"))
    raise Unreadable("no-such-agreement", found=name, known=", ".join(agreement_words(lang, session.table)))


def single_key_request(session: Session, name: str | None, lang: str) -> SignedNote:
    """The one rekey note that waits, or that of the person called `name`, by seat or as a person.

    Raises:
        OutOfOrder: no new key is asked for, or several are. Unreadable: nobody is called so, or it is no new key.
    """
    keys = [one for one in wanted_consents(session) if one.rekey is not None]
    found = [one.rekey for one in keys if name is None or healed(name) in map(healed, one.names)]
    if len(found) == 1 and found[0] is not None:
        return found[0]
    if found:
        commands = ", ".join(f"`{task_text(one.task, lang, path_text).command} --no`" for one in keys)
        raise OutOfOrder("several-want-consent", known=commands)
    raise OutOfOrder("no-for-keys-alone")


def _consents_called(known: Iterable[WantedConsent], name: str) -> list[WantedConsent]:
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
    print_sent(context, table.session, propose(table, wanted, ask.digest), yes=yes)

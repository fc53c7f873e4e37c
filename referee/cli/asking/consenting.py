"""A consent is signed: what a seat agrees to is said before, by everybody who asks for it here."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cli.asking.agreement import confirm
from referee.cli.context import Context
from referee.cli.paths import shown
from referee.cli.printing.dispatch import tell_sent
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.grammar.vocabulary import healed
from referee.kernel.sentence import Sentence
from referee.record.names import OUTBOX, Name
from referee.record.note import SignedNote
from referee.table.desk.desk import Desk
from referee.table.desk.pending import keep_waiting
from referee.table.desk.proposals import Wanted, agreements_told, wanted
from referee.table.desk.send import Outgoing, send
from referee.table.desk.task import task_told
from referee.table.reading.words import spoken
from referee.table.seating import REFEREE
from referee.table.step.consent import consent_note


def check_plays(desk: Desk) -> None:
    """Only who still plays agrees to anything, and only while there is a game. Raises OutOfOrder, NotAuthentic."""
    position, seat = desk.position, desk.eyes.seat
    if position.over:
        raise OutOfOrder("game-over")
    if seat is None:
        raise NotAuthentic("players-agree")
    if seat in position.left:
        raise OutOfOrder("seat-has-left", seat=desk.table.person(desk.table.names[seat]))


def only_one(desk: Desk, name: str | None, lang: str) -> Wanted:
    """The one request that somebody makes who is called `name`, by seat or as a person; without a name the one that
    waits for the reader.

    Raises:
        OutOfOrder: none waits, or several do. Unreadable: nobody at this table is called so.
    """
    known = wanted(desk)
    found = [one for one in known if one.is_asked] if name is None else _of(known, name)
    if len(found) == 1:
        return found[0]
    if found:
        commands = ", ".join(f"`{task_told(one.task, lang, shown).command}`" for one in found)
        raise OutOfOrder("several-want-consent", known=commands)
    if name is None:
        raise OutOfOrder("nobody-wants-consent", hint=Sentence("consent-proposes"))
    if healed(name) in map(healed, (*desk.table.names, *desk.table.called, spoken(REFEREE))):
        raise OutOfOrder("seat-wants-nothing", seat=name, hint=Sentence("receive-request-first"))
    raise Unreadable("no-such-agreement", found=name, known=", ".join(agreements_told(lang, desk.table)))


def one_key(desk: Desk, name: str | None, lang: str) -> SignedNote:
    """The one rekey note that waits, or that of the person called `name`, by seat or as a person.

    Raises:
        OutOfOrder: no new key is asked for, or several are. Unreadable: nobody is called so, or it is no new key.
    """
    keys = [one for one in wanted(desk) if one.rekey is not None]
    found = [one.rekey for one in keys if name is None or healed(name) in map(healed, one.names)]
    if len(found) == 1 and found[0] is not None:
        return found[0]
    if found:
        commands = ", ".join(f"`{task_told(one.task, lang, shown).command} --no`" for one in keys)
        raise OutOfOrder("several-want-consent", known=commands)
    raise OutOfOrder("no-for-keys-alone")


def _of(known: Iterable[Wanted], name: str) -> list[Wanted]:
    """What somebody called `name` wants; of that what waits for the reader, if anything does."""
    found = [one for one in known if healed(name) in map(healed, one.names)]
    return [one for one in found if one.is_asked] or found


def sign_consent(
    context: Context, desk: Desk, to: str, *, yes: bool, reason: str | None = None, name: str | None = None
) -> None:
    """Ask for a yes, sign the consent of the reader's seat and say where its file lies, called `name` if it is for more
    than one step.

    Raises:
        OutOfOrder: nobody is there to say yes. Stopped: the answer is no.
    """
    key = desk.signer()
    confirm(context, "sign-consent", yes=yes)
    name = name or str(Name(OUTBOX, "consent", desk.position.step + 1, desk.role or "", to.replace(" ", "-")))
    sent = send(desk, Outgoing(None, "", lambda _: (consent_note(desk.position, key, to, reason),), name))
    keep_waiting(desk.folder, sent.note)
    tell_sent(context, desk, sent, "all", yes=yes, game=desk.table.game_id)

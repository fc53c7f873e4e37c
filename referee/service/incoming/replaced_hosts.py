"""Somebody goes over by hand to the others, who have replaced the host, where something that others have signed is
taken back by it.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel.errors import OutOfOrder
from referee.mail.inbox import NamedMail
from referee.messages.decisions_text import played_text
from referee.record.note import Notes
from referee.service.answers import check_digest, table_stamp
from referee.service.ask import Ask, digest_of
from referee.service.table import OpenTable
from referee.session.incoming.host_switch import give_up, goes_before, listed_notes, two_hosts


def ask_go_over(table: OpenTable, mails: Iterable[NamedMail]) -> Ask:
    """Who hosts from which step, agreed by whom, of whom nothing was heard, and what is taken back by it. Raises
    OutOfOrder: no mail has a step that goes before what is here.
    """
    session, bundle = table.session, _replacing_step(table, mails)
    said = two_hosts(session, bundle)
    step = int(str(said["step"]))
    undone = [session.seen[number] for number in range(step, session.position.step + 1) if number in session.seen]
    silent = (table.sentence("others-left-out", **said),) if said["silent"] else ()
    played = ((one.step, played_text(one, table.reader.lang)) for one in undone)
    return Ask(
        digest_of(table_stamp(table), session.role or "", {"over": bundle[-1].id}),
        table.sentence("others-go-on", **said),
        then=(*silent, *(table.sentence("step-would-go", step=number, played=text) for number, text in played)),
    )


def go_over(table: OpenTable, mails: Iterable[NamedMail], digest: str) -> str:
    """What the old host had closed is given up, said in a sentence; the step of the new one is received after that like
    any other. Raises as `ask_go_over`; Changed: the yes was to another step.
    """
    check_digest(ask_go_over(table, mails), digest)
    return give_up(table.session, _replacing_step(table, mails))[1].said.told(table.reader.lang)


def _replacing_step(table: OpenTable, mails: Iterable[NamedMail]) -> Notes:
    """The notes of the first step in these mails that goes before what is here. Raises OutOfOrder: there is none."""
    session = table.session
    notes = tuple(signed for mail in mails for signed in mail.opened.signed_notes)
    for signed in notes if session.history.position is not None and session.table.deck.keeper == "seats" else ():
        bundle = listed_notes(session, signed, notes) if signed.type == "step" else ()
        if bundle and goes_before(session, bundle):
            return bundle
    raise OutOfOrder("nothing-to-go-over")

"""`referee receive FILE --over`: somebody goes over by hand to the others, who have replaced the host, where something
that others have signed is taken back by it.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.cli.context import Context
from referee.cli.printing.output import print_aside
from referee.cli.prompts.confirm import confirm
from referee.kernel.errors import OutOfOrder
from referee.mail.inbox import NamedMail
from referee.messages.decisions_text import played_text
from referee.record.note import Notes
from referee.session.incoming.host_switch import give_up, goes_before, listed_notes, two_hosts
from referee.session.session import Session


def go_over(context: Context, mails: Iterable[NamedMail], *, yes: bool) -> None:
    """Show who has agreed to which host and what is taken back, ask, and give up what the old host had closed; the step
    of the new one is received after that like any other.

    Raises:
        OutOfOrder: no mail has a step that goes before what is here, or nobody has said yes. Stopped: the answer is
            no.
    """
    session = context.session(side="hosts")
    notes = tuple(signed for mail in mails for signed in mail.opened.signed_notes)
    for signed in notes if session.history.position is not None and session.table.deck.keeper == "seats" else ():
        bundle = listed_notes(session, signed, notes) if signed.type == "step" else ()
        if bundle and goes_before(session, bundle):
            _tell(context, session, bundle)
            confirm(context, "go-over-now", yes=yes)
            _, notice = give_up(session, bundle)
            print_aside(context, notice.said.told(context.lang))
            return
    raise OutOfOrder("nothing-to-go-over")


def _tell(context: Context, session: Session, bundle: Notes) -> None:
    """Who hosts from which step, agreed by whom, of whom nothing was heard, and what is taken back."""
    said = two_hosts(session, bundle)
    step = int(str(said["step"]))
    undone = [session.seen[number] for number in range(step, session.position.step + 1) if number in session.seen]
    print_aside(
        context,
        context.sentence("others-go-on", **said),
        *([context.sentence("others-left-out", **said)] if said["silent"] else ()),
        *(context.sentence("step-would-go", step=one.step, played=played_text(one, context.lang)) for one in undone),
    )

"""`referee receive FILE --over`: somebody goes over by hand to the others, who have replaced the host, where something
that others have signed is undone by it.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.cli.asking.agreement import confirm
from referee.cli.context import Context
from referee.cli.printing.output import aside
from referee.kernel.errors import OutOfOrder
from referee.post.inbox import Mail
from referee.record.note import Notes
from referee.table.desk.desk import Desk
from referee.table.intake.going_over import give_up, goes_before, listed, two_hosts
from referee.table.telling.decided import played_told


def go_over(context: Context, mails: Iterable[Mail], *, yes: bool) -> None:
    """Show who has agreed to which host and what is undone, ask, and give up what the old host had closed; the step of
    the new one is taken in behind that like any other.

    Raises:
        OutOfOrder: no mail has a step that goes before what lies here, or nobody has said yes. Stopped: the answer is
            no.
    """
    desk = context.desk(side="hosts")
    notes = tuple(signed for mail in mails for signed in mail.opened.signed_notes)
    for signed in notes if desk.history.position is not None and desk.table.masked else ():
        bundle = listed(desk, signed, notes) if signed.type == "step" else ()
        if bundle and goes_before(desk, bundle):
            _tell(context, desk, bundle)
            confirm(context, "go-over-now", yes=yes)
            _, notice = give_up(desk, bundle)
            aside(context, notice.said.told(context.lang))
            return
    raise OutOfOrder("nothing-to-go-over")


def _tell(context: Context, desk: Desk, bundle: Notes) -> None:
    """Who hosts from which step, agreed by whom, of whom nothing was heard, and what is undone."""
    said = two_hosts(desk, bundle)
    step = int(str(said["step"]))
    undone = [desk.seen[number] for number in range(step, desk.position.step + 1) if number in desk.seen]
    aside(
        context,
        context.sentence("others-go-on", **said),
        *([context.sentence("others-left-out", **said)] if said["silent"] else ()),
        *(context.sentence("step-would-go", step=one.step, played=played_told(one, context.lang)) for one in undone),
    )

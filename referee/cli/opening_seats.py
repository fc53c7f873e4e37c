"""A seat whose player is gone, before all others agree to open it: what that shows, and to whom."""

from __future__ import annotations

from referee.cli.asking.consenting import check_plays, sign_consent
from referee.cli.context import Context
from referee.cli.passed_over import passes_before
from referee.cli.printing.lines import proposal_lines
from referee.cli.printing.output import aside
from referee.kernel.errors import Unreadable
from referee.table.desk.desk import Desk
from referee.table.step.consent import OPEN
from referee.table.step.deck_shares import check_open


def agree_to_open(context: Context, desk: Desk, name: str | None, *, yes: bool) -> None:
    """Consent to opening the seat called `name`, by seat or as its player is called.

    Raises:
        Unreadable: no other seat is called so. OutOfOrder: it is not gone, or cannot be opened.
    """
    check_plays(desk)
    table = desk.table
    named = [seat for seat, called in zip(table.names, table.called, strict=True) if name in (seat, called)]
    seats = [table.seat(seat) for seat in named if seat != desk.role]
    check_open(desk.position, seats)
    if len(seats) != 1:
        gone = [seat for at, seat in enumerate(table.names) if at in desk.position.left or desk.position.is_away(at)]
        raise Unreadable("which-seat-open", known="|".join(gone) or "SEAT")
    (seat,) = named
    person = table.person(seat)
    told = (context.sentence("consent-open", name=person), context.sentence("opening-shows-hand"))
    aside(context, *told, *passes_before(context, desk, seat), *proposal_lines(context, desk))
    sign_consent(context, desk, f"{OPEN}{seat}", yes=yes)

"""`referee holiday`: a player declares days on which nobody waits for an answer."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.asking.consenting import check_plays, sign_consent
from referee.cli.context import Context, command
from referee.cli.printing.output import Signed, aside
from referee.kernel.errors import Unreadable
from referee.record.names import OUTBOX, Name
from referee.table.desk.desk import Desk
from referee.table.desk.proposals import holidays_waiting
from referee.table.step.consent import HOLIDAY
from referee.table.step.holidays import check_holiday, days_left
from referee.table.step.table_lines import Holiday, consent_to, read_table_line


@command(prints=Signed)
def holiday(
    context: Context,
    first: Annotated[str, typer.Option("--from", metavar="DATE")],
    until: Annotated[str, typer.Option("--until", metavar="DATE")],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Player: declare a holiday; the days for your answers count from its end."""
    desk = context.desk(side="plays")
    check_plays(desk)
    line = _days_typed(desk, first.strip(), until.strip())
    waiting = [one for one in holidays_waiting(desk) if one != line]
    check_holiday(desk.position, line, waiting)
    left = days_left(desk.position, line.seat, [*waiting, line])
    most = desk.table.terms.holiday
    told = context.sentence("holiday-costs", first=line.first, until=line.until, count=line.days, left=left, most=most)
    aside(context, told)
    name = str(Name(OUTBOX, "holiday", seat=line.seat, tag=f"{line.first}-{line.until}"))
    sign_consent(context, desk, consent_to(line) or "", yes=yes, name=name)


def _days_typed(desk: Desk, first: str, until: str) -> Holiday:
    """The holiday of the reader's seat on these days. Raises Unreadable: they are none."""
    try:
        line = read_table_line(f"{HOLIDAY}{desk.role} {first} {until}")
    except Unreadable:
        raise Unreadable("holiday-days", first=first, until=until) from None
    assert isinstance(line, Holiday)
    return line

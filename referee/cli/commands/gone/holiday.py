"""`referee holiday`: a player declares days on which nobody waits for an answer."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.printing.output import print_aside
from referee.cli.prompts.consents import check_still_plays, sign_consent
from referee.kernel.errors import Unreadable
from referee.protocol.agreements.consent import HOLIDAY
from referee.protocol.agreements.holidays import check_holiday, days_left
from referee.protocol.agreements.table_lines import Holiday, consent_to, read_table_line
from referee.record.file_names import OUTBOX, FileName
from referee.service.signed_notes import Signed
from referee.session.agreements.proposals import pending_holidays
from referee.session.session import Session


@command(prints=Signed)
def holiday(
    context: Context,
    first: Annotated[str, typer.Option("--from", metavar="DATE")],
    until: Annotated[str, typer.Option("--until", metavar="DATE")],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Player: declare a holiday; the days for your answers count from its end."""
    session = context.session(side="plays")
    check_still_plays(session)
    line = _days_typed(session, first.strip(), until.strip())
    waiting = [one for one in pending_holidays(session) if one != line]
    check_holiday(session.position, line, waiting)
    left = days_left(session.position, line.seat, [*waiting, line])
    most = session.table.terms.holiday
    told = context.sentence("holiday-costs", first=line.first, until=line.until, count=line.days, left=left, most=most)
    print_aside(context, told)
    name = str(FileName(OUTBOX, "holiday", seat=line.seat, tag=f"{line.first}-{line.until}"))
    sign_consent(context, session, consent_to(line) or "", yes=yes, name=name)


def _days_typed(session: Session, first: str, until: str) -> Holiday:
    """The holiday of the reader's seat on these days. Raises Unreadable: they are none."""
    try:
        line = read_table_line(f"{HOLIDAY}{session.role} {first} {until}")
    except Unreadable:
        raise Unreadable("holiday-days", first=first, until=until) from None
    assert isinstance(line, Holiday)
    return line

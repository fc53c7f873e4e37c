"""`referee remind`: a reminder for each one for whom all wait, as a mail."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from referee.cli.completion.choices import seats_here
from referee.cli.context import Context, command
from referee.cli.mailing import Mail, Mails, tell_missing
from referee.cli.overview import asked_since, status_here
from referee.cli.paths import shown
from referee.cli.printing.moments import day, day_after, since
from referee.cli.printing.output import data, note
from referee.kernel.errors import OutOfOrder
from referee.post.drafts import Draft, eml
from referee.post.readers import Reader, drafts_of, readers_of
from referee.post.reminders import reminder
from referee.table.desk.desk import Desk
from referee.table.step.position import names_asked


@command(prints=Mails)
def remind(
    context: Context,
    seat: Annotated[list[str] | None, typer.Argument(metavar="[SEAT]...", autocompletion=seats_here)] = None,
) -> None:
    """Write a reminder, as a mail, for each one for whom all wait."""
    desk = context.desk()
    waited = asked_since(desk, status_here(context, desk))
    drafts = [draft for name in _awaited(desk, seat or []) for draft in _drafts(context, desk, name, waited)]
    written = []
    for reader, draft in drafts:
        path = desk.folder.write_letter(f"{desk.position.step:04d}-remind-{reader.label}.eml", eml(draft))
        written.append(Mail(draft.name, draft.to, draft.subject, shown(path)))
    data(context, Mails(tuple(written)), [f"{one.file}  {one.name}" for one in written])
    if not context.json:
        note(context.sentence("mails-are-drafts"))
        tell_missing(context, drafts)


def _awaited(desk: Desk, named: list[str]) -> list[str]:
    """The seats that are asked, or those of them that are named. Raises OutOfOrder for one that is not asked."""
    position, names = desk.position, desk.table.names
    if position.over:
        raise OutOfOrder("game-over")
    asked = [names[request.seat] for request in position.asked if request.seat not in position.left]
    for name in named:
        if names[desk.table.seat(name)] not in asked:
            raise OutOfOrder("absent-not-asked", seat=name, asked=names_asked(position))
    return [name for name in asked if name in named or not named]


def _drafts(context: Context, desk: Desk, seat: str, waited: datetime) -> tuple[tuple[Reader, Draft], ...]:
    terms = desk.table.terms

    def times(lang: str) -> tuple[str, str]:
        spoken = context._replace(lang=lang)
        if terms.deadline is None:
            return since(spoken, waited), ""
        return since(spoken, waited), day(spoken, day_after(waited, terms.deadline + terms.grace))

    parcel = reminder(desk, seat, times)
    return drafts_of(desk, parcel, readers_of(desk, parcel, [seat], context.lang), context.lang)

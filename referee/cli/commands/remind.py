"""`referee remind`: a reminder for each one for whom all wait, as a mail."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.completion.choices import seats_here
from referee.cli.context import Context, command
from referee.cli.mailing import Mail, Mails, tell_missing
from referee.cli.overview import asked_since, status_here
from referee.cli.paths import shown
from referee.cli.printing.output import data, note
from referee.cli.watching.lateness import reminders
from referee.kernel.errors import OutOfOrder
from referee.post.drafts import eml
from referee.table.desk.answers import awaited
from referee.table.desk.desk import Desk
from referee.table.step.position import names_asked


@command(prints=Mails)
def remind(
    context: Context,
    seat: Annotated[list[str] | None, typer.Argument(metavar="[SEAT]...", autocompletion=seats_here)] = None,
) -> None:
    """Write a reminder, as a mail, for each one for whom all wait."""
    desk = context.desk(side="hosts")
    waited = asked_since(desk, status_here(context, desk))
    drafts = reminders(context, desk, _named(desk, seat or []), waited)
    written = []
    for reader, draft in drafts:
        path = desk.folder.write_letter(f"{desk.position.step:04d}-remind-{reader.label}.eml", eml(draft))
        written.append(Mail(draft.name, draft.to, draft.subject, shown(path)))
    data(context, Mails(tuple(written)), [f"{one.file}  {one.name}" for one in written])
    if not context.json:
        note(context.sentence("mails-are-drafts"))
        tell_missing(context, drafts)


def _named(desk: Desk, named: list[str]) -> list[str]:
    """The seats that are waited for, or those of them that are named. Raises OutOfOrder for one that is not."""
    position, names = desk.position, desk.table.names
    if position.over:
        raise OutOfOrder("game-over")
    late = awaited(desk)
    for name in named:
        if names[desk.table.seat(name)] not in late:
            raise OutOfOrder("absent-not-asked", seat=desk.table.person(name), asked=names_asked(position))
    return [name for name in late if name in named or not named]

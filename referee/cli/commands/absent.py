"""`referee absent`: the host lets a seat pass for which all have waited in vain."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

import msgspec
import typer

from referee.cli.asking.agreement import confirm
from referee.cli.completion.choices import seats_here
from referee.cli.context import Context, command
from referee.cli.late import away_lines, counted_from, due, now_away
from referee.cli.overview import asked_since, status_here
from referee.cli.paths import shown
from referee.cli.printing.moments import now_utc, since, span_days
from referee.cli.printing.output import aside, data
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.note import Notes
from referee.record.notes import Consent
from referee.table.desk.absence import Passing, let_pass, publish_passing
from referee.table.desk.answers import awaited
from referee.table.desk.desk import Desk
from referee.table.desk.silence import say_word
from referee.table.telling.decided import orders_told
from referee.table.telling.letters import letter_name


class Passed(msgspec.Struct, frozen=True):
    """A step in which seats were let pass."""

    step: int
    """The number of the step."""
    table: tuple[str, ...]
    """What the table has decided in it, as the `table` lines of the step note."""
    orders: tuple[tuple[str, str], ...]
    """The orders that were carried out, (seat, order)."""
    letter: str
    """The path of the letter to all with this step."""
    waited: str
    """Since when this machine has had the question, in local time."""


@command(prints=Passed)
def absent(
    context: Context,
    seat: Annotated[list[str] | None, typer.Argument(metavar="SEAT...", autocompletion=seats_here)] = None,
    timeless: Annotated[bool, typer.Option("--no-time")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Host: let a seat pass that does not answer; the game goes on, and everybody sees it."""
    desk = context.desk(side="hosts")
    desk.host_key()
    waited = asked_since(desk, status_here(context, desk))
    named = seat or _due(desk, waited)
    own = _own_words(desk, named)
    passing = let_pass(desk, named, None if timeless else now_utc(), own)
    asked = since(context, waited)
    told = _preview(context, desk, passing, waited, asked)
    aside(context, *told)
    lasting = "\n".join(told).replace(asked, "")  # a minute more changes nothing that is signed
    confirm(context, "sign-absent", yes=yes, about=lasting)
    for signed in own:  # they come out with the same bytes
        say_word(desk.turned(), signed.read(Consent).to)
    notice = publish_passing(desk, passing, lang=context.lang)
    step = passing.closed.position.step
    path = shown(desk.folder.path / "letters" / (notice.letter or letter_name(step)))
    names = desk.table.names
    orders = tuple((names[at], order) for at, order in passing.closed.position.orders)
    printed = Passed(step, passing.lines, orders, path, waited.isoformat(timespec="seconds"))
    data(context, printed, [context.sentence("absent-entered", step=step), f"  {path}"])


def _own_words(desk: Desk, names: Sequence[str]) -> Notes:
    """The words of the own seat of a host who plays, where words are asked."""
    if desk.table.terms.absence != "agreed":
        return ()
    from referee.table.desk.lacking import own_words  # few tables ask for words

    return own_words(desk, names)


def _due(desk: Desk, waited: datetime) -> Sequence[str]:
    """Who is let pass where no seat is named. Raises OutOfOrder: nobody has been waited for long enough."""
    if found := due(desk, waited):
        return found
    if desk.position.over:
        raise OutOfOrder("game-over")
    names = desk.table.people(awaited(desk))
    raise OutOfOrder("nobody-is-due", names=names, hint=Sentence("absent-by-name"))


def _preview(context: Context, desk: Desk, passing: Passing, waited: datetime, asked: str) -> list[str]:
    """Who is asked since when, in the words `asked`, what the charter says, what would be done, and who comes next."""
    table, after = desk.table, passing.closed.position
    lines = []
    for at in after_missed(passing):
        name = table.called[at]
        orders = orders_told(table.game, (order for seat, order in after.orders if seat == at), context.lang)
        lines.append(context.sentence("absent-since", name=name, since=asked))
        if table.names[at] in {one.seat for one in now_away(desk)}:
            lines.append(context.sentence("absent-on-holiday", name=name))
        if not desk.sits:  # whoever plays sees no plan before it is carried out for all
            lines.append(context.sentence("absent-does", name=name, orders=orders))
    seats = [table.names[at] for at in after_missed(passing)]
    lines += [*away_lines(context, desk, seats), *_terms(context, desk, counted_from(desk, seats, waited))]
    if desk.sits:
        return [*lines, context.sentence("absent-all-see")]
    names = ", ".join(table.called[request.seat] for request in after.awaited)
    lines.append(context.sentence("absent-next", names=names) if names else context.sentence("absent-ends"))
    lines.append(context.sentence("absent-all-see"))
    return lines


def after_missed(passing: Passing) -> list[int]:
    """The seats that this step lets pass."""
    return list(passing.closed.position.passed)


def _terms(context: Context, desk: Desk, counted: datetime) -> list[str]:
    """What the charter gives, and whether this machine has waited so long since the moment from which days count."""
    terms = desk.table.terms
    lines = []
    if terms.deadline is not None:
        days = span_days(counted)
        lines.append(context.sentence("charter-days", deadline=terms.deadline, grace=terms.grace))
        if days < terms.deadline + terms.grace:
            lines.append(context.sentence("absent-early", count=days))
    else:
        lines.append(context.sentence("absent-no-days"))
    if terms.terms:
        lines.append(context.sentence("charter-terms", terms=terms.terms))
    return lines

"""`referee absent`: the host skips a seat that does not respond."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.options import choices_of
from referee.cli.printing.output import print_aside, print_result
from referee.cli.prompts.confirm import confirm
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.messages.decisions_text import orders_text
from referee.messages.letters import letter_name
from referee.record.note import Notes
from referee.record.notes import Consent
from referee.service.dates import days_since, now_utc, since_text, written_at
from referee.service.views.deadlines import away_lines, counted_from, due, now_away
from referee.session.agreements.skip_seat import SkippedTurn, publish_skip, skip_seats
from referee.session.session import Session
from referee.session.silence import missing_words
from referee.session.silence.say_words import say_word
from referee.session.todo.waiting_for import seats_waited_for


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
    seat: Annotated[
        list[str] | None, typer.Argument(metavar="SEAT...", autocompletion=choices_of("seats_to_move"))
    ] = None,
    timeless: Annotated[bool, typer.Option("--no-time")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Host: let a seat pass that does not answer; the game goes on, and everybody sees it."""
    session = context.session(side="hosts")
    session.host_key()
    waited = written_at(session)
    named = seat or _due(session, waited)
    own = _own_words(session, named)
    passing = skip_seats(session, named, None if timeless else now_utc(), own)
    asked = since_text(context.lang, waited)
    told = _preview(context, session, passing, waited, asked)
    print_aside(context, *told)
    lasting = "\n".join(told).replace(asked, "")  # a minute more changes nothing that is signed
    confirm(context, "sign-absent", yes=yes, about=lasting)
    for signed in own:  # they come out with the same bytes
        say_word(session.turned(), signed.read(Consent).to)
    notice = publish_skip(session, passing, lang=context.lang)
    step = passing.closed.position.step
    path = path_text(session.folder.path / "letters" / (notice.letter or letter_name(step)))
    names = session.table.names
    orders = tuple((names[at], order) for at, order in passing.closed.position.orders)
    printed = Passed(step, passing.lines, orders, path, waited.isoformat(timespec="seconds"))
    print_result(context, printed, [context.sentence("absent-entered", step=step), f"  {path}"])


def _own_words(session: Session, names: Sequence[str]) -> Notes:
    """The words of the own seat of a host who plays, where words are asked."""
    return missing_words.own_words(session, names) if session.table.terms.asks_words else ()


def _due(session: Session, waited: datetime) -> Sequence[str]:
    """Who is let pass where no seat is named. Raises OutOfOrder: nobody has been waited for long enough."""
    if found := due(session, waited):
        return found
    if session.position.over:
        raise OutOfOrder("game-over")
    names = session.table.people(seats_waited_for(session))
    raise OutOfOrder("nobody-is-due", names=names, hint=Sentence("absent-by-name"))


def _preview(context: Context, session: Session, passing: SkippedTurn, waited: datetime, asked: str) -> list[str]:
    """Who is asked since when, in the words `asked`, what the charter says, what would be done, and who comes next."""
    table, after = session.table, passing.closed.position
    lines = []
    for at in after_missed(passing):
        name = table.called[at]
        orders = orders_text(table.game, (order for seat, order in after.orders if seat == at), context.lang)
        lines.append(context.sentence("absent-since", name=name, since=asked))
        if table.names[at] in {one.seat for one in now_away(session)}:
            lines.append(context.sentence("absent-on-holiday", name=name))
        if not session.sits:  # whoever plays sees no plan before it is carried out for all
            lines.append(context.sentence("absent-does", name=name, orders=orders))
    seats = [table.names[at] for at in after_missed(passing)]
    lines += [
        *away_lines(context.lang, session, seats),
        *_terms(context, session, counted_from(session, seats, waited)),
    ]
    if session.sits:
        return [*lines, context.sentence("absent-all-see")]
    names = ", ".join(table.called[request.seat] for request in after.awaited)
    lines.append(context.sentence("absent-next", names=names) if names else context.sentence("absent-ends"))
    lines.append(context.sentence("absent-all-see"))
    return lines


def after_missed(passing: SkippedTurn) -> list[int]:
    """The seats that this step lets pass."""
    return list(passing.closed.position.passed)


def _terms(context: Context, session: Session, counted: datetime) -> list[str]:
    """What the charter gives, and whether this machine has waited so long since the moment from which days count."""
    terms = session.table.terms
    lines = []
    if terms.deadline is not None:
        days = days_since(counted)
        lines.append(context.sentence("charter-days", deadline=terms.deadline, grace=terms.grace))
        if days < terms.deadline + terms.grace:
            lines.append(context.sentence("absent-early", count=days))
    else:
        lines.append(context.sentence("absent-no-days"))
    if terms.terms:
        lines.append(context.sentence("charter-terms", terms=terms.terms))
    return lines

"""A word about a seat that is silent, said by hand: since when it is asked, and what is here, before it is signed."""

from __future__ import annotations

from referee.cli.asking.agreement import confirm
from referee.cli.asking.consenting import check_plays, sign_consent
from referee.cli.context import Context
from referee.cli.printing.moments import clock_here, local, since
from referee.cli.printing.output import aside
from referee.kernel.errors import Unreadable
from referee.table.desk.desk import Desk
from referee.table.desk.silence import ELSEWHERE, answer_here, check_may_say, word_file
from referee.table.desk.waited import DAY, asked_here, counted_here, days_of
from referee.table.telling.decided import agreement_told


def say_of_seat(context: Context, desk: Desk, word: str, name: str | None, *, yes: bool) -> None:
    """Say of the seat called `name` that nothing of it has come (`silent`), or that it is not heard of (`unheard`).

    Raises:
        Unreadable: no other seat is called so.
        OutOfOrder: there is nothing to say, a move of the seat is here, or it is too early; or nobody says yes.
    """
    check_plays(desk)
    table = desk.table
    seats = [seat for seat, called in zip(table.names, table.called, strict=True) if name in (seat, called)]
    if len(seats) != 1:
        others = [seat for seat in table.names if seat != desk.role]
        raise Unreadable("which-seat-silent", known="|".join(others), word=word)
    (seat,) = seats
    to = f"{word} {seat}"
    check_may_say(desk, to, clock_here())
    early = _is_early(desk, seat)
    aside(context, *_told(context, desk, seat, to, early=early))
    if early:
        confirm(context, "say-early", yes=yes)
    sign_consent(context, desk, to, yes=yes, name=word_file(desk, to))


def _is_early(desk: Desk, seat: str) -> bool:
    """Whether the days of a seat are not over by this clock; never where none are agreed."""
    clock, days = clock_here(), days_of(desk, seat)
    return days is not None and clock.shows - counted_here(desk, seat, clock, days) < days * DAY


def _told(context: Context, desk: Desk, seat: str, to: str, *, early: bool) -> list[str]:
    person, terms, asked = desk.table.person(seat), desk.table.terms, local(asked_here(desk, clock_here()))
    lines = [context.sentence("say-of-seat", what=agreement_told(to))]
    lines.append(context.sentence("absent-since", name=person, since=since(context, asked)))
    if terms.deadline is not None:
        lines.append(context.sentence("charter-days", deadline=terms.deadline, grace=terms.grace))
    if answer_here(desk, seat) == ELSEWHERE:
        step = desk.position.step + 1
        lines.append(context.sentence("other-head", seat=person, step=step))
    return [*lines, *([context.sentence("say-is-early")] if early else [])]

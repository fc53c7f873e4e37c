"""A word about a seat that is silent, said by hand: since when it is asked, and what is here, before it is signed."""

from __future__ import annotations

from referee.cli.context import Context
from referee.cli.printing.output import print_aside
from referee.cli.printing.signed_note import print_sent
from referee.cli.prompts.confirm import confirm
from referee.kernel.errors import Unreadable
from referee.messages.decisions_text import agreement_sentence
from referee.service.agreements import check_still_plays, sign_consent
from referee.service.dates import clock_here, local_time, since_text
from referee.service.table import OpenTable
from referee.session.session import Session
from referee.session.silence.say_words import ELSEWHERE, answer_here, check_may_say, word_file
from referee.session.silence.waiting_time import DAY, asked_here, counted_here, days_of


def say_of_seat(context: Context, at: OpenTable, word: str, name: str | None, *, yes: bool) -> None:
    """Say of the seat called `name` that nothing of it has come (`silent`), or that it is not heard of (`unheard`).

    Raises:
        Unreadable: no other seat is called so.
        OutOfOrder: there is nothing to say, a move of the seat is here, or it is too early; or nobody says yes.
    """
    session, table = at.session, at.session.table
    check_still_plays(session)
    seats = [seat for seat, called in zip(table.names, table.called, strict=True) if name in (seat, called)]
    if len(seats) != 1:
        others = [seat for seat in table.names if seat != session.role]
        raise Unreadable("which-seat-silent", known="|".join(others), word=word)
    (seat,) = seats
    to = f"{word} {seat}"
    check_may_say(session, to, clock_here())
    early = _is_early(session, seat)
    print_aside(context, *_told(context, session, seat, to, early=early))
    if early:
        confirm(context, "say-early", yes=yes)
    session.signer()
    confirm(context, "sign-consent", yes=yes)
    print_sent(context, session, sign_consent(at, to, name=word_file(session, to)), yes=yes)


def _is_early(session: Session, seat: str) -> bool:
    """Whether the days of a seat are not over by this clock; never where none are agreed."""
    clock, days = clock_here(), days_of(session, seat)
    return days is not None and clock.shows - counted_here(session, seat, clock, days) < days * DAY


def _told(context: Context, session: Session, seat: str, to: str, *, early: bool) -> list[str]:
    person, terms, asked = (
        session.table.person(seat),
        session.table.terms,
        local_time(asked_here(session, clock_here())),
    )
    lines = [context.sentence("say-of-seat", what=agreement_sentence(to))]
    lines.append(context.sentence("absent-since", name=person, since=since_text(context.lang, asked)))
    if terms.deadline is not None:
        lines.append(context.sentence("charter-days", deadline=terms.deadline, grace=terms.grace))
    if answer_here(session, seat) == ELSEWHERE:
        step = session.position.step + 1
        lines.append(context.sentence("other-head", seat=person, step=step))
    return [*lines, *([context.sentence("say-is-early")] if early else [])]

"""Skip seats that do not answer: the question before it, and the step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from referee.kernel.errors import OutOfOrder, refusal_in
from referee.kernel.sentence import Sentence
from referee.messages.decisions_text import orders_text
from referee.messages.letters import letter_name
from referee.record.note import Notes
from referee.record.notes import Consent
from referee.service.answers import check_current, check_digest
from referee.service.ask import Ask
from referee.service.dates import days_since, now_utc, since_text, written_at
from referee.service.signed_notes import ask_of
from referee.service.table import OpenTable, hosts_table
from referee.service.views.deadlines import away_lines, counted_from, due, now_away
from referee.service.waiting.reminders import seats_to_remind
from referee.session.agreements.skip_seat import SkippedTurn, publish_skip, skip_seats
from referee.session.session import Session
from referee.session.silence import missing_words
from referee.session.silence.say_words import say_word
from referee.session.todo.tasks import computer_silent
from referee.session.todo.waiting_for import seats_waited_for


class SkippedStep(msgspec.Struct, frozen=True):
    """A step in which seats were skipped."""

    step: int
    """The number of the step."""
    table: tuple[str, ...]
    """What the table has decided in it, as the `table` lines of the step note."""
    orders: tuple[tuple[str, str], ...]
    """The orders that were carried out, (seat, order)."""
    letter: str
    """The path of the letter to everyone with this step."""
    waited: str
    """Since when this computer has had the question, in local time."""


class _Skip(msgspec.Struct, frozen=True):
    """A step before it is published, with the words of one's own seat of a host who plays, and the question to answer
    before it is.
    """

    turn: SkippedTurn
    own: Notes
    ask: Ask


def ask_pass_for(table: OpenTable, seats: Sequence[str] = (), *, timeless: bool = False) -> Ask:
    """The consequences of skipping these seats, by default the late ones; `timeless`: without the time of the step.

    Raises:
        OutOfOrder: nobody is late, a seat is not asked or has answered, or the charter has the game wait.
        NotAuthentic: the reader does not host.
    """
    return _skip(hosts_table(table), seats, timeless=timeless).ask


def pass_for(table: OpenTable, seats: Sequence[str], digest: str, *, timeless: bool = False) -> SkippedStep:
    """The step that skips the seats, recorded and with its letter. Raises Changed: `digest` is of another one;
    Stale: the game has gone on; and as `ask_pass_for`.
    """
    check_current(table)
    hosting = hosts_table(table)
    session, skip = hosting.session, _skip(hosting, seats, timeless=timeless)
    check_digest(skip.ask, digest)
    for signed in skip.own:  # they come out with the same bytes
        say_word(session.turned(), signed.read(Consent).to)
    notice = publish_skip(session, skip.turn, lang=table.reader.lang)
    position, names = skip.turn.closed.position, session.table.names
    return SkippedStep(
        position.step,
        skip.turn.lines,
        tuple((names[at], order) for at, order in position.orders),
        str(session.folder.path / "letters" / (notice.letter or letter_name(position.step))),
        written_at(session).isoformat(timespec="seconds"),
    )


def _check_owes_no_shares(session: Session, names: Sequence[str]) -> None:
    """Raises OutOfOrder: what others wait for from a seat is not a move, but what its computer sends."""
    position = session.position
    for name in names:
        if position.over or position.request_of(session.table.seat(name)) is not None:
            continue
        if (silent := computer_silent(session, name)) is not None:
            person, hint = session.table.person(name), f"referee remind {name}"
            raise OutOfOrder("absent-owes-shares", seat=person, silent=silent, hint=hint)


def _skip(table: OpenTable, seats: Sequence[str], *, timeless: bool) -> _Skip:
    session = table.session
    session.host_key()
    waited = written_at(session)
    named = seats or _due(table, waited)
    _check_owes_no_shares(session, named)
    own = missing_words.own_words(session, named) if session.table.terms.asks_words else ()
    turn = skip_seats(session, named, None if timeless else now_utc(), own)
    first, *then = _preview(table, turn, waited)
    lasting = tuple(line for line in turn.lines if not line.startswith("time "))
    return _Skip(turn, own, ask_of(table, first, {"lines": lasting}, then=then, label="page-do-it"))


def _due(table: OpenTable, waited: datetime) -> Sequence[str]:
    """Who is skipped where no seat is named. Raises OutOfOrder: nobody has been waited for long enough."""
    session = table.session
    if found := due(session, waited):
        return found
    if session.position.over:
        raise OutOfOrder("game-over")
    names = session.table.people(seats_waited_for(session))
    raise OutOfOrder("nobody-is-due", names=names, hint=_way_on(table))


def _way_on(table: OpenTable) -> Sentence | None:
    """What the host can type before anybody is due: a reminder, and a skip by name, unless the charter has all wait."""
    session, seats = table.session, seats_waited_for(table.session)
    reminds = not refusal_in(seats_to_remind, session, ())
    if refusal_in(ask_pass_for, table, seats):
        return Sentence("absent-remind") if reminds else None
    return Sentence("absent-by-name" if reminds else "absent-anyway", seats=" ".join(seats))


def _preview(table: OpenTable, turn: SkippedTurn, waited: datetime) -> Iterator[str]:
    """Who is waited for since when, what the charter says, what would be done, and who comes next."""
    session, after, lang = table.session, turn.closed.position, table.reader.lang
    at_table = session.table
    for at in after.passed:
        name = at_table.called[at]
        yield table.sentence("absent-since", name=name, since=since_text(lang, waited))
        if at_table.names[at] in {one.seat for one in now_away(session)}:
            yield table.sentence("absent-on-holiday", name=name)
        if not session.sits:  # a host who plays sees no plan before it is carried out for everyone
            orders = orders_text(at_table.game, (order for seat, order in after.orders if seat == at), lang)
            yield table.sentence("absent-does", name=name, orders=orders)
    seats = [at_table.names[at] for at in after.passed]
    yield from away_lines(lang, session, seats)
    yield from _terms(table, counted_from(session, seats, waited))
    if not session.sits:
        names = ", ".join(at_table.called[request.seat] for request in after.awaited)
        yield table.sentence("absent-next", names=names) if names else table.sentence("absent-ends")
    yield table.sentence("absent-all-see")


def _terms(table: OpenTable, counted: datetime) -> Iterator[str]:
    """What the charter gives, and whether this computer has waited so long since the moment from which days count."""
    terms = table.session.table.terms
    if terms.deadline is not None:
        yield table.sentence("charter-days", deadline=terms.deadline, grace=terms.grace)
        days = days_since(counted)
        if days < terms.deadline + terms.grace:
            yield table.sentence("absent-early", count=days)
    else:
        yield table.sentence("absent-no-days")
    if terms.terms:
        yield table.sentence("charter-terms", terms=terms.terms)

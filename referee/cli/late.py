"""Who is late by the days of the charter and the clock of this machine, who is on holiday by the dates that were
declared, and what can be done about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from referee.cli.context import Context
from referee.cli.printing.moments import at_day, clock_here, day, is_over, local, span_days
from referee.kernel.sentence import Sentence
from referee.record.names import step_name
from referee.table.desk.answers import awaited
from referee.table.desk.desk import Desk
from referee.table.desk.status import Away, holidays_here
from referee.table.desk.task import Task, Todo, task_told
from referee.table.seating import REFEREE
from referee.table.telling.decided import agreement_told


def due(desk: Desk, waited: datetime) -> tuple[str, ...]:
    """The seats that the host may let pass without more waiting, if all wait for nobody else: the days of the charter
    and of grace are over since the moment `waited`, or they were let pass before and have not come back; where words of
    the others are asked, those for whom these are here. Nobody is due on a holiday that was declared, and behind it
    days count anew; nor who waits for locks of others.
    """
    position, seats = desk.position, awaited(desk)
    if asks_for_words(desk):
        return _spoken_of(desk, seats)
    if desk.table.terms.absence == "pause" or {one.seat for one in now_away(desk)} & {*seats} or _owing(desk):
        return ()
    away = all(position.missed_by(desk.table.seat(name)) for name in seats)
    return seats if away or _is_over(desk, waited) else ()


def asks_for_words(desk: Desk) -> bool:
    """Whether a seat is let pass by words of the others alone."""
    return desk.table.terms.absence == "agreed" and not desk.position.over


def _spoken_of(desk: Desk, seats: Iterable[str]) -> tuple[str, ...]:
    """Those of the seats who can be let pass by the words that are here, with that of the host's own seat."""
    from referee.table.desk.lacking import host_words, line_ready  # few tables ask for words

    return tuple(name for name in seats if line_ready(desk, name, host_words(desk, (name,))) is not None)


def _owing(desk: Desk) -> tuple[str, ...]:
    """The seats whose locks are wanted for what those hold who are asked: they are late, not who waits for them."""
    if not desk.table.masked or desk.position.over:
        return ()
    from referee.table.desk.lacking import owing  # few games are masked

    return owing(desk)


def _is_over(desk: Desk, waited: datetime) -> bool:
    terms, since = desk.table.terms, counted_from(desk, awaited(desk), waited)
    return terms.deadline is not None and span_days(since) >= terms.deadline + terms.grace


def wanted(desk: Desk) -> tuple[str, ...]:
    """For whom a game waits: who is asked, or whose locks are wanted for what these hold; then whose words are wanted
    about who has been silent for the days of the charter, and the host for a move that has lain here so long.
    """
    owing = _owing(desk)
    found = [*(owing or awaited(desk))]
    if asks_for_words(desk) and not owing:
        found += [name for name in _words_wanted(desk) if name not in found]
    return (*found, *([REFEREE] if host_is_late(desk) else []))


def _words_wanted(desk: Desk) -> list[str]:
    from referee.table.desk.lacking import to_speak  # few tables ask for words

    names = (other for name in over_here(desk) for other in to_speak(desk, name))
    return [name for name in dict.fromkeys(names) if name not in (desk.role, desk.sits)]


def over_here(desk: Desk) -> tuple[str, ...]:
    """Those who are asked and whose days and those of grace are over here, as far as words are asked about them."""
    from referee.table.desk.waited import DAY, counted_here, days_of, is_on_holiday  # few tables ask for words

    clock, found = clock_here(), list[str]()
    for name in (one for one in awaited(desk) if one not in (desk.role, desk.sits)):
        days = days_of(desk, name)
        if days is not None and not is_on_holiday(desk, name, clock):
            found += [name] if clock.shows - counted_here(desk, name, clock, days) >= days * DAY else []
    return tuple(found)


def host_is_late(desk: Desk) -> bool:
    """Whether a move of who is asked has lain here for the days of the charter, in a masked game with words, and no
    step enters it.
    """
    if not asks_for_words(desk) or desk.table.terms.deadline is None:
        return False
    from referee.table.desk.lacking import host_waits_since  # few tables ask for words

    since = host_waits_since(desk)
    return since is not None and clock_here().shows - since >= desk.table.terms.deadline * 86_400


def overdue(desk: Desk, waited: datetime) -> tuple[str, ...]:
    """The seats that the reader may remind: others, who are asked since the moment `waited`, or owe locks to who is,
    once the days of the charter are over; nobody on a holiday that was declared.
    """
    deadline, away = desk.table.terms.deadline, {one.seat for one in now_away(desk)}
    seats = tuple(name for name in _others_awaited(desk) if name not in away)
    is_late = deadline is not None and span_days(counted_from(desk, seats, waited)) >= deadline
    return seats if is_late else ()


def _others_awaited(desk: Desk) -> tuple[str, ...]:
    return tuple(name for name in (_owing(desk) or awaited(desk)) if name not in (desk.role, desk.sits))


def late_todos(context: Context, desk: Desk, waited: datetime) -> tuple[Todo, ...]:
    """What the reader may do about others who are asked since the moment `waited`: the host lets those pass who are
    due; beyond the days of the charter anybody writes a reminder, and says a word that is due.
    """
    if asks_for_words(desk):
        return (*_silence_todos(context, desk), *_reminder_todos(context, desk, waited))
    seats = _others_awaited(desk)
    if not seats:
        return ()
    names, deadline = desk.table.people(seats), desk.table.terms.deadline
    if desk.is_host and due(desk, waited):
        if deadline is not None and _is_over(desk, waited):
            return _told(context, "late-let-pass", f"referee absent {' '.join(seats)}", names=names, count=deadline)
        return _told(context, "late-again", "referee absent", names=names)
    return _reminder_todos(context, desk, waited)


def _reminder_todos(context: Context, desk: Desk, waited: datetime) -> tuple[Todo, ...]:
    if not (seats := overdue(desk, waited)):
        return ()
    names, count, command = desk.table.people(seats), desk.table.terms.deadline, f"referee remind {' '.join(seats)}"
    if _owing(desk):
        waiting = desk.table.people(awaited(desk))
        return _told(context, "late-locks", command, seat=waiting, names=names, count=count)
    return _told(context, "late-remind", command, names=names, count=count)


def _silence_todos(context: Context, desk: Desk) -> tuple[Todo, ...]:
    """What there is to do about those whose days are over: the host lets them pass once the words are here, whoever has
    not said a word says it, and whose word is missing is told; and of a host who enters nothing.
    """
    from referee.table.desk.lacking import to_speak, words_here  # few tables ask for words
    from referee.table.desk.silence import words_due

    todos, hosts = list[Todo](), desk
    if desk.sits and not desk.is_host and words_here(desk):
        hosts = desk.turned()
    ready = _spoken_of(hosts, awaited(hosts)) if hosts.is_host else ()
    for name in ready:
        todos += _let_pass_told(context, hosts, name)
    seats = desk.turned() if desk.is_host and desk.sits else desk
    for word in () if ready else words_due(seats, clock_here()):
        person = desk.table.person(word.seat)
        code = "word-due" if word.to.startswith("silent ") else "word-due-unheard"
        todos += _told(context, code, f"referee consent {word.to}", seat=person, count=word.days)
    for name in over_here(desk):
        missing = [one for one in to_speak(desk, name) if one not in (desk.role, desk.sits)]
        if missing and name not in ready:
            command = f"referee remind {' '.join(missing)}"
            todos += _told(
                context, "words-missing", command, seat=desk.table.person(name), names=desk.table.people(missing)
            )
    if host_is_late(desk):
        todos += _host_told(context, desk)
    return tuple(todos)


def _let_pass_told(context: Context, desk: Desk, name: str) -> tuple[Todo, ...]:
    from referee.table.desk.lacking import host_words, line_ready  # few tables ask for words
    from referee.table.desk.lacking import words_here as here

    own = host_words(desk, (name,))
    speakers = {seat for seat, to in here(desk) | own if to == f"silent {name}"}
    line = line_ready(desk, name, own)
    count = span_days(local(desk.folder.written(step_name(desk.position.step))))
    code = "late-words-here" if line is None or not line.without else "late-words-without"
    ordered = [seat for seat in desk.table.names if seat in speakers]
    values = {"names": desk.table.people(ordered), "count": count, "seat": desk.table.person(name)}
    without = desk.table.people(line.without if line is not None else ())
    signs = Sentence("signs-let-pass", names=desk.table.person(name))
    task = Task(Sentence(code, **values, without=without), f"referee absent {name}", signs=signs)
    return (task_told(task, context.lang, str),)


def _host_told(context: Context, desk: Desk) -> tuple[Todo, ...]:
    """That the host has not entered a move which lies here."""
    names, people = awaited(desk), [name for name in desk.table.names if desk.table.bot(name) is None]
    code = "late-host" if len(people) > _GO_ON else "late-host-of-two"
    count = desk.table.terms.deadline
    return _told(context, code, "referee remind host", seat=desk.table.people(names), count=count)


_GO_ON = 2
"""Of so many people nobody takes over as the host."""


def _told(context: Context, code: str, command: str, **values: object) -> tuple[Todo, ...]:
    signs = Sentence("signs-let-pass", **values) if command.startswith("referee absent") else None
    if command.startswith("referee consent "):
        signs = Sentence("signs-word", what=agreement_told(command.removeprefix("referee consent ")))
    return (task_told(Task(Sentence(code, **values), command, signs=signs), context.lang, str),)


def counted_from(desk: Desk, seats: Iterable[str], waited: datetime) -> datetime:
    """From which moment the days of the charter count for seats that are asked since the moment `waited`: behind a
    holiday of theirs that has begun before these days were over, they begin anew.
    """
    terms, declared = desk.table.terms, holidays_here(desk)
    term = timedelta(days=(terms.deadline or 0) + terms.grace)
    found = waited
    for seat in seats:
        since = waited
        for away in sorted((one for one in declared if one.seat == seat), key=lambda one: one.first):
            begins, ends = span(away)
            if begins <= since + term and ends > since:
                since = ends
        found = max(found, since)
    return found


def span(away: Away) -> tuple[datetime, datetime]:
    """When a holiday begins and when it is over, in local time."""
    return at_day(away.first), at_day(away.until, later=1)


def now_away(desk: Desk) -> tuple[Away, ...]:
    """The holidays of today."""
    return tuple(one for one in holidays_here(desk) if is_over(span(one)[0]) and not is_over(span(one)[1]))


def away_lines(context: Context, desk: Desk, seats: Iterable[str] | None = None) -> list[str]:
    """Who is away until when, and who will be; of these seats, or of all."""
    here = now_away(desk)
    lines = []
    for one in holidays_here(desk):
        begins, ends = span(one)
        if not is_over(ends) and (seats is None or one.seat in seats):
            last = " ".join(day(context, ends - timedelta(hours=12)).split())
            values = {
                "name": desk.table.person(one.seat),
                "until": last,
                "first": " ".join(day(context, begins).split()),
            }
            lines.append(context.sentence("away-until" if one in here else "away-later", **values))
    return lines

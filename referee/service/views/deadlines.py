"""Who is late by the days of the charter and the clock of this computer, who is on holiday by the dates that were
declared, and what can be done about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from referee.kernel.sentence import Sentence
from referee.messages.decisions_text import agreement_sentence
from referee.protocol.agreements import host_replacement
from referee.protocol.seating import REFEREE
from referee.service.dates import clock_here, day_text, days_since, is_past, start_of_day
from referee.session.agreements.proposals import stand_in_now
from referee.session.session import Session
from referee.session.silence import days_to_answer, missing_words, say_words
from referee.session.todo.status import HolidayStatus, known_holidays
from referee.session.todo.task import Task, TaskText, task_text
from referee.session.todo.waiting_for import seats_waited_for


def due(session: Session, waited: datetime) -> tuple[str, ...]:
    """The seats that the host may skip now, if all wait for nobody else: the days of the charter and of grace are over
    since the moment `waited`, or they were skipped before and have not come back; or for whom the words of others are
    here. Nobody is due on a holiday, nor is a seat that waits for locks of others.
    """
    position, seats = session.position, seats_waited_for(session)
    if asks_for_words(session):
        return _spoken_of(session, seats)
    if session.table.terms.absence == "pause" or {one.seat for one in now_away(session)} & {*seats} or _owing(session):
        return ()
    away = all(position.missed_by(session.table.seat(name)) for name in seats)
    return seats if away or _is_over(session, waited) else ()


def asks_for_words(session: Session) -> bool:
    """Whether a seat is skipped by words of the others alone."""
    return session.table.terms.asks_words and not session.position.over


def _spoken_of(session: Session, seats: Iterable[str]) -> tuple[str, ...]:
    """Those of the seats who can be skipped by the words that are here, with that of the host's own seat."""
    return tuple(
        name
        for name in seats
        if missing_words.ready_skip_line(session, name, missing_words.host_words(session, (name,))) is not None
    )


def _owing(session: Session) -> tuple[str, ...]:
    """The seats whose locks are wanted for what those hold who are asked: they are late, not who waits for them."""
    if session.table.deck.keeper == "host" or session.position.over:
        return ()
    return missing_words.owing(session)


def _is_over(session: Session, waited: datetime) -> bool:
    terms, since = session.table.terms, counted_from(session, seats_waited_for(session), waited)
    return terms.deadline is not None and days_since(since) >= terms.deadline + terms.grace


def wanted_parties(session: Session) -> tuple[str, ...]:
    """For whom a game waits: who is asked, or whose locks are wanted for what these hold; then whose words are wanted
    about who has been silent for the days of the charter, and the host for a move that has lain here so long.
    """
    owing = _owing(session)
    found = [*(owing or seats_waited_for(session))]
    if asks_for_words(session) and not owing:
        found += [name for name in _wanted_words(session) if name not in found]
    return (*found, *([REFEREE] if host_is_late(session) else []))


def _wanted_words(session: Session) -> list[str]:
    names = (other for name in over_here(session) for other in missing_words.to_speak(session, name))
    return [name for name in dict.fromkeys(names) if name not in (session.role, session.sits)]


def over_here(session: Session) -> tuple[str, ...]:
    """Those who are asked and whose days and those of grace are over here, as far as words are asked about them."""
    clock, found = clock_here(), list[str]()
    for name in (one for one in seats_waited_for(session) if one not in (session.role, session.sits)):
        days = days_to_answer.days_of(session, name)
        if days is None or days_to_answer.is_on_holiday(session, name, clock):
            continue
        if clock.shows - days_to_answer.counted_here(session, name, clock, days) >= days * days_to_answer.DAY:
            found.append(name)
    return tuple(found)


def host_is_late(session: Session) -> bool:
    """Whether a move that the game waits for has been here for the days of the charter without a step that records it,
    with a masked deck and words.
    """
    if not asks_for_words(session) or session.table.terms.deadline is None:
        return False
    since = missing_words.host_waits_since(session)
    return since is not None and clock_here().shows - since >= session.table.terms.deadline * 86_400


def overdue(session: Session, waited: datetime) -> tuple[str, ...]:
    """The seats that the reader may remind: others, who are waited for since the moment `waited`, or owe locks to those
    who are, once the days of the charter are over; nobody on a holiday that was declared.
    """
    deadline, away = session.table.terms.deadline, {one.seat for one in now_away(session)}
    seats = tuple(name for name in _awaited_others(session) if name not in away)
    is_late = deadline is not None and days_since(counted_from(session, seats, waited)) >= deadline
    return seats if is_late else ()


def _awaited_others(session: Session) -> tuple[str, ...]:
    return tuple(
        name for name in (_owing(session) or seats_waited_for(session)) if name not in (session.role, session.sits)
    )


def late_todos(lang: str, session: Session, waited: datetime) -> tuple[TaskText, ...]:
    """What the reader may do about others who are waited for since the moment `waited`: the host lets those pass who
    are due; beyond the days of the charter anybody writes a reminder, and says a word that is due.
    """
    if asks_for_words(session):
        return (*_silence_todos(lang, session), *_reminder_todos(lang, session, waited))
    seats = _awaited_others(session)
    if not seats:
        return ()
    names, deadline = session.table.people(seats), session.table.terms.deadline
    if session.is_host and due(session, waited):
        if deadline is not None and _is_over(session, waited):
            return _told(lang, "late-let-pass", f"referee absent {' '.join(seats)}", names=names, count=deadline)
        return _told(lang, "late-again", "referee absent", names=names)
    return _reminder_todos(lang, session, waited)


def _reminder_todos(lang: str, session: Session, waited: datetime) -> tuple[TaskText, ...]:
    if not (seats := overdue(session, waited)):
        return ()
    names = session.table.people(seats)
    count = session.table.terms.deadline
    command = f"referee remind {' '.join(seats)}"
    if _owing(session):
        waiting = session.table.people(seats_waited_for(session))
        return _told(lang, "late-locks", command, seat=waiting, names=names, count=count)
    return _told(lang, "late-remind", command, names=names, count=count)


def _silence_todos(lang: str, session: Session) -> tuple[TaskText, ...]:
    """What there is to do about those whose days are over: the host lets them pass once the words are here, those whose
    word is due say it, and missing words are listed; also about a host who records nothing.
    """
    todos, hosts = list[TaskText](), session
    if session.sits and not session.is_host and say_words.words_here(session):
        hosts = session.turned()
    ready = _spoken_of(hosts, seats_waited_for(hosts)) if hosts.is_host else ()
    for name in ready:
        todos += _skip_lines(lang, hosts, name)
    seats = session.turned() if session.is_host and session.sits else session
    for word in () if ready else say_words.words_due(seats, clock_here()):
        person = session.table.person(word.seat)
        code = "word-due" if word.to.startswith("silent ") else "word-due-unheard"
        todos += _told(lang, code, f"referee consent {word.to}", seat=person, count=word.days)
    for name in over_here(session):
        missing = [one for one in missing_words.to_speak(session, name) if one not in (session.role, session.sits)]
        if missing and name not in ready:
            command = f"referee remind {' '.join(missing)}"
            todos += _told(
                lang, "words-missing", command, seat=session.table.person(name), names=session.table.people(missing)
            )
    if host_is_late(session):
        todos += _waiting_move_lines(lang, session)
    return tuple(todos)


def _skip_lines(lang: str, session: Session, name: str) -> tuple[TaskText, ...]:
    own = missing_words.host_words(session, (name,))
    speakers = {seat for seat, to in say_words.words_here(session) | own if to == f"silent {name}"}
    line = missing_words.ready_skip_line(session, name, own)
    code = "late-words-here" if line is None or not line.without else "late-words-without"
    ordered = [seat for seat in session.table.names if seat in speakers]
    values = {"names": session.table.people(ordered), "seat": session.table.person(name)}
    without = session.table.people(line.without if line is not None else ())
    signs = Sentence("signs-let-pass", names=session.table.person(name))
    task = Task(Sentence(code, **values, without=without), f"referee absent {name}", signs=signs)
    return (task_text(task, lang, str),)


def _waiting_move_lines(lang: str, session: Session) -> tuple[TaskText, ...]:
    """That the host has not recorded a move which is here."""
    names, count = seats_waited_for(session), session.table.terms.deadline
    code = "late-host" if host_replacement.may_agree(session.position) else "late-host-of-two"
    return _told(lang, code, "referee remind host", seat=session.table.people(names), count=count)


def _told(lang: str, code: str, command: str, **values: object) -> tuple[TaskText, ...]:
    signs = Sentence("signs-let-pass", **values) if command.startswith("referee absent") else None
    if command.startswith("referee consent "):
        signs = Sentence("signs-word", what=agreement_sentence(command.removeprefix("referee consent ")))
    return (task_text(Task(Sentence(code, **values), command, signs=signs), lang, str),)


def counted_from(session: Session, seats: Iterable[str], waited: datetime) -> datetime:
    """From which moment the days of the charter count for seats that are waited for since the moment `waited`: after a
    holiday of theirs that has begun before these days were over, they begin anew.
    """
    terms, declared = session.table.terms, known_holidays(session)
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


def span(away: HolidayStatus) -> tuple[datetime, datetime]:
    """When a holiday begins and when it is over, in local time."""
    return start_of_day(away.first), start_of_day(away.until, later=1)


def now_away(session: Session) -> tuple[HolidayStatus, ...]:
    """The holidays of today."""
    return tuple(one for one in known_holidays(session) if is_past(span(one)[0]) and not is_past(span(one)[1]))


def away_lines(lang: str, session: Session, seats: Iterable[str] | None = None) -> list[str]:
    """Who is away until when, and who will be, and for whom a bot plays; of these seats, or of all."""
    here = now_away(session)
    lines = []
    for one in known_holidays(session):
        begins, ends = span(one)
        if not is_past(ends) and (seats is None or one.seat in seats):
            last = " ".join(day_text(lang, ends - timedelta(hours=12)).split())
            values = {
                "name": session.table.person(one.seat),
                "until": last,
                "first": " ".join(day_text(lang, begins).split()),
            }
            lines.append(Sentence("away-until" if one in here else "away-later", **values).told(lang))
    for seat in session.table.names if seats is None else seats:
        if seat in session.table.names and (bot := stand_in_now(session, seat)) is not None:
            said = Sentence("standin-now", name=session.table.person(seat), level=bot.level, until=bot.until)
            lines.append(said.told(lang))
    return lines

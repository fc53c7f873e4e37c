"""Somebody is late, by the days of the charter and the clock of this computer: a reminder goes out, and the host is
told once what only the host may do.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from referee.kernel.errors import RefereeError
from referee.mail.accounts import Account, Password
from referee.mail.address_book import address_command
from referee.mail.mail_memory import SentMails
from referee.mail.mime import message_id
from referee.protocol.seating import REFEREE
from referee.service.dates import days_since, since_text, written_at
from referee.service.views.capabilities import capabilities_of
from referee.service.views.deadlines import counted_from, due, now_away, wanted_parties
from referee.service.waiting.reminders import reminders
from referee.service.watching.mailbox import send
from referee.service.watching.watcher import Event, Watcher, games, standing_of
from referee.session.session import Session
from referee.session.todo.waiting_for import seats_waited_for


class _Waits(NamedTuple):
    """The current state of a game, since when it is asked for its next step, and after how many days each thing is
    done.
    """

    standing: tuple[str, ...]
    asked: datetime | None = None
    days: tuple[int, ...] = ()


class Lateness:
    """The games of this home that its user hosts, or whose words are asked about who is silent. Who is late is reminded
    once a step, and never again, whatever stops and starts; without an account the host is told instead.
    """

    def __init__(self, watcher: Watcher, account: Account | None, secret: Password | None) -> None:
        self.watcher, self.home, self.account, self.secret = watcher, watcher.home, account, secret
        self.known: dict[Path, _Waits] = {}

    def look(self) -> Iterator[Event]:
        """One look: what has become due by now.

        Raises:
            FileTrouble, NotAuthentic: the server takes no reminder; it is tried again at the next look.
        """
        for place, folder in games(self.home):
            waits = self._waits(folder)
            if waits.asked is not None and waits.days and days_since(waits.asked) >= waits.days[0]:
                on_holiday = yield from self._due(folder, place.title, waits.asked)
                left = tuple(days for days in waits.days if days > days_since(waits.asked))
                waits = waits if on_holiday else waits._replace(days=left)
            self.known[folder] = waits

    def _waits(self, folder: Path) -> _Waits:
        now = standing_of(folder)
        known = self.known.get(folder)
        if known is not None and known.standing == now:
            return known
        try:
            session = self.watcher.session(folder, side="hosts")
            if session.history.position is None or session.position.over or not _reminds(session):
                return _Waits(now)
            terms = session.table.terms
            if terms.deadline is None:
                return _Waits(now)
            days = (terms.deadline, *([terms.deadline + terms.grace] if terms.absence == "skip" else []))
            return _Waits(now, written_at(session), days)
        except RefereeError:  # receiving and sending report what is wrong with it
            return _Waits(now)

    def _due(self, folder: Path, title: str, asked: datetime) -> Generator[Event, None, bool]:
        """What is due of a game; and whether somebody's days count from the end of a holiday, so that it has to be
        looked at again.
        """
        session = self.watcher.session(folder, side="hosts")
        if session.table.terms.asks_words:
            yield from self._due_by_words(session, asked)
            return True
        sent, terms, waits = SentMails(session), session.table.terms, False
        deadline, away = terms.deadline or 0, {one.seat for one in now_away(session)}
        for seat in (one for one in seats_waited_for(session) if one != session.sits):
            days = days_since(counted_from(session, (seat,), asked))
            waits = waits or days < days_since(asked)
            if days >= deadline and seat not in away:
                yield from self._remind(session, sent, seat, asked)
        yield from self._offer_skip(session, sent, "days-are-over", self._late(session, asked), asked)
        return waits or session.sits in seats_waited_for(session)

    def _late(self, session: Session, asked: datetime) -> tuple[str, ...]:
        """Those whom the host may skip now, in one step: if several are asked at once, all of them."""
        terms, seats = session.table.terms, due(session, asked)
        over = (terms.deadline or 0) + terms.grace
        return seats if days_since(counted_from(session, seats, asked)) >= over and session.sits not in seats else ()

    def _offer_skip(
        self, session: Session, sent: SentMails, code: str, seats: tuple[str, ...], asked: datetime
    ) -> Iterator[Event]:
        names, since = session.table.people(seats), since_text(self.watcher.lang, asked)
        for command in capabilities_of(session).offer("skip", (f"referee absent {' '.join(seats)}",) if seats else ()):
            what = f"{self.watcher.sentence(code, name=names, since=since)}: {command}"
            yield from self._once(sent, session, "absent", ",".join(seats), what)

    def _due_by_words(self, session: Session, asked: datetime) -> Iterator[Event]:
        """What is due where words of the others are asked: every program reminds those it waits for, and the host is
        told once the words are here.
        """
        sent = SentMails(session)
        deadline = session.table.terms.deadline or 0
        away = {one.seat for one in now_away(session)}
        for seat in wanted_parties(session):
            late = seat == REFEREE or days_since(counted_from(session, (seat,), asked)) >= deadline
            own = seat in (session.role, session.sits)
            if late and not own and seat not in away and (session.is_host or self.account is not None):
                yield from self._remind(session, sent, seat, asked)
        for seat in due(session, asked) if session.is_host else ():
            yield from self._offer_skip(session, sent, "words-are-here", (seat,), asked)

    def _remind(self, session: Session, sent: SentMails, seat: str, asked: datetime) -> Iterator[Event]:
        ((reader, draft),) = reminders(session, (seat,), self.watcher.lang)
        if sent.has_id(draft.message_id):
            return
        if self.account is None:
            what = self.watcher.sentence("answer-is-late", name=reader.name, since=since_text(self.watcher.lang, asked))
            for command in capabilities_of(session).offer("send", (f"referee remind {seat}",)):
                yield from self._once(sent, session, "late", seat, f"{what}: {command}")
        elif not draft.to:
            what = self.watcher.sentence("addresses-missing", names=reader.name)
            for setting in capabilities_of(session).offer("send", (address_command(reader.label),)):
                yield from self._once(sent, session, "late", seat, f"{what}: {setting.told(self.watcher.lang)}")
        else:
            yield from send(self.watcher, self.account, self.secret, sent, (draft,), str(session.table.title))

    def _once(self, sent: SentMails, session: Session, kind: str, seat: str, what: str) -> Iterator[Event]:
        """Tell the host what only the host may do, once a step and seat, whatever stops and starts."""
        told = message_id(kind, session.position.head, REFEREE, seat)
        if not sent.has_id(told):
            sent.add_id(told, REFEREE)
            said = self.watcher.sentence("watch-needs-you", what=what)
            yield Event(str(session.table.title), "watch-needs-you", said, "late")


def _reminds(session: Session) -> bool:
    """Whether the program of this session reminds others: the host's, or that of any seat whose word is asked."""
    return session.is_host or (session.table.terms.asks_words and session.role in session.table.names)

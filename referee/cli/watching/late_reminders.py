"""Somebody is late, by the days of the charter and the clock of this machine: a reminder goes out, and the host is told
once what only the host may do.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from referee.cli.context import Context
from referee.cli.watching.mailbox import send
from referee.cli.watching.session_secrets import Event, games, standing_of
from referee.kernel.errors import RefereeError
from referee.mail.accounts import Account, Password
from referee.mail.mail_memory import SentMails
from referee.mail.mime import message_id
from referee.protocol.seating import REFEREE
from referee.record.store import DataFolder
from referee.service.dates import days_since, since_text, written_at
from referee.service.views.deadlines import counted_from, due, now_away, wanted
from referee.service.waiting.reminders import reminders
from referee.session.session import Session
from referee.session.todo.waiting_for import seats_waited_for


class _Waits(NamedTuple):
    """A game as it stands, since when it is asked for its next step, and after how many days each thing is done."""

    standing: tuple[str, ...]
    asked: datetime | None = None
    days: tuple[int, ...] = ()


class Lateness:
    """The games of this home that its user hosts, or whose words are asked about who is silent. Who is late is reminded
    once a step, and never again, whatever stops and starts; without an account the host is told instead.
    """

    def __init__(self, context: Context, home: DataFolder, account: Account | None, secret: Password | None) -> None:
        self.context, self.home, self.account, self.secret = context, home, account, secret
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
            session = self.context.session(folder=folder, side="hosts")
            if session.history.position is None or session.position.over or not _reminds(session):
                return _Waits(now)
            terms = session.table.terms
            if terms.deadline is None:
                return _Waits(now)
            days = (terms.deadline, *([terms.deadline + terms.grace] if terms.absence == "skip" else []))
            return _Waits(now, written_at(session), days)
        except RefereeError:  # anybody who takes in and sends for this game says what is wrong with it
            return _Waits(now)

    def _due(self, folder: Path, title: str, asked: datetime) -> Generator[Event, None, bool]:
        """What is due of a game; and whether somebody's days count from the end of a holiday, so that it has to be
        looked at again.
        """
        session = self.context.session(folder=folder, side="hosts")
        if session.table.terms.asks_words:
            yield from self._due_by_words(session, asked)
            return True
        sent, terms, waits = SentMails(session), session.table.terms, False
        deadline, away = terms.deadline or 0, {one.seat for one in now_away(session)}
        for seat in seats_waited_for(session):
            days = days_since(counted_from(session, (seat,), asked))
            waits = waits or days < days_since(asked)
            if days < deadline or seat in away:
                continue
            yield from self._remind(session, sent, seat, asked)
            if terms.absence == "skip" and days >= deadline + terms.grace:
                name = session.table.called[session.table.seat(seat)]
                what = self.context.sentence("days-are-over", name=name, since=since_text(self.context.lang, asked))
                yield from self._once(sent, session, "absent", seat, f"{what}: referee absent {seat}")
        return waits

    def _due_by_words(self, session: Session, asked: datetime) -> Iterator[Event]:
        """What is due where words of the others are asked: every program reminds whoever is wanted, and the host is
        told once the words are here.
        """
        sent, deadline, away = (
            SentMails(session),
            session.table.terms.deadline or 0,
            {one.seat for one in now_away(session)},
        )
        for seat in wanted(session):
            late = seat == REFEREE or days_since(counted_from(session, (seat,), asked)) >= deadline
            own = seat in (session.role, session.sits)
            if late and not own and seat not in away and (session.is_host or self.account is not None):
                yield from self._remind(session, sent, seat, asked)
        for seat in due(session, asked) if session.is_host else ():
            name = session.table.called[session.table.seat(seat)]
            what = self.context.sentence("words-are-here", name=name)
            yield from self._once(sent, session, "absent", seat, f"{what}: referee absent {seat}")

    def _remind(self, session: Session, sent: SentMails, seat: str, asked: datetime) -> Iterator[Event]:
        ((reader, draft),) = reminders(session, (seat,), self.context.lang)
        if sent.has_id(draft.message_id):
            return
        if self.account is None:
            what = self.context.sentence("answer-is-late", name=reader.name, since=since_text(self.context.lang, asked))
            yield from self._once(sent, session, "late", seat, f"{what}: referee remind {seat}")
        elif not draft.to:
            what = self.context.sentence("addresses-missing", names=reader.name)
            how = self.context.sentence("people-set", name=reader.label)
            yield from self._once(sent, session, "late", seat, f"{what}: {how}")
        else:
            yield from send(self.context, self.account, self.secret, sent, (draft,), str(session.table.title))

    def _once(self, sent: SentMails, session: Session, kind: str, seat: str, what: str) -> Iterator[Event]:
        """Tell the host what only the host may do, once a step and seat, whatever stops and starts."""
        told = message_id(kind, session.position.head, REFEREE, seat)
        if not sent.has_id(told):
            sent.add_id(told, REFEREE)
            said = self.context.sentence("watch-needs-you", what=what)
            yield Event(str(session.table.title), "watch-needs-you", said, "late")


def _reminds(session: Session) -> bool:
    """Whether the program of this session reminds others: the host's, or that of any seat whose word is asked."""
    return session.is_host or (session.table.terms.asks_words and session.role in session.table.names)

"""Somebody is late, by the days of the charter and the clock of this machine: a reminder goes out, and the host is told
once what only the host may do.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.late import counted_from, due, now_away, wanted
from referee.cli.overview import asked_since, status_here
from referee.cli.printing.moments import day, day_after, since, span_days
from referee.cli.watching.mailbox import send
from referee.cli.watching.unattended import Event, games, standing_of
from referee.kernel.errors import RefereeError
from referee.post.accounts import Account, Password
from referee.post.automatic import reminder
from referee.post.drafts import Draft, message_id
from referee.post.readers import Reader, drafts_of, readers_of
from referee.post.sent import Sent
from referee.record.store import Home
from referee.table.desk.answers import awaited
from referee.table.desk.desk import Desk
from referee.table.seating import REFEREE


class _Waits(NamedTuple):
    """A game as it stands, since when it is asked for its next step, and after how many days each thing is done."""

    standing: tuple[str, ...]
    asked: datetime | None = None
    days: tuple[int, ...] = ()


class Lateness:
    """The games of this home that its user hosts, or whose words are asked about who is silent. Who is late is reminded
    once a step, and never again, whatever stops and starts; without an account the host is told instead.
    """

    def __init__(self, context: Context, home: Home, account: Account | None, secret: Password | None) -> None:
        self.context, self.home, self.account, self.secret = context, home, account, secret
        self.known: dict[Path, _Waits] = {}

    def look(self) -> Iterator[Event]:
        """One look: what has become due by now.

        Raises:
            FileTrouble, NotAuthentic: the server takes no reminder; it is tried again at the next look.
        """
        for place, folder in games(self.home):
            waits = self._waits(folder)
            if waits.asked is not None and waits.days and span_days(waits.asked) >= waits.days[0]:
                on_holiday = yield from self._due(folder, place.title, waits.asked)
                left = tuple(days for days in waits.days if days > span_days(waits.asked))
                waits = waits if on_holiday else waits._replace(days=left)
            self.known[folder] = waits

    def _waits(self, folder: Path) -> _Waits:
        now = standing_of(folder)
        known = self.known.get(folder)
        if known is not None and known.standing == now:
            return known
        try:
            desk = self.context.desk(folder=folder, side="hosts")
            if desk.history.position is None or desk.position.over or not _reminds(desk):
                return _Waits(now)
            terms = desk.table.terms
            if terms.deadline is None:
                return _Waits(now)
            days = (terms.deadline, *([terms.deadline + terms.grace] if terms.absence == "skip" else []))
            return _Waits(now, asked_since(desk, status_here(self.context, desk)), days)
        except RefereeError:  # anybody who takes in and sends for this game says what is wrong with it
            return _Waits(now)

    def _due(self, folder: Path, title: str, asked: datetime) -> Generator[Event, None, bool]:
        """What is due of a game; and whether somebody's days count from the end of a holiday, so that it has to be
        looked at again.
        """
        desk = self.context.desk(folder=folder, side="hosts")
        if desk.table.terms.absence == "agreed":
            yield from self._due_by_words(desk, asked)
            return True
        sent, terms, waits = Sent(desk), desk.table.terms, False
        deadline, away = terms.deadline or 0, {one.seat for one in now_away(desk)}
        for seat in awaited(desk):
            days = span_days(counted_from(desk, (seat,), asked))
            waits = waits or days < span_days(asked)
            if days < deadline or seat in away:
                continue
            yield from self._remind(desk, sent, seat, asked)
            if terms.absence == "skip" and days >= deadline + terms.grace:
                name = desk.table.called[desk.table.seat(seat)]
                what = self.context.sentence("days-are-over", name=name, since=since(self.context, asked))
                yield from self._once(sent, desk, "absent", seat, f"{what}: referee absent {seat}")
        return waits

    def _due_by_words(self, desk: Desk, asked: datetime) -> Iterator[Event]:
        """What is due where words of the others are asked: every program reminds whoever is wanted, and the host is
        told once the words are here.
        """
        sent, deadline, away = Sent(desk), desk.table.terms.deadline or 0, {one.seat for one in now_away(desk)}
        for seat in wanted(desk):
            late = seat == REFEREE or span_days(counted_from(desk, (seat,), asked)) >= deadline
            own = seat in (desk.role, desk.sits)
            if late and not own and seat not in away and (desk.is_host or self.account is not None):
                yield from self._remind(desk, sent, seat, asked)
        for seat in due(desk, asked) if desk.is_host else ():
            name = desk.table.called[desk.table.seat(seat)]
            what = self.context.sentence("words-are-here", name=name)
            yield from self._once(sent, desk, "absent", seat, f"{what}: referee absent {seat}")

    def _remind(self, desk: Desk, sent: Sent, seat: str, asked: datetime) -> Iterator[Event]:
        ((reader, draft),) = reminders(self.context, desk, (seat,), asked)
        if sent.has_id(draft.message_id):
            return
        if self.account is None:
            what = self.context.sentence("answer-is-late", name=reader.name, since=since(self.context, asked))
            yield from self._once(sent, desk, "late", seat, f"{what}: referee remind {seat}")
        elif not draft.to:
            what = self.context.sentence("addresses-missing", names=reader.name)
            how = self.context.sentence("people-set", name=reader.label)
            yield from self._once(sent, desk, "late", seat, f"{what}: {how}")
        else:
            yield from send(self.context, self.account, self.secret, sent, (draft,), str(desk.table.title))

    def _once(self, sent: Sent, desk: Desk, kind: str, seat: str, what: str) -> Iterator[Event]:
        """Tell the host what only the host may do, once a step and seat, whatever stops and starts."""
        told = message_id(kind, desk.position.head, REFEREE, seat)
        if not sent.has_id(told):
            sent.add_id(told, REFEREE)
            said = self.context.sentence("watch-needs-you", what=what)
            yield Event(str(desk.table.title), "watch-needs-you", said, "late")


def _reminds(desk: Desk) -> bool:
    """Whether the program of this desk reminds others: the host's, or that of any seat whose word is asked."""
    return desk.is_host or (desk.table.terms.absence == "agreed" and desk.role in desk.table.names)


def reminders(context: Context, desk: Desk, seats: Iterable[str], waited: datetime) -> tuple[tuple[Reader, Draft], ...]:
    """The reminder for each of these seats, which are asked since the moment `waited`, in the reader's language."""
    return tuple(pair for seat in seats for pair in _reminder(context, desk, seat, waited))


def _reminder(context: Context, desk: Desk, seat: str, waited: datetime) -> tuple[tuple[Reader, Draft], ...]:
    terms = desk.table.terms

    def times(lang: str) -> tuple[str, str]:
        spoken = replace(context, lang=lang)
        if terms.deadline is None:
            return since(spoken, waited), ""
        counted = counted_from(desk, (seat,), waited)
        return since(spoken, waited), day(spoken, day_after(counted, terms.deadline + terms.grace))

    parcel = reminder(desk, seat, times)
    return drafts_of(desk, parcel, readers_of(desk, parcel, [seat], context.lang), context.lang)

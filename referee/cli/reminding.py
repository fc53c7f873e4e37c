"""What `remind` and `watch` share: for whom all wait, and the mail that reminds them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from referee.cli.context import Context
from referee.cli.printing.moments import day, day_after, since
from referee.post.drafts import Draft
from referee.post.readers import Reader, drafts_of, readers_of
from referee.post.reminders import reminder
from referee.table.desk.answers import unanswered
from referee.table.desk.desk import Desk


def awaited(desk: Desk) -> list[str]:
    """The seats for which all wait; the host knows which of several has answered already."""
    position, names = desk.position, desk.table.names
    asked = [names[request.seat] for request in position.asked if request.seat not in position.left]
    late = set(unanswered(desk)) if desk.is_host and len(position.asked) > 1 else asked
    return [name for name in asked if name in late]


def reminders(context: Context, desk: Desk, seats: Iterable[str], waited: datetime) -> tuple[tuple[Reader, Draft], ...]:
    """The reminder for each of these seats, which are asked since the moment `waited`, in the reader's language."""
    return tuple(pair for seat in seats for pair in _reminder(context, desk, seat, waited))


def _reminder(context: Context, desk: Desk, seat: str, waited: datetime) -> tuple[tuple[Reader, Draft], ...]:
    terms = desk.table.terms

    def times(lang: str) -> tuple[str, str]:
        spoken = context._replace(lang=lang)
        if terms.deadline is None:
            return since(spoken, waited), ""
        return since(spoken, waited), day(spoken, day_after(waited, terms.deadline + terms.grace))

    parcel = reminder(desk, seat, times)
    return drafts_of(desk, parcel, readers_of(desk, parcel, [seat], context.lang), context.lang)

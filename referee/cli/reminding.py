"""What `remind` and `watch` share: the mail that reminds those for whom all wait."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.printing.moments import day, day_after, since
from referee.post.drafts import Draft
from referee.post.readers import Reader, drafts_of, readers_of
from referee.post.reminders import reminder
from referee.table.desk.desk import Desk


def reminders(context: Context, desk: Desk, seats: Iterable[str], waited: datetime) -> tuple[tuple[Reader, Draft], ...]:
    """The reminder for each of these seats, which are asked since the moment `waited`, in the reader's language."""
    return tuple(pair for seat in seats for pair in _reminder(context, desk, seat, waited))


def _reminder(context: Context, desk: Desk, seat: str, waited: datetime) -> tuple[tuple[Reader, Draft], ...]:
    terms = desk.table.terms

    def times(lang: str) -> tuple[str, str]:
        spoken = replace(context, lang=lang)
        if terms.deadline is None:
            return since(spoken, waited), ""
        return since(spoken, waited), day(spoken, day_after(waited, terms.deadline + terms.grace))

    parcel = reminder(desk, seat, times)
    return drafts_of(desk, parcel, readers_of(desk, parcel, [seat], context.lang), context.lang)

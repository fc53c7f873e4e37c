"""Moments and spans as people say them. They come from the clock of this computer, and nothing is made from them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from referee.i18n.catalogue import HOUSE, catalogue_text
from referee.kernel.sentence import Sentence
from referee.record.file_names import CHARTER, OFFER, step_name
from referee.session.silence import days_to_answer

if TYPE_CHECKING:
    from referee.session.session import Session
    from referee.session.silence.days_to_answer import Clock

_UNITS = (("span-days", timedelta(days=1), timedelta(days=2)), ("span-hours", timedelta(hours=1), timedelta(hours=1)))
"""Each unit with its length, and the shortest span that is expressed in it."""


def local_time(seconds: float) -> datetime:
    """A moment in seconds since 1970, in local time."""
    return here(datetime.fromtimestamp(seconds, UTC))


def written_at(session: Session) -> datetime:
    """When this computer got the latest note of a game, since which all wait, in local time. Raises FileTrouble."""
    history = session.history
    step = history.position.step if history.position is not None else None
    newest = step_name(step) if step is not None else CHARTER if history.table is not None else OFFER
    return local_time(session.folder.written(newest))


def here(when: datetime) -> datetime:
    """A moment in local time; one without a zone is by the clock on the wall. Where the system names an unknown
    zone, in UTC.
    """
    try:
        return when.astimezone()
    except ValueError:
        return when.astimezone(UTC) if when.tzinfo is not None else when.replace(tzinfo=UTC)


def _on_the_wall(when: datetime) -> datetime:
    """What a clock on the wall shows here at a moment."""
    return here(when).replace(tzinfo=None)


def iso_day_text(lang: str, moment: str) -> str:
    """`day` of a moment as JSON has it."""
    return day_text(lang, datetime.fromisoformat(moment))


def day_text(lang: str, when: datetime) -> str:
    """A day: `Fri 20 Nov`."""
    weekday, month = (
        catalogue_text(HOUSE, place, str(number), lang)
        for place, number in (("weekday", when.weekday()), ("month", when.month))
    )
    return f"{weekday} {when.day:>2} {month}"


def day_words(lang: str, when: datetime) -> str:
    """A day within a sentence: `Fri 20 Nov`."""
    return " ".join(day_text(lang, when).split())


def moment_read(text: str) -> datetime:
    """A moment that a step note names, in local time."""
    return datetime.fromisoformat(text).astimezone()


def is_past(when: datetime) -> bool:
    """Whether a moment is behind us."""
    return when <= here(datetime.now(UTC))


def start_of_day(text: str, later: int = 0) -> datetime:
    """When a day begins here that is written as `2026-11-20`, or the one so many days after it."""
    return here(datetime.fromisoformat(text) + timedelta(days=later))


def clock_here() -> Clock:
    """The clock of this computer, by which a program knows whether days are over."""

    def begins(text: str, later: int) -> float:
        return start_of_day(text, later).timestamp()

    return days_to_answer.Clock(datetime.now(UTC).timestamp(), begins, _seconds)


def _seconds(moment: str) -> float:
    try:
        return datetime.fromisoformat(moment).timestamp()
    except ValueError:  # a day that no calendar has
        return 0.0


def today() -> str:
    """This day: `2026-11-20`."""
    return f"{here(datetime.now(UTC)):%Y-%m-%d}"


def now_text(lang: str) -> str:
    """The moment at which something is told: `Fri 20 Nov 21:10`."""
    when = here(datetime.now(UTC))
    return f"{day_text(lang, when)} {when:%H:%M}"


def time_text(lang: str, when: datetime) -> str:
    """A moment within a sentence: `Fri 20 Nov 21:10`."""
    return f"{' '.join(day_text(lang, when).split())} {when:%H:%M}"


def since_text(lang: str, moment: datetime | str) -> str:
    """A moment, which may be an ISO text, and how long ago it was: `Fri 20 Nov 21:10 (14 hours)`; one that lies ahead
    was now.
    """
    when = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    gone = max(here(datetime.now(UTC)) - when, timedelta())
    for code, unit, least in _UNITS:
        if gone >= least:
            span = Sentence(code, count=gone // unit).told(lang)
            break
    else:
        span = Sentence("span-minutes", count=gone // timedelta(minutes=1)).told(lang)
    return f"{time_text(lang, when)} ({span})"


def now_utc() -> str:
    """This minute as a host writes it into a step note: `2026-11-21T18:00Z`."""
    return in_utc(datetime.now(UTC))


def in_utc(when: datetime) -> str:
    """A minute as a host writes it into a step note."""
    return f"{when.astimezone(UTC):%Y-%m-%dT%H:%MZ}"


def days_since(when: datetime) -> int:
    """Whole days that have gone by since a moment, each from one time of day to the same on the next."""
    return max(_on_the_wall(datetime.now(UTC)) - _on_the_wall(when), timedelta()).days


def day_after(when: datetime, days: int) -> datetime:
    """The same time of day so many days later."""
    return here(_on_the_wall(when) + timedelta(days=days))

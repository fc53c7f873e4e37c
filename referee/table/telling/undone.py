"""What a step back undoes, in sentences: what was drawn and what was shown since, which cannot be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.kernel.events import Drew, Event, Peeked, Revealed, Spent
from referee.kernel.sentence import Sentence
from referee.table.step.back import spans, undone_by
from referee.table.step.position import Position
from referee.words.prose import event_prose


def learned_told(undone: Sequence[Position], lang: str) -> tuple[str, str]:
    """What was drawn in these steps and what was shown to all, a sentence each, "nothing" if it is so."""
    events = [event for position in undone for event in position.events]
    drawn, shown = _drawn(events), _shown(events)
    return (
        _told("undone-drawn" if drawn else "undone-drew-nothing", drawn, undone, lang),
        _told("undone-shown" if shown else "undone-showed-nothing", shown, undone, lang),
    )


def _told(code: str, events: Iterable[Event], undone: Sequence[Position], lang: str) -> str:
    table = undone[-1].table
    said = "; ".join(event_prose(table.game, event, table.called, lang) for event in events)
    return Sentence(code, what=said).told(lang)


def _drawn(events: Iterable[Event]) -> list[Event]:
    """Who has drawn how many goods of which pile, and peeked where."""
    counts: dict[tuple[int, str], int] = {}
    for event in events:
        if isinstance(event, Drew) and event.count:
            counts[event.seat, event.pile] = counts.get((event.seat, event.pile), 0) + event.count
    drew: list[Event] = [Drew(seat, count, pile) for (seat, pile), count in counts.items()]
    return [*drew, *(event for event in events if isinstance(event, Peeked))]


def _shown(events: Iterable[Event]) -> list[Event]:
    """Which goods have left whose hand before the eyes of all, and what was turned up."""
    counts: dict[tuple[int, str], int] = {}
    for event in events:
        if isinstance(event, Spent):
            counts[event.seat, event.kind] = counts.get((event.seat, event.kind), 0) + event.count
    spent: list[Event] = [Spent(seat, kind, count) for (seat, kind), count in counts.items()]
    return [*spent, *(event for event in events if isinstance(event, Revealed))]


def undone_told(position: Position, lang: str) -> tuple[str, ...]:
    """Which steps are undone by now, a sentence for each row of them."""
    return tuple(span_said(*span).told(lang) for span in spans(undone_by(position)))


def span_said(first: int, last: int, by: int) -> Sentence:
    """That these steps are undone, and by which one."""
    return Sentence("step-undone" if first == last else "steps-undone", first=first, last=last, by=by)

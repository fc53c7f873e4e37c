"""What the table has decided, in sentences: in letters, in `log` and in `status`.

Everything here is public.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from referee.drawing.safe_text import safe_text
from referee.i18n.event_text import event_sentence
from referee.kernel.events import Drew, Event, Peeked, Revealed, Spent
from referee.kernel.game import AnyGame, Viewer
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.messages import skip_text
from referee.messages.board_text import goods_text
from referee.protocol.agreements.consent import (
    BACK,
    HOLIDAY,
    KEY,
    NO,
    OPEN,
    SILENT,
    STAND_IN,
    is_refusal,
    seat_spoken_of,
)
from referee.protocol.agreements.table_lines import (
    Absent,
    AgreedEnd,
    Back,
    Holiday,
    KeyChange,
    Left,
    Open,
    StandIn,
    TableLine,
    consent_to,
    read_table_lines,
    table_lines_of,
)
from referee.protocol.agreements.take_back import steps_taken_back, taken_back_spans
from referee.protocol.deck import deck_of
from referee.protocol.seating import REFEREE, Table, earlier_key_periods
from referee.protocol.step import ending
from referee.protocol.step.position import Pass, Position
from referee.record.note import Notes, notes_of
from referee.record.notes import Consent, Rekey

_AGREEMENTS = {"left": "agree-left", "end draw": "agree-end-draw", "end agreed": "agree-end-agreed"}
_ENDED = {"draw": "table-ended-draw", "agreed": "table-ended-agreed"}


def skipped_names(position: Position, signed_notes: Notes) -> tuple[str, ...]:
    """The names of the seats for which nobody decided in the step that led to `position`."""
    let_pass = [line.seat for line in read_table_lines(table_lines_of(signed_notes)) if isinstance(line, Absent)]
    return (*let_pass, *(position.table.names[seat] for seat in position.left))


def decision_sentences(position: Position, signed_notes: Notes, lang: str) -> tuple[str, ...]:
    """What the step that led to `position` has decided, a sentence for each table line; and who says no to a key. When
    the host says that he closed it is told where somebody was skipped.
    """
    consents = [consent for consent in notes_of(Consent, signed_notes) if consent.pok is None]
    holder = next((rekey.name for rekey in notes_of(Rekey, signed_notes)), None)
    told = []
    for line in read_table_lines(table_lines_of(signed_notes)):
        if isinstance(line, Absent):
            told += [said.told(lang) for said in skip_text.skip_sentence(position, _pass_of(position, line.seat))]
        agreed = position.table.people([consent.seat for consent in consents if _is_for(consent, line)])
        said = _line_sentence(position, line, agreed, holder)
        if said is not None:
            told.append(said.told(lang))
        if isinstance(line, Back):
            for one in (consent for consent in consents if consent.reason):
                name, reason = position.table.person(one.seat), safe_text(one.reason or "")
                told.append(Sentence("table-back-asked", name=name, reason=reason).told(lang))
            told += learned_sentences(position.past.undone, lang)
        if isinstance(line, KeyChange):
            told.append(_key_before(position, line.seat).told(lang))
    if position.passes_here and position.past.moment:
        moment = position.past.moment.replace("T", " ").removesuffix("Z")
        told.append(Sentence("table-time", moment=moment).told(lang))
    noes = [consent.seat for consent in consents if is_refusal(consent)]
    if noes:
        told.append(Sentence("table-noes", names=position.table.people(noes)).told(lang))
    return tuple(told)


def _pass_of(position: Position, seat: str) -> Pass:
    """The let-pass of a seat in the step that led to `position`."""
    return next(one for one in position.passes_here if position.table.names[one.seat] == seat)


def _key_before(position: Position, seat: str) -> Sentence:
    """For which steps the key signed that a seat had before the present one."""
    before = earlier_key_periods(position.table, seat)[-1]
    name = position.table.person(seat)
    return Sentence("key-before", name=name, first=before.first, last=before.last)


def key_change_sentences(table: Table, lang: str) -> tuple[str, ...]:
    """Who has another key than at the beginning: since when, and which steps were for the keys before."""
    told = []
    for role in (REFEREE, *table.names):
        if before := earlier_key_periods(table, role):
            spans = ", ".join(f"{time.first}-{time.last}" for time in before)
            since = (before[-1].last or 0) + 1
            told.append(Sentence("keys-held", name=table.person(role), since=since, spans=spans).told(lang))
    return tuple(told)


def _is_for(consent: Consent, line: TableLine) -> bool:
    return consent.to.startswith(KEY) if isinstance(line, KeyChange) else consent.to == consent_to(line)


def _line_sentence(position: Position, line: TableLine, agreed: str, holder: str | None) -> Sentence | None:
    person = position.table.person
    match line:
        case Left():
            return Sentence("table-left", name=person(line.seat))
        case Open():
            return Sentence("table-opened", name=person(line.seat), names=agreed)
        case Holiday():
            values = {"first": line.first, "until": line.until, "count": line.days}
            return Sentence("table-holiday", name=person(line.seat), most=position.table.terms.holiday, **values)
        case StandIn():
            code = "table-standin" if line.level else "table-standin-ended"
            return Sentence(code, name=person(line.seat), level=line.level, until=line.until)
        case AgreedEnd():
            return Sentence(_ENDED[line.how], names=agreed)
        case KeyChange() if line.seat == REFEREE:
            code = "table-host-key" if holder is None else "table-host-other"
            return Sentence(code, holder=safe_text(holder or ""), names=agreed)
        case KeyChange() if holder is not None:
            return Sentence("table-key-other", holder=safe_text(holder), seat=person(line.seat), names=agreed)
        case KeyChange():
            return Sentence("table-key", name=person(line.seat), names=agreed)
        case Back():
            return Sentence("table-back", step=line.step, names=agreed)
    return None


def agreement_sentence(to: str) -> Sentence:
    """What a consent agrees to, as part of a sentence: `a draw`."""
    if to.startswith(BACK):
        return Sentence("agree-back", step=to.removeprefix(BACK))
    if to.startswith(HOLIDAY):
        first, _, until = safe_text(to.removeprefix(HOLIDAY)).partition(" ")
        return Sentence("agree-holiday", first=first, until=until)
    if to.startswith(STAND_IN):
        level, _, rest = safe_text(to.removeprefix(STAND_IN)).partition(" ")
        back = Sentence("agree-standin-ended")
        return back if level == "back" else Sentence("agree-standin", level=level, until=rest.rpartition(" ")[2])
    if to.startswith(OPEN):
        return Sentence("agree-open", seat=safe_text(to.removeprefix(OPEN)))
    if seat := seat_spoken_of(to):
        return Sentence("agree-silent" if to.startswith(SILENT) else "agree-unheard", seat=safe_text(seat))
    return Sentence("agree-key" if to.startswith((KEY, NO)) else _AGREEMENTS[to])


def table_mark_sentences(position: Position, lang: str) -> tuple[str, ...]:
    """Who has left, who was skipped and has not been heard of since, whose hand is public, and which steps have been
    taken back.
    """
    called = position.table.called
    left = [called[seat] for seat in position.left]
    said = [Sentence("marked-left", names=", ".join(left))] if left else []
    for seat, count in enumerate(position.missed):
        if count and seat not in position.left:
            said.append(Sentence("marked-missed", name=called[seat], count=count))
    opened = _open_hands(position, lang)
    return (*(sentence.told(lang) for sentence in said), *opened, *take_back_sentences(position, lang))


def _open_hands(position: Position, lang: str) -> Iterator[str]:
    """The hands that all may see."""
    deck = deck_of(position.table)
    for seat, name in enumerate(position.table.called):
        shown = deck.revealed_hand(position, seat)
        if shown is None:
            continue
        hand, dark = shown
        told = [goods_text(position.table.game, hand, lang)] if hand else []
        told += [Sentence("marked-open-dark", count=dark).told(lang)] if dark else []
        yield Sentence("marked-open", name=name, hand=", ".join(told) or "-").told(lang)


def result_sentences(position: Position, reader: Seat | None, lang: str) -> tuple[str, ...]:
    """How the game ended, a sentence each: who won and by what; for a game that does not tell it the places with what
    was compared. () while it runs.
    """
    table, game = position.table, position.table.game
    if position.ended:
        return _agreed_result(position, lang)
    outcome = game.outcome(position.state)
    if outcome is None:
        return ()
    view = Viewer(table.called, reader, lang=lang)
    told = tuple(game.faces.result(position.state, view)) if game.faces.result is not None else ()
    places = sorted(zip(outcome.ranks, table.called, outcome.scores, strict=True), key=lambda each: each[0])
    return told or tuple(
        Sentence("/letter/compared", place=place, seat=name, score=" ".join(map(str, score))).told(lang)
        for place, name, score in places
    )


def _agreed_result(position: Position, lang: str) -> tuple[str, ...]:
    """How a game stands that the table has ended: the places, or that there are none."""
    places = ending.places_by_agreement(position)
    if not places:
        return (Sentence("ended-without-places").told(lang),)
    first = [position.table.called[seat] for place, seat in places if place == 1]
    last = [position.table.called[seat] for place, seat in places if place > 1]
    shared = Sentence("ended-shared" if len(first) > 1 else "ended-alone", names=", ".join(first)).told(lang)
    return (shared, *([Sentence("ended-behind", names=", ".join(last)).told(lang)] if last else []))


def orders_text(game: AnyGame, orders: Iterable[str], lang: str) -> str:
    """Orders in a row, in words that can be typed again."""
    return ", ".join(game.notation.said(order).told(lang) for order in orders)


def played_text(position: Position, lang: str) -> str:
    """The orders of the step that led to `position`, those of one seat in a row behind its name."""
    table = position.table
    by_seat = groupby(position.orders, key=lambda pair: pair[0])
    texts = ((seat, orders_text(table.game, (order for _, order in given), lang)) for seat, given in by_seat)
    told = (f"{table.called[seat]}: {text}" for seat, text in texts)
    return " / ".join(told) or Sentence("the-table").told(lang)


def learned_sentences(undone: Sequence[Position], lang: str) -> tuple[str, str]:
    """The pieces drawn in these steps and the pieces shown to all, a sentence each, "nothing" if there are none."""
    events = [event for position in undone for event in position.events]
    drawn, shown = _draw_events(events), _seen_by_all(events)
    return (
        _learning_text("undone-drawn" if drawn else "undone-drew-nothing", drawn, undone, lang),
        _learning_text("undone-shown" if shown else "undone-showed-nothing", shown, undone, lang),
    )


def _learning_text(code: str, events: Iterable[Event], undone: Sequence[Position], lang: str) -> str:
    table = undone[-1].table
    said = "; ".join(event_sentence(table.game, event, table.called, lang) for event in events)
    return Sentence(code, what=said).told(lang)


def _draw_events(events: Iterable[Event]) -> list[Event]:
    """Who has drawn how many goods of which pile, and peeked where."""
    counts: dict[tuple[int, str], int] = {}
    for event in events:
        if isinstance(event, Drew) and event.count:
            counts[event.seat, event.pile] = counts.get((event.seat, event.pile), 0) + event.count
    drew: list[Event] = [Drew(seat, count, pile) for (seat, pile), count in counts.items()]
    return [*drew, *(event for event in events if isinstance(event, Peeked))]


def _seen_by_all(events: Iterable[Event]) -> list[Event]:
    """Which goods have left whose hand publicly, and what was turned up."""
    counts: dict[tuple[int, str], int] = {}
    for event in events:
        if isinstance(event, Spent):
            counts[event.seat, event.kind] = counts.get((event.seat, event.kind), 0) + event.count
    spent: list[Event] = [Spent(seat, kind, count) for (seat, kind), count in counts.items()]
    return [*spent, *(event for event in events if isinstance(event, Revealed))]


def take_back_sentences(position: Position, lang: str) -> tuple[str, ...]:
    """Which steps are taken back by now, a sentence for each row of them."""
    return tuple(take_back_span_sentence(*span).told(lang) for span in taken_back_spans(steps_taken_back(position)))


def take_back_span_sentence(first: int, last: int, by: int) -> Sentence:
    """That these steps are taken back, and by which one."""
    return Sentence("step-undone" if first == last else "steps-undone", first=first, last=last, by=by)

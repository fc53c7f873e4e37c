"""What happened in a step, for people and for programs: orders, events as data and as sentences, players' words."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from itertools import groupby
from typing import Any

import msgspec

from referee.drawing.safe_text import safe_text
from referee.i18n.event_text import events_one_by_one, scored_points
from referee.kernel.events import event_words
from referee.kernel.sentence import Sentence
from referee.messages.decisions_text import decision_sentences, orders_text, skipped_names
from referee.protocol.agreements.table_lines import table_lines_of
from referee.protocol.seating import Table
from referee.protocol.step.planned_orders import planned_order_text, read_line
from referee.protocol.step.position import Position
from referee.record.note import Notes, notes_of
from referee.record.notes import TYPES, Move, Step

KNOWN = frozenset(
    (
        *(f"{name}-{said}" for name in TYPES for said in ("already-here", "here-already")),
        *("holiday-here-already", "word-here-already", "join-replaced-before", "already-entered", "standing-entered"),
        *("move-replaced-already", "answer-waits-already", "already-replaced-answer-waits"),
    )
)
"""What is said of a note that was here before."""

KEPT_NOWHERE = frozenset(("join-after-charter",))
"""What is said of a note that changes nothing and is kept nowhere: where it lies for good, once is enough."""


class Notice(msgspec.Struct, frozen=True):
    """One thing that happened while a mail was received: a code with its values, and the letter that was written."""

    code: str
    values: dict[str, Any] = {}
    letter: str | None = None

    @property
    def said(self) -> Sentence:
        """What is said of it."""
        return Sentence(self.code, **self.values)

    @property
    def known(self) -> bool:
        """Whether nothing has changed: the note was here before."""
        return self.code in KNOWN

    def sentence(self) -> str:
        """The notice in English."""
        return str(self.said)


class ToldPoints(msgspec.Struct, frozen=True):
    """Points of a colour that a sentence of a step reports."""

    line: int
    """Which of the sentences it is, from 0."""
    colour: str
    """The code of the colour."""
    count: int
    """How many points there are."""


class StepNews(msgspec.Struct, frozen=True):
    """What happened in one step."""

    step: int
    """The number of the step."""
    orders: tuple[tuple[str, str], ...]
    """The orders that were carried out, (seat, order)."""
    events: tuple[str, ...]
    """What happened, as in the step note."""
    told: tuple[str, ...]
    """What happened, sentence by sentence."""
    opened: tuple[tuple[str, int, str], ...]
    """Sealed lines that were opened, (seat, step in which they were sealed, text)."""
    said: tuple[tuple[str, str], ...]
    """What players wrote, (seat, text); nobody vouches for it."""
    standing: tuple[tuple[str, str], ...] = ()
    """Those of the orders that come from standing orders, (seat, order)."""
    table: tuple[str, ...] = ()
    """What the table has decided, as in the step note."""
    decided: tuple[str, ...] = ()
    """What the table has decided, sentence by sentence."""
    undone: int | None = None
    """The step that took this one back; null if it was not taken back."""
    points: tuple[ToldPoints, ...] = ()
    """The points that the sentences report, in a game with points of several colours."""


def news_of_step(
    position: Position, signed_notes: Notes, lang: str, undone: Mapping[int, int] | None = None
) -> StepNews:
    """The step that led to `position`; `signed_notes` are the notes of its file, and `undone` are the steps that the
    table has gone back over, each with the one by which.
    """
    table = position.table
    told = tuple(events_one_by_one(table.game, position.events, table.called, lang))
    points = ((line, scored_points(table.game, event)) for line, (event, _) in enumerate(told))
    return StepNews(
        step=position.step,
        orders=tuple((table.names[seat], order) for seat, order in position.orders),
        events=tuple(event_words(event, table.names) for event in position.events),
        told=tuple(sentence for _, sentence in told),
        opened=revealed_lines(signed_notes),
        said=player_remarks(signed_notes),
        standing=answers_without_note(signed_notes, skipped_names(position, signed_notes)),
        table=table_lines_of(signed_notes),
        decided=decision_sentences(position, signed_notes, lang),
        undone=(undone or {}).get(position.step),
        points=tuple(ToldPoints(line, *found) for line, found in points if found is not None),
    )


def answers_without_note(signed_notes: Notes, let_pass: Container[str] = ()) -> tuple[tuple[str, str], ...]:
    """The orders of a step that are in no note, clear or opened, except for those of seats that are skipped:
    they come from standing orders. (seat, order).
    """
    clear = sum(len(move.do) for move in notes_of(Move, signed_notes))
    found = []
    for step in notes_of(Step, signed_notes):
        planned = [(line.seat, read_line(line.text).order) for line in step.order]
        for did in step.did[clear:]:
            if (did.seat, did.order) in planned:
                planned.remove((did.seat, did.order))
            elif did.seat not in let_pass:
                found.append((did.seat, did.order))
    return tuple(found)


def player_remarks(signed_notes: Notes) -> tuple[tuple[str, str], ...]:
    """What players wrote beside their moves: (seat, line). Nothing of it is made harmless here."""
    return tuple((move.seat, text) for move in notes_of(Move, signed_notes) for text in move.say)


def revealed_lines(signed_notes: Notes) -> tuple[tuple[str, int, str], ...]:
    """The sealed lines that a step has opened: (seat, step in which they were sealed, text)."""
    return tuple((line.seat, line.step, line.text) for step in notes_of(Step, signed_notes) for line in step.order)


def step_lines(lang: str, table: Table, step: StepNews) -> Iterator[str]:
    """One step: its number and orders, then a line for each thing that happened, was opened or was said."""
    by_seat = groupby(step.orders, key=lambda order: order[0])
    game, names = table.game, table.called_by_seat
    told = ((names[seat], orders_text(game, (text for _, text in given), lang)) for seat, given in by_seat)
    orders = " / ".join(f"{name}: {said}" for name, said in told)
    yield f"{step.step}. {orders or Sentence('the-table' if step.table else 'the-deal').told(lang)}"
    if step.undone is not None:
        yield "    " + Sentence("undone-by", step=step.undone).told(lang)
    for sentence in step.decided:
        yield f"    {sentence}"
    for seat, number, text in step.opened:
        opened = Sentence("opened-now", seat=names[seat], step=number, text=planned_order_text(game, text))
        yield f"    {opened.told(lang)}"
    for seat, order in step.standing:
        yield "    " + Sentence("standing-answered", seat=names[seat], order=game.notation.said(order)).told(lang)
    for sentence in (*step.told, *remark_lines(table, step)):
        yield f"    {sentence}"


def remark_lines(table: Table, step: StepNews) -> list[str]:
    """What players wrote. A name stands before every line, and quotes around it: none looks like one of ours."""
    return [f'{table.called[table.seat(seat)]}: "{safe_text(text)}"' for seat, text in step.said]

"""Let-passes in sentences: who was skipped, on whose word, and how long was waited by the host's clock.

The days are those between the `time` lines of two steps: the one that skips a seat, and the one before, with which the
question came. Where a line is missing, or names a moment that no calendar has, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel.sentence import Sentence
from referee.protocol.agreements.table_lines import DAY, days_between, minute_of
from referee.protocol.step.position import Pass, Position


def days_apart(one: str, other: str) -> bool:
    """Whether more than a day lies between two moments; False where one of them is missing or invalid."""
    first, second = minute_of(one), minute_of(other)
    return bool(first and second) and abs(first - second) > DAY


def skip_sentence(position: Position, one: Pass) -> Iterator[Sentence]:
    """The sentences about one skip, wherever the step that has it is described."""
    table = position.table
    name = table.called[one.seat]
    if not one.words:
        yield waiting_sentence(position, one)
        return
    code = "table-absent-agreed" if table.deck.moves_to == "all" else "table-absent-open"
    yield Sentence(code, name=name, names=table.people(one.words), count=len(one.words))
    if one.without:
        yield Sentence("table-absent-without", name=name, names=table.people(one.without))
    if not one.counts:
        yield Sentence("table-absent-half")


def waiting_sentence(position: Position, one: Pass, *, own: bool = False) -> Sentence:
    """How long the host waited before a skip that no words of others support, by the host's clock; `own` if the reader
    was skipped.
    """
    days, terms = days_between(one.asked, one.closed), position.table.terms
    unsaid, undated, dated = _TO_YOU if own else _TO_ALL
    values: dict[str, object] = {"name": position.table.called[one.seat], "step": one.step}
    if days is None:
        return Sentence(unsaid, **values)
    if terms.deadline is None:
        return Sentence(undated, count=days, **values)
    return Sentence(dated, count=days, most=terms.deadline + terms.grace, **values)


_TO_ALL = ("table-absent-unsaid", "table-absent-undated", "table-absent-days")
_TO_YOU = ("you-passed-unsaid", "you-passed-undated", "you-passed-days")

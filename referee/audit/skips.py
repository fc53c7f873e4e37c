"""What an audit reports about silence: who was skipped, on whose word and after how long; who had not agreed to an end
by the table; which host was replaced without a word of his. None of it is a fault: it repeats what the notes say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from referee.audit.stray_files import Remark, stray_remark
from referee.kernel.requests import Seat
from referee.protocol.agreements.consent import is_refusal
from referee.protocol.agreements.table_lines import Time, days_between, minute_of, read_table_lines, table_lines_of
from referee.protocol.history.read_record import History
from referee.protocol.seating import REFEREE
from referee.protocol.step.position import Pass, Position
from referee.record.file_names import step_name
from referee.record.note import notes_of
from referee.record.notes import Consent, Move, Rekey


class LetPass(msgspec.Struct, frozen=True):
    """A step that skipped a seat."""

    step: int
    """The number of the step."""
    seat: str
    """The seat that was skipped."""
    words: tuple[str, ...] = ()
    """The seats that said nothing had come; empty unless the charter asks for words."""
    without: tuple[str, ...] = ()
    """The seats whose word was left out; empty unless the charter asks for words."""
    counts: bool = True
    """Whether more than half of the people supported it."""
    days: int | None = None
    """The days from the question to the step, by the host's clock; null if not stated."""


def let_passes(position: Position) -> tuple[LetPass, ...]:
    """Every step up to `position` that skipped a seat, oldest first; steps that are taken back are among them."""
    names = position.table.names
    return tuple(
        LetPass(one.step, names[one.seat], one.words, one.without, one.counts, days_between(one.asked, one.closed))
        for one in position.past.passes
    )


def silence_remarks(history: History) -> tuple[Remark, ...]:
    """A remark for each row of let-passes of a seat between two moves of its own, one on an end by the table to which
    somebody who played on had not agreed, and one for each host who was replaced without a word of his.
    """
    position = history.position
    if position is None:
        return ()
    found = [_row_remark(position, row) for row in _rows(history, position)]
    found += [*_host_replacement_remarks(history), *_times_of_no_day(history)]
    silent = silent_at_end(history)
    if silent:
        found.append(stray_remark(step_name(position.step), "ended-without", names=position.table.people(silent)))
    return tuple(found)


def silent_at_end(history: History) -> tuple[str, ...]:
    """The seats that played on and had not agreed when the table ended the game; none where the rules have ended it."""
    position = history.position
    if position is None or not position.ended:
        return ()
    agreed = {one.seat for one in notes_of(Consent, history.signed_notes[step_name(position.step)])}
    names = position.table.names
    return tuple(name for seat, name in enumerate(names) if seat not in position.left and name not in agreed)


def _rows(history: History, position: Position) -> Iterator[list[Pass]]:
    """The skipped turns of each seat that no move of its own parts, by their first step."""
    open_rows: dict[Seat, list[Pass]] = {}
    rows: list[list[Pass]] = []
    by_step: dict[int, list[Pass]] = {}
    for one in position.past.passes:
        by_step.setdefault(one.step, []).append(one)
    for step, (_, signed_notes) in enumerate(history.steps()):
        for move in notes_of(Move, signed_notes):
            open_rows.pop(position.table.seat(move.seat), None)
        for one in by_step.get(step, ()):
            if one.seat not in open_rows:
                open_rows[one.seat] = []
                rows.append(open_rows[one.seat])
            open_rows[one.seat].append(one)
    yield from rows


def _row_remark(position: Position, row: list[Pass]) -> Remark:
    table, terms, count = position.table, position.table.terms, len(row)
    at, steps = step_name(row[0].step), _joined_steps(one.step for one in row)
    name = table.person(table.names[row[0].seat])
    words = {seat for one in row for seat in one.words}
    if words:
        names = table.people([seat for seat in table.names if seat in words])
        without = {seat for one in row for seat in one.without}
        idle = [one.step for one in row if not one.counts]
        code = "passed-row-words-idle" if idle else "passed-row-words-without" if without else "passed-row-words"
        left_out = table.people([seat for seat in table.names if seat in without]) or "-"
        values = {"left_out": left_out, "idle": _joined_steps(idle)}
        return stray_remark(at, code, name=name, steps=steps, count=count, names=names, **values)
    days = [days_between(one.asked, one.closed) for one in row]
    told = ", ".join("?" if one is None else str(one) for one in days)
    if all(one is None for one in days):
        return stray_remark(at, "passed-row-unsaid", name=name, steps=steps, count=count)
    if terms.deadline is None:
        return stray_remark(at, "passed-row-undated", name=name, steps=steps, count=count, days=told)
    most = terms.deadline + terms.grace
    return stray_remark(at, "passed-row-days", name=name, steps=steps, count=count, days=told, most=most)


def _joined_steps(steps: Iterable[int]) -> str:
    return ", ".join(map(str, steps))


def _host_replacement_remarks(history: History) -> Iterator[Remark]:
    """A remark for each key of another person as host that was recorded without the consent of the host before."""
    for name, signed_notes in history.steps():
        rekeys = [note for note in notes_of(Rekey, signed_notes) if note.seat == REFEREE and note.name is not None]
        agreed = [one for one in notes_of(Consent, signed_notes) if one.seat == REFEREE and not is_refusal(one)]
        if rekeys and not agreed:
            yield stray_remark(name, "host-replaced", name=rekeys[0].name)


def _times_of_no_day(history: History) -> Iterator[Remark]:
    """For each moment of a host that no calendar has: nothing is told from it."""
    for name, signed_notes in history.steps():
        for line in read_table_lines(table_lines_of(signed_notes)):
            if isinstance(line, Time) and not minute_of(line.moment):
                yield stray_remark(name, "time-of-no-day", moment=line.moment)

"""The host lets a seat pass for which all have waited in vain.

Who counts as absent is for the host to say, and everybody sees that he said it. What a seat holds plays no part: the
host's program looks at the question, at what has come for it, and at the charter.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.record.names import step_name
from referee.record.note import Notes
from referee.table.desk.answers import standing_to_enter
from referee.table.desk.close import Closed, close_together
from referee.table.desk.desk import Desk
from referee.table.desk.pending import held
from referee.table.desk.proposals import beside_moves, consents_to
from referee.table.desk.publish import lines_signed, publish, unlocks_waiting
from referee.table.step.enter import check_move
from referee.table.step.table_lines import Absent, TableLine, Time, read_table_lines, write_table_line
from referee.table.telling.news import Notice


class Passing(msgspec.Struct, frozen=True):
    """A step that lets somebody pass, before it is published: its table lines and where it leads."""

    lines: tuple[str, ...]
    closed: Closed


def let_pass(desk: Desk, names: Sequence[str], moment: str | None, own: Notes = ()) -> Passing:
    """The step in which the seats called `names` pass, closed at `moment` (`2026-11-21T18:00Z`) by the host's clock.

    Where words of the others are asked, `own` are those of the seat of a host who plays, beside those that are here. A
    step that was signed before and not written is made again with the moment it was signed with.

    Raises:
        OutOfOrder: one of them is not asked, or has answered; others who are asked at once have not; the charter has
            the game wait.
    """
    desk.check_memory()
    position = desk.position
    seats = sorted({position.table.seat(name) for name in names})
    answers = [signed for signed in held(desk, "answer") if check_move(position, signed)]
    absent: list[TableLine] = list(_lines(desk, [position.table.names[seat] for seat in seats], own))
    lines = tuple(map(write_table_line, (*([Time(moment)] if moment else []), *absent, *beside_moves(desk))))
    lines = lines_signed(desk) or lines
    standing = standing_to_enter(desk, [check_move(position, signed) for signed in answers])
    consents = consents_to(desk, read_table_lines(lines), own)
    key, unlocks = desk.host_key(), unlocks_waiting(desk)
    closed = close_together(
        position, answers, desk.eyes, key, standing, lines=lines, consents=consents, unlocks=unlocks
    )
    return Passing(lines, closed)


def _lines(desk: Desk, names: Sequence[str], own: Notes) -> tuple[Absent, ...]:
    if desk.table.terms.absence != "agreed":
        return tuple(map(Absent, names))
    from referee.table.desk.lacking import passing_lines  # few tables ask for words

    return passing_lines(desk, names, own)


def publish_passing(desk: Desk, passing: Passing, *, lang: str) -> Notice:
    """Let the step appear."""
    closed = passing.closed
    return publish(desk, closed, step_name(closed.position.step), Notice("entered"), lang)

"""The host lets a seat pass for which all have waited in vain.

Who counts as absent is for the host to say, and everybody sees that he said it. What a seat holds plays no part: the
host's program looks at the question, at what has come for it, and at the charter.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations

import msgspec

from referee.kernel.errors import RefereeError
from referee.record.names import step_name
from referee.record.notes import Consent
from referee.table.desk.answers import standing_to_enter
from referee.table.desk.close import Closed, close_together
from referee.table.desk.desk import Desk
from referee.table.desk.pending import held
from referee.table.desk.proposals import beside_moves, consents_to
from referee.table.desk.publish import lines_signed, publish, unlocks_waiting
from referee.table.step.enter import check_move
from referee.table.step.position import Position
from referee.table.step.table_lines import Absent, TableLine, Time, read_table_lines, write_table_line
from referee.table.telling.news import Notice


class Passing(msgspec.Struct, frozen=True):
    """A step that lets somebody pass, before it is published: its table lines and where it leads."""

    lines: tuple[str, ...]
    closed: Closed


def let_pass(desk: Desk, names: Sequence[str], moment: str | None) -> Passing:
    """The step in which the seats called `names` pass, closed at `moment` (`2026-11-21T18:00Z`) by the host's clock.

    A step that was signed before and not written is made again with the moment it was signed with.

    Raises:
        OutOfOrder: one of them is not asked, or has answered; others who are asked at once have not; the charter has
            the game wait.
    """
    desk.check_memory()
    position = desk.position
    seats = sorted({position.table.seat(name) for name in names})
    answers = [signed for signed in held(desk, "answer") if check_move(position, signed)]
    absent: list[TableLine] = list(absent_lines(desk, [position.table.names[seat] for seat in seats]))
    lines = tuple(map(write_table_line, (*([Time(moment)] if moment else []), *absent, *beside_moves(desk))))
    lines = lines_signed(desk) or lines
    standing = standing_to_enter(desk, [check_move(position, signed) for signed in answers])
    consents = consents_to(desk, read_table_lines(lines))
    key, unlocks = desk.host_key(), unlocks_waiting(desk)
    closed = close_together(
        position, answers, desk.eyes, key, standing, lines=lines, consents=consents, unlocks=unlocks
    )
    return Passing(lines, closed)


def absent_lines(desk: Desk, names: Sequence[str]) -> tuple[Absent, ...]:
    """The lines that let these seats pass. Where words of the others are asked, of the lines whose words are here those
    that leave out fewest; the plain ones where none would stand.
    """
    plain = tuple(map(Absent, names))
    if desk.table.terms.absence != "agreed":
        return plain
    position = desk.position
    if desk.table.masked:
        from referee.table.desk.lit import with_waiting  # few games are masked

        position = with_waiting(position, desk.folder)
    from referee.table.step.silence import words_in  # few tables ask for words

    words = words_in(signed.read(Consent) for signed in held(desk, "consent"))
    return tuple(_line_said(position, line, plain, words) or line for line in plain)


def _line_said(position: Position, line: Absent, lines: Sequence[Absent], words: set[tuple[str, str]]) -> Absent | None:
    """The line that leaves out fewest, of those whose words are here; None if there is none."""
    from referee.table.step.silence import check_line, may_be_left_out  # few tables ask for words

    table, beside = position.table, {position.table.seat(one.seat) for one in lines if one != line}
    free = may_be_left_out(position, table.seat(line.seat), beside)
    for count in range(len(free) + 1):
        for seats in combinations(free, count):
            found = Absent(line.seat, tuple(table.names[seat] for seat in seats))
            with suppress(RefereeError):
                check_line(position, found, words, beside)
                return found
    return None


def publish_passing(desk: Desk, passing: Passing, *, lang: str) -> Notice:
    """Let the step appear."""
    closed = passing.closed
    return publish(desk, closed, step_name(closed.position.step), Notice("entered"), lang)

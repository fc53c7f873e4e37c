"""The host skips a seat that does not respond.

Who counts as absent is for the host to say, and everybody sees that he said it. What a seat holds plays no part: the
host's program looks at the question, at what has arrived for it, and at the charter.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.messages.step_news import Notice
from referee.protocol.agreements.table_lines import Absent, TableLine, Time, read_table_lines, write_table_line
from referee.protocol.step.record_step import check_move
from referee.record.file_names import step_name
from referee.record.note import Notes
from referee.session.agreements.proposals import consents_for_lines, decisions_besides_moves
from referee.session.close_step import ClosedStep, close_together
from referee.session.pending import pending_notes_that_hold
from referee.session.publish import pending_unlocks, publish, signed_lines
from referee.session.session import Session
from referee.session.silence import missing_words
from referee.session.todo.waiting_for import standing_notes_to_record


class SkippedTurn(msgspec.Struct, frozen=True):
    """A step that skips somebody, before it is published: its table lines and where it leads."""

    lines: tuple[str, ...]
    closed: ClosedStep


def skip_seats(session: Session, names: Sequence[str], moment: str | None, own: Notes = ()) -> SkippedTurn:
    """The step in which the seats called `names` pass, closed at `moment` (`2026-11-21T18:00Z`) by the host's clock.

    Where words of the others are asked, `own` are those of the seat of a host who plays, beside those that are here. A
    step that was signed before and not written is made again with the moment it was signed with.

    Raises:
        OutOfOrder: one of them is not asked, or has answered; others who are asked at once have not; the charter has
            the game wait.
    """
    session.check_memory()
    position = session.position
    seats = sorted({position.table.seat(name) for name in names})
    answers = [signed for signed in pending_notes_that_hold(session, "answer") if check_move(position, signed)]
    absent: list[TableLine] = list(_lines(session, [position.table.names[seat] for seat in seats], own))
    lines = tuple(
        map(write_table_line, (*([Time(moment)] if moment else []), *absent, *decisions_besides_moves(session)))
    )
    lines = signed_lines(session) or lines
    standing = standing_notes_to_record(session, [check_move(position, signed) for signed in answers])
    consents = consents_for_lines(session, read_table_lines(lines), own)
    key, unlocks = session.host_key(), pending_unlocks(session)
    closed = close_together(
        position, answers, session.eyes, key, standing, lines=lines, consents=consents, unlocks=unlocks
    )
    return SkippedTurn(lines, closed)


def _lines(session: Session, names: Sequence[str], own: Notes) -> tuple[Absent, ...]:
    if not session.table.terms.asks_words:
        return tuple(map(Absent, names))
    return missing_words.passing_lines(session, names, own)


def publish_skip(session: Session, passing: SkippedTurn, *, lang: str) -> Notice:
    """Let the step appear."""
    closed = passing.closed
    return publish(session, closed, step_name(closed.position.step), Notice("entered"), lang)

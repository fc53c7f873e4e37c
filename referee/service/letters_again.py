"""The letter of a step, written again."""

from __future__ import annotations

import msgspec

from referee.kernel.errors import OutOfOrder
from referee.messages.letters import letter_name, step_letter
from referee.record.file_names import step_name
from referee.service.table import OpenTable


class Letter(msgspec.Struct, frozen=True):
    """A letter that was written again."""

    step: int
    """The step that the letter brings."""
    file: str
    """The path of the letter."""
    text: str = ""
    """The letter itself: the words, the board, and the notes."""


def write_letter(table: OpenTable, step: int | None = None) -> Letter:
    """The letter of a step, by default the latest, written again. Raises OutOfOrder: there is no such step."""
    session = table.session
    number = session.position.step if step is None else step
    if number not in session.seen:
        raise OutOfOrder("no-step-newest", step=number, newest=session.position.step)
    text = step_letter(session.seen[number], session.history.signed_notes[step_name(number)], table.reader.lang)
    path = session.folder.write_letter(letter_name(number), text)
    return Letter(number, str(path), text.decode("utf-8", "replace"))

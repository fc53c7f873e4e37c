"""What was damaged in a mail, by what can still be read of it: whose note, of which step. Nothing is verified."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from referee.record.signed import BEGIN

_TYPE = r"referee/1 (step|deal|move)\Z"
_STEP = r"step ([0-9]{1,6})\Z"
_SEAT = r"seat ([a-z][a-z0-9-]{0,11})\Z"
_LEAST = 9  # of a BEGIN line that is cut off: `-----BEGI`; fewer hyphens part any two paragraphs


def cut_off(lines: Sequence[str], begun_at: int) -> Unreadable:
    """The remark on a note in whose middle its mail ends; `lines` are those behind its BEGIN line, in `begun_at`."""
    note_type, step, seat = _first(_TYPE, lines), _first(_STEP, lines), _first(_SEAT, lines)
    at = Sentence("line", number=begun_at)
    if note_type in ("step", "deal") and step:
        return Unreadable("cut-off-step", at=at, hint=Sentence("ask-anybody-for-step", step=step), step=step)
    if note_type == "move" and step and seat:
        return Unreadable("cut-off-move", at=at, hint=Sentence("ask-seat-again", seat=seat), seat=seat, step=step)
    return Unreadable("cut-off-note", at=at, hint=Sentence("ask-attachment"))


def is_cut_begin(line: str) -> bool:
    """Whether the last line of a text is the beginning of a BEGIN line."""
    return len(line) >= _LEAST and BEGIN.startswith(line) and line != BEGIN


def whose(lines: Sequence[str], at: Sentence) -> Sentence:
    """The place of a damaged note, with the seat and step that it still names."""
    step, seat = _first(_STEP, lines), _first(_SEAT, lines)
    return Sentence("note-of-seat", seat=seat, step=step, at=at) if step and seat else at


def _first(pattern: str, lines: Sequence[str]) -> str:
    """What a line that fits the pattern says; nothing if none does."""
    return next((found[1] for line in lines if (found := re.match(pattern, line))), "")

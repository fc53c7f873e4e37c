"""The text before or after each line of a text that was quoted, numbered or put into a table. There are too many forms
of it to know; but what is around the BEGIN line of a note is around its other lines as well.
"""

from __future__ import annotations

import re

from referee.record.note import BEGIN, END

_QUOTES = " \t>|"
_LONGEST = 40
_MOST = 64
"""So many frames of different notes are taken off in one text."""
_TAIL = 2 * _LONGEST
_FIGURES = r"[0-9]+"


def without_frames(text: str) -> str:
    """A text in which the lines of each note have lost what is around its BEGIN line; the same one if none does."""
    if BEGIN not in text:
        return text
    lines, frame, left = re.split("\r\n|\r|\n", text), None, _MOST
    for at, line in enumerate(lines):
        if BEGIN in line:
            front, _, back = line.partition(BEGIN)
            frame = _Frame(front.strip(_QUOTES), back.strip(), at) if left else None
            left -= frame is not None and frame.is_there
            lines[at] = BEGIN if frame is not None and frame.is_there else line
        elif frame is not None and frame.is_there:
            lines[at] = frame.taken_off(line, at)
            frame = None if END in line else frame
    return "\n".join(lines)


class _Frame:
    """The text before and after a BEGIN line, in line `at` of its text; figures stand for any figures."""

    def __init__(self, front: str, back: str, at: int) -> None:
        self.is_there = bool(front or back) and max(len(front), len(back)) <= _LONGEST
        self.front, self.back, self.at = front, back, at
        number = re.search(_FIGURES, front)
        self.first = int(number[0]) if number is not None and len(number[0]) < _LONGEST // 4 else None
        self.before = re.compile(rf"[\s>|]*{_any_figures(front)}\s?") if front else None
        self.behind = re.compile(rf"{_any_figures(back)}\s*\Z") if back else None

    def taken_off(self, line: str, at: int) -> str:
        """A line without its frame; one that has none stays as it is."""
        rest = line.rstrip()
        if self.before is not None:
            counted = self._line_number(at)
            begun = rest.lstrip(_QUOTES)
            if counted and begun.startswith(counted):
                rest = begun[len(counted) :]
            elif (found := self.before.match(rest)) is not None:
                rest = rest[found.end() :]
        if self.behind is not None:  # looked for at the end alone, however long a line is
            rest = rest[:-_TAIL] + self.behind.sub("", rest[-_TAIL:])
        return rest

    def _line_number(self, at: int) -> str:
        """The text before a line if lines are numbered; else nothing."""
        if self.first is None:
            return ""
        return re.sub(_FIGURES, str(self.first + at - self.at), self.front, count=1)


def _any_figures(text: str) -> str:
    return re.sub(_FIGURES, lambda _: _FIGURES, re.escape(text))

"""What mail does to the lines of a note: it ends too early, or its lines were joined or cut again.

Where lines were joined or cut, every one still begins with the name of a field, fields have a fixed order, and the
signature says which guess is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from referee.record.note import BEGIN
from referee.record.notes import TYPES
from referee.record.notes.kinds import STEPS

_TYPE = r"referee/1 (step|deal|move)\Z"
_STEP = r"step ([0-9]{1,6})\Z"
_SEAT = r"seat ([a-z][a-z0-9-]{0,11})\Z"
_LEAST = 9  # of a BEGIN line that is cut off: `-----BEGI`; fewer hyphens part any two paragraphs


def truncated_note_remark(lines: Sequence[str], begun_at: int) -> Unreadable:
    """The remark on a note in whose middle its mail ends; `lines` are those after its BEGIN line, in `begun_at`."""
    note_type, step, seat = _value_in(_TYPE, lines), _value_in(_STEP, lines), _value_in(_SEAT, lines)
    at = Sentence("line", number=begun_at)
    if note_type in STEPS and step:
        return Unreadable("cut-off-step", at=at, hint=Sentence("ask-anybody-for-step"), step=step)
    if note_type == "move" and step and seat:
        return Unreadable("cut-off-move", at=at, hint=Sentence("ask-seat-again", seat=seat), seat=seat, step=step)
    return Unreadable("cut-off-note", at=at, hint=Sentence("ask-attachment"))


def is_truncated_begin(line: str) -> bool:
    """Whether the last line of a text is the beginning of a BEGIN line."""
    return len(line) >= _LEAST and BEGIN.startswith(line) and line != BEGIN


def damaged_note_place(lines: Sequence[str], at: Sentence) -> Sentence:
    """The place of a damaged note, with the seat and step that it still names."""
    step, seat = _value_in(_STEP, lines), _value_in(_SEAT, lines)
    return Sentence("note-of-seat", seat=seat, step=step, at=at) if step and seat else at


def _value_in(pattern: str, lines: Sequence[str]) -> str:
    """What a line that fits the pattern says; nothing if none does."""
    return next((found[1] for line in lines if (found := re.match(pattern, line))), "")


GUESSES = 12
"""How many texts are tried for one note, at most."""

_HEAD = r"(referee/1) ?([a-z]{1,16})"
_KEYS = frozenset(key for make in TYPES.values() for key in make.__struct_fields__)
_AROUND = " \t\r>|"
_BETWEEN = r"[\s>|]*"
_MARK = rf"-----{_BETWEEN}(BEGIN|END){_BETWEEN}(REFEREE{_BETWEEN}NOTE|SSH{_BETWEEN}SIGNATURE){_BETWEEN}-----"


def separate_armour_lines(text: str) -> str:
    """A text with every BEGIN and END line of a note on a line of its own: nothing else holds five hyphens."""

    def apart(mark: re.Match[str]) -> str:
        if "\n" not in mark[0] and _is_alone(text, mark.start(), mark.end()):
            return mark[0]
        return f"\n-----{mark[1]} {' '.join(re.findall('[A-Z]+', mark[2]))}-----\n"

    return re.sub(_MARK, apart, text)


def _is_alone(text: str, start: int, end: int) -> bool:
    """Whether nothing but blanks and quoting is next to a mark in its line: no more of the line is looked at."""
    while start and text[start - 1] in _AROUND:
        start -= 1
    while end < len(text) and text[end] in _AROUND:
        end += 1
    return text[start - 1 : start] in ("", "\n") and text[end : end + 1] in ("", "\n")


def is_not_note_body(lines: Sequence[str]) -> bool:
    """Whether the lines of a body cannot be those that were signed, because not each one begins as a line does."""
    order = _field_places(lines)
    return order is not None and (_head_is_joined(lines) or any(_first_word(line) not in order for line in lines[1:]))


def is_rewrapped(lines: Sequence[str]) -> bool:
    """Whether this was done by a program that wraps lines, and not by a change in one of them."""
    no_fields = sum(_first_word(line) not in _KEYS for line in lines[1:])
    return _field_places(lines) is not None and (_head_is_joined(lines) or no_fields > 1)


def _head_is_joined(lines: Sequence[str]) -> bool:
    return re.fullmatch(_HEAD, lines[0]) is None


def _first_word(line: str) -> str:
    return line.partition(" ")[0]


def possible_bodies(lines: Sequence[str]) -> Iterator[bytes]:
    """Texts that may have been signed, the likeliest first: cut again at blanks, joined, or cut at one column."""
    order = _field_places(lines)
    if order is None:
        return
    seen = set()
    for words in (_joined_words(lines, glue=False), _joined_words(lines, glue=True)):
        for text in islice(_texts(words, order), GUESSES // 2):
            body = text.encode("utf-8", "replace")
            if body not in seen:
                seen.add(body)
                yield body


def _field_places(lines: Sequence[str]) -> dict[str, int] | None:
    """The places of the fields of this type of note, or None if it is not to be seen what type it is."""
    head = re.fullmatch(_HEAD, " ".join(" ".join(lines[:3]).split(" ")[:2]))
    if head is None or head[2] not in TYPES:
        return None
    return {key: place for place, key in enumerate(TYPES[head[2]].__struct_fields__)}


def _joined_words(lines: Sequence[str], *, glue: bool) -> list[str]:
    """The words of the lines; with `glue` a line that is as long as the longest was cut within a word."""
    longest = max(map(len, lines))
    text = lines[0]
    for before, line in pairwise(lines):
        text += line if glue and len(before) == longest else f" {line}"
    return text.split(" ")


def _texts(words: Sequence[str], order: dict[str, int]) -> Iterator[str]:
    """A new line at each name of a field that may be there; then the same with one of these left out."""
    starts = _starts(words, order, ())
    yield _body_cut(words, starts)
    for left_out in reversed(starts):
        yield _body_cut(words, _starts(words, order, (left_out,)))


def _starts(words: Sequence[str], order: dict[str, int], left_out: Iterable[int]) -> list[int]:
    """Where lines begin after the first one, which has two words: at names of fields, in their order."""
    starts: list[int] = []
    place = 0
    for at in range(2, len(words) - 1):
        here = order.get(words[at], -1)
        if here >= place and at not in left_out and (not starts or at - starts[-1] > 1):
            starts.append(at)
            place = here
    return starts


def _body_cut(words: Sequence[str], starts: Sequence[int]) -> str:
    ends = [*starts, len(words)]
    return "".join(f"{' '.join(words[start:end])}\n" for start, end in pairwise([0, *ends]))


def blocks_with_pluses(block: Sequence[str]) -> Iterator[list[str]]:
    """A signature block in whose base64 each `+` may have become a blank, as in what was sent by a form: the blanks
    inside of its lines, and at the ends of those that are too short.
    """
    first, *inside, last = block if len(block) > 2 else ("", "")
    width = max(map(len, inside), default=0)
    whole = [line.replace(" ", "+") for line in inside]
    for filled in (str.ljust, str.rjust):
        yield [first, *(filled(line, width, "+") for line in whole[:-1]), *whole[-1:], last]

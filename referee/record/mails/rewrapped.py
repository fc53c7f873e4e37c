"""Notes whose lines a mail program has joined or cut again: put back where only one text fits the signature.

Where the lines of a note ended cannot be seen any more, but every line begins with the name of a field, fields stand in
one order, and the signature says which guess is right. So nothing is ever taken that was not signed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from referee.record.notes import TYPES

GUESSES = 12
"""How many texts are tried for one note, at most."""

_HEAD = r"(referee/1) ?([a-z]{1,16})"
_KEYS = frozenset(key for make in TYPES.values() for key in make.__struct_fields__)
_BETWEEN = r"[\s>|]*"
_MARK = rf"-----{_BETWEEN}(BEGIN|END){_BETWEEN}(REFEREE{_BETWEEN}NOTE|SSH{_BETWEEN}SIGNATURE){_BETWEEN}-----"


def marks_apart(text: str) -> str:
    """A text with every BEGIN and END line of a note on a line of its own: nothing else holds five hyphens."""

    def apart(mark: re.Match[str]) -> str:
        start, end = text.rfind("\n", 0, mark.start()) + 1, text.find("\n", mark.end())
        beside = text[start : mark.start()] + text[mark.end() : end if end >= 0 else None]
        if not beside.strip(" \t\r>|") and "\n" not in mark[0]:
            return mark[0]
        return f"\n-----{mark[1]} {' '.join(re.findall('[A-Z]+', mark[2]))}-----\n"

    return re.sub(_MARK, apart, text)


def is_other(lines: Sequence[str]) -> bool:
    """Whether the lines of a body cannot be those that were signed, because not each one begins as a line does."""
    order = _order(lines)
    return order is not None and (_joined(lines) or any(_first(line) not in order for line in lines[1:]))


def is_rewrapped(lines: Sequence[str]) -> bool:
    """Whether this was done by a program that wraps lines, and not by a change in one of them."""
    return _order(lines) is not None and (_joined(lines) or sum(_first(line) not in _KEYS for line in lines[1:]) > 1)


def _joined(lines: Sequence[str]) -> bool:
    return re.fullmatch(_HEAD, lines[0]) is None


def _first(line: str) -> str:
    return line.partition(" ")[0]


def bodies(lines: Sequence[str]) -> Iterator[bytes]:
    """Texts that may have been signed, the likeliest first: cut again at blanks, joined, or cut at one column."""
    order = _order(lines)
    if order is None:
        return
    seen = set()
    for words in (_words(lines, glue=False), _words(lines, glue=True)):
        for text in islice(_texts(words, order), GUESSES // 2):
            body = text.encode("utf-8", "replace")
            if body not in seen:
                seen.add(body)
                yield body


def _order(lines: Sequence[str]) -> dict[str, int] | None:
    """The places of the fields of this type of note, or None if it is not to be seen what type it is."""
    head = re.fullmatch(_HEAD, " ".join(" ".join(lines[:3]).split(" ")[:2]))
    if head is None or head[2] not in TYPES:
        return None
    return {key: place for place, key in enumerate(TYPES[head[2]].__struct_fields__)}


def _words(lines: Sequence[str], *, glue: bool) -> list[str]:
    """The words of the lines; with `glue` a line that is as long as the longest was cut within a word."""
    longest = max(map(len, lines))
    text = lines[0]
    for before, line in pairwise(lines):
        text += line if glue and len(before) == longest else f" {line}"
    return text.split(" ")


def _texts(words: Sequence[str], order: dict[str, int]) -> Iterator[str]:
    """A new line at each name of a field that may stand there; then the same with one of these left out."""
    starts = _starts(words, order, ())
    yield _text(words, starts)
    for left_out in reversed(starts):
        yield _text(words, _starts(words, order, (left_out,)))


def _starts(words: Sequence[str], order: dict[str, int], left_out: Iterable[int]) -> list[int]:
    """Where lines begin behind the first one, which has two words: at names of fields, in their order."""
    starts: list[int] = []
    place = 0
    for at in range(2, len(words) - 1):
        here = order.get(words[at], -1)
        if here >= place and at not in left_out and (not starts or at - starts[-1] > 1):
            starts.append(at)
            place = here
    return starts


def _text(words: Sequence[str], starts: Sequence[int]) -> str:
    ends = [*starts, len(words)]
    return "".join(f"{' '.join(words[start:end])}\n" for start, end in pairwise([0, *ends]))

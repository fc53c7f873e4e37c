"""How what a person typed is cut into what is done now and what is sealed under a condition.

Semicolons and line ends cut. Within a line a condition (`if you win`, `se perdi`) holds for the orders after it, up to
the next condition. `then` in front of a line seals it whatever comes; after an order it only cuts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from referee.kernel.grammar import Entry, of_the_house
from referee.kernel.grammar.lexer import healed

WIN, LOSE, ALWAYS = "win ", "lose ", ""
"""The word before a sealed order, which is carried out if the conflict was won, if it was lost, in any case."""

_ENDS = re.compile(r"[;\n\r\v\f\x85\u2028\u2029]")
_THEN = re.compile(r"\A\s*(?:then|poi)\b[\s:,]*")
_RESULT = re.compile(
    r"(?<![\w-])(?:(?:if|when|se|quando)\s+)?(?:(?:i|you|io|tu)\s+)?(?:(win|vinco|vinci)|lose|perdo|perdi)\b"
    r"[\s:,]*(?:(?:then|poi|allora)\b[\s:,]*)?"
)

_LOOSE = re.compile(r"(?:[\s,&]|\b(?:and|ed)\b|,\s*e\b)+\Z")
"""What may stand between two parts; a bare `e` may be a column of the first."""


class ConditionalOrders(msgspec.Struct, frozen=True):
    """Orders that stand together. `condition` is `None` for those that are done now, else WIN, LOSE or ALWAYS."""

    condition: str | None
    text: str


def quoted_lines(words: Sequence[str]) -> list[str]:
    """The lines among the words of a command: a word with a blank in it was quoted and is a line of its own, others
    in a row make one.
    """
    lines: list[list[str]] = [[]]
    for word in words:
        if " " in word.strip():
            lines += [[word], []]
        else:
            lines[-1].append(word)
    return [" ".join(line) for line in lines if line]


def split_lines(texts: Sequence[str]) -> tuple[str, ...]:
    """The lines of what was typed, cut at `;` and line ends; empty ones are left out."""
    return tuple(part.strip() for text in texts for part in _ENDS.split(text) if part.strip())


def split_policy(texts: Sequence[str]) -> tuple[str, ...]:
    """The lines of standing orders: these know neither commas nor "and", so both cut them, in any language."""
    lines = (part.strip() for line in split_lines(texts) for part in re.split(r",|\s+(?:and|ed?)\s+", line))
    return tuple(line for line in lines if line)


def orders_matching(orders: Sequence[str], typed: str, page: Sequence[Entry]) -> tuple[str, ...]:
    """Those of `orders` that have every typed word, in any language of the page of order words: `tempio`, `7F`."""
    wanted = [_spellings_of(word, page) for word in healed(typed).split()]
    words = [(order, set(healed(order).split())) for order in orders]
    return tuple(order for order, has in words if all(has & any_of for any_of in wanted))


def _spellings_of(word: str, page: Sequence[Entry]) -> set[str]:
    """How canonical orders spell what a typed word may mean; an exact word wins over a beginning."""
    turned = re.sub(r"\A(\d+)([a-z])\Z", r"\2\1", word)
    known = [(entry.name, healed(spelled)) for entry in page for _, words in entry.words for spelled in words]
    exact = {healed(name) for name, spelled in known if spelled == word}
    return {word, turned} | (exact or {healed(name) for name, spelled in known if spelled.startswith(word)})


def unfinished_order(typed: str) -> str:
    """The order at the end of what is typed so far, its last word unchanged: what a completion goes on with."""
    begun = re.split(r"[\s,;]", typed)[-1]
    before = typed[: len(typed) - len(begun)]
    line = (split_lines([before]) or [""])[-1] if not before.rstrip().endswith(";") else ""
    return f"{parts_of_line(line)[-1].text} {begun}".lstrip()


def parts_of_line(line: str) -> tuple[ConditionalOrders, ...]:
    """The parts of one line, each with its condition. A negated condition, `if I do not win`, does not count as one:
    the grammar refuses it.
    """
    plain = healed(line)
    if then := _THEN.match(plain):
        plain = plain[then.end() :]
        if not _RESULT.match(plain):
            return (ConditionalOrders(ALWAYS, plain.strip()),)
    found = list(_RESULT.finditer(plain))
    if not found or any(of_the_house().ends_denied(plain[: match.start()]) for match in found):
        return (ConditionalOrders(None, line.strip()),)
    before = _LOOSE.sub("", plain[: found[0].start()])
    parts = [ConditionalOrders(None, before)] if before else []
    ends = [*(match.start() for match in found[1:]), len(plain)]
    for match, end in zip(found, ends, strict=True):
        parts.append(ConditionalOrders(WIN if match[1] else LOSE, _LOOSE.sub("", plain[match.end() : end])))
    return tuple(parts)

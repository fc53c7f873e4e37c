"""Something looked up by its name on the pages of a game: a card, a technology, a place, a sign of orders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from referee.kernel.game import AnyGame, Viewer
from referee.kernel.grammar.lexer import healed


def search_pages(game: AnyGame, state: Any, view: Viewer, words: str) -> list[str]:
    """What the pages say of whatever is called so: its line, and those indented below it, once, where most is said; if
    there is no such line, what gives it, and the line in which it does.
    """
    found, given, wanted = list[list[str]](), dict[str, None](), healed(words).split()
    for _, page in game.faces.pages:
        lines = ["".join(text for text, _ in spans) for spans in page(state, view)]
        for at, line in enumerate(lines):
            if _indent(line) < _INNER and _is_called(line, wanted):
                found.append([line, *_below(line, lines[at + 1 :])])
            elif _is_named(thing := line.partition(": ")[2]) and _is_called(thing, wanted):
                given |= dict.fromkeys((*_above(line, lines[:at]), line, *_below(line, lines[at + 1 :])))
    least = min((_indent(one[0]) for one in found), default=0)  # a neighbour is named so below another place
    fullest = dict[str, list[str]]()
    for one in sorted((one for one in found if _indent(one[0]) == least), key=len):
        fullest[" ".join(re.split(" {2,}", one[0].replace(" *", "  ").strip())[:2])] = one
    return [line for one in fullest.values() for line in one] or list(given)


def _above(line: str, lines: list[str]) -> Iterator[str]:
    """The line that this one is indented below, unless it is the head of a page."""
    above = next((other for other in reversed(lines) if _indent(other) < _indent(line)), "")
    return iter([above] if above.strip() else [])


def _is_named(thing: str) -> bool:
    """Whether this begins with a name and its code: `Colossus (css): 5 credits`."""
    return re.match(r"[^(),:]+ \(\w+\)", thing) is not None


_INNER = 4
"""A line indented so far belongs to the one above it."""


def _is_called(line: str, wanted: list[str]) -> bool:
    """Whether a line begins with these words, or with a code and these words, or has them as the code of its name."""
    head = re.split(r"[:,]|\) ", healed(line))[0]
    name, others = re.findall(r"\w+", head)[:4], re.findall(r"/(\w+)", head)
    if re.search("[+:>-]", "".join(wanted)):
        return _shape_of_sign(" ".join(wanted)) == _shape_of_sign(healed(line).partition(" = ")[0])
    begins = any(
        all(word.startswith(part) for word, part in zip(name[at:], wanted, strict=False))
        and len(name) >= at + len(wanted)
        for at in (0, 1)
    )
    begins = begins or (len(wanted) == 1 and any(other.startswith(wanted[0]) for other in others))
    return bool(wanted) and (begins or (len(wanted) == 1 and f"({wanted[0]})" in healed(line).split(":")[0][:40]))


def _shape_of_sign(sign: str) -> str:
    """A sign with nothing in it but what it is made of: `+c` is like `+c gan`, and `app:i` like `gan:i`."""
    return re.sub(r"[^\W_]+", "w", re.sub(r"\A([+-]c)( \w+)?\Z", "\\1", sign.strip()))


def _below(line: str, lines: list[str]) -> Iterator[str]:
    return takewhile(lambda other: _indent(other) > _indent(line), lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())

"""Something looked up by its name on the pages of a game: a card, a technology, a place, a sign of orders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from referee.kernel.game import AnyGame, Viewer
from referee.kernel.grammar.lexer import healed


def search_pages(game: AnyGame, state: Any, view: Viewer, words: str) -> list[str]:
    """What the pages say of whatever is called so: its line, and those indented below it; if there is no such line,
    those in which something else gives it.
    """
    found, given, wanted = list[str](), dict[str, None](), healed(words).split()
    for _, page in game.faces.pages:
        lines = ["".join(text for text, _ in spans) for spans in page(state, view)]
        for at, line in enumerate(lines):
            if _indent(line) < _INNER and _is_called(line, wanted):
                found += [line, *_below(line, lines[at + 1 :])]
            elif _is_named(thing := line.partition(": ")[2]) and _is_called(thing, wanted):
                given[line.strip()] = None
    return found or list(given)


def _is_named(thing: str) -> bool:
    """Whether this begins with a name and its code: `Colossus (css): 5 credits`."""
    return re.match(r"[^(),:]+ \(\w+\)", thing) is not None


_INNER = 4
"""A line indented so far belongs to the one above it."""


def _is_called(line: str, wanted: list[str]) -> bool:
    """Whether a line begins with these words, or with a code and these words, or has them as the code of its name."""
    name = re.findall(r"\w+", re.split(r"[:,]|\) ", healed(line))[0])[:4]
    if re.search("[+:>-]", "".join(wanted)):
        return _shape_of_sign(" ".join(wanted)) == _shape_of_sign(healed(line).partition(" = ")[0])
    begins = any(
        all(word.startswith(part) for word, part in zip(name[at:], wanted, strict=False))
        and len(name) >= at + len(wanted)
        for at in (0, 1)
    )
    return bool(wanted) and (begins or (len(wanted) == 1 and f"({wanted[0]})" in healed(line).split(":")[0][:40]))


def _shape_of_sign(sign: str) -> str:
    """A sign with nothing in it but what it is made of: `+c` is like `+c gan`, and `app:i` like `gan:i`."""
    return re.sub(r"[^\W_]+", "w", re.sub(r"\A([+-]c)( \w+)?\Z", "\\1", sign.strip()))


def _below(line: str, lines: list[str]) -> Iterator[str]:
    return takewhile(lambda other: _indent(other) > _indent(line), lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())

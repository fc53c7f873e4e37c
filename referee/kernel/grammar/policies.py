"""Standing orders as lines of text: each fills the field of a policy that its first word names.

A policy is a struct; a game says for each of its fields how a line is written:

    LINES = Lines(Policy, "convert yes, swap CAB", {"convert": Line(_yes_or_no, _said), ..})
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.kernel.errors import Unreadable

Words = tuple[str, ...]


def one_line(value: Words) -> tuple[Words, ...]:
    """The words as one line; () if there are no words."""
    return (value,) if value else ()


class Line(msgspec.Struct, frozen=True):
    """What fills one field of a policy.

    read   the value for the words after the first one, with what the field held; None if they are written otherwise
    spell  the words of each line that gives a value; () if the field is left to the player
    """

    read: Callable[[Words, Any], Any]
    spell: Callable[[Any], tuple[Words, ...]] = one_line


class PolicyLines:
    """The policies of a game: their struct, lines as an example for refusals, and a `Line` for each field. `heard` is
    what a line is made before it is read: small letters, if nothing else is said.
    """

    def __init__(
        self, make: type, example: str, of: Mapping[str, Line], heard: Callable[[str], str] = str.lower
    ) -> None:
        self._make, self._example, self._of, self._heard = make, example, of, heard

    def parse(self, lines: Words) -> Any:
        """The policy that lines of text spell; a later line for the same replaces an earlier one. Raises Unreadable."""
        policy = self._make()
        for line in lines:
            verb, *words = self._heard(line).split() or [""]
            known = verb in self._of
            value = self._of[verb].read(tuple(words), getattr(policy, verb)) if known else None
            if value is None:
                raise Unreadable("policy-form", example=self._example, found=repr(line))
            policy = replace(policy, **{verb: value})
        return policy

    def format(self, policy: Any) -> Words:
        """The lines that spell a policy; `parse` undoes it."""
        return tuple(
            " ".join((verb, *words)) for verb, line in self._of.items() for words in line.spell(getattr(policy, verb))
        )


def are_some(words: Words, known: Collection[str], most: int, *, twice: bool = False) -> bool:
    """Whether words are some of those known, at most so many, and none of them `twice` where that means nothing."""
    return 0 < len(words) <= most and all(word in known for word in words) and (twice or len(set(words)) == len(words))

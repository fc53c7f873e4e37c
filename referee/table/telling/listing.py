"""Hundreds of orders on one screen: those that begin alike in one line, and which of them are worth a look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.table.telling.choices import Choice

FEW = 12
"""So many ways to end an order are written out; of more only the number is told."""


class Group(NamedTuple):
    """Orders that differ in their last word alone: how they begin, how they end, and for each mark the ends it is on,
    the rarest mark first.

    An order of one word stands alone and has no ends.
    """

    begins: str
    ends: tuple[str, ...]
    marks: tuple[tuple[str, tuple[str, ...]], ...] = ()


def grouped(choices: Iterable[Choice]) -> tuple[Group, ...]:
    """The groups, in the order of their first orders."""
    found: dict[str, list[tuple[str, Choice]]] = {}
    for choice in choices:
        begins, _, end = choice.order.rpartition(" ")
        found.setdefault(begins or end, []).append((end if begins else "", choice))
    return tuple(_group(begins, ends) for begins, ends in found.items())


def _group(begins: str, ends: Sequence[tuple[str, Choice]]) -> Group:
    marks: dict[str, list[str]] = {}
    for end, choice in ends:
        for mark in choice.marks:
            marks.setdefault(mark, []).append(end)
    named = sorted((end for end, _ in ends if end), key=_as_people_count)
    rarest = sorted(marks.items(), key=lambda mark: len(mark[1]))
    told = ((mark, tuple(sorted(on, key=_as_people_count))) for mark, on in rarest)
    return Group(begins, tuple(named), tuple(told))


def _as_people_count(end: str) -> tuple[str, int, str]:
    """A2 before A10."""
    letters = end.rstrip("0123456789")
    number = end[len(letters) :]
    return letters, int(number) if number else -1, end

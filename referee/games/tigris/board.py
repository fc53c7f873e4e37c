"""The board as sets of spaces, each set one Python int.

A space is one bit, a set of spaces several; both are named in the order in which a page is read: A1, B1 .. P1, A2 ..
A row takes 17 bits, the last of which is never part of the board, so that a shift cannot step around its edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

Spaces = int
"""A set of spaces; the lowest bit is the first in reading order."""

COLUMNS = "ABCDEFGHIJKLMNOP"
ROW_COUNT = 11
_STRIDE = 17

LABELS = tuple(f"{column}{row}" for row in range(1, ROW_COUNT + 1) for column in COLUMNS)
"""The 176 spaces in reading order."""

SPACE = {label: 1 << (i // 16 * _STRIDE + i % 16) for i, label in enumerate(LABELS)}
LABEL = {space: label for label, space in SPACE.items()}
ALL: Spaces = sum(SPACE.values())


def neighbours(spaces: Spaces) -> Spaces:
    """The spaces that share an edge with one of `spaces`."""
    return (spaces << 1 | spaces >> 1 | spaces << _STRIDE | spaces >> _STRIDE) & ALL


@lru_cache(maxsize=4096)  # a search asks for the kingdoms of one position many times
def region_of(seed: Spaces, pieces: Spaces) -> Spaces:
    """All of `pieces` that are linked to `seed` by shared edges, `seed` included if it is among them.

    Source: TE 3.1; ruling R9.
    """
    seed &= pieces
    while True:
        # A step along the rows and one along the columns: together they also go round a corner.
        grown = seed | (seed << 1 | seed >> 1) & pieces
        grown |= (grown << _STRIDE | grown >> _STRIDE) & pieces
        if grown == seed:
            return seed
        seed = grown


def singles(spaces: Spaces) -> Iterator[Spaces]:
    """The spaces of a set one by one, in reading order."""
    while spaces:
        space = spaces & -spaces
        yield space
        spaces ^= space


def labels(spaces: Spaces) -> tuple[str, ...]:
    """The names of a set of spaces, in reading order."""
    return tuple(LABEL[space] for space in singles(spaces))


def spaces_of(names: tuple[str, ...]) -> Spaces:
    """The set of the spaces called `names`."""
    spaces = 0
    for name in names:
        spaces |= SPACE[name]
    return spaces


def steps_to_corner(space: Spaces) -> int:
    """How many steps along rows and columns lie between a space and the corner of the board nearest to it."""
    row, column = divmod(space.bit_length() - 1, _STRIDE)
    return min(row, ROW_COUNT - 1 - row) + min(column, len(COLUMNS) - 1 - column)


def line_through(space: Spaces, tiles: Spaces, step: int) -> Spaces:
    """The unbroken row (`step` = `ACROSS`) or column (`DOWN`) of `tiles` through `space`."""
    line = space & tiles
    ahead = line << step & tiles
    while ahead:
        line |= ahead
        ahead = ahead << step & tiles
    behind = (space & line) >> step & tiles
    while behind:
        line |= behind
        behind = behind >> step & tiles
    return line


ACROSS = 1
DOWN = _STRIDE


def squares_with(space: Spaces, tiles: Spaces) -> tuple[Spaces, ...]:
    """The top left spaces of all squares of four among `tiles` that hold `space`, in reading order.

    Source: TE 10.1; ruling R36.
    """
    candidates = (space >> (_STRIDE + 1), space >> _STRIDE, space >> 1, space)
    return tuple(corner for corner in candidates if corner and not square_at(corner) & ~tiles)


def square_at(corner: Spaces) -> Spaces:
    """The four spaces of the square whose top left space is `corner`."""
    return corner | corner << 1 | corner << _STRIDE | corner << (_STRIDE + 1)


def crosses_with(space: Spaces, tiles: Spaces) -> tuple[Spaces, ...]:
    """The centres of all crosses of five among `tiles` that hold `space`, in reading order.

    Source: TE 17.1; ruling R79.
    """
    candidates = (space >> _STRIDE, space >> 1, space, space << 1, space << _STRIDE)
    # On an edge of the board a cross would lack an arm: `neighbours` drops it, so its size is checked too.
    return tuple(
        centre
        for centre in candidates
        if centre & tiles and not (cross := cross_at(centre)) & ~tiles and cross.bit_count() == 5
    )


def cross_at(centre: Spaces) -> Spaces:
    """The five spaces of the cross around `centre`."""
    return centre | neighbours(centre)

"""The orders of Ur. A turn is a row of them, each a line of at most 40 columns, and the `swap` ends it.

An action is cut into the smallest orders that can be told apart, so that a wrong step names its own place and the
list of legal moves stays short:

- War is one `war b3>c3:2` for each attack; orders that follow one another belong to the same action.
- Politics is one `politics b3>b2:2` for each shift of cubes. Within one action a tile gives or takes, not both, which
  reaches every redistribution by steps that never pass the limit of five.
- `agriculture`, `trade` and `culture` need no amounts, because they give what the rules say. Only if cubes are scarce
  the seat is asked where they go (`put c4:1`), and only `agriculture sparing` asks for amounts below the maximum
  (`put b3:1`, `enough`). People may still type `agriculture b3:1 f1:2` or `politics b3=4 b2=4 f3=0`: `read` makes
  these orders of it.
"""

from __future__ import annotations

from functools import cache

import msgspec

from referee.games.ur.board import Cell
from referee.games.ur.data import TILE_LIMIT

SPARE: Cell = -1
"""Stands for the spare tile where a board tile could be named."""


class Order(msgspec.Struct, frozen=True, gc=False):
    """Base of all orders."""


class Place(Order, frozen=True, gc=False):
    """Set-up: one cube on `cell`."""

    cell: Cell


class Exchange(Order, frozen=True, gc=False):
    """Set-up: the hand tile for the tile on `cell`, lying there with `face` up; no face for the spare tile."""

    cell: Cell
    face: str = ""


class Keep(Order, frozen=True, gc=False):
    """Set-up: the hand tile stays."""


class Agriculture(Order, frozen=True, gc=False):
    """The Agriculture action; `sparing` lets the seat say how many cubes each tile gets."""

    sparing: bool = False


class Trade(Order, frozen=True, gc=False):
    """The Trade action."""


class Attack(Order, frozen=True, gc=False):
    """One attack of a War action; `moved` cubes go from `start` to `target` at its end."""

    start: Cell
    target: Cell
    moved: int


class Culture(Order, frozen=True, gc=False):
    """The Culture action."""


class Shift(Order, frozen=True, gc=False):
    """One shift of a Politics action: `count` cubes from `giver` to `taker`."""

    giver: Cell
    taker: Cell
    count: int


class Put(Order, frozen=True, gc=False):
    """`count` of the cubes that an action gives go to `cell`."""

    cell: Cell
    count: int


class Enough(Order, frozen=True, gc=False):
    """A sparing Agriculture adds nothing more."""


class Add(Order, frozen=True, gc=False):
    """Substitute: one cube on an own tile."""

    cell: Cell


class Found(Order, frozen=True, gc=False):
    """Substitute for both actions: one cube on a free tile."""

    cell: Cell


class Build(Order, frozen=True, gc=False):
    """A ziggurat instead of the five own cubes on `cell`."""

    cell: Cell


class Enter(Order, frozen=True, gc=False):
    """Back on the board with three cubes on a free tile."""

    cell: Cell


class Pass(Order, frozen=True, gc=False):
    """Phase 1 is over."""


class Swap(Order, frozen=True, gc=False):
    """The hand tile for the tile on `cell`, lying there with `face` up; no face for the spare tile. Ends the turn."""

    cell: Cell
    face: str = ""


@cache
def attacks(start: Cell, target: Cell) -> tuple[Attack, ...]:
    """The attacks from `start` to `target` with 1, 2 .. 5 cubes moved; kept, because every list shares them."""
    return tuple(Attack(start, target, moved) for moved in range(1, TILE_LIMIT + 1))


@cache
def shifts(giver: Cell, taker: Cell) -> tuple[Shift, ...]:
    """The shifts from `giver` to `taker` with 1, 2 .. 5 cubes."""
    return tuple(Shift(giver, taker, count) for count in range(1, TILE_LIMIT + 1))


@cache
def swaps(cell: Cell, hand: str) -> tuple[Swap, ...]:
    """The swaps of the hand tile `hand` for the tile on `cell`, by the face that lies up."""
    return tuple(Swap(cell, face) for face in sorted(hand))

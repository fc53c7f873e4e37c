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

from collections.abc import Callable
from functools import cache
from typing import Annotated, Final

import msgspec

from referee.games.ur.board import CELLS, Cell
from referee.games.ur.data import LETTERS, TILE_LIMIT
from referee.games.ur.state import EXCHANGE, PLACE, SHARE
from referee.kernel.grammar import Part, Sort
from referee.kernel.grammar.orders import Orders, Said, read
from referee.kernel.requests import TURN

SPARE: Final[Cell] = -1
"""Stands for the spare tile where a board tile could be named."""

A_COUNT: Final = "ur/expected-number-cubes"
THE_SPARE: Final = "ur/bad-tile-or-spare"

CELL: Final = Sort(name="cell", missing="ur/expected-tile", labels={name: name for name in CELLS}, known=CELLS)
TAKEN: Final = Sort(name="cell", missing=THE_SPARE, known={**CELLS, "spare": SPARE})
FACE: Final = Sort(name="face", missing="ur/expected-face", values=tuple(LETTERS))
UNPLACED: Final = Sort(name="spare", missing=THE_SPARE, values=("spare",))
SPARING: Final = Sort(name="sparing", missing=A_COUNT, values=("sparing",), known={"sparing": True})
SIGN: Final = Sort(name="sign", missing=A_COUNT, labels={"=": "="})
NUMBER: Final = Sort(name="number", missing=A_COUNT, number=True)
FROM: Final = Sort(name="from", missing="ur/expected-tile", shared="from")
CUBES: Final = Sort(name="number", missing=A_COUNT, known={str(count): count for count in range(1, TILE_LIMIT + 1)})

Tile = Annotated[Cell, CELL]
Count = Annotated[int, CUBES]


class UrOrder(msgspec.Struct, frozen=True, gc=False):
    """Base of all orders."""


class Place(UrOrder, frozen=True, gc=False):
    """Set-up: one cube on `cell`."""

    cell: Tile


class Exchange(UrOrder, frozen=True, gc=False):
    """Set-up: the hand tile for the tile on `cell`, put there with `face` up; no face for the spare tile."""

    cell: Annotated[Cell, TAKEN]
    face: Annotated[str, FACE] = ""


class Keep(UrOrder, frozen=True, gc=False):
    """Set-up: the hand tile stays."""


class Agriculture(UrOrder, frozen=True, gc=False):
    """The Agriculture action; `sparing` lets the seat say how many cubes each tile gets."""

    sparing: Annotated[bool, SPARING] = False


class Trade(UrOrder, frozen=True, gc=False):
    """The Trade action."""


class Attack(UrOrder, frozen=True, gc=False):
    """One attack of a War action; `moved` cubes go from `start` to `target` at its end."""

    start: Tile
    target: Tile
    moved: Count


class Culture(UrOrder, frozen=True, gc=False):
    """The Culture action."""


class Shift(UrOrder, frozen=True, gc=False):
    """One shift of a Politics action: `count` cubes from `giver` to `taker`."""

    giver: Tile
    taker: Tile
    count: Count


class Put(UrOrder, frozen=True, gc=False):
    """`count` of the cubes that an action gives go to `cell`."""

    cell: Tile
    count: Count


class Enough(UrOrder, frozen=True, gc=False):
    """A sparing Agriculture adds nothing more."""


class Add(UrOrder, frozen=True, gc=False):
    """Substitute: one cube on a tile of one's own."""

    cell: Tile


class Found(UrOrder, frozen=True, gc=False):
    """Substitute for both actions: one cube on a free tile."""

    cell: Tile


class Build(UrOrder, frozen=True, gc=False):
    """A ziggurat instead of the five own cubes on `cell`."""

    cell: Tile


class Enter(UrOrder, frozen=True, gc=False):
    """Back on the board with three cubes on a free tile."""

    cell: Tile


class Pass(UrOrder, frozen=True, gc=False):
    """Phase 1 is over."""


class Swap(UrOrder, frozen=True, gc=False):
    """The hand tile for the tile on `cell`, put there with `face` up; no face for the spare tile. Ends the turn."""

    cell: Annotated[Cell, TAKEN]
    face: Annotated[str, FACE] = ""


def _exchange_reader(make: Callable[[Cell, str], UrOrder]) -> Callable[..., UrOrder]:
    """Reads an exchange of tiles: one of the board with the face of the tile given back, or `spare` alone."""

    def taken(tile: str, face: str = "") -> UrOrder:
        if (tile == "spare") != (face == ""):
            raise TypeError("a tile of the board takes a face, the spare tile none")
        return make(read(TAKEN, tile), face and read(FACE, face))

    return taken


_ALL = len(CELLS)
_TILES = (Part("cell", 1, _ALL),)
_SEVERAL = (*_TILES, Part("number", 0, 1))
_AMOUNTS = (Part("cell", 0, _ALL), Part("number", 0, _ALL))
_STEPS = (Part("cell", 1, 2 * _ALL), Part("number", 0, _ALL), Part("from", 0, _ALL))
_TAKEN = (Part("cell", 0, 1), Part("face", 0, 1), Part("spare", 0, 1))

ORDERS: Final = Orders(
    "ur",
    Said(Place, "place c4", answers=(PLACE,), bare=True, parts=_TILES),
    Said(Exchange, "exchange c4 W", answers=(EXCHANGE,), parts=_TAKEN, parse=_exchange_reader(Exchange)),
    Said(Keep, "keep", answers=(EXCHANGE,)),
    Said(Agriculture, "agriculture", parts=(*_AMOUNTS, Part("sparing", 0, 1))),
    Said(Trade, "trade", parts=_AMOUNTS),
    Said(Attack, "war b3>c3:2", spelled="war {start}>{target}:{moved}", parts=_STEPS),
    Said(Culture, "culture", parts=_AMOUNTS),
    Said(Shift, "politics b3>b2:2", spelled="politics {giver}>{taker}:{count}", parts=(*_STEPS, Part("sign", 0, _ALL))),
    Said(Put, "put c4:1", spelled="put {cell}:{count}", answers=(SHARE,), bare=True, parts=_AMOUNTS),
    Said(Enough, "enough", answers=(SHARE,)),
    Said(Add, "add c4", parts=_TILES),
    Said(Found, "found c4", parts=_TILES),
    Said(Build, "ziggurat b3", verb="ziggurat", parts=_SEVERAL),
    Said(Enter, "enter c4", parts=_SEVERAL),
    Said(Pass, "pass", answers=(TURN, EXCHANGE)),
    Said(Swap, "swap a4 P", answers=(TURN, EXCHANGE), parts=_TAKEN, parse=_exchange_reader(Swap)),
    sorts=(CELL, FACE, UNPLACED, SPARING, SIGN, NUMBER, FROM),
    origins=False,
)


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

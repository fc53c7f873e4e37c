"""The orders: four actions, a pass, and the answers to the questions an action raises."""

from __future__ import annotations

import msgspec


class Place(msgspec.Struct, frozen=True, gc=False):
    """`place temple F7`: lay a tile from the hand on a space."""

    kind: str
    cell: str


class Leader(msgspec.Struct, frozen=True, gc=False):
    """`leader farmer G4`: put a leader on a space, from the hand or from another space."""

    role: str
    cell: str


class Withdraw(msgspec.Struct, frozen=True, gc=False):
    """`withdraw king`: take a leader back from the board."""

    role: str


class Catastrophe(msgspec.Struct, frozen=True, gc=False):
    """`catastrophe D4`: destroy a space for ever."""

    cell: str


class Swap(msgspec.Struct, frozen=True, gc=False):
    """`swap 3`: exchange tiles; which ones is the secret part."""

    count: int


class Pass(msgspec.Struct, frozen=True, gc=False):
    """`pass`: let one action go by."""


class Commit(msgspec.Struct, frozen=True, gc=False):
    """`commit 2`: add tiles from the hand to a conflict."""

    count: int


class War(msgspec.Struct, frozen=True, gc=False):
    """`war green`: which war is fought next."""

    colour: str


class Building(msgspec.Struct, frozen=True, gc=False):
    """`building B1`: put the civilization building of the line on one of its tiles."""

    cell: str


class Monument(msgspec.Struct, frozen=True, gc=False):
    """`monument red-blue`: build on the square just completed.

    `cell` is the top left space of the square, named only when several squares are possible.
    """

    name: str
    cell: str = ""


class Ziggurat(msgspec.Struct, frozen=True, gc=False):
    """`ziggurat C3`: build on the cross with this centre."""

    cell: str


class Decline(msgspec.Struct, frozen=True, gc=False):
    """`decline`: build nothing now."""


class Treasure(msgspec.Struct, frozen=True, gc=False):
    """`treasure B2 F3`: all treasures taken in this distribution, in reading order.

    More than eight would not fit a line: then `treasure all but F3` names the one that stays (`kept`), and no cells.
    """

    cells: tuple[str, ...]
    kept: str = ""


class Colour(msgspec.Struct, frozen=True, gc=False):
    """`colour red`: the colour of the ziggurat's point."""

    colour: str


Action = Place | Leader | Withdraw | Catastrophe | Swap | Pass
Move = Action | Commit | War | Building | Monument | Ziggurat | Decline | Treasure | Colour

_ANSWERS: dict[type[Move], tuple[str, ...]] = {
    Place: ("turn",),
    Leader: ("turn",),
    Withdraw: ("turn",),
    Catastrophe: ("turn",),
    Swap: ("turn",),
    Pass: ("turn",),
    Commit: ("commit",),
    War: ("war",),
    Building: ("building",),
    Monument: ("monument",),
    Ziggurat: ("monument",),
    Decline: ("building", "monument"),
    Treasure: ("treasure",),
    Colour: ("colour",),
}


def answers(move: Move) -> tuple[str, ...]:
    """The questions `move` answers; ("turn",) for an action."""
    return _ANSWERS[type(move)]


def secret(move: Move) -> int:
    """How many tiles leave the hand unseen with `move`."""
    return move.count if isinstance(move, Swap) else 0

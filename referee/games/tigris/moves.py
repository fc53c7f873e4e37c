"""The orders: four actions, a pass, and the answers to the questions an action raises."""

from __future__ import annotations

from typing import Annotated

import msgspec

from referee.games.tigris.board import LABELS, labels, spaces_of
from referee.games.tigris.data import COLOURS, KINDS, MONUMENTS, ROLES
from referee.kernel.grammar import Part, Sort, Verb
from referee.kernel.grammar.orders import Orders, Said, read, up_to

_LETTERS = {"t": "temple", "s": "settlement", "i": "settlement", "m": "market", "f": "farm"}
KIND = Sort(name="kind", missing="tigris/bad-tile", values=KINDS, letters=_LETTERS)
ROLE = Sort(name="role", missing="tigris/bad-leader", values=ROLES)
COLOUR = Sort(name="colour", missing="tigris/bad-colour", values=COLOURS)
SPACE = Sort(name="space", missing="tigris/expected-space-f7", labels={label.lower(): label for label in LABELS})
NUMBER = Sort(name="number", missing="tigris/expected-number", number=True)
WHOLE = Sort(name="whole", missing="tigris/expected-space-f7", values=("all", "but", "none"))
MONUMENT = Sort(name="monument", missing="tigris/bad-monument", values=tuple(MONUMENTS))

Cell = Annotated[str, SPACE]
Count = Annotated[int, NUMBER]


class Place(msgspec.Struct, frozen=True, gc=False):
    """Lay a tile from the hand on a space."""

    kind: Annotated[str, KIND]
    cell: Cell


class Leader(msgspec.Struct, frozen=True, gc=False):
    """Put a leader on a space, from the hand or from another space."""

    role: Annotated[str, ROLE]
    cell: Cell


class Withdraw(msgspec.Struct, frozen=True, gc=False):
    """Take a leader back from the board."""

    role: Annotated[str, ROLE]


class Catastrophe(msgspec.Struct, frozen=True, gc=False):
    """Destroy a space for ever."""

    cell: Cell


class Swap(msgspec.Struct, frozen=True, gc=False):
    """Exchange tiles; which ones is the secret part."""

    count: Count


class Pass(msgspec.Struct, frozen=True, gc=False):
    """Pass one action."""


class Commit(msgspec.Struct, frozen=True, gc=False):
    """Add tiles from the hand to a conflict."""

    count: Count


class War(msgspec.Struct, frozen=True, gc=False):
    """Say which war is fought next."""

    colour: Annotated[str, COLOUR]


class Building(msgspec.Struct, frozen=True, gc=False):
    """Put the civilization building of the line on one of its tiles."""

    cell: Cell


class Monument(msgspec.Struct, frozen=True, gc=False):
    """Build on the square just completed; its top left space is named only when several squares are possible."""

    name: Annotated[str, MONUMENT]
    cell: Cell = ""


class Ziggurat(msgspec.Struct, frozen=True, gc=False):
    """Build on the cross with this centre."""

    cell: Cell


class Decline(msgspec.Struct, frozen=True, gc=False):
    """Build nothing now."""


class Treasure(msgspec.Struct, frozen=True, gc=False):
    """Take these treasures, in reading order; of more than eight, too many for a line, all but `kept`, and no cells."""

    cells: tuple[str, ...]
    kept: str = ""


class Colour(msgspec.Struct, frozen=True, gc=False):
    """Choose the colour of the ziggurat's point."""

    colour: Annotated[str, COLOUR]


Action = Place | Leader | Withdraw | Catastrophe | Swap | Pass
Move = Action | Commit | War | Building | Monument | Ziggurat | Decline | Treasure | Colour


def _spell(move: Treasure) -> tuple[str, ...]:
    return ("all", "but", move.kept) if move.kept else move.cells


def _treasure(first: str, *more: str) -> Treasure:
    words = (first, *more)
    if words[:2] == ("all", "but") and len(words) == 3:
        return Treasure((), read(SPACE, words[2]))
    return Treasure(labels(spaces_of(tuple(read(SPACE, word) for word in words))))


_NAMED = (Part("colour", 2, 2), Part("space", 0, 1))
_SPACES = up_to(whole=2, space=40)
ORDERS = Orders(
    "tigris",
    Said(Place, "place temple F7", bare=True, also=("leader",)),
    Said(Leader, "leader king F7", bare=True),
    Said(Withdraw, "withdraw king"),
    Said(Catastrophe, "catastrophe D4"),
    Said(Swap, "swap 2 farms temple", parts=up_to(kind=6, number=6, whole=1), unseen=lambda move: move.count),
    Said(Pass, "pass"),
    Verb(name="end", example="end"),
    Said(Commit, "commit 2", answers=("commit",), bare=True, parts=up_to(number=1, kind=6, whole=1)),
    Said(War, "war green", answers=("war",), bare=True),
    Said(Building, "building B1", answers=("building",), bare=True),
    Said(Monument, "monument red-blue", answers=("monument",), bare=True, parts=_NAMED),
    Said(Ziggurat, "ziggurat C3", answers=("monument",), bare=True),
    Said(Decline, "decline", answers=("building", "monument")),
    Said(Treasure, "treasure B2 F3", answers=("treasure",), bare=True, parts=_SPACES, spell=_spell, parse=_treasure),
    Said(Colour, "colour red", answers=("colour",), bare=True),
    sorts=(KIND, ROLE, COLOUR, SPACE, NUMBER, WHOLE),
)

"""The stack of what is still to be done: the last frame is on top.

*Ask* frames wait for a seat, *Do* frames run by themselves (`rules/order.py`). A frame holds what a reader of the
state would want to know about the question; nothing in it changes while it waits.
"""

from __future__ import annotations

import msgspec


class Frame(msgspec.Struct, frozen=True, gc=False, tag_field="step"):
    """A step of the rulebook that is not finished."""


class TakeAction(Frame, frozen=True, gc=False, tag="action"):
    """Ask: the active seat takes an action or passes (TE 3.2)."""


class Commit(Frame, frozen=True, gc=False, tag="commit"):
    """Ask: who fights a conflict adds tiles (TE 8.3, TE 9.5); first the attacker, then the defender.

    `attack` and `defence` are the strengths on the board, `added` what the attacker added (None: he is asked).
    `joining` is the space of the tile that united the kingdoms, empty in a revolt.
    """

    colour: str
    attacker: int
    defender: int
    attack: int
    defence: int
    joining: str = ""
    added: int | None = None

    @property
    def seat(self) -> int:
        """Who is asked."""
        return self.attacker if self.added is None else self.defender


class ChooseWar(Frame, frozen=True, gc=False, tag="choose-war"):
    """Ask: the active seat names the next war (TE 9.2)."""

    colours: tuple[str, ...]


class PlaceBuilding(Frame, frozen=True, gc=False, tag="place-building"):
    """Ask: the active seat may put the building of `colour` on one of `cells` (TE 16.1)."""

    colour: str
    cells: tuple[str, ...]


class BuildMonument(Frame, frozen=True, gc=False, tag="build-monument"):
    """Ask: the active seat may build (TE 10.1, TE 17.1).

    `squares` are top left spaces and `names` the monuments that match; `crosses` are centres for the ziggurat.
    """

    colour: str
    squares: tuple[str, ...]
    names: tuple[str, ...]
    crosses: tuple[str, ...]


class TakeTreasures(Frame, frozen=True, gc=False, tag="take-treasures"):
    """Ask: `seat` takes `count` treasures (TE 11.1), those of `first` before those of `others` (TE 11.2)."""

    seat: int
    count: int
    first: tuple[str, ...]
    others: tuple[str, ...]


class NameColour(Frame, frozen=True, gc=False, tag="name-colour"):
    """Ask: the active seat names the colour of the ziggurat's point (TE 17.3)."""


class Wars(Frame, frozen=True, gc=False, tag="wars"):
    """Do: wars around the joining tile on `cell`, as long as there are any (TE 9.1)."""

    cell: str


class Lines(Frame, frozen=True, gc=False, tag="lines"):
    """Do: see whether the tile on `cell` is in a line for a building (TE 16.1)."""

    cell: str


class Shapes(Frame, frozen=True, gc=False, tag="shapes"):
    """Do: see whether the tile on `cell` completes a square or a cross (TE 10.1, TE 17.1)."""

    cell: str


class Distribution(Frame, frozen=True, gc=False, tag="distribution"):
    """Do: hand out the treasures of every kingdom with a trader (TE 11.1)."""


class ActionEnd(Frame, frozen=True, gc=False, tag="action-end"):
    """Do: the action is complete (TE 3.3)."""


class MonumentPoints(Frame, frozen=True, gc=False, tag="monument-points"):
    """Do: monuments pay, then the turn is closed (TE 12.1)."""


Asking = TakeAction | Commit | ChooseWar | PlaceBuilding | BuildMonument | TakeTreasures | NameColour
AnyFrame = Asking | Wars | Lines | Shapes | Distribution | ActionEnd | MonumentPoints

AT_REST: tuple[AnyFrame, ...] = (TakeAction(),)
ACTION_END: tuple[AnyFrame, ...] = (ActionEnd(),)
DISTRIBUTION = Distribution()

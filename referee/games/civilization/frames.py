"""What is still to be done: the last frame is on top.

*Ask* frames wait for a seat, *Do* frames run by themselves. Nothing here names its position in the stack.
"""

from __future__ import annotations

import msgspec

from referee.games.civilization.pack.effects import BoxEffect
from referee.kernel.requests import Seat


class CivilizationFrame(msgspec.Struct, frozen=True, gc=False, tag_field="step"):
    """Something that is not finished."""


class OfSeat(CivilizationFrame, frozen=True, gc=False):
    """Something that `seat` has to finish."""

    seat: Seat


class TakeCard(OfSeat, frozen=True, gc=False, tag="take"):
    """Ask: `seat` takes its first strategy card (CV 2.6)."""


class FirstSettlement(OfSeat, frozen=True, gc=False, tag="settle"):
    """Ask: `seat` puts its first settlement (CV 2.6)."""


class Beginnings(OfSeat, frozen=True, gc=False, tag="beginnings"):
    """Do: what the starting technology of `seat` gives (CV 2.9)."""


class Turn(CivilizationFrame, frozen=True, gc=False, tag="turn"):
    """Do: the turn of the active seat, at one of its stages (CV 3.1 to 3.8)."""

    stage: str = "start"


class BoxTurn(OfSeat, frozen=True, gc=False, tag="act"):
    """Ask: `seat` carries out the lines of a box (CV 3.3, CV 3.4).

    effects  what is left of the box, the running line first
    used     how often the running line was used; `moved` the numbers of the units it has moved
    box      `top` or `bottom`
    """

    box: str
    effects: tuple[BoxEffect, ...]
    used: int = 0
    moved: tuple[int, ...] = ()


class Together(CivilizationFrame, frozen=True, gc=False, tag="together"):
    """Ask: all seats with something to do in a bottom box, at once (CV 3.4).

    `acts` in the order from the active seat; one is finished when it has no effects. `due` are the royalties to pay
    when the box closes, as (buyer, owner), sorted by buyer and then in the order of its orders (CV 8.5).
    """

    acts: tuple[BoxTurn, ...]
    due: tuple[tuple[Seat, Seat], ...] = ()


class InTurn(CivilizationFrame, frozen=True, gc=False, tag="in-turn"):
    """Do: the next of `seats` carries out the bottom box (CV 3.4)."""

    seats: tuple[Seat, ...]


class FreeTechnology(OfSeat, frozen=True, gc=False, tag="free-technology"):
    """Ask: `seat` takes a technology without paying (CV 13.3); `kept` if its units wait for the end of the set-up."""

    kept: bool = False


class PlaceUnit(OfSeat, frozen=True, gc=False, tag="place"):
    """Ask: `seat` places a unit of a technology or a wonder (CV 7.4, CV 15.4)."""

    kind: str
    era: int


class Explore(OfSeat, frozen=True, gc=False, tag="explore"):
    """Do: the covered marker on `place` is turned up by the unit `number` of `seat` (CV 13.1). `start`: CV 2.7."""

    place: str
    number: int
    start: bool = False


class PlaceColonists(OfSeat, frozen=True, gc=False, tag="colonists"):
    """Ask: `seat` places `count` colonists of a wonder (CV 15.3)."""

    count: int


class Growth(OfSeat, frozen=True, gc=False, tag="growth"):
    """Ask: a settlement of `seat` may grow without paying (CV 10.8)."""


class Spy(OfSeat, frozen=True, gc=False, tag="peek"):
    """Ask: `seat` may look under a covered marker (CV 15.5)."""


class StrikeChoice(OfSeat, frozen=True, gc=False, tag="strike"):
    """Ask: `seat` may clear a territory, once in the game (CV 15.7)."""


class NameSymbol(OfSeat, frozen=True, gc=False, tag="symbol"):
    """Ask: `seat` may name another resource for the card it plays (CV 15.6)."""


class PickCard(OfSeat, frozen=True, gc=False, tag="pick"):
    """Ask: `seat` takes its next card (CV 3.7). `late` if it came back in this turn (CV 19.2)."""

    late: bool = False


InSetUp = TakeCard | FirstSettlement | Beginnings
InTurns = Turn | NameSymbol | Spy | StrikeChoice | BoxTurn | Together | InTurn | PickCard
Following = FreeTechnology | PlaceUnit | Explore | PlaceColonists | Growth
AnyFrame = InSetUp | InTurns | Following

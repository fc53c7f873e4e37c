"""What happens in Civilization, as public facts. Places, technologies, cards .. are codes of the pack.

Every change of credits is told: the sum of `credits` of `Gained` less that of `Paid` is what the credits of a seat
differ from what it began with.
"""

from __future__ import annotations

from referee.kernel.events import Event, SeatField, SeatsField


class Dealt(Event, frozen=True, gc=False):
    """Set-up: `seat` begins with a technology."""

    seat: SeatField
    technology: str


class Opens(Event, frozen=True, gc=False):
    """Set-up: `seat` chooses first and plays last."""

    seat: SeatField


class Laidout(Event, frozen=True, gc=False):
    """Set-up: the resource `face` lies face up on `places`."""

    face: str
    places: tuple[str, ...]


class Took(Event, frozen=True, gc=False):
    """`seat` takes a strategy card."""

    seat: SeatField
    card: str


class Opened(Event, frozen=True, gc=False):
    """`seat` lays its card open."""

    seat: SeatField
    card: str


class Put(Event, frozen=True, gc=False):
    """A card goes back to the pool."""

    card: str


class Gone(Event, frozen=True, gc=False):
    """Cards leave the game."""

    cards: tuple[str, ...]


class Gained(Event, frozen=True, gc=False):
    """`seat` receives `amount`, of it `credits` in coins; `why` names the source."""

    seat: SeatField
    amount: int
    why: str
    credits: int


class Paid(Event, frozen=True, gc=False):
    """`seat` pays `amount`, of it `credits` in coins; `why` names what for."""

    seat: SeatField
    amount: int
    why: str
    credits: int


class Change(Event, frozen=True, gc=False):
    """A colonist of `seat` comes to or leaves `place` as change (`way`: placed or removed)."""

    seat: SeatField
    way: str
    place: str


class Came(Event, frozen=True, gc=False):
    """A colonist of `seat` comes to `place`."""

    seat: SeatField
    place: str


class Unit(Event, frozen=True, gc=False):
    """A new unit of `seat` comes to `place`."""

    seat: SeatField
    kind: str
    era: int
    place: str


class Marched(Event, frozen=True, gc=False):
    """A unit of `seat` goes from `origin` to `place`."""

    seat: SeatField
    kind: str
    era: int
    origin: str
    place: str


class Renewed(Event, frozen=True, gc=False):
    """A unit of `seat` on `place` is now of era `era`."""

    seat: SeatField
    kind: str
    era: int
    place: str


class Lost(Event, frozen=True, gc=False):
    """A unit of `seat` on `place` is gone; `why`: conquest, plague, strike or excess."""

    seat: SeatField
    kind: str
    era: int
    place: str
    why: str


class Fled(Event, frozen=True, gc=False):
    """`count` colonists of `seat` on `place` are gone; `why`: conquest, plague or strike."""

    seat: SeatField
    count: int
    place: str
    why: str


class Conquered(Event, frozen=True, gc=False):
    """`seat` enters `place`, which belonged to `loser`, with `attack` against `defence`."""

    seat: SeatField
    place: str
    attack: int
    loser: SeatField
    defence: int


class Taken(Event, frozen=True, gc=False):
    """A settlement on `place` is now of `seat` and of level `level`."""

    seat: SeatField
    place: str
    level: int


class Razed(Event, frozen=True, gc=False):
    """A settlement of `seat` on `place` is destroyed."""

    seat: SeatField
    place: str


class Founded(Event, frozen=True, gc=False):
    """A new settlement of `seat` stands on `place`."""

    seat: SeatField
    place: str


class Grew(Event, frozen=True, gc=False):
    """A settlement of `seat` has a new level."""

    seat: SeatField
    place: str
    level: int


class Built(Event, frozen=True, gc=False):
    """`seat` has a new structure."""

    seat: SeatField
    structure: str


class Outdated(Event, frozen=True, gc=False):
    """Structures of `seat` are too old."""

    seat: SeatField
    structures: tuple[str, ...]


class Learned(Event, frozen=True, gc=False):
    """`seat` discovers a technology; `how`: bought or free."""

    seat: SeatField
    technology: str
    how: str


class Wonder(Event, frozen=True, gc=False):
    """`seat` takes a wonder."""

    seat: SeatField
    wonder: str


class Era(Event, frozen=True, gc=False):
    """A new era begins."""

    number: int


class Joined(Event, frozen=True, gc=False):
    """Cards join the pool."""

    cards: tuple[str, ...]


class Removed(Event, frozen=True, gc=False):
    """The marker on `place` is taken off."""

    place: str


class Plagued(Event, frozen=True, gc=False):
    """`seat` turned up a plague."""

    seat: SeatField
    place: str


class Civilized(Event, frozen=True, gc=False):
    """A new civilization joins `seat`, with the unit that found it."""

    seat: SeatField
    place: str


class Struck(Event, frozen=True, gc=False):
    """`seat` clears `place`."""

    seat: SeatField
    place: str


class Symbol(Event, frozen=True, gc=False):
    """`seat` names another resource for its card."""

    seat: SeatField
    resource: str


class Chose(Event, frozen=True, gc=False):
    """`seat` chooses an alternative of a box."""

    seat: SeatField
    number: int


class Passed(Event, frozen=True, gc=False):
    """`seat` does nothing more."""

    seat: SeatField


class Skipped(Event, frozen=True, gc=False):
    """`seat` goes on to the next line of the box."""

    seat: SeatField


class Idle(Event, frozen=True, gc=False):
    """`seats` can do nothing in this box."""

    seats: SeatsField


class Counted(Event, frozen=True, gc=False):
    """A count: what `seat` has in one field, and the points for it."""

    seat: SeatField
    field: str
    number: int
    points: int


class Bonus(Event, frozen=True, gc=False):
    """Points at the end; `why`: wonders, seminal, plague or early."""

    seat: SeatField
    why: str
    points: int


class Wished(Event, frozen=True, gc=False):
    """A standing wish of `seat`: `what` and what it is now."""

    seat: SeatField
    what: str
    way: str


class Preferred(Event, frozen=True, gc=False):
    """The territory `seat` likes best for its change."""

    seat: SeatField
    place: str


class Eliminated(Event, frozen=True, gc=False):
    """`seat` has no settlement any more."""

    seat: SeatField


class Returned(Event, frozen=True, gc=False):
    """`seat` has a settlement again."""

    seat: SeatField


class Turn(Event, frozen=True, gc=False):
    """The turn of `seat` begins; `number` from 1."""

    number: int
    seat: SeatField


class Over(Event, frozen=True, gc=False):
    """The game ends."""

    reason: str

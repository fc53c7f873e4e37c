"""What happens in Civilization, as public facts. Places, technologies, cards .. are codes of the pack.

Every change of credits is told: the sum of `credits` of `Gained` less that of `Paid` is what the credits of a seat
differ from what it began with.
"""

from __future__ import annotations

from referee.kernel.events import Event, SeatEvent, SeatField, SeatsField


class Dealt(SeatEvent, frozen=True, gc=False):
    """Set-up: `seat` begins with a technology."""

    technology: str


class Opens(SeatEvent, frozen=True, gc=False):
    """Set-up: `seat` chooses first and plays last."""


class Laidout(Event, frozen=True, gc=False):
    """Set-up: the resource `face` lies face up on `places`."""

    face: str
    places: tuple[str, ...]


class Took(SeatEvent, frozen=True, gc=False):
    """`seat` takes a strategy card."""

    card: str


class Opened(SeatEvent, frozen=True, gc=False):
    """`seat` lays its card open."""

    card: str


class Put(Event, frozen=True, gc=False):
    """A card goes back to the pool."""

    card: str


class Gone(Event, frozen=True, gc=False):
    """Cards leave the game."""

    cards: tuple[str, ...]


class Gained(SeatEvent, frozen=True, gc=False):
    """`seat` receives `amount`, of it `credits` in coins; `why` names the source."""

    amount: int
    why: str
    credits: int


class Paid(SeatEvent, frozen=True, gc=False):
    """`seat` pays `amount`, of it `credits` in coins; `why` names what for."""

    amount: int
    why: str
    credits: int


class Change(SeatEvent, frozen=True, gc=False):
    """A colonist of `seat` comes to or leaves `place` as change (`way`: placed or removed)."""

    way: str
    place: str


class Came(SeatEvent, frozen=True, gc=False):
    """A colonist of `seat` comes to `place`."""

    place: str


class Unit(SeatEvent, frozen=True, gc=False):
    """A new unit of `seat` comes to `place`."""

    kind: str
    era: int
    place: str


class Marched(SeatEvent, frozen=True, gc=False):
    """A unit of `seat` goes from `origin` to `place`."""

    kind: str
    era: int
    origin: str
    place: str


class Renewed(SeatEvent, frozen=True, gc=False):
    """A unit of `seat` on `place` is now of era `era`."""

    kind: str
    era: int
    place: str


class Lost(SeatEvent, frozen=True, gc=False):
    """A unit of `seat` on `place` is gone; `why`: conquest, plague, strike or excess."""

    kind: str
    era: int
    place: str
    why: str


class Fled(SeatEvent, frozen=True, gc=False):
    """`count` colonists of `seat` on `place` are gone; `why`: conquest, plague or strike."""

    count: int
    place: str
    why: str


class Conquered(SeatEvent, frozen=True, gc=False):
    """`seat` enters `place`, which belonged to `loser`, with `attack` against `defence`."""

    place: str
    attack: int
    loser: SeatField
    defence: int


class Taken(SeatEvent, frozen=True, gc=False):
    """A settlement on `place` is now of `seat` and of level `level`."""

    place: str
    level: int


class Razed(SeatEvent, frozen=True, gc=False):
    """A settlement of `seat` on `place` is destroyed."""

    place: str


class Founded(SeatEvent, frozen=True, gc=False):
    """A new settlement of `seat` stands on `place`."""

    place: str


class Grew(SeatEvent, frozen=True, gc=False):
    """A settlement of `seat` has a new level."""

    place: str
    level: int


class Built(SeatEvent, frozen=True, gc=False):
    """`seat` has a new structure."""

    structure: str


class Outdated(SeatEvent, frozen=True, gc=False):
    """Structures of `seat` are too old."""

    structures: tuple[str, ...]


class Learned(SeatEvent, frozen=True, gc=False):
    """`seat` discovers a technology; `how`: bought or free."""

    technology: str
    how: str


class Wonder(SeatEvent, frozen=True, gc=False):
    """`seat` takes a wonder."""

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


class Plagued(SeatEvent, frozen=True, gc=False):
    """`seat` turned up a plague."""

    place: str


class Civilized(SeatEvent, frozen=True, gc=False):
    """A new civilization joins `seat`, with the unit that found it."""

    place: str


class Struck(SeatEvent, frozen=True, gc=False):
    """`seat` clears `place`."""

    place: str


class Symbol(SeatEvent, frozen=True, gc=False):
    """`seat` names another resource for its card."""

    resource: str


class Chose(SeatEvent, frozen=True, gc=False):
    """`seat` chooses an alternative of a box."""

    number: int


class Passed(SeatEvent, frozen=True, gc=False):
    """`seat` does nothing more."""


class Skipped(SeatEvent, frozen=True, gc=False):
    """`seat` goes on to the next line of the box."""


class Idle(Event, frozen=True, gc=False):
    """`seats` can do nothing in this box."""

    seats: SeatsField


class Counted(SeatEvent, frozen=True, gc=False):
    """A count: what `seat` has in one field, and the points for it."""

    field: str
    number: int
    points: int


class Bonus(SeatEvent, frozen=True, gc=False):
    """Points at the end; `why`: wonders, seminal, plague or early."""

    why: str
    points: int


class Wished(SeatEvent, frozen=True, gc=False):
    """A standing wish of `seat`: `what` and what it is now."""

    what: str
    way: str


class Preferred(SeatEvent, frozen=True, gc=False):
    """The territory `seat` likes best for its change."""

    place: str


class Eliminated(SeatEvent, frozen=True, gc=False):
    """`seat` has no settlement any more."""


class Returned(SeatEvent, frozen=True, gc=False):
    """`seat` has a settlement again."""


class Turn(Event, frozen=True, gc=False):
    """The turn of `seat` begins; `number` from 1."""

    number: int
    seat: SeatField


class Over(Event, frozen=True, gc=False):
    """The game ends."""

    reason: str

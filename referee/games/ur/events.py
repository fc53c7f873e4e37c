"""What happens in Ur, as public facts. Places are written as on the board (`b3`, `spare`)."""

from __future__ import annotations

from referee.kernel.events import Event, SeatField


class Placed(Event, frozen=True, gc=False):
    """Set-up: `seat` puts a cube on `place`."""

    seat: SeatField
    place: str


class Exchanged(Event, frozen=True, gc=False):
    """Set-up: `seat` takes `taken` from `place` and leaves `left` there, the type that lies up first."""

    seat: SeatField
    place: str
    taken: str
    left: str


class Kept(Event, frozen=True, gc=False):
    """Set-up: `seat` keeps the hand tile."""

    seat: SeatField


class Acted(Event, frozen=True, gc=False):
    """`seat` carries out an action of its hand tile."""

    seat: SeatField
    action: str


class Starved(Event, frozen=True, gc=False):
    """Agriculture takes a cube of `seat` off `place`."""

    seat: SeatField
    place: str


class Grew(Event, frozen=True, gc=False):
    """`place` gets `count` cubes of `seat` by Agriculture, Trade or Culture."""

    seat: SeatField
    place: str
    count: int


class Driven(Event, frozen=True, gc=False):
    """War takes all `count` cubes of `seat` off `place`."""

    seat: SeatField
    place: str
    count: int


class Attacked(Event, frozen=True, gc=False):
    """`seat` loses `lost` cubes on `start` and moves `moved` from there to `target`."""

    seat: SeatField
    start: str
    target: str
    lost: int
    moved: int


class Shifted(Event, frozen=True, gc=False):
    """Politics moves `count` cubes of `seat` from `giver` to `taker`."""

    seat: SeatField
    giver: str
    taker: str
    count: int


class Spared(Event, frozen=True, gc=False):
    """`seat` adds nothing more by Agriculture."""

    seat: SeatField


class Added(Event, frozen=True, gc=False):
    """Substitute: `seat` puts a cube on its tile `place`."""

    seat: SeatField
    place: str


class Founded(Event, frozen=True, gc=False):
    """Substitute: `seat` puts a cube on the free tile `place`."""

    seat: SeatField
    place: str


class Built(Event, frozen=True, gc=False):
    """`seat` builds a ziggurat on `place`; `count` ziggurats stand now."""

    seat: SeatField
    place: str
    count: int


class Entered(Event, frozen=True, gc=False):
    """`seat` comes back with three cubes on `place`."""

    seat: SeatField
    place: str


class Passed(Event, frozen=True, gc=False):
    """`seat` ends phase 1."""

    seat: SeatField


class Swapped(Event, frozen=True, gc=False):
    """`seat` takes `taken` from `place` and leaves `left` there, the type that lies up first."""

    seat: SeatField
    place: str
    taken: str
    left: str


class LastRound(Event, frozen=True, gc=False):
    """The fifth ziggurat stands: the round is played to its end by `seat`, the last in turn order."""

    seat: SeatField


class Ended(Event, frozen=True, gc=False):
    """The game is over: `no-swap` by a turn of `seat` that ended without a legal swap, or `ziggurats`."""

    reason: str
    seat: SeatField


class Scored(Event, frozen=True, gc=False):
    """`seat` makes `points` with these series; `+` is a ziggurat. The hand tile counts as `face`."""

    seat: SeatField
    points: int
    face: str
    series: tuple[str, ...]

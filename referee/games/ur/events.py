"""What happens in Ur, as public facts. Places are written as on the board (`b3`, `spare`)."""

from __future__ import annotations

from referee.kernel.events import Event, SeatEvent, SeatField


class Placed(SeatEvent, frozen=True, gc=False):
    """Set-up: `seat` puts a cube on `place`."""

    place: str


class Exchanged(SeatEvent, frozen=True, gc=False):
    """Set-up: `seat` takes `taken` from `place` and leaves `left` there, the type that lies up first."""

    place: str
    taken: str
    left: str


class Kept(SeatEvent, frozen=True, gc=False):
    """Set-up: `seat` keeps the hand tile."""


class Acted(SeatEvent, frozen=True, gc=False):
    """`seat` carries out an action of its hand tile."""

    action: str


class Starved(SeatEvent, frozen=True, gc=False):
    """Agriculture takes a cube of `seat` off `place`."""

    place: str


class Grew(SeatEvent, frozen=True, gc=False):
    """`place` gets `count` cubes of `seat` by Agriculture, Trade or Culture."""

    place: str
    count: int


class Driven(SeatEvent, frozen=True, gc=False):
    """War takes all `count` cubes of `seat` off `place`."""

    place: str
    count: int


class Attacked(SeatEvent, frozen=True, gc=False):
    """`seat` loses `lost` cubes on `start` and moves `moved` from there to `target`."""

    start: str
    target: str
    lost: int
    moved: int


class Shifted(SeatEvent, frozen=True, gc=False):
    """Politics moves `count` cubes of `seat` from `giver` to `taker`."""

    giver: str
    taker: str
    count: int


class Spared(SeatEvent, frozen=True, gc=False):
    """`seat` adds nothing more by Agriculture."""


class Added(SeatEvent, frozen=True, gc=False):
    """Substitute: `seat` puts a cube on its tile `place`."""

    place: str


class Founded(SeatEvent, frozen=True, gc=False):
    """Substitute: `seat` puts a cube on the free tile `place`."""

    place: str


class Built(SeatEvent, frozen=True, gc=False):
    """`seat` builds a ziggurat on `place`; `count` ziggurats stand now."""

    place: str
    count: int


class Entered(SeatEvent, frozen=True, gc=False):
    """`seat` comes back with three cubes on `place`."""

    place: str


class Passed(SeatEvent, frozen=True, gc=False):
    """`seat` ends phase 1."""


class Swapped(SeatEvent, frozen=True, gc=False):
    """`seat` takes `taken` from `place` and leaves `left` there, the type that lies up first."""

    place: str
    taken: str
    left: str


class LastRound(SeatEvent, frozen=True, gc=False):
    """The fifth ziggurat stands: the round is played to its end by `seat`, the last in turn order."""


class Ended(Event, frozen=True, gc=False):
    """The game is over: `no-swap` by a turn of `seat` that ended without a legal swap, or `ziggurats`."""

    reason: str
    seat: SeatField


class Scored(SeatEvent, frozen=True, gc=False):
    """`seat` makes `points` with these series; `+` is a ziggurat. The hand tile counts as `face`."""

    points: int
    face: str
    series: tuple[str, ...]

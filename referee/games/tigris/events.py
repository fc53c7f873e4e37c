"""What happened on the board: public facts. Tiles that leave or enter a hand are told by the kernel's events."""

from __future__ import annotations

from referee.kernel import events as kernel
from referee.kernel.events import Discarded, Drew, Event, SeatField, Spent


class Placed(Event, frozen=True, gc=False):
    """A tile or a leader (`piece`: its kind or role) came from the hand to `cell`."""

    seat: SeatField
    piece: str
    cell: str


class Moved(Event, frozen=True, gc=False):
    """A leader moved from `origin` to `cell`."""

    seat: SeatField
    piece: str
    cell: str
    origin: str


class Withdrew(Event, frozen=True, gc=False):
    """A leader was taken back as an action."""

    seat: SeatField
    piece: str
    cell: str


class Home(Event, frozen=True, gc=False):
    """A leader went home: it lost a conflict (`why` conflict) or its last temple (`why` temple)."""

    seat: SeatField
    piece: str
    cell: str
    why: str


class Catastrophe(Event, frozen=True, gc=False):
    """A space was destroyed; `removed` is the kind of the tile that lay there, or empty."""

    seat: SeatField
    cell: str
    removed: str = ""


class Passed(Event, frozen=True, gc=False):
    """An action was let go by."""

    seat: SeatField


class Scored(Event, frozen=True, gc=False):
    """Victory points of one colour. `why`: tile, building, revolt, war, monument or ziggurat."""

    seat: SeatField
    colour: str
    count: int
    why: str


class United(Event, frozen=True, gc=False):
    """The tile on `cell` joined two kingdoms."""

    cell: str


class Revolt(Event, frozen=True, gc=False):
    """A revolt began; `attack` and `defence` are the temples beside the two leaders."""

    piece: str
    attacker: SeatField
    attack: int
    defender: SeatField
    defence: int


class War(Event, frozen=True, gc=False):
    """A war began; `attack` and `defence` are the supporters on the board."""

    colour: str
    attacker: SeatField
    attack: int
    defender: SeatField
    defence: int


class Won(kernel.Won, frozen=True, gc=False):
    """A conflict ended. `strength` and `against`: the totals of winner and loser. `why`: revolt or war."""

    strength: int
    against: int
    why: str


class Removed(Event, frozen=True, gc=False):
    """The supporters of a lost war left the board."""

    kind: str
    cells: tuple[str, ...]


class Forced(Event, frozen=True, gc=False):
    """A question had one possible answer by public facts alone and was not asked."""

    seat: SeatField
    question: str


class Built(Event, frozen=True, gc=False):
    """A monument (`name` red-blue; `cell` the top left space) or the ziggurat (`cell` its centre) was built."""

    seat: SeatField
    name: str
    cell: str


class Housed(Event, frozen=True, gc=False):
    """The building of `colour` was put on `cell`; `origin` is where it stood before, or empty."""

    seat: SeatField
    colour: str
    cell: str
    origin: str = ""


class Returned(Event, frozen=True, gc=False):
    """The building of `colour` went back beside the board."""

    colour: str
    cell: str


class Declined(Event, frozen=True, gc=False):
    """A building or a monument was not built. `question`: building or monument."""

    seat: SeatField
    question: str


class Treasure(Event, frozen=True, gc=False):
    """The owner of the trader took the treasures on `cells`."""

    seat: SeatField
    cells: tuple[str, ...]


class Turn(Event, frozen=True, gc=False):
    """The turn passed to `seat`."""

    seat: SeatField


class Over(Event, frozen=True, gc=False):
    """The game ended. `reason` is one of the game's endings."""

    reason: str


__all__ = [
    "Built",
    "Catastrophe",
    "Declined",
    "Discarded",
    "Drew",
    "Event",
    "Forced",
    "Home",
    "Housed",
    "Moved",
    "Over",
    "Passed",
    "Placed",
    "Removed",
    "Returned",
    "Revolt",
    "Scored",
    "Spent",
    "Treasure",
    "Turn",
    "United",
    "War",
    "Withdrew",
    "Won",
]

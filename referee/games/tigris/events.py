"""What happened on the board: public facts. Tiles that leave or join a hand are in the kernel's events."""

from __future__ import annotations

from referee.kernel import events as kernel
from referee.kernel.events import Event, SeatEvent, SeatField


class Placed(SeatEvent, frozen=True, gc=False):
    """A tile or a leader (`piece`: its kind or role) came from the hand to `cell`."""

    piece: str
    cell: str


class Moved(SeatEvent, frozen=True, gc=False):
    """A leader moved from `origin` to `cell`."""

    piece: str
    cell: str
    origin: str


class Withdrew(SeatEvent, frozen=True, gc=False):
    """A leader was taken back as an action."""

    piece: str
    cell: str


class Home(SeatEvent, frozen=True, gc=False):
    """A leader went home: it lost a conflict (`why` conflict) or its last temple (`why` temple)."""

    piece: str
    cell: str
    why: str


class Catastrophe(SeatEvent, frozen=True, gc=False):
    """A space was destroyed; `removed` is the kind of the tile that was there, or empty."""

    cell: str
    removed: str = ""


class Passed(SeatEvent, frozen=True, gc=False):
    """An action was let go by."""


class Scored(SeatEvent, frozen=True, gc=False):
    """Victory points of one colour. `why`: tile, building, revolt, war, monument or ziggurat."""

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


class Won(kernel.ConflictWon, frozen=True, gc=False):
    """A conflict ended. `strength` and `against`: the totals of winner and loser. `why`: revolt or war."""

    strength: int
    against: int
    why: str


class Removed(Event, frozen=True, gc=False):
    """The supporters of a lost war left the board."""

    kind: str
    cells: tuple[str, ...]


class Forced(SeatEvent, frozen=True, gc=False):
    """A question had one possible answer by public facts alone and was not asked."""

    question: str


class Built(SeatEvent, frozen=True, gc=False):
    """A monument (`name` red-blue; `cell` the top left space) or the ziggurat (`cell` its centre) was built."""

    name: str
    cell: str


class Housed(SeatEvent, frozen=True, gc=False):
    """The building of `colour` was put on `cell`; `origin` is where it stood before, or empty."""

    colour: str
    cell: str
    origin: str = ""


class Returned(Event, frozen=True, gc=False):
    """The building of `colour` went back beside the board."""

    colour: str
    cell: str


class Declined(SeatEvent, frozen=True, gc=False):
    """A building or a monument was not built. `question`: building or monument."""

    question: str


class Treasure(SeatEvent, frozen=True, gc=False):
    """The owner of the trader took the treasures on `cells`."""

    cells: tuple[str, ...]


class Turn(SeatEvent, frozen=True, gc=False):
    """The turn passed to `seat`."""


class Over(Event, frozen=True, gc=False):
    """The game ended. `reason` is one of the game's endings."""

    reason: str

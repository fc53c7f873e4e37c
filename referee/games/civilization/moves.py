"""The orders of Civilization: one line each, of at most 40 columns with the codes of the shipped pack.

`Change` is the end of a line that pays an amount in fives: `+c gan` takes a colonist for 5 credits more, `-c gan` gives
one away for 5 credits less; without it the standing wish of the seat decides.
"""

from __future__ import annotations

import msgspec


class Order(msgspec.Struct, frozen=True, gc=False):
    """Base of all orders."""


class Change(msgspec.Struct, frozen=True, gc=False):
    """A colonist as change: `sign` is `+` or `-`, `place` where it comes or goes."""

    sign: str
    place: str


class Take(Order, frozen=True, gc=False):
    """Set-up: the first strategy card."""

    card: str


class Settle(Order, frozen=True, gc=False):
    """Set-up: the first settlement with its infantry."""

    place: str


class Learn(Order, frozen=True, gc=False):
    """A technology, bought or free."""

    code: str
    change: Change | None = None


class Buy(Order, frozen=True, gc=False):
    """A unit, bought and placed."""

    kind: str
    place: str
    change: Change | None = None


class Attack(Order, frozen=True, gc=False):
    """Units bought one after the other that enter an occupied place together; kinds in the order of the box."""

    place: str
    kinds: tuple[str, ...]


class Place(Order, frozen=True, gc=False):
    """A unit that was not bought; `change` only where a desert costs extra."""

    kind: str
    place: str
    change: Change | None = None


class Settler(Order, frozen=True, gc=False):
    """A colonist, bought or free."""

    place: str
    change: Change | None = None


class Marcher(msgspec.Struct, frozen=True, gc=False, order=True):
    """A unit on the board; `era` only where units of its kind differ there."""

    place: str
    kind: str
    era: int = 0


class March(Order, frozen=True, gc=False):
    """Units that go to `place`, several only into an occupied one; sorted."""

    place: str
    units: tuple[Marcher, ...]


class Upgrade(Order, frozen=True, gc=False, order=True):
    """A unit becomes one of the current era."""

    unit: Marcher


class Found(Order, frozen=True, gc=False):
    """A new settlement."""

    place: str
    change: Change | None = None


class Grow(Order, frozen=True, gc=False):
    """A settlement one level larger."""

    place: str
    change: Change | None = None


class Build(Order, frozen=True, gc=False):
    """A structure."""

    code: str
    change: Change | None = None


class Choose(Order, frozen=True, gc=False):
    """One of the alternatives of a box, from 1."""

    number: int


class Skip(Order, frozen=True, gc=False):
    """The running line of the box is over; the next follows."""


class Pass(Order, frozen=True, gc=False):
    """Nothing more in this box, or no answer to what may be left."""


class Peek(Order, frozen=True, gc=False):
    """Look under a covered marker."""

    place: str


class Strike(Order, frozen=True, gc=False):
    """Clear a territory."""

    place: str


class Symbol(Order, frozen=True, gc=False):
    """Another resource for the card that is played."""

    resource: str


class Pick(Order, frozen=True, gc=False):
    """The next card; `other` if it is gone."""

    card: str
    other: str = ""


class Wish(Order, frozen=True, gc=False):
    """A standing wish, a free order of whoever is asked: how odd fives are settled (`change`, with the territory it
    would like best), which unit stays (`excess`), when to declare the end (`end`), whether to end early (`vote`).
    """

    what: str
    way: str
    place: str = ""


WISHES = (Wish,)
"""Free orders of whoever is asked anything."""

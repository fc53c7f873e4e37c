"""What a pack says, as the rules ask for it: places and their neighbours, technologies, cards; all by their codes.

A `World` is made once for each pack and hangs on every state of its games, outside of what is written and compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from referee.games.civilization.pack import Components
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.pack import entries as pack

Code = str
T = TypeVar("T", pack.Territory, pack.Sea, pack.Technology, pack.Wonder, pack.Structure, pack.Card)


class Technology(msgspec.Struct, frozen=True):
    """A technology. `tier`: the higher, the more advanced. `kinds` are the units it allows.

    `gains`: (`unit`, kind, count), (`structure`, code, 1) or (`growth`, "", count). `ending`: `at-once` or `declare`.
    """

    code: Code
    era: int
    cost: int
    needs: tuple[Code, ...] = ()
    tier: int = 0
    kinds: tuple[str, ...] = ()
    structures: tuple[Code, ...] = ()
    level: int = 0
    gains: tuple[tuple[str, str, int], ...] = ()
    wonders: tuple[Code, ...] = ()
    seminal: bool = False
    ending: str = ""


class Wonder(msgspec.Struct, frozen=True):
    """A wonder: what it does in its era. `discounts`: (era of a technology, credits off); `units` wait on the card."""

    code: Code
    era: int
    happy: int = 0
    production: int = 0
    incomes: tuple[int, ...] = ()
    discounts: tuple[tuple[int, int], ...] = ()
    bonus: int = 0
    units: tuple[tuple[str, int], ...] = ()
    colonists: int = 0
    peek: bool = False
    symbol: bool = False
    strike: bool = False
    ends: bool = False


class Structure(msgspec.Struct, frozen=True):
    """A city improvement."""

    code: Code
    era: int
    happy: int = 0
    production: int = 0


class Card(msgspec.Struct, frozen=True):
    """A strategy card. `leaves` is the era at whose beginning it leaves the game, 0: never."""

    code: Code
    era: int
    top: tuple[fx.BoxEffect, ...]
    bottom: tuple[fx.BoxEffect, ...]
    together: bool
    resource: str
    credits: int
    leaves: int = 0


class World:
    """A pack, looked up by code. Two are equal if they come from the same pack."""

    def __init__(self, components: Components) -> None:
        printed = components.pack
        self.components = components
        self.key = printed.id
        self.lands = {one.id: tuple(sorted(one.borders)) for one in _sorted(printed.territories)}
        """The neighbours of each territory, by land."""
        self.coasts = {one.id: tuple(sorted(one.coast)) for one in _sorted(printed.seas)}
        """The territories on each zone."""
        self.zones = {one.id: tuple(sorted(one.borders)) for one in _sorted(printed.seas)}
        """The zones beside each zone."""
        self.waters = {land: tuple(sorted(components.seas_of[land])) for land in self.lands}
        """The zones of each territory."""
        self.technologies = {one.id: _technology(one, components.rank[one.id]) for one in _sorted(printed.technologies)}
        self.allowing = _allowing(self.technologies.values())
        """The technologies for units of each kind and era, the most advanced first."""
        self.wonders = {one.id: _wonder(one) for one in _sorted(printed.wonders)}
        self.structures = {
            one.id: Structure(one.id, one.era, one.happy, one.production) for one in _sorted(printed.structures)
        }
        self.cards = {one.id: _card(one) for one in _sorted(printed.cards)}
        self.markers = tuple((one.id, one.count) for one in printed.markers)
        self.prices = {one.id: one.cost for one in printed.units}
        self.values = {one.id: one.value for one in printed.units}
        self.enabling = dict(components.allows)
        """The technology of each structure."""
        self.starters = tuple(code for code, tech in self.technologies.items() if not tech.needs)
        """The technologies without prerequisites."""

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, World) and other.components.pack == self.components.pack)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"World({self.key!r})"


@lru_cache(maxsize=8)
def world_of(components: Components) -> World:
    """The world of a pack, made once."""
    return World(components)


def _sorted(entries: tuple[T, ...]) -> list[T]:
    return sorted(entries, key=lambda entry: entry.id)


def _technology(one: pack.Technology, tier: int) -> Technology:
    gains = [
        ("unit", gain.unit, gain.n)
        if isinstance(gain, fx.GainUnit)
        else ("structure", gain.id, 1)
        if isinstance(gain, fx.GainStructure)
        else ("growth", "", gain.n)
        for gain in one.gains
    ]
    return Technology(
        code=one.id,
        era=one.era,
        cost=one.cost,
        needs=one.needs,
        tier=tier,
        kinds=tuple(model.unit for model in one.models),
        structures=one.structures,
        level=one.level,
        gains=tuple(gains),
        wonders=one.wonders,
        seminal=one.seminal,
        ending=one.ends,
    )


def _allowing(technologies: Iterable[Technology]) -> dict[tuple[str, int], tuple[Technology, ...]]:
    found: dict[tuple[str, int], tuple[Technology, ...]] = {}
    for tech in sorted(technologies, key=lambda tech: -tech.tier):
        for kind in tech.kinds:
            found[kind, tech.era] = (*found.get((kind, tech.era), ()), tech)
    return found


def _wonder(one: pack.Wonder) -> Wonder:
    def total(kind: type[Any]) -> int:
        return sum(power.n for power in one.powers if isinstance(power, kind))

    def has(kind: type[Any]) -> bool:
        return any(isinstance(power, kind) for power in one.powers)

    return Wonder(
        code=one.id,
        era=one.era,
        happy=total(fx.Happy),
        production=total(fx.Production),
        incomes=tuple(power.n for power in one.powers if isinstance(power, fx.StartIncome)),
        discounts=tuple((power.era, power.n) for power in one.powers if isinstance(power, fx.Discount)),
        bonus=total(fx.Wall),
        units=tuple((power.unit, power.n) for power in one.powers if isinstance(power, fx.Waiting)),
        colonists=total(fx.FirstColonists),
        peek=has(fx.Peek),
        symbol=has(fx.Substitute),
        strike=has(fx.Strike),
        ends=has(fx.Declare),
    )


def _card(one: pack.Card) -> Card:
    return Card(one.id, one.era, one.top, one.bottom, one.mode == "at-once", one.resource, one.credits, one.leaves)

"""What a pack says, as the rules ask for it: places and their neighbours, technologies, cards; all by their codes.

A `World` is made once for each pack and hangs on every state of its games, outside of what is written and compared.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Code = str


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a box of a card, such as `BUY_UNITS` or `CHOOSE`.

    count    how often, how many, or how many credits
    off      what it takes off a price; of FOUND and BUY_... of each, of GROW and BUILD of the first
    kinds    units it is about
    per      what INCOME counts
    steps    how far MOVE goes
    price    of UPGRADE
    next_era whether a free technology may be of the next era
    of       the alternatives of CHOOSE
    """

    name: str
    count: int = 0
    off: int = 0
    kinds: tuple[str, ...] = ()
    per: str = ""
    steps: int = 0
    price: int = 0
    next_era: bool = False
    of: tuple[Effect, ...] = ()


class Technology(msgspec.Struct, frozen=True):
    """A technology. `gains`: (`unit`, kind, count), (`structure`, code, 1) or (`growth`, "", count)."""

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
    """A wonder: what it does in its era. `discount` is off technologies of this era; `units` wait on the card."""

    code: Code
    era: int
    happy: int = 0
    production: int = 0
    income: int = 0
    discount: int = 0
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
    top: tuple[Effect, ...]
    bottom: tuple[Effect, ...]
    together: bool
    resource: str
    credits: int
    leaves: int = 0


class World:
    """A pack, looked up by code. Two are equal if they come from the same pack."""

    def __init__(
        self,
        key: str,
        lands: Mapping[Code, tuple[Code, ...]],
        coasts: Mapping[Code, tuple[Code, ...]],
        zones: Mapping[Code, tuple[Code, ...]],
        technologies: tuple[Technology, ...],
        wonders: tuple[Wonder, ...],
        structures: tuple[Structure, ...],
        cards: tuple[Card, ...],
        markers: tuple[tuple[str, int], ...],
    ) -> None:
        self.key = key
        self.lands = {code: tuple(sorted(lands[code])) for code in sorted(lands)}
        """The neighbours of each territory, by land."""
        self.coasts = {code: tuple(sorted(coasts[code])) for code in sorted(coasts)}
        """The territories on each zone."""
        self.zones = {code: tuple(sorted(zones[code])) for code in sorted(zones)}
        """The zones beside each zone."""
        self.waters = {land: tuple(zone for zone, coast in self.coasts.items() if land in coast) for land in self.lands}
        """The zones of each territory."""
        self.technologies = {tech.code: tech for tech in sorted(technologies, key=lambda tech: tech.code)}
        self.wonders = {wonder.code: wonder for wonder in sorted(wonders, key=lambda wonder: wonder.code)}
        self.structures = {one.code: one for one in sorted(structures, key=lambda one: one.code)}
        self.cards = {card.code: card for card in sorted(cards, key=lambda card: card.code)}
        self.markers = markers
        self.enabling = {code: tech.code for tech in technologies for code in tech.structures}
        """The technology of each structure."""
        self.starters = tuple(code for code, tech in self.technologies.items() if not tech.needs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, World) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"World({self.key!r})"

"""The entries of a pack, as they are in its file (format `civ-pack/1`).

Ids are what orders and states name: `[a-z][a-z0-9-]{0,11}`, each used once in the whole pack. `en` and `it` are names,
free text. `basis` says where an entry comes from: the rules, the box, or a reconstruction; `note` what else is to say.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from referee.games.civilization.pack.bounds import Credits, Digit, EraNumber, Fighter, Names, Within
from referee.games.civilization.pack.effects import BoxEffect, Power, TechGain

FORMAT = "civ-pack/1"

Basis = Literal["rules", "box", "reconstruction"]
Mode = Literal["at-once", "in-turn"]
Ends = Literal["", "at-once", "declare"]
Colour = Literal["green", "blue", "yellow", "red"]
Point = tuple[int, int]


class PackPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of fields of the pack."""


class Label(PackPart, frozen=True):
    """What every letter and picture says about where the pack comes from."""

    en: str
    it: str


class PackEntry(PackPart, frozen=True, kw_only=True):
    """Whatever has an id and names."""

    id: str
    en: str
    it: str
    basis: Basis
    note: str = ""


class PackEra(PackEntry, frozen=True):
    """One of the four eras, in order."""

    colour: Colour


class Unit(PackEntry, frozen=True):
    """A type of piece: the letter that stands for it, its price, and its value without era. Source: CV 6.1."""

    sign: str
    cost: Credits
    value: Digit


class Region(PackEntry, frozen=True):
    """A part of the world, for lists."""


class Territory(PackEntry, frozen=True):
    """A land region: the territories it borders, the middle of its card in the picture, its column and row in text."""

    region: str
    borders: Names
    at: Point | None = None
    cell: Point | None = None


class Sea(PackEntry, frozen=True):
    """A sea zone: territories on it, zones it borders; points in the picture (the first has the name), text cell."""

    coast: Names
    borders: Names
    at: tuple[Point, ...] = ()
    cell: Point | None = None


class Marker(PackEntry, frozen=True):
    """A kind of round marker and how many of it there are."""

    count: Annotated[int, Within(0, 99)]


class Model(PackPart, frozen=True):
    """What a type of unit is called in the era of the technology."""

    unit: Fighter
    en: str
    it: str


class Technology(PackEntry, frozen=True):
    """A technology card. `needs` are prerequisites; models, structures and the level are what it allows everybody.

    Of two technologies for one type of unit in one era the later in the pack is the more advanced. `gains` and
    `wonders` are the discoverer's. `ends` says whether it ends the game: at once, or when its owner declares so.
    """

    era: EraNumber
    cost: Credits
    needs: Names = ()
    models: tuple[Model, ...] = ()
    structures: tuple[str, ...] = ()
    level: int = 0
    gains: tuple[TechGain, ...] = ()
    wonders: tuple[str, ...] = ()
    seminal: bool = False
    ends: Ends = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The types of unit it allows."""
        return tuple(model.unit for model in self.models)


class Structure(PackEntry, frozen=True):
    """A city improvement: its happy faces and production symbols."""

    era: EraNumber
    happy: Digit = 0
    production: Digit = 0


class PackWonder(PackEntry, frozen=True):
    """A wonder and its powers."""

    era: EraNumber
    powers: tuple[Power, ...] = ()

    def of(self, kind: type[Any]) -> list[Any]:
        """Its powers of one kind."""
        return [power for power in self.powers if isinstance(power, kind)]

    def total(self, kind: type[Any]) -> int:
        """What its powers of one kind come to together."""
        return sum(power.n for power in self.of(kind))


class Card(PackEntry, frozen=True):
    """A strategy card: box of the active player, box of all and how it is played, resource symbol, amount 5 or 10.

    `leaves` is the era at whose beginning it is discarded, 0 for never.
    """

    era: EraNumber
    top: tuple[BoxEffect, ...]
    bottom: tuple[BoxEffect, ...]
    mode: Mode
    resource: str
    credits: int
    leaves: int = 0


class Pack(PackPart, frozen=True):
    """All data of one box of the game."""

    format: str
    id: str
    label: Label
    eras: tuple[PackEra, ...]
    units: tuple[Unit, ...]
    regions: tuple[Region, ...]
    territories: tuple[Territory, ...]
    seas: tuple[Sea, ...]
    markers: tuple[Marker, ...]
    technologies: tuple[Technology, ...]
    structures: tuple[Structure, ...]
    wonders: tuple[PackWonder, ...]
    cards: tuple[Card, ...]

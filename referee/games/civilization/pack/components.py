"""A pack made ready to be asked: entries by id, who borders whom, what enables what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Protocol, TypeVar

from referee.drawing.safe import safe_text
from referee.games.civilization.pack.entries import (
    Card,
    Entry,
    Label,
    Marker,
    Model,
    Pack,
    Sea,
    Structure,
    Technology,
    Territory,
    Unit,
    Wonder,
)


class _Named(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_Named)


def by_id(entries: Iterable[T]) -> Mapping[str, T]:
    """The entries by their ids, in the order of the pack."""
    return MappingProxyType({entry.id: entry for entry in entries})


class Components:
    """What lies on the table before set-up. Made once from a sound pack and only read afterwards.

    All names in it are ids; sequences are in the order of the pack.
    """

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.territories: Mapping[str, Territory] = by_id(pack.territories)
        self.seas: Mapping[str, Sea] = by_id(pack.seas)
        self.technologies: Mapping[str, Technology] = by_id(pack.technologies)
        self.structures: Mapping[str, Structure] = by_id(pack.structures)
        self.wonders: Mapping[str, Wonder] = by_id(pack.wonders)
        self.cards: Mapping[str, Card] = by_id(pack.cards)
        self.units: Mapping[str, Unit] = by_id(pack.units)
        self.markers: Mapping[str, Marker] = by_id(pack.markers)
        self.entries: Mapping[str, Entry] = by_id(entries_of(pack))
        """Every entry by its id."""

        self.seas_of: Mapping[str, tuple[str, ...]] = MappingProxyType(
            {land: tuple(sea.id for sea in pack.seas if land in sea.coast) for land in self.territories}
        )
        """The sea zones on which each territory lies."""

        self.rank: Mapping[str, int] = MappingProxyType({tech.id: n for n, tech in enumerate(pack.technologies)})
        """How advanced each technology is: the larger, the more."""

        self.allows: Mapping[str, str] = MappingProxyType(
            {structure: tech.id for tech in pack.technologies for structure in tech.structures}
        )
        """The technology that allows each structure."""

        self.gives: Mapping[str, str] = MappingProxyType(
            {wonder: tech.id for tech in pack.technologies for wonder in tech.wonders}
        )
        """The technology that brings each wonder."""

        self.levels: Mapping[int, str] = MappingProxyType(
            {tech.level: tech.id for tech in pack.technologies if tech.level}
        )
        """The technology that allows settlements of each level from 2 on."""

    def models(self, unit: str, era: int) -> tuple[tuple[str, Model], ...]:
        """(technology, model) for a type of unit in an era, the most advanced last."""
        return tuple(
            (tech.id, model)
            for tech in self.pack.technologies
            if tech.era == era
            for model in tech.models
            if model.unit == unit
        )

    def name(self, id: str, lang: str) -> str:
        """The name of an entry in Italian (`it`) or English, with whatever is not plainly visible made so."""
        return spoken(self.entries[id], lang)

    def told(self, code: str, lang: str) -> str:
        """A place, technology, structure, wonder or card by name, with the code people type: `Ganges (gan)`.

        Empty for whatever else a code may stand for.
        """
        groups = (self.territories, self.seas, self.technologies, self.structures, self.wonders, self.cards)
        return f"{self.name(code, lang)} ({code})" if any(code in group for group in groups) else ""

    def label(self, lang: str) -> str:
        """What the pack says of itself, made harmless too."""
        return spoken(self.pack.label, lang)


def spoken(named: Entry | Label | Model, lang: str) -> str:
    """The name in a language, as it may be printed."""
    return safe_text(named.it if lang == "it" else named.en)


def entries_of(pack: Pack) -> tuple[Entry, ...]:
    """Every entry of the pack, group by group in the order of the file."""
    return (
        *pack.eras,
        *pack.units,
        *pack.regions,
        *pack.territories,
        *pack.seas,
        *pack.markers,
        *pack.technologies,
        *pack.structures,
        *pack.wonders,
        *pack.cards,
    )

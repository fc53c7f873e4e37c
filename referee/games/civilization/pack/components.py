"""A pack made ready to be asked: entries by id, who borders whom, what enables what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from referee.drawing.safe_text import safe_text
from referee.games.civilization.pack.entries import Label, Model, Pack, PackEntry
from referee.games.civilization.pack.ids import GROUPS

E = TypeVar("E", bound=PackEntry)


def by_id(entries: Iterable[E]) -> Mapping[str, E]:
    """The entries by their ids, in the order of the pack."""
    return {entry.id: entry for entry in entries}


class Components:
    """What is on the table before set-up. Made once from a sound pack and only read afterwards.

    All names in it are ids; sequences are in the order of the pack.
    """

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.territories = by_id(pack.territories)
        self.seas = by_id(pack.seas)
        self.technologies = by_id(pack.technologies)
        self.structures = by_id(pack.structures)
        self.wonders = by_id(pack.wonders)
        self.cards = by_id(pack.cards)
        self.markers = by_id(pack.markers)
        self.entries = by_id(entries_of(pack))
        """Every entry by its id."""

        self.seas_of = {land: tuple(sea.id for sea in pack.seas if land in sea.coast) for land in self.territories}
        """The sea zones on which each territory lies."""

        self.rank = {tech.id: n for n, tech in enumerate(pack.technologies)}
        """How advanced each technology is: the larger, the more."""

        self.allows = {structure: tech.id for tech in pack.technologies for structure in tech.structures}
        """The technology that allows each structure."""

        self.gives = {wonder: tech.id for tech in pack.technologies for wonder in tech.wonders}
        """The technology that brings each wonder."""

        self.levels = {tech.level: tech.id for tech in pack.technologies if tech.level}
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


def spoken(named: PackEntry | Label | Model, lang: str) -> str:
    """The name in a language, as it may be printed."""
    return safe_text(named.it if lang == "it" else named.en)


def entries_of(pack: Pack) -> tuple[PackEntry, ...]:
    """Every entry of the pack, group by group in the order of the file."""
    return tuple(entry for group in GROUPS for entry in getattr(pack, group))

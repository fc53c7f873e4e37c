"""What a pack says, as the rules ask for it: places and their neighbours, technologies, cards; all by their codes.

A `World` is made once for each pack and is part of every state of its games, but is not written or compared with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from referee.games.civilization.pack import Components
from referee.games.civilization.pack.components import E
from referee.games.civilization.pack.entries import Technology


class World:
    """A pack, looked up by code. Two are equal if they come from the same pack."""

    def __init__(self, components: Components) -> None:
        printed = components.pack
        self.components = components
        self.key = printed.id
        self.lands = {one.id: tuple(sorted(one.borders)) for one in _sort_by_id(printed.territories)}
        """The neighbours of each territory, by land."""
        self.coasts = {one.id: tuple(sorted(one.coast)) for one in _sort_by_id(printed.seas)}
        """The territories on each zone."""
        self.zones = {one.id: tuple(sorted(one.borders)) for one in _sort_by_id(printed.seas)}
        """The zones beside each zone."""
        self.waters = {land: tuple(sorted(components.seas_of[land])) for land in self.lands}
        """The zones of each territory."""
        self.technologies = {one.id: one for one in _sort_by_id(printed.technologies)}
        self.allowing = _technologies_by_unit(printed.technologies)
        """The technologies for units of each kind and era, the most advanced first."""
        self.wonders = {one.id: one for one in _sort_by_id(printed.wonders)}
        self.structures = {one.id: one for one in _sort_by_id(printed.structures)}
        self.cards = {one.id: one for one in _sort_by_id(printed.cards)}
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


def _sort_by_id(entries: tuple[E, ...]) -> list[E]:
    return sorted(entries, key=lambda entry: entry.id)


def _technologies_by_unit(technologies: Iterable[Technology]) -> dict[tuple[str, int], tuple[Technology, ...]]:
    """The later in the pack, the more advanced."""
    found: dict[tuple[str, int], tuple[Technology, ...]] = {}
    for tech in technologies:
        for kind in tech.kinds:
            found[kind, tech.era] = (tech, *found.get((kind, tech.era), ()))
    return found

"""What is new on the board since the state that a reader knew."""

from __future__ import annotations

from referee.games.civilization.state import State
from referee.kernel.game import View

NEW = "<"
"""The mark of a place on which something has changed."""


def is_new(state: State, place: str, view: View) -> bool:
    """Whether marker or pieces of a place differ from those that the reader knew; False if nothing is known of it."""
    return isinstance(view.since, State) and _lying(view.since, place) != _lying(state, place)


def fresh(state: State, view: View) -> list[str]:
    """The places on which something has changed: territories, then seas, in the order of the pack."""
    parts = state.world.components
    return [place for place in (*parts.territories, *parts.seas) if is_new(state, place, view)]


def _lying(state: State, place: str) -> tuple[object, ...]:
    units = [(unit.seat, unit.kind, unit.era) for unit in state.units if unit.place == place]
    return state.markers.get(place), state.towns.get(place), state.colonists.get(place), sorted(units)

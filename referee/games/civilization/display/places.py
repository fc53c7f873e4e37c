"""What is on a place, in signs and in words."""

from __future__ import annotations

from collections import Counter

from referee.games.civilization.data import COVERED, LETTER
from referee.games.civilization.display.words import say
from referee.games.civilization.rules.values import plain_value
from referee.games.civilization.state import State, Unit, units_at
from referee.kernel.game import Viewer
from referee.kernel.requests import Seat

NEW = "<"
"""The mark of a place on which something has changed."""


def is_new(state: State, place: str, view: Viewer) -> bool:
    """Whether marker or pieces of a place differ from those that the reader knew; False if nothing is known of it."""
    return isinstance(view.since, State) and _pieces_on(view.since, place) != _pieces_on(state, place)


def fresh(state: State, view: Viewer) -> list[str]:
    """The places on which something has changed: territories, then seas, in the order of the pack."""
    parts = state.world.components
    return [place for place in (*parts.territories, *parts.seas) if is_new(state, place, view)]


def _pieces_on(state: State, place: str) -> tuple[object, ...]:
    units = [(unit.seat, unit.kind, unit.era) for unit in state.units if unit.place == place]
    return state.markers.get(place), state.towns.get(place), state.colonists.get(place), sorted(units)


def owner(state: State, place: str) -> Seat | None:
    """The seat whose pieces stand on a place; during a conquest the one whose settlement it is."""
    for pieces in (state.towns, state.colonists):
        if place in pieces:
            return pieces[place].seat
    units = units_at(state, place)
    return units[0].seat if units else None


def forces(state: State, place: str) -> tuple[tuple[str, int, int], ...]:
    """(kind, era, count) of the units on a place, the strongest first."""
    units = sorted(units_at(state, place), key=lambda unit: _rank(state, unit))
    counted = Counter((unit.kind, unit.era) for unit in units)
    return tuple((kind, era, count) for (kind, era), count in counted.items())


def _rank(state: State, unit: Unit) -> tuple[int, int, str]:
    return -plain_value(state, (unit.kind, unit.era)), -unit.era, unit.kind


def force_signs(state: State, place: str, width: int) -> str:
    """The units on a place in `width` columns: `i1 2p4`, or `i1 +2` where there is no room for all."""
    found = forces(state, place)
    signs = [f"{count if count > 1 else ''}{LETTER[kind]}{era}" for kind, era, count in found]
    text = " ".join(signs)
    if len(text) <= width:
        return text
    kind, era, _ = found[0]
    return f"{LETTER[kind]}{era} +{sum(count for *_, count in found) - 1}"


def marker(state: State, place: str) -> str:
    """The marker on a place: its id, `?` if it lies face down, empty if there is none."""
    return state.markers.get(place, "")


def marker_text(state: State, place: str, lang: str) -> str:
    """The marker in words; empty if there is none."""
    face = marker(state, place)
    if not face:
        return ""
    return say("face down", lang) if face == COVERED else state.world.components.name(face, lang).lower()


def pieces_text(state: State, place: str, view: Viewer) -> str:
    """Whose place it is and what is on it: `carl, settlement 2, 1 colonist, infantry 1`; empty if nothing is."""
    seat = owner(state, place)
    if seat is None:
        return ""
    parts, lang = state.world.components, view.lang
    found = [say("seat named", lang, seat=seat + 1, name=view.names[seat])]
    if place in state.towns:
        found.append(say("settlement", lang, level=state.towns[place].level))
    if place in state.colonists:
        found.append(say("colonists", lang, count=state.colonists[place].count))
    for kind, era, count in forces(state, place):
        name = parts.name(kind, lang).lower()
        found.append(say("units", lang, count=count, kind=name, era=era))
    return ", ".join(found)

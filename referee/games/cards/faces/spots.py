"""What of the picture orders can name: cards in their columns, what comes under them, heads, leaders, the own hand."""

from __future__ import annotations

from collections.abc import Iterator

from referee.drawing.spots import own_spots
from referee.games.cards.board import COLUMNS, ROW, SLOTS
from referee.games.cards.data import KINDS, LEADERS
from referee.games.cards.faces.pieces import leader
from referee.games.cards.faces.table_shapes import place_at
from referee.games.cards.state import State
from referee.kernel.drawing import Drawing, Spot
from referee.kernel.game import View


def spots(state: State, view: View, drawing: Drawing) -> tuple[Spot, ...]:
    """Every spot of a drawing of this state."""
    return (*_places(state, view), *own_spots(view, drawing, _leaders(view), KINDS))


def _places(state: State, view: View) -> Iterator[Spot]:
    own = state.leaders[view.seat] if view.seat is not None else ()
    for letter, column in zip(COLUMNS, state.columns, strict=True):
        for row in range(len(column)):
            place = f"{letter}{row}"
            yield _spot(place, place, *(role for role, at in zip(LEADERS, own, strict=False) if at == place))
        below = f"{letter}{len(column)}"
        if below in ROW:
            yield _spot(below, letter)
    yield from (_spot(slot, slot) for slot in SLOTS)


def _spot(place: str, *words: str) -> Spot:
    at, size = place_at(place)
    return Spot(words, place, (*at, *size))


def _leaders(view: View) -> dict[str, str]:
    """The symbols of the own leaders, by role."""
    return {role: leader(view.seat, number) for number, role in enumerate(LEADERS)} if view.seat is not None else {}

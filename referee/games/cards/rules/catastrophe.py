"""Chapter 10: a catastrophe takes one card out of the game (CK 10.1 - CK 10.7). No frame of its own."""

from __future__ import annotations

from typing import Any

from referee.games.cards.board import COLUMN, ROW, card_at, is_head, is_ship, moved_up, without_rows
from referee.games.cards.data import EMPTY, KIND_INDEX, KIND_OF
from referee.games.cards.events import CatastrophePlayed
from referee.games.cards.moves import PlayCatastrophe
from referee.games.cards.state import State, Turn, added_at, after_action, change
from referee.kernel.errors import illegal
from referee.kernel.game import Transition


def play_catastrophe(state: State, frame: Turn, move: PlayCatastrophe) -> Transition[State]:
    """Remove one free card of a column, or one free connector, for good; what is below moves up.

    Raises:
        IllegalMove: CK 10.1 (already played), CK 10.2 (no card), CK 10.3 (a leader), CK 10.4 (a ship),
            CK 10.5 (a head).

    Source: CK 10.1 - CK 10.7; rulings G-9, G-37.
    """
    seat, place = state.active, move.place
    if not state.catastrophes[seat]:
        raise illegal("CK 10.1", "cards/catastrophe-played")
    check_target(state, place)
    kind = KIND_OF[card_at(state.columns, state.slots, place)]
    column = COLUMN[place]
    changed: dict[str, Any] = {}
    if place in ROW:
        rows = [ROW[place]]
        changed["columns"] = without_rows(state.columns, column, rows)
        changed["leaders"] = moved_up(state.leaders, column, rows)
    else:
        changed["slots"] = state.slots[:column] + EMPTY + state.slots[column + 1 :]
    after = change(
        state,
        **changed,
        discards=added_at(state.discards, KIND_INDEX[kind], 1),
        catastrophes=added_at(state.catastrophes, seat, -1),
        frames=after_action(state),
        changed=state.turn,
    )
    return Transition(after, (CatastrophePlayed(seat, kind, place),))


def check_target(state: State, place: str) -> None:
    """Refuse a place whose card a catastrophe cannot take.

    Source: CK 10.2 - CK 10.5; ruling G-9.
    """
    code = card_at(state.columns, state.slots, place)
    if not code:
        raise illegal("CK 10.2", "cards/no-card-there", at=place, place=place)
    if is_head(place):
        raise illegal("CK 10.5", "cards/head-is-safe", at=place, place=place)
    if is_ship(code):
        raise illegal("CK 10.4", "cards/ship-never-removed", at=place, place=place)
    if any(place in places for places in state.leaders):
        raise illegal("CK 10.3", "cards/leader-protects-card", at=place, place=place)

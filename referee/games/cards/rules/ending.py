"""Chapters 15 and 16: the end of the game and the ranking (CK 15.1 - CK 16.3)."""

from __future__ import annotations

from referee.games.cards.data import COLUMN_LIMIT, EMPTY, TREASURE
from referee.games.cards.state import State, VictoryPile
from referee.kernel.game import Outcome, ranked
from referee.kernel.tallies import weakest_first


def ending_after(state: State, short: bool) -> str:
    """Why the game ends after the running turn, or empty text. `short` tells that a hand was not refilled.

    Only one treasure may be left when a turn took the third-last and the second-last: the test is `at most one`.

    Source: CK 15.1 - CK 15.4; rulings G-27, G-28, G-34, G-39.
    """
    if short:
        return "cards"
    if "".join(state.columns).count(TREASURE) <= 1:
        return "treasures"
    two_rounds = 2 * len(state.hands)
    if state.variant.passes == "two-rounds" and state.turn - state.changed >= two_rounds:
        return "passes"
    if state.quiet >= two_rounds and is_full(state):
        return "standstill"
    return ""


def is_full(state: State) -> bool:
    """Whether no card can be laid: columns and slots are full. Only a catastrophe could make room again.

    Source: CK 15.4; ruling G-39.
    """
    return EMPTY not in state.slots and all(len(column) > COLUMN_LIMIT for column in state.columns)


def result_of(pile: VictoryPile) -> tuple[int, ...]:
    """The four colours of a pile in ascending order, once the treasures went where they help most.

    Source: CK 16.1, CK 16.2.
    """
    return weakest_first(pile.cards, pile.treasures)


def outcome(state: State) -> Outcome | None:
    """The ranking by the weakest colour, then the second weakest, and so on; equal rows share a place.

    Source: CK 16.2, CK 16.3; ruling G-30.
    """
    if not state.ending:
        return None
    return ranked(state.ending, [result_of(pile) for pile in state.piles])

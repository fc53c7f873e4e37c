"""Invariants: what no sequence of legal orders can break. A finding is always our bug, never a player's."""

from __future__ import annotations

import re

from referee.games.cards.board import COLUMN, COLUMNS, card_at, is_ship, kingdom_of
from referee.games.cards.data import (
    ACTIONS,
    CARD_COUNTS,
    CARD_TOTAL,
    CODES,
    HAND_SIZE,
    KINDS,
    LEADERS,
    SHIP_CODES,
    TREASURE,
    TREASURE_COUNT,
)
from referee.games.cards.rules.setup import set_aside
from referee.games.cards.state import Attack, Defence, Merger, State, Turn
from referee.kernel.errors import BrokenState

_COLUMN = re.compile(r"[*+][krbgKGR]{0,8}")
_SLOTS = re.compile(r"[.krbg?]{7}")


def check(state: State) -> None:
    """Raise `BrokenState` if an invariant does not hold.

    Cards are conserved in all and by colour; eight treasures and at most one ship of a name are about; columns have
    no gaps; each leader stands alone, on a card that may carry one; at rest a kingdom has one leader of a colour.

    Source: CK 1.1 - CK 1.3, CK 3.1, CK 3.2, CK 6.2, CK 10.1.
    """
    _check_shape(state)
    _check_cards(state)
    _check_leaders(state)
    _check_course(state)


def _check_shape(state: State) -> None:
    if len(state.columns) != len(COLUMNS) or not all(_COLUMN.fullmatch(column) for column in state.columns):
        raise BrokenState("cards/column-size", columns=" ".join(state.columns))
    if not _SLOTS.fullmatch(state.slots):
        raise BrokenState("cards/seven-slots", slots=state.slots)
    table = "".join(state.columns)
    for ship in SHIP_CODES:
        if table.count(ship) > 1:
            raise BrokenState("cards/one-ship", ship=ship)
    merging = any(isinstance(frame, Merger) for frame in state.frames)
    if ("?" in state.slots) != merging:
        raise BrokenState("cards/connector-face", slots=state.slots)


def _check_cards(state: State) -> None:
    table = "".join(state.columns) + state.slots
    treasures = table.count(TREASURE) + sum(pile.treasures for pile in state.piles)
    if treasures != TREASURE_COUNT or table.count("+") != TREASURE_COUNT - table.count(TREASURE):
        raise BrokenState("cards/treasures-table-piles", count=treasures)
    seen = [
        table.count(code) + state.discards[index] + sum(pile.cards[index] for pile in state.piles)
        for index, code in enumerate(CODES)
    ]
    seen[KINDS.index("red")] += table.count("+")
    for kind, count, printed in zip(KINDS, seen, CARD_COUNTS, strict=True):
        if count > printed:
            raise BrokenState("cards/cards-seen-more", count=count, kind=kind)
    # Cards that an attacker has played stay in front of that player until the defender has answered.
    seen[0] += sum(frame.attack for frame in state.frames if isinstance(frame, Defence))
    unseen = sum(state.hands) + state.deck + table.count("?") + set_aside(state.variant, len(state.hands))
    if sum(seen) + unseen + TREASURE_COUNT != CARD_TOTAL:
        raise BrokenState("cards/cards-in-all", count=sum(seen) + unseen + TREASURE_COUNT)
    if min((*state.hands, *state.discards, *state.catastrophes, state.deck)) < 0 or max(state.hands) > HAND_SIZE:
        raise BrokenState("cards/count-out-of-bounds")


def _check_leaders(state: State) -> None:
    standing = [place for places in state.leaders for place in places if place]
    if any(len(places) != len(LEADERS) for places in state.leaders) or len(set(standing)) != len(standing):
        raise BrokenState("cards/card-two-leaders", places=" ".join(standing))
    for place in standing:
        code = card_at(state.columns, state.slots, place)
        if not code or is_ship(code) or code == "?":
            raise BrokenState("cards/leader-without-card", place=place)
    if any(isinstance(frame, Attack | Defence | Merger) for frame in state.frames):
        return
    for index, leader in enumerate(LEADERS):
        kingdoms = [kingdom_of(state.slots, COLUMN[row[index]]) for row in state.leaders if row[index]]
        if len(set(kingdoms)) != len(kingdoms):
            raise BrokenState("cards/leaders-at-peace", leader=leader)


def _check_course(state: State) -> None:
    if not 0 <= state.active < len(state.hands) or bool(state.ending) == bool(state.frames):
        raise BrokenState("cards/end-without-reason")
    for frame in state.frames:
        if isinstance(frame, Turn) and not 0 < frame.left <= ACTIONS:
            raise BrokenState("cards/actions-left", left=frame.left)

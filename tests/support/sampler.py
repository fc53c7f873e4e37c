"""One legal order of Tigris without the list of all: what random games of a bench and of tests are made of."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.tigris import frames as f
from referee.games.tigris import moves as m
from referee.games.tigris.board import ALL, LABEL, SPACE, Spaces, neighbours
from referee.games.tigris.data import FARM, KINDS, ROLES, TEMPLE
from referee.games.tigris.legal import catastrophe_spaces, legal_orders
from referee.games.tigris.state import State, regions_beside
from referee.kernel.dice import below
from referee.kernel.goods import OwnGoods
from referee.kernel.requests import Seat

_TILES, _LEADERS, _SWAPS, _CATASTROPHES, _WITHDRAWALS = 20, 26, 28, 30, 31
_TRIES = 6


def random_order(state: State, seat: Seat, own: OwnGoods | None, words: Iterator[int]) -> m.Move:
    """An order `seat` may give now, drawn with `words` (64-bit numbers) from sets of spaces.

    Every legal order has a positive probability; they are not equally likely: of 32 parts 20 go to tiles, 6 to
    leaders, 2 each to swaps and catastrophes, 1 to withdrawing, 1 to passing, and what cannot be drawn in a few
    tries becomes a pass. Questions are answered evenly.
    """
    frame = state.frames[-1]
    if not isinstance(frame, f.TakeAction):
        answers = tuple(legal_orders(state, seat, own))
        return answers[below(words, len(answers))]
    word = next(words)
    part, word = word & 31, word >> 5
    move: m.Move | None = None
    if part < _TILES:
        move = _random_tile(state, seat, own, word, words)
    elif part < _LEADERS:
        move = _random_leader(state, seat, word, words)
    elif part < _SWAPS:
        held = state.hands[seat] if own is None else len(own.hand)
        move = m.Swap(1 + word % held) if held else None
    elif part < _CATASTROPHES:
        move = _random_catastrophe(state, seat, word)
    elif part < _WITHDRAWALS:
        role = ROLES[word & 3]
        move = m.Withdraw(role) if state.leaders[4 * seat + (word & 3)] else None
    return move or m.Pass()


def _random_tile(state: State, seat: Seat, own: OwnGoods | None, word: int, words: Iterator[int]) -> m.Move | None:
    hand = KINDS if own is None else own.hand
    if not hand or not state.hands[seat]:
        return None
    kind = hand[word % len(hand)]
    leaders = state.all_leaders
    pieces = state.laid | leaders
    free = ALL & ~(pieces | state.catastrophes)
    free &= state.river if kind == KINDS[FARM] else ~state.river
    for _ in range(_TRIES):
        space = _any_of(free, next(words))
        if space and _kingdoms_beside(space, pieces, leaders, 3) < 3:
            return m.Place(kind, LABEL[space])
    return None


def _kingdoms_beside(space: Spaces, pieces: Spaces, leaders: Spaces, enough: int) -> int:
    """How many kingdoms touch `space`; looked at only if at least `enough` pieces do."""
    if (neighbours(space) & pieces).bit_count() < enough:
        return 0
    return sum(1 for region in regions_beside(space, pieces) if region & leaders)


def _random_leader(state: State, seat: Seat, word: int, words: Iterator[int]) -> m.Move | None:
    role = word & 3
    own = state.leaders[4 * seat + role]
    leaders = state.all_leaders & ~own
    pieces = state.laid | leaders
    beside_temples = neighbours(state.tiles[TEMPLE]) & ~(pieces | own | state.catastrophes | state.river)
    for _ in range(_TRIES):
        space = _any_of(beside_temples, next(words))
        if space and _kingdoms_beside(space, pieces, leaders, 2) < 2:
            return m.Leader(ROLES[role], LABEL[space])
    return None


def _random_catastrophe(state: State, seat: Seat, word: int) -> m.Move | None:
    space = _any_of(catastrophe_spaces(state, seat), word)
    return m.Catastrophe(LABEL[space]) if space else None


_SPACES = tuple(SPACE.values())
_DENSE = 40


def _any_of(spaces: Spaces, word: int) -> Spaces:
    """One of `spaces`, or 0 if there is none; every one can be drawn."""
    count = spaces.bit_count()
    if count > _DENSE:
        for shift in range(0, 48, 8):
            space = _SPACES[(word >> shift) % 176]
            if space & spaces:
                return space
    elif not count:
        return 0
    for _ in range(word % count):
        spaces &= spaces - 1
    return spaces & -spaces

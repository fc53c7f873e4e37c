"""Every order the seat on turn may give, sorted by canonical spelling.

The verbs follow one another alphabetically and cells ascend by name, so nothing has to be sorted here.
Ur hides nothing: what a seat knows alone is never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.ur import moves
from referee.games.ur.board import Cell, cells_of
from referee.games.ur.data import TILE_LIMIT
from referee.games.ur.rules.agriculture import after_famine, growth
from referee.games.ur.rules.phases import can_act
from referee.games.ur.rules.reentry import can_enter
from referee.games.ur.rules.setup import exchange_tiles, placing_tiles
from referee.games.ur.rules.substitutes import adding_tiles, can_add, can_found
from referee.games.ur.rules.swap import swap_tiles
from referee.games.ur.rules.war import losses, targets
from referee.games.ur.rules.ziggurats import building_tiles, is_acting
from referee.games.ur.state import EXCHANGE, PLACE, SHARE, State
from referee.kernel.goods import Own
from referee.kernel.requests import Seat


def legal_moves(state: State, seat: Seat, own: Own | None) -> Iterator[moves.Order]:
    """Every legal order of `seat`; none if it is not its turn."""
    if state.ending or seat != state.seat:
        return
    phase = state.phase
    if phase == PLACE:
        yield from (moves.Place(cell) for cell in cells_of(placing_tiles(state)))
    elif phase == EXCHANGE:
        yield from _exchanges(state, seat)
    elif phase == SHARE:
        if state.work.sparing:
            yield moves.Enough()
        for cell, owed in state.work.owed:
            yield from (moves.Put(cell, count) for count in range(1, owed + 1))
    else:
        yield from _turn(state, seat)


def _exchanges(state: State, seat: Seat) -> Iterator[moves.Order]:
    for cell in cells_of(exchange_tiles(state)):
        for face in sorted(state.hands[seat]):
            yield moves.Exchange(cell, face)
    if state.spare:
        yield moves.Exchange(moves.SPARE)
    yield moves.Keep()


def _turn(state: State, seat: Seat) -> Iterator[moves.Order]:
    """Phase 1 and the swap in one alphabetical row: the verbs from `add` to `found`, `pass`, and so on."""
    if state.work.entered or state.work.passed:
        yield from _swaps(state, seat)
        return
    yield from _before_pass(state, seat)
    yield moves.Pass()
    yield from _shifts(state, seat)
    yield from _swaps(state, seat)
    yield from _after_swap(state, seat)


def phase_one(state: State, seat: Seat) -> Iterator[moves.Order]:
    """Every order of phase 1 but `pass`, for a seat whose phase 1 is not over."""
    yield from _before_pass(state, seat)
    yield from _shifts(state, seat)
    yield from _after_swap(state, seat)


def _before_pass(state: State, seat: Seat) -> Iterator[moves.Order]:
    work, hand, supply = state.work, state.hands[seat], state.board.supply[seat]
    if supply and can_add(work):
        yield from (moves.Add(cell) for cell in cells_of(adding_tiles(state, seat)))
    if can_act(work, hand, "A"):
        yield moves.Agriculture()
        board = after_famine(state, seat)
        if board.supply[seat] and growth(board, seat):
            yield moves.Agriculture(sparing=True)
    if can_act(work, hand, "C"):
        yield moves.Culture()
    if can_enter(state, seat):
        yield from (moves.Enter(cell) for cell in cells_of(state.board.free))
    if supply and can_found(work):
        yield from (moves.Found(cell) for cell in cells_of(state.board.free))


def _shifts(state: State, seat: Seat) -> Iterator[moves.Order]:
    work, board = state.work, state.board
    if not (work.running == "P" or can_act(work, state.hands[seat], "P")):
        return
    held = board.held[seat]
    gave, took = (work.gave, work.took) if work.running == "P" else (0, 0)
    for giver in cells_of(held & ~took):
        for taker in cells_of(held & ~gave & ~(1 << giver)):
            limit = min(board.cubes[giver], TILE_LIMIT - board.cubes[taker])
            for count in range(1, limit + 1):
                yield moves.Shift(giver, taker, count)


def _swaps(state: State, seat: Seat) -> Iterator[moves.Order]:
    hand = state.hands[seat]
    first, second = min(hand), max(hand)
    for cell in cells_of(swap_tiles(state.board, hand)):
        yield moves.Swap(cell, first)
        yield moves.Swap(cell, second)
    if state.spare and state.spare != hand:
        yield moves.Swap(moves.SPARE)


def _after_swap(state: State, seat: Seat) -> Iterator[moves.Order]:
    work, hand = state.work, state.hands[seat]
    if can_act(work, hand, "T"):
        yield moves.Trade()
    if work.running == "W" or can_act(work, hand, "W"):
        for start in cells_of(state.board.held[seat]):
            yield from _attacks(state, seat, start)
    if not is_acting(work):
        yield from (moves.Build(cell) for cell in cells_of(building_tiles(state, seat)))


def _attacks(state: State, seat: Seat, start: Cell) -> Iterator[moves.Order]:
    board = state.board
    held = board.cubes[start]
    for target in cells_of(targets(state, seat, start)):
        for moved in range(1, held - losses(board, start, target) + 1):
            yield moves.Attack(start, target, moved)

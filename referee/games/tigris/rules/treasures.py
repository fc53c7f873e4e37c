"""Chapter 11 and 15: handing out treasures at the end of an action, or by the summary at the end of a turn.

| frame           | who is asked              | what may follow                            |
|-----------------|---------------------------|--------------------------------------------|
| `Distribution`  | nobody                    | `TakeTreasures`, or the frame below it     |
| `TakeTreasures` | the owner of the trader   | `Distribution` again                       |

Source: TE 11.1, TE 11.2, TE 11.4, TE 11.5, TE 15.2; rulings R43 to R47, R85, R86, R88, R89.
"""

from __future__ import annotations

from itertools import combinations

from referee.games.tigris.board import Spaces, labels, region_of, singles, spaces_of, steps_to_corner
from referee.games.tigris.data import TRADER
from referee.games.tigris.events import Treasure
from referee.games.tigris.frames import ActionEnd, Distribution, TakeTreasures
from referee.games.tigris.moves import Treasure as TreasureMove
from referee.games.tigris.state import State, replace, seats_from, with_value
from referee.kernel.errors import IllegalMove, illegal
from referee.kernel.events import Event
from referee.kernel.game import Reveals, Transition
from referee.kernel.requests import Seat


def distribute(state: State, frame: Distribution, reveals: Reveals) -> Transition[State]:
    """Ask the owner of a trader for all treasures of its kingdom but one.

    Kingdoms are gone through clockwise from the active seat; one is handled, then `Distribution` looks again. Where
    treasures are handed out at the end of a turn, an action hands out none.

    Source: TE 11.1, TE 11.4; rulings R43, R44, R88.
    """
    if state.setting.treasures == "turn" and isinstance(state.frames[0], ActionEnd):
        return Transition(replace(state, frames=state.frames[:-1]))
    pieces = state.pieces
    for seat in seats_from(state, state.active):
        trader = state.leaders[4 * seat + TRADER]
        here = state.treasures & region_of(trader, pieces) if trader else 0
        if here.bit_count() > 1:
            first = _first_of(state, here)
            question = TakeTreasures(seat, here.bit_count() - 1, labels(first), labels(here & ~first))
            return Transition(replace(state, frames=(*state.frames, question)))
    return Transition(replace(state, frames=state.frames[:-1]))


def _first_of(state: State, here: Spaces) -> Spaces:
    """The treasures of a kingdom that go before the others: marked ones, or all that are nearer to a corner than the
    farthest.

    Source: TE 11.2, TE 11.5, TE 15.2; rulings R45, R46, R89.
    """
    if state.setting.corners == "marked":
        return here & state.priority
    farthest = max(map(steps_to_corner, singles(here)))
    return sum(space for space in singles(here) if steps_to_corner(space) < farthest)


def possible_takings(frame: TakeTreasures) -> tuple[tuple[str, ...], ...]:
    """All answers: each a row of spaces in reading order.

    Source: TE 11.1, TE 11.2, TE 15.2; rulings R45, R46.
    """
    free = frame.count - len(frame.first)
    if free < 0:
        return tuple(combinations(frame.first, frame.count))
    return tuple(labels(spaces_of((*frame.first, *rest))) for rest in combinations(frame.others, free))


MOST_NAMED = 8
"""A taking of more treasures names the one that stays: an order fits 40 columns."""


def named_taking(taken: Spaces, frame: TakeTreasures | None) -> TreasureMove:
    """The order that takes the treasures on `taken`, spelled as `frame` wants it."""
    if frame is not None and frame.count > MOST_NAMED:
        here = spaces_of((*frame.first, *frame.others))
        if (here & ~taken).bit_count() == 1 and not taken & ~here:
            return TreasureMove((), labels(here & ~taken)[0])
    return TreasureMove(labels(taken))


def only_taking(state: State, frame: TakeTreasures) -> TreasureMove | None:
    """The answer, if priorities leave only one.

    Source: TE 3.4, TE 11.2; ruling R86.
    """
    free = frame.count - len(frame.first)
    return possible_orders(frame)[0] if free in (0, len(frame.others)) else None


def possible_orders(frame: TakeTreasures) -> tuple[TreasureMove, ...]:
    """All answers as orders."""
    return tuple(named_taking(spaces_of(cells), frame) for cells in possible_takings(frame))


def take_treasures(state: State, frame: TakeTreasures, move: TreasureMove) -> Transition[State]:
    """The owner of the trader takes treasures.

    Events: `Treasure`.

    Raises:
        IllegalMove: TE 11.3 no such treasure, TE 11.1 not all but one, TE 11.2, TE 11.5 or TE 15.2 priority.

    Source: TE 11.1, TE 11.2, TE 11.3, TE 11.5, TE 15.2; rulings R44, R45, R46, R89.
    """
    log: list[Event] = []
    here = (*frame.first, *frame.others)
    for cell in (move.kept,) if move.kept else move.cells:
        if cell not in here:
            raise illegal("TE 11.3", "tigris/no-treasure-there", at=cell, cells=", ".join(labels(spaces_of(here))))
    if bool(move.kept) != (frame.count > MOST_NAMED) or (move.kept and move.cells):
        raise illegal("TE 11.1", "tigris/too-many-treasures", most=MOST_NAMED)
    cells = tuple(cell for cell in labels(spaces_of(here)) if cell != move.kept) if move.kept else move.cells
    if len(set(cells)) != frame.count or len(cells) != frame.count:
        raise illegal("TE 11.1", "tigris/treasure-count", count=frame.count, found=len(set(cells)))
    if cells not in possible_takings(frame):
        raise _against_priority(state, frame)
    return Transition(_take_treasures(replace(state, frames=state.frames[:-1]), frame.seat, cells, log), tuple(log))


def _against_priority(state: State, frame: TakeTreasures) -> IllegalMove:
    if state.setting.corners == "nearest":
        return illegal("TE 11.5", "tigris/nearest-treasures-first", cells=", ".join(frame.first))
    if state.setting.board == "advanced":
        return illegal("TE 15.2", "tigris/outer-treasures-first", cells=", ".join(frame.first))
    return illegal("TE 11.2", "tigris/corner-treasures-first", cells=", ".join(frame.first))


def _take_treasures(state: State, seat: Seat, cells: tuple[str, ...], log: list[Event]) -> State:
    log.append(Treasure(seat, cells))
    taken = spaces_of(cells)
    return replace(
        state,
        treasures=state.treasures & ~taken,
        priority=state.priority & ~taken,
        treasures_won=with_value(state.treasures_won, seat, state.treasures_won[seat] + len(cells)),
    )

"""Chapter 4: cubes that an action gives, and what happens when the supply is too small for all of them.

An action hands over what it owes as (cell, cubes). What the supply covers is placed at once; where it does not, the
acting seat says where the cubes go, also for an opponent whose cubes Culture adds.

| asked | orders | then |
| --- | --- | --- |
| share | `put`; `enough` in a sparing Agriculture | until nothing is owed or the supply is empty; phase 1 |

Source: UR 4.1, UR 4.2, UR 11.2; rulings G-7, G-12.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ur.board import NAMES, Cell, TileBoard, with_counts
from referee.games.ur.data import TILE_LIMIT
from referee.games.ur.events import Grew, Spared
from referee.games.ur.moves import ORDERS, Enough, Put
from referee.games.ur.rules.phases import check_phase
from referee.games.ur.state import SHARE, Owed, State, Work
from referee.kernel.errors import BrokenState, illegal
from referee.kernel.events import Event
from referee.kernel.game import Transition
from referee.kernel.grammar.spelling import said
from referee.kernel.requests import Seat


def room(board: TileBoard, cell: Cell, wanted: int) -> int:
    """How many of `wanted` cubes fit on `cell`.

    Source: UR 4.1.
    """
    return min(wanted, TILE_LIMIT - board.cubes[cell])


def hand_out(state: State, board: TileBoard, work: Work, owed: Owed, events: list[Event]) -> Transition[State]:
    """Place what can only be placed in one way; ask for the rest.

    `owed` is ascending and fits the tiles. `work.sparing` asks for everything, because less may be wanted.
    Events: `events`, then `Grew` for each tile, owner by owner.

    Source: UR 4.2; ruling G-12.
    """
    waiting: list[tuple[Cell, int]] = []
    for seat in range(state.seats):
        shares = [(cell, count) for cell, count in owed if board.held[seat] >> cell & 1 and count]
        supply = board.supply[seat]
        if not shares or not supply:
            continue
        if work.sparing or (supply < sum(count for _, count in shares) and len(shares) > 1):
            waiting += [(cell, min(count, supply)) for cell, count in shares]
            continue
        shares = [(cell, min(count, supply)) for cell, count in shares]
        board = with_counts(board, seat, ((cell, board.cubes[cell] + count) for cell, count in shares))
        events += [Grew(seat, NAMES[cell], count) for cell, count in shares]
    rest = replace(work, owed=tuple(sorted(waiting)), sparing=work.sparing and bool(waiting))
    return Transition(replace(state, board=board, work=rest), tuple(events))


def put(state: State, seat: Seat, move: Put) -> Transition[State]:
    """Place some of the cubes that wait.

    Source: UR 4.2, UR 11.2; ruling G-12.
    """
    check_phase(state, SHARE)
    name, waiting = NAMES[move.cell], dict(state.work.owed)
    if move.cell not in waiting:
        raise illegal("UR 4.2", "ur/cubes-wait-elsewhere", at=name, tile=name)
    if move.count > waiting[move.cell]:
        raise illegal("UR 4.2", "ur/cubes-over-limit", at=name, tile=name, limit=waiting[move.cell], count=move.count)
    owner = state.board.owner(move.cell)
    if owner is None:
        raise BrokenState("ur/cubes-owed-free-tile", tile=name)
    board = with_counts(state.board, owner, ((move.cell, state.board.cubes[move.cell] + move.count),))
    waiting[move.cell] -= move.count
    return hand_out(state, board, state.work, tuple(waiting.items()), [Grew(owner, name, move.count)])


def enough(state: State, seat: Seat, move: Enough) -> Transition[State]:
    """Add nothing more in a sparing Agriculture.

    Source: UR 11.2; ruling G-7.
    """
    check_phase(state, SHARE)
    if not state.work.sparing:
        raise illegal("UR 4.2", "ur/supply-must-be-placed", hint=said(ORDERS.grammar, "put c4:1"))
    return Transition(replace(state, work=replace(state.work, owed=(), sparing=False)), (Spared(seat),))

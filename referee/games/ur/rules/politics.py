"""Chapter 15: Politics, told as shifts of cubes between own tiles.

Any redistribution can be reached by shifts from tiles that end with fewer cubes to tiles that end with more, so a tile
gives or takes within one action, not both. That keeps an action finite and never passes the limit of five on the way.

Source: UR 15.1, UR 15.2, UR 15.3; ruling G-11.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ur.board import NAMES, with_counts
from referee.games.ur.data import ACTIONS, TILE_LIMIT
from referee.games.ur.events import Acted, Shifted
from referee.games.ur.moves import Shift
from referee.games.ur.rules.phases import acted, check_action, check_no_ziggurat, goes_on
from referee.games.ur.state import State
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import Transition
from referee.kernel.requests import Seat


def shift(state: State, seat: Seat, move: Shift) -> Transition[State]:
    """Carry out one shift, beginning a Politics action or going on with it. A tile may be emptied.

    Source: UR 15.1, UR 15.2, UR 15.3; ruling G-11.
    """
    going_on = goes_on(state, "P")
    if not going_on:
        check_action(state, seat, "P")
    work = state.work if going_on else acted(state.work, "P", running="P")
    _check_shift(state, seat, move, work.gave, work.took)
    cubes = state.board.cubes
    board = with_counts(
        state.board,
        seat,
        ((move.giver, cubes[move.giver] - move.count), (move.taker, cubes[move.taker] + move.count)),
    )
    work = replace(work, gave=work.gave | 1 << move.giver, took=work.took | 1 << move.taker)
    events: list[Event] = [] if going_on else [Acted(seat, ACTIONS["P"])]
    events.append(Shifted(seat, NAMES[move.giver], NAMES[move.taker], move.count))
    return Transition(replace(state, board=board, work=work), tuple(events))


def _check_shift(state: State, seat: Seat, move: Shift, gave: int, took: int) -> None:
    board = state.board
    for cell in (move.giver, move.taker):
        check_no_ziggurat(board, cell)
        if not board.held[seat] >> cell & 1:
            name = NAMES[cell]
            raise illegal("UR 15.1", "ur/politics-off-tile", at=name, tile=name)
    giver, taker = NAMES[move.giver], NAMES[move.taker]
    if took >> move.giver & 1 or gave >> move.taker & 1 or move.giver == move.taker:
        raise illegal(
            "UR 15.3", "ur/gives-and-takes",
            at=giver, giver=giver, taker=taker,
        )  # fmt: skip
    if move.count > board.cubes[move.giver]:
        raise illegal(
            "UR 15.2", "ur/total-stays-same",
            at=giver, giver=giver, held=board.cubes[move.giver], count=move.count,
        )  # fmt: skip
    if board.cubes[move.taker] + move.count > TILE_LIMIT:
        raise illegal(
            "UR 4.1", "ur/tile-full",
            at=taker, tile=taker, count=board.cubes[move.taker] + move.count,
        )  # fmt: skip

"""Chapter 13: War, any number of attacks one after the other.

Source: UR 13.1 to 13.6; rulings G-8, G-9, G-23.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ur.board import NAMES, NEIGHBOURS, Board, Cell, Mask, with_counts
from referee.games.ur.data import ACTIONS
from referee.games.ur.events import Acted, Attacked, Driven
from referee.games.ur.moves import Attack
from referee.games.ur.rules.phases import acted, check_action, check_no_ziggurat, goes_on
from referee.games.ur.state import State
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import Transition
from referee.kernel.requests import Seat


def losses(board: Board, start: Cell, target: Cell) -> int:
    """The cubes an attack costs the start tile: as many as the target holds, and one more for a tile of another type.

    A War tile never pays the extra cube.

    Source: UR 13.3; ruling G-9.
    """
    face = board.faces[start]
    return board.cubes[target] + (face != "W" and face != board.faces[target])


def targets(state: State, seat: Seat) -> Mask:
    """The tiles that may be attacked: free ones and opponents' tiles, at any distance.

    Source: UR 13.2; ruling G-8.
    """
    return state.board.free | state.board.opponents(seat)


def attack(state: State, seat: Seat, move: Attack) -> Transition[State]:
    """Carry out one attack, beginning a War action or going on with it.

    Events: `Acted` for the first attack, `Driven` if the target was occupied, `Attacked`.

    Source: UR 13.1 to 13.6; rulings G-8, G-9, G-23.
    """
    going_on = goes_on(state, "W")
    if not going_on:
        check_action(state, seat, "W")
    _check_attack(state, seat, move)
    board, start, target = state.board, move.start, move.target
    lost, loser = losses(board, start, target), board.owner(target)
    events: list[Event] = [] if going_on else [Acted(seat, ACTIONS["W"])]
    if loser is not None:
        events.append(Driven(loser, NAMES[target], board.cubes[target]))
        board = with_counts(board, loser, ((target, 0),))
    left = board.cubes[start] - lost - move.moved
    board = with_counts(board, seat, ((start, left), (target, move.moved)))
    events.append(Attacked(seat, NAMES[start], NAMES[target], lost, move.moved))
    work = state.work if going_on else acted(state.work, "W", running="W")
    return Transition(replace(state, board=board, work=work), tuple(events))


def _check_attack(state: State, seat: Seat, move: Attack) -> None:
    board = state.board
    start, target = NAMES[move.start], NAMES[move.target]
    for cell in (move.start, move.target):
        check_no_ziggurat(board, cell)
    if not board.held[seat] >> move.start & 1:
        raise illegal("UR 13.1", "ur/attack-off-tile", at=start, tile=start)
    if not targets(state, seat) >> move.target & 1:
        raise illegal("UR 13.2", "ur/attack-on-own", at=target, tile=target)
    if state.adjacent_war and not NEIGHBOURS[move.start] >> move.target & 1:
        raise illegal(
            "UR 13.6", "ur/attack-too-far",
            at=target, tile=target, start=start,
        )  # fmt: skip
    held, lost = board.cubes[move.start], losses(board, move.start, move.target)
    if held <= lost:
        raise illegal(
            "UR 13.3", "ur/attack-incomplete",
            at=start, start=start, lost=lost, held=held,
        )  # fmt: skip
    if move.moved > held - lost:
        raise illegal(
            "UR 13.4", "ur/attack-count",
            at=start, start=start, left=held - lost, count=move.moved,
        )  # fmt: skip

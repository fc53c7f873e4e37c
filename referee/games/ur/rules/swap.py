"""Chapter 7: exchanging the hand tile, which ends every turn.

Source: UR 7.1 to 7.3; rulings G-17, G-18, G-19.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ur.board import NAMES, Cell, TileBoard, cells_of, with_tile
from referee.games.ur.data import pair_of
from referee.games.ur.events import Swapped
from referee.games.ur.moves import SPARE, Swap
from referee.games.ur.rules.ending import end_turn
from referee.games.ur.rules.phases import check_phase
from referee.games.ur.state import TURN, State
from referee.kernel.errors import illegal
from referee.kernel.game import Transition
from referee.kernel.requests import Seat


def is_pair(board: TileBoard, cell: Cell, hand: str) -> bool:
    """Whether the tile on `cell` has the same pair of types as `hand`.

    Source: UR 7.2; ruling G-17.
    """
    return board.faces[cell] in hand and board.backs[cell] in hand


def swap_tiles(board: TileBoard, hand: str) -> tuple[Cell, ...]:
    """The free board tiles of another pair than `hand`, ascending.

    Source: UR 7.1, UR 7.2; ruling G-17.
    """
    return tuple([cell for cell in cells_of(board.free) if not is_pair(board, cell, hand)])


def can_swap(state: State) -> bool:
    """Whether the seat to move has any legal swap; the spare tile counts.

    Source: UR 7.1, UR 7.2, UR 9.1; ruling G-19.
    """
    board, hand = state.board, state.hands[state.seat]
    if state.spare and state.spare != hand:
        return True
    return any(not is_pair(board, cell, hand) for cell in cells_of(board.free))


def check_face(state: State, seat: Seat, cell: Cell, face: str) -> None:
    """Refuse a spare tile that is not there, and a face that the tile given back does not have.

    Source: UR 7.1, UR 7.3.
    """
    hand = state.hands[seat]
    if cell == SPARE:
        if not state.spare:
            raise illegal("UR 7.1", "ur/spare-of-three-only", at="spare")
        return
    if face not in hand:
        raise illegal("UR 7.3", "ur/no-such-face", at=NAMES[cell], first=hand[0], second=hand[1], face=face)


def trade_tiles(state: State, seat: Seat, cell: Cell, face: str) -> tuple[State, str, str, str]:
    """The state once the hand tile and the tile on `cell` have changed places; place, tile taken, tile left.

    Tiles are given as `W/P`; of the tile left on the board the upper face comes first.
    """
    hand = state.hands[seat]
    if cell == SPARE:
        taken, left, place = state.spare, f"{hand[0]}/{hand[1]}", "spare"
        after = replace(state, spare=hand, hands=_with_hand(state.hands, seat, taken))
        return after, place, f"{taken[0]}/{taken[1]}", left
    back = hand.replace(face, "")
    taken = pair_of(state.board.faces[cell], state.board.backs[cell])
    after = replace(state, board=with_tile(state.board, cell, face, back), hands=_with_hand(state.hands, seat, taken))
    return after, NAMES[cell], f"{taken[0]}/{taken[1]}", f"{face}/{back}"


def _with_hand(hands: tuple[str, ...], seat: Seat, hand: str) -> tuple[str, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def swap(state: State, seat: Seat, move: Swap) -> Transition[State]:
    """Exchange the hand tile and end the turn.

    Source: UR 7.1, UR 7.2, UR 7.3, UR 7.4; rulings G-17, G-19.
    """
    check_phase(state, TURN)
    check_face(state, seat, move.cell, move.face)
    hand = state.hands[seat]
    name = "spare" if move.cell == SPARE else NAMES[move.cell]
    if move.cell != SPARE and not state.board.free >> move.cell & 1:
        raise illegal("UR 7.1", "ur/taken-tile-occupied", at=name, tile=name)
    if state.spare == hand if move.cell == SPARE else is_pair(state.board, move.cell, hand):
        raise illegal("UR 7.2", "ur/taken-tile-alike", at=name, tile=name, first=hand[0], second=hand[1])
    after, place, taken, left = trade_tiles(state, seat, move.cell, move.face)
    return end_turn(after, (Swapped(seat, place, taken, left),))

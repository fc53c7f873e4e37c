"""Chapter 6: catastrophes.

Source: TE 6.1 to TE 6.6, TE 16.5; rulings R17, R49 to R55, R76.
"""

from __future__ import annotations

from referee.games.tigris.board import SPACE, Spaces
from referee.games.tigris.data import KINDS
from referee.games.tigris.events import Catastrophe
from referee.games.tigris.frames import ACTION_END, DISTRIBUTION, TakeAction
from referee.games.tigris.moves import Catastrophe as CatastropheMove
from referee.games.tigris.state import State, colour_at, replace, send_homeless_home, with_tiles, with_value
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import Transition
from referee.kernel.requests import Seat


def play_catastrophe(state: State, frame: TakeAction, move: CatastropheMove) -> Transition[State]:
    """Destroy an empty space or a tile for ever; leaders without a temple go home.

    Events: `Catastrophe`, then `Home` for each such leader.

    Raises:
        IllegalMove: TE 6.1 to TE 6.5, TE 16.5.

    Source: TE 6.1 to TE 6.6; rulings R49, R50, R51, R53.
    """
    log: list[Event] = []
    seat = state.active
    space = SPACE[move.cell]
    check_catastrophe_space(state, seat, move.cell, space)
    colour = colour_at(state, space)
    tiles = state.tiles if colour is None else with_tiles(state, colour, state.tiles[colour] & ~space)
    log.append(Catastrophe(seat, move.cell, "" if colour is None else KINDS[colour]))
    state = replace(
        state,
        river=state.river & ~space,
        tiles=tiles,
        catastrophes=state.catastrophes | space,
        catastrophes_left=with_value(state.catastrophes_left, seat, state.catastrophes_left[seat] - 1),
        box=state.box + (colour is not None),
        frames=(*ACTION_END, DISTRIBUTION),
    )
    return Transition(send_homeless_home(state, log), tuple(log))


def check_catastrophe_space(state: State, seat: Seat, cell: str, space: Spaces) -> None:
    """Raise IllegalMove unless `seat` has a catastrophe left that may lie on `space`.

    Must agree with `legal.catastrophe_spaces`.

    Source: TE 6.1 to TE 6.5, TE 16.5; rulings R49, R53, R55, R76.
    """
    if not state.catastrophes_left[seat]:
        raise illegal("TE 6.1", "tigris/catastrophes-used-up")
    if space & state.treasures:
        raise illegal("TE 6.2", "tigris/catastrophe-on-treasure", at=cell)
    if space & state.face_down:
        raise illegal("TE 6.3", "tigris/catastrophe-on-monument", at=cell)
    if space & state.all_leaders:
        raise illegal("TE 6.4", "tigris/catastrophe-on-leader", at=cell)
    if space & state.catastrophes:
        raise illegal("TE 6.5", "tigris/space-destroyed", at=cell)
    if space in state.buildings:
        raise illegal("TE 16.5", "tigris/catastrophe-on-building", at=cell)

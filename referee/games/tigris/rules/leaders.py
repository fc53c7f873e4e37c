"""Chapter 4: placing, moving and withdrawing leaders.

A leader put beside another of its colour raises a revolt (chapter 8): `Commit` is pushed above `Distribution`.

Source: TE 4.1 to TE 4.7; rulings R10 to R17.
"""

from __future__ import annotations

from referee.games.tigris.board import LABEL, SPACE, Spaces, neighbours, region_of
from referee.games.tigris.data import ROLE_NUMBER, TEMPLE
from referee.games.tigris.events import Moved, Placed, Withdrew
from referee.games.tigris.frames import ACTION_END, DISTRIBUTION, TakeAction
from referee.games.tigris.moves import Leader, Withdraw
from referee.games.tigris.rules.conflicts import begin_revolt
from referee.games.tigris.state import State, owner_in, regions_beside, replace, with_value
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import Transition


def place_leader(state: State, frame: TakeAction, move: Leader) -> Transition[State]:
    """Put a leader on the board, or move it; a leader of its colour in the kingdom means a revolt.

    The leader is lifted first: all tests are those of a new placement on the board without it.
    Events: `Placed` or `Moved`, then those of a revolt.

    Raises:
        IllegalMove: TE 4.1 to TE 4.5.

    Source: TE 4.1 to TE 4.5, TE 8.1; rulings R10 to R16.
    """
    log: list[Event] = []
    seat = state.active
    role = ROLE_NUMBER[move.role]
    number = 4 * seat + role
    space = SPACE[move.cell]
    origin = state.leaders[number]
    lifted = state.all_leaders & ~origin
    check_leader_space(state, move, space, origin, lifted)
    kingdom = region_of(space, state.laid | lifted | space)
    # The player's leader of this colour is lifted, so a leader that is found belongs to another player (R16).
    rival = owner_in(state, role, kingdom & ~origin)
    log.append(Moved(seat, move.role, move.cell, LABEL[origin]) if origin else Placed(seat, move.role, move.cell))
    # Only the kingdom this leader joins can newly hold a trader and two treasures, whoever wins a revolt in it.
    spare = (state.treasures & kingdom).bit_count() > 1
    frames = (*ACTION_END, DISTRIBUTION) if spare else ACTION_END
    placed = replace(state, leaders=with_value(state.leaders, number, space), frames=frames)
    return Transition(placed if rival is None else begin_revolt(placed, role, seat, rival, log), tuple(log))


def check_leader_space(state: State, move: Leader, space: Spaces, origin: Spaces, lifted: Spaces) -> None:
    """Raise IllegalMove unless a leader from `origin` (0: from the hand) may stand on `space`.

    `lifted` are the other leaders on the board. Must agree with `legal.leader_spaces`.

    Source: TE 4.1 to TE 4.5; rulings R10, R11, R12, R14.
    """
    if space == origin:
        raise illegal("TE 4.5", "tigris/leader-stays", at=move.cell)
    if space & (state.laid | lifted | state.catastrophes):
        raise illegal("TE 4.1", "tigris/leader-space-taken", at=move.cell)
    if space & state.river:
        raise illegal("TE 4.2", "tigris/leader-on-river", at=move.cell)
    if not neighbours(space) & state.tiles[TEMPLE]:
        raise illegal("TE 4.3", "tigris/leader-needs-temple", at=move.cell)
    regions = regions_beside(space, state.laid | lifted)
    if sum(1 for region in regions if region & lifted) > 1:
        raise illegal("TE 4.4", "tigris/leader-joins-kingdoms", at=move.cell)


def withdraw(state: State, frame: TakeAction, move: Withdraw) -> Transition[State]:
    """Take a leader back into the hand.

    Source: TE 4.6; ruling R15.
    """
    seat = state.active
    number = 4 * seat + ROLE_NUMBER[move.role]
    space = state.leaders[number]
    if not space:
        raise illegal("TE 4.6", "tigris/leader-not-on-board", role=move.role)
    after = replace(state, leaders=with_value(state.leaders, number, 0), frames=ACTION_END)
    return Transition(after, (Withdrew(seat, move.role, LABEL[space]),))

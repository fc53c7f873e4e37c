"""Chapter 7: exchanging tiles.

Source: TE 7.1, TE 7.2, TE 7.3; rulings R56, R57.
"""

from __future__ import annotations

from referee.games.tigris.data import HAND_SIZE
from referee.games.tigris.frames import ACTION_END, TakeAction
from referee.games.tigris.moves import Swap
from referee.games.tigris.rules.scoring import end_game, ends_by_bag
from referee.games.tigris.state import State, replace, with_value
from referee.kernel.errors import illegal
from referee.kernel.events import Discarded, Drew, Event
from referee.kernel.game import Transition


def swap(state: State, frame: TakeAction, move: Swap) -> Transition[State]:
    """Put tiles out of the game unseen and draw as many; a bag that cannot give them ends the game at once, and so does
    one that is empty then, where the game ends with it.

    Events: `Discarded`, then `Drew`, or `Over` with no monument paid; nothing is drawn from a bag that lacks tiles.

    Raises:
        IllegalMove: TE 7.1, not 1 to 6 tiles; TE 7.2, more than the hand counts.

    Source: TE 7.1, TE 7.2, TE 7.3, TE 13.6; rulings R56, R57, R90.
    """
    log: list[Event] = []
    seat = state.active
    held = state.hands[seat]
    if not 1 <= move.count <= HAND_SIZE:
        raise illegal("TE 7.1", "tigris/swap-count", count=move.count)
    if move.count > held:
        raise illegal("TE 7.2", "tigris/swap-exceeds-hand", held=held, count=move.count)
    log.append(Discarded(seat, move.count))
    if move.count > state.bag:
        emptied = replace(state, hands=with_value(state.hands, seat, held - move.count), box=state.box + move.count)
        return Transition(end_game(emptied, "swap", log), tuple(log))
    log.append(Drew(seat, move.count))
    drawn = replace(state, bag=state.bag - move.count, box=state.box + move.count, frames=ACTION_END)
    return Transition(end_game(drawn, "bag", log) if ends_by_bag(drawn) else drawn, tuple(log))

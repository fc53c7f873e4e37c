"""What a seat does that does nothing: it passes, or takes what nobody has to think about.

Source: CV 3.9; ruling G73.
"""

from __future__ import annotations

from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.data import RESOURCES
from referee.games.civilization.rules.technologies import found_free
from referee.games.civilization.state import State
from referee.kernel.requests import Seat


def neutral(state: State, seat: Seat) -> m.Order:
    """Pass; where that cannot be: the first card, the first territory with a resource, the dearest technology.

    One of the next era is taken only where none of the running one is left: it would end the era.
    """
    frame = state.frames[-1]
    if isinstance(frame, f.TakeCard):
        return m.Take(state.pool[0])
    if isinstance(frame, f.Pick):
        return m.Pick(state.pool[0])
    if isinstance(frame, f.Settle):
        free = [land for land in state.world.lands if land not in state.towns]
        rich = [land for land in free if state.markers.get(land) in RESOURCES]
        return m.Settle((rich or free)[0])
    if isinstance(frame, f.FreeTechnology):
        found = found_free(state, kept=frame.kept)
        return m.Learn(min(found, key=lambda tech: (tech.era > state.era, -tech.cost, tech.id)).id)
    return m.Pass()

"""Chapter 8: the revolt, a conflict inside a kingdom, raised by a leader.

`Commit` is asked of attacker and defender (`conflicts.py`); `Distribution` waits below it.

Source: TE 8.1, TE 8.2, TE 8.5; rulings R16, R18, R20.
"""

from __future__ import annotations

from referee.games.tigris.board import LABEL, neighbours
from referee.games.tigris.data import COLOUR_NUMBER, COLOURS, RED, ROLES, TEMPLE
from referee.games.tigris.events import Event, Home, Revolt
from referee.games.tigris.frames import Commit
from referee.games.tigris.rules.conflicts import judge
from referee.games.tigris.state import State, put, replace, score
from referee.kernel.requests import Seat


def begin_revolt(state: State, role: int, attacker: Seat, defender: Seat, log: list[Event]) -> State:
    """Ask for temples: the new leader attacks, the one of its colour in the kingdom defends.

    Each side counts the face-up temples beside its leader; one temple may count for both.
    Events: `Revolt`.

    Source: TE 8.1, TE 8.2; rulings R16, R18.
    """
    temples = state.tiles[TEMPLE]
    attack, defence = (
        (neighbours(state.leaders[4 * seat + role]) & temples).bit_count() for seat in (attacker, defender)
    )
    log.append(Revolt(ROLES[role], attacker, attack, defender, defence))
    frame = Commit(COLOURS[role], attacker, defender, attack, defence)
    return replace(state, frames=(*state.frames, frame))


def settle_revolt(state: State, frame: Commit, defender_added: int, log: list[Event]) -> State:
    """Send the loser's leader home and give the winner one red point.

    Events: `Won`, `Home`, `Scored`.

    Source: TE 8.4, TE 8.5; ruling R20.
    """
    winner, loser = judge(frame, defender_added, "revolt", log)
    role = COLOUR_NUMBER[frame.colour]
    number = 4 * loser + role
    log.append(Home(loser, ROLES[role], LABEL[state.leaders[number]], "conflict"))
    state = replace(state, leaders=put(state.leaders, number, 0), frames=state.frames[:-1])
    return score(state, winner, RED, 1, "revolt", log)

"""Chapter 12: the end of a turn.

| frame            | who is asked    | what may follow                             |
|------------------|-----------------|---------------------------------------------|
| `NameColour`     | the active seat | `Distribution` or `MonumentPoints`          |
| `MonumentPoints` | nobody          | the next turn, or the end of the game       |

Order: the ziggurat's point, by the summary the treasures, the monuments' points, the check of the treasures, the refill
(R58, R88).

Source: TE 12.1 to TE 12.3, TE 10.6, TE 11.4, TE 13.1, TE 13.2, TE 13.5, TE 13.6, TE 17.3; rulings R41, R58 to R61, R81,
R88, R90.
"""

from __future__ import annotations

from referee.games.tigris.board import region_of
from referee.games.tigris.data import ACTIONS_PER_TURN, COLOUR_NUMBER, HAND_SIZE, KING, LAST_TREASURES, MONUMENT_COLOURS
from referee.games.tigris.events import Turn
from referee.games.tigris.frames import AT_REST, DISTRIBUTION, ActionEnd, AnyFrame, MonumentPoints, NameColour
from referee.games.tigris.moves import Colour
from referee.games.tigris.rules.scoring import end_game, ends_by_bag
from referee.games.tigris.state import State, replace, score, seats_from, with_value
from referee.kernel.events import Drew, Event
from referee.kernel.game import Reveals, Transition

_CLOSING: tuple[AnyFrame, ...] = (MonumentPoints(),)
QUIET_ROUNDS = 3


def end_action(state: State, frame: ActionEnd, reveals: Reveals) -> Transition[State]:
    """Go on to the next action, or to the end of the turn.

    Source: TE 3.2, TE 3.3, TE 11.4; rulings R6, R8, R88.
    """
    if state.action + 1 < ACTIONS_PER_TURN:
        return Transition(replace(state, action=state.action + 1, frames=AT_REST))
    closing = (*_CLOSING, DISTRIBUTION) if state.setting.treasures == "turn" else _CLOSING
    return Transition(replace(state, frames=(*closing, NameColour()) if _has_ziggurat_point(state) else closing))


def _has_ziggurat_point(state: State) -> bool:
    """Whether the active seat's king is in the kingdom of the ziggurat.

    Source: TE 17.3; ruling R81.
    """
    king = state.leaders[4 * state.active + KING]
    return bool(king and state.ziggurat) and bool(region_of(king, state.pieces) & state.ziggurat)


def name_colour(state: State, frame: NameColour, move: Colour) -> Transition[State]:
    """Pay the ziggurat's point in the colour named.

    Events: `Scored`.

    Source: TE 17.3; ruling R81.
    """
    log: list[Event] = []
    state = score(state, state.active, COLOUR_NUMBER[move.colour], 1, "ziggurat", log)
    return Transition(replace(state, frames=state.frames[:-1]), tuple(log))


def close_turn(state: State, frame: MonumentPoints, reveals: Reveals) -> Transition[State]:
    """Pay the monuments, check the treasures, fill the hands, and pass the turn on.

    Events: `Scored` for each colour paid, `Drew` for each hand filled, then `ComposeTurn` or `Over`.

    Source: TE 12.1, TE 12.2, TE 12.3, TE 13.1, TE 13.2, TE 13.5, TE 13.6; rulings R41, R58 to R61, R90.
    """
    log: list[Event] = []
    if any(state.monuments):
        state = _pay_monuments(state, log)
    if state.treasures.bit_count() <= LAST_TREASURES:
        return Transition(end_game(state, "treasures", log), tuple(log))
    state = _refill(state, log)
    if state.ended:
        return Transition(state, tuple(log))
    if ends_by_bag(state):
        return Transition(end_game(state, "bag", log), tuple(log))
    if state.idle >= ACTIONS_PER_TURN * QUIET_ROUNDS * state.seat_count:
        return Transition(end_game(state, "agreement", log), tuple(log))
    following = (state.active + 1) % state.seat_count
    log.append(Turn(following))
    return Transition(replace(state, active=following, action=0, turn=state.turn + 1, frames=AT_REST), tuple(log))


def _pay_monuments(state: State, log: list[Event]) -> State:
    """One point for each leader of the player and each monument of its colour in its kingdom; a king stands for nobody
    here.

    Source: TE 10.6, TE 12.1; ruling R41.
    """
    pieces = state.pieces
    for colour in range(4):
        leader = state.leaders[4 * state.active + colour]
        if not leader:
            continue
        kingdom = region_of(leader, pieces)
        count = sum(
            1
            for colours, corner in zip(MONUMENT_COLOURS, state.monuments, strict=True)
            if colour in colours and corner & kingdom
        )
        if count:
            state = score(state, state.active, colour, count, "monument", log)
    return state


def _refill(state: State, log: list[Event]) -> State:
    """Fill all hands, the active seat first, then clockwise.

    The first seat that cannot reach six takes what is left and the game is over; later seats take nothing.

    Source: TE 12.2, TE 12.3, TE 13.2; rulings R58, R59.
    """
    if min(state.hands) == HAND_SIZE:
        return state
    hands, bag = state.hands, state.bag
    for seat in seats_from(state, state.active):
        wanted = HAND_SIZE - hands[seat]
        if not wanted:
            continue
        drawn = min(wanted, bag)
        if drawn:
            log.append(Drew(seat, drawn))
            hands, bag = with_value(hands, seat, hands[seat] + drawn), bag - drawn
        if drawn < wanted:
            return end_game(replace(state, hands=hands, bag=bag), "refill", log)
    return replace(state, hands=hands, bag=bag)

"""Chapter 3: turns, actions, and the sequence of the game: its stages.

| frame        | who is asked    | what may follow                                   |
|--------------|-----------------|---------------------------------------------------|
| `TakeAction` | the active seat | frames of the action, `ActionEnd` at the bottom   |
| `ActionEnd`  | nobody          | `TakeAction`, `NameColour` or `MonumentPoints`    |

Order inside an action: the piece, its point, conflicts, building, monument, leaders without temple, treasures (R8).

Source: TE 3.1 to TE 3.5; rulings R6, R7, R8, R37, R78, R84, R85, R86, R87.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.tigris import frames as f
from referee.games.tigris import moves as m
from referee.games.tigris.events import Forced, Passed
from referee.games.tigris.rules.buildings import decline_building, find_lines, place_building
from referee.games.tigris.rules.catastrophe import play_catastrophe
from referee.games.tigris.rules.conflicts import add_tiles, is_forced, settle_revolt
from referee.games.tigris.rules.leaders import place_leader, withdraw
from referee.games.tigris.rules.monuments import build_monument, build_ziggurat, decline_monument, find_shapes
from referee.games.tigris.rules.placing import place_tile
from referee.games.tigris.rules.swap import swap
from referee.games.tigris.rules.treasures import distribute, only_taking, take_treasures
from referee.games.tigris.rules.turn_end import close_turn, end_action, name_colour
from referee.games.tigris.rules.wars import choose_war, go_on_with_wars, settle_war
from referee.games.tigris.state import State, replace
from referee.kernel.events import Event
from referee.kernel.game import Transition
from referee.kernel.requests import TURN, Request, Seat
from referee.kernel.stages import Stage, Stages


def active_seat(state: State, frame: f.AnyFrame) -> Seat:
    """The seat whose turn it is answers."""
    return state.active


def _own_seat(state: State, frame: f.Commit | f.TakeTreasures) -> Seat:
    return frame.seat


def _action_request(state: State, frame: f.TakeAction, seat: Seat) -> Request:
    return Request(seat, TURN, "TE 3.2", (str(state.action + 1),))


def _commit_request(state: State, frame: f.Commit, seat: Seat) -> Request:
    rule = "TE 9.5" if frame.joining else "TE 8.3"
    side = "attacker" if frame.added is None else "defender"
    return Request(seat, "commit", rule, (side, frame.colour))


def _war_request(state: State, frame: f.ChooseWar, seat: Seat) -> Request:
    return Request(seat, "war", "TE 9.2", frame.colours)


def _building_request(state: State, frame: f.PlaceBuilding, seat: Seat) -> Request:
    return Request(seat, "building", "TE 16.1", (frame.colour, *frame.cells))


def _monument_request(state: State, frame: f.BuildMonument, seat: Seat) -> Request:
    return Request(seat, "monument", "TE 10.1", (frame.colour, *frame.names, *(("ziggurat",) if frame.crosses else ())))


def _treasure_request(state: State, frame: f.TakeTreasures, seat: Seat) -> Request:
    return Request(seat, "treasure", "TE 11.1", (str(frame.count), *frame.first, *frame.others))


def _colour_request(state: State, frame: f.NameColour, seat: Seat) -> Request:
    return Request(seat, "colour", "TE 17.3")


def _nothing_to_add(state: State, frame: f.Commit) -> m.Commit | None:
    """The answer 0, if public facts leave no other.

    Source: TE 3.4; ruling R86.
    """
    return m.Commit(0) if is_forced(state, frame) else None


def commit(state: State, frame: f.Commit, move: m.Commit) -> Transition[State]:
    """Add tiles to a conflict: then the defender is asked, or the conflict is settled.

    Source: TE 8.3, TE 9.5; rulings R19, R29.
    """
    log: list[Event] = []
    state = add_tiles(state, frame, move.count, log)
    if frame.added is None:
        state = replace(state, frames=(*state.frames[:-1], replace(frame, added=move.count)))
    elif frame.joining:
        state = settle_war(state, frame, move.count, log)
    else:
        state = settle_revolt(state, frame, move.count, log)
    return Transition(state, tuple(log))


def pass_action(state: State, frame: f.TakeAction, move: m.Pass) -> Transition[State]:
    """Pass one action.

    Source: TE 3.2, TE 13.5; rulings R6, R61.
    """
    idle = state.idle + 1 if state.setting.agreement else 0
    return Transition(replace(state, idle=idle, frames=f.ACTION_END), (Passed(state.active),))


Action = Callable[[State, Any, Any], Transition[State]]


def _breaks_idleness(action: Action) -> Action:
    """`action`, after which the row of passes is counted anew.

    Source: TE 13.5; ruling R61.
    """

    def act(state: State, frame: Any, move: Any) -> Transition[State]:
        return action(replace(state, idle=0) if state.idle else state, frame, move)

    return act


STAGES: Stages[State] = Stages(
    pending=lambda state: state.frames[-1] if state.frames else None,
    rule="TE 3.4",
    tell=lambda request: (Forced(request.seat, request.question),),
    table={
        f.TakeAction: Stage(
            asked=active_seat,
            request=_action_request,
            answers={
                m.Place: _breaks_idleness(place_tile),
                m.Leader: _breaks_idleness(place_leader),
                m.Withdraw: _breaks_idleness(withdraw),
                m.Catastrophe: _breaks_idleness(play_catastrophe),
                m.Swap: _breaks_idleness(swap),
                m.Pass: pass_action,
            },
        ),
        f.Commit: Stage(asked=_own_seat, request=_commit_request, answers={m.Commit: commit}, forced=_nothing_to_add),
        f.ChooseWar: Stage(asked=active_seat, request=_war_request, answers={m.War: choose_war}),
        f.PlaceBuilding: Stage(
            asked=active_seat,
            request=_building_request,
            answers={m.Building: place_building, m.Decline: decline_building},
        ),
        f.BuildMonument: Stage(
            asked=active_seat,
            request=_monument_request,
            answers={m.Monument: build_monument, m.Ziggurat: build_ziggurat, m.Decline: decline_monument},
        ),
        f.TakeTreasures: Stage(
            asked=_own_seat, request=_treasure_request, answers={m.Treasure: take_treasures}, forced=only_taking
        ),
        f.NameColour: Stage(asked=active_seat, request=_colour_request, answers={m.Colour: name_colour}),
        f.Wars: Stage(otherwise=go_on_with_wars),
        f.Lines: Stage(otherwise=find_lines),
        f.Shapes: Stage(otherwise=find_shapes),
        f.Distribution: Stage(otherwise=distribute),
        f.ActionEnd: Stage(otherwise=end_action),
        f.MonumentPoints: Stage(otherwise=close_turn),
    },
)

requests = STAGES.requests
asked = STAGES.asked
apply = STAGES.apply


def on_turn(state: State, seat: Seat) -> State:
    """The state as if `seat` began a turn at once; conflicts and questions that are open stay as they lie."""
    return replace(state, active=seat, action=0, frames=f.AT_REST)

"""Chapter 3: turns, actions, and what follows what.

`apply` gives the order to the chapter it belongs to, then runs every *Do* frame until a seat is asked.

| frame        | who is asked    | what may follow                                   |
|--------------|-----------------|---------------------------------------------------|
| `TakeAction` | the active seat | frames of the action, `ActionEnd` at the bottom   |
| `ActionEnd`  | nobody          | `TakeAction`, `NameColour` or `MonumentPoints`    |

Order inside an action: the piece, its point, conflicts, building, monument, leaders without temple, treasures (R8).

Source: TE 3.1 to TE 3.5; rulings R6, R7, R8, R37, R78, R84, R85, R87.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.tigris import frames as f
from referee.games.tigris import moves as m
from referee.games.tigris.events import Event, Forced, Passed
from referee.games.tigris.rules.buildings import decline_building, find_lines, place_building
from referee.games.tigris.rules.catastrophe import play_catastrophe
from referee.games.tigris.rules.conflicts import add_tiles, is_forced
from referee.games.tigris.rules.leaders import place_leader, withdraw
from referee.games.tigris.rules.monuments import build_monument, build_ziggurat, decline_monument, find_shapes
from referee.games.tigris.rules.placing import place_tile
from referee.games.tigris.rules.revolts import settle_revolt
from referee.games.tigris.rules.swap import swap
from referee.games.tigris.rules.treasures import distribute, possible_orders, take_treasures
from referee.games.tigris.rules.turn_end import close_turn, end_action, name_colour
from referee.games.tigris.rules.wars import choose_war, go_on_with_wars, settle_war
from referee.games.tigris.state import State, replace
from referee.kernel.errors import IllegalMove, illegal
from referee.kernel.game import Reveals, Transition
from referee.kernel.requests import Request, Seat


def requests(state: State) -> tuple[Request, ...]:
    """Who is asked what now; () when the game is over.

    Source: TE 3.2, TE 3.4; rulings R85, R86.
    """
    if not state.frames:
        return ()
    return (_QUESTIONS[type(state.frames[-1])](state, state.frames[-1]),)


def _commit_request(state: State, frame: f.Commit) -> Request:
    rule = "TE 9.5" if frame.joining else "TE 8.3"
    side = "attacker" if frame.added is None else "defender"
    return Request(frame.seat, "commit", rule, (side, frame.colour))


_QUESTIONS: dict[type, Callable[[State, Any], Request]] = {
    f.TakeAction: lambda state, frame: Request(state.active, "turn", "TE 3.2", (str(state.action + 1),)),
    f.Commit: _commit_request,
    f.ChooseWar: lambda state, frame: Request(state.active, "war", "TE 9.2", frame.colours),
    f.PlaceBuilding: lambda state, frame: Request(state.active, "building", "TE 16.1", (frame.colour, *frame.cells)),
    f.BuildMonument: lambda state, frame: Request(state.active, "monument", "TE 10.1", (frame.colour, *frame.names)),
    f.TakeTreasures: lambda state, frame: Request(
        frame.seat, "treasure", "TE 11.1", (str(frame.count), *frame.first, *frame.others)
    ),
    f.NameColour: lambda state, frame: Request(state.active, "colour", "TE 17.3"),
}


def apply(state: State, seat: Seat, move: m.Move, reveals: Reveals = ()) -> Transition[State]:
    """One order of the asked seat, and everything that follows by itself.

    Events: those of the chapters, and `Forced` for each question that public facts alone answer.

    Raises:
        IllegalMove: a rule forbids it; TE 3.4 if another question is open.

    Source: TE 3.2, TE 3.3, TE 3.4; rulings R6, R8, R85, R86.
    """
    log: list[Event] = []
    state = carry_out(state, seat, move, log)
    while (answer := forced_answer(state)) is not None:
        request = requests(state)[0]
        log.append(Forced(request.seat, request.question))
        state = carry_out(state, request.seat, answer, log)
    return Transition(state, tuple(log))


def carry_out(state: State, seat: Seat, move: m.Move, log: list[Event]) -> State:
    """One order and all that follows until somebody is asked; what happens goes into `log`."""
    frame = state.frames[-1]
    action = _ACTIONS.get(type(move))
    if action is not None:
        if type(frame) is not f.TakeAction:
            raise _other_question(state)
        state = action(state, seat, move, log)
        if state.idle and not isinstance(move, m.Pass):
            state = replace(state, idle=0)
    else:
        answer = _ANSWERS.get((type(frame), type(move)))
        if answer is None:
            raise _other_question(state)
        state = answer(state, frame, move, log)
    while state.frames:
        top = state.frames[-1]
        run = _RUNNING.get(type(top))
        if run is None:
            break
        state = run(state, top, log)
    return state


def forced_answer(state: State) -> m.Move | None:
    """The answer to the open question if public facts leave only one: nobody is asked then.

    Source: TE 3.4; ruling R86.
    """
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, f.TakeAction):
        return None
    if isinstance(frame, f.Commit):
        return m.Commit(0) if is_forced(state, frame) else None
    if isinstance(frame, f.TakeTreasures):
        takings = possible_orders(frame)
        return takings[0] if len(takings) == 1 else None
    return None


def _other_question(state: State) -> IllegalMove:
    return illegal(
        "TE 3.4",
        "an action is complete when its questions are answered; the open question is {question}",
        question=requests(state)[0].question,
    )


def commit(state: State, frame: f.Commit, move: m.Commit, log: list[Event]) -> State:
    """Add tiles to a conflict: then the defender is asked, or the conflict is settled.

    Source: TE 8.3, TE 9.5; rulings R19, R29.
    """
    state = add_tiles(state, frame, move.count, log)
    if frame.added is None:
        return replace(state, frames=(*state.frames[:-1], replace(frame, added=move.count)))
    if frame.joining:
        return settle_war(state, frame, move.count, log)
    return settle_revolt(state, frame, move.count, log)


def pass_action(state: State, seat: Seat, move: m.Pass, log: list[Event]) -> State:
    """Let one action go by.

    Source: TE 3.2, TE 13.5; rulings R6, R61.
    """
    log.append(Passed(seat))
    return replace(state, idle=state.idle + 1 if state.setting.agreement else 0, frames=f.ACTION_END)


_ACTIONS: dict[type, Callable[[State, Seat, Any, list[Event]], State]] = {
    m.Place: place_tile,
    m.Leader: place_leader,
    m.Withdraw: withdraw,
    m.Catastrophe: play_catastrophe,
    m.Swap: swap,
    m.Pass: pass_action,
}

_ANSWERS: dict[tuple[type, type], Callable[[State, Any, Any, list[Event]], State]] = {
    (f.Commit, m.Commit): commit,
    (f.ChooseWar, m.War): choose_war,
    (f.PlaceBuilding, m.Building): place_building,
    (f.PlaceBuilding, m.Decline): decline_building,
    (f.BuildMonument, m.Monument): build_monument,
    (f.BuildMonument, m.Ziggurat): build_ziggurat,
    (f.BuildMonument, m.Decline): decline_monument,
    (f.TakeTreasures, m.Treasure): take_treasures,
    (f.NameColour, m.Colour): name_colour,
}

_RUNNING: dict[type, Callable[[State, Any, list[Event]], State]] = {
    f.Wars: go_on_with_wars,
    f.Lines: find_lines,
    f.Shapes: find_shapes,
    f.Distribution: distribute,
    f.ActionEnd: end_action,
    f.MonumentPoints: close_turn,
}

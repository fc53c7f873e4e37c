"""Chapters 3 and 5: what may follow what within a turn, and how a turn ends.

Phase 1 is either actions with their substitutes or ziggurats. Each of the two types of the hand tile may be carried
out once; for one that is not, one cube may be added to a tile of one's own; for both, two cubes, or one on a free tile.

Source: UR 3.1, UR 3.2, UR 5.1 to 5.4, UR 6.3, UR 8.3; rulings G-4, G-5.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ur.board import NAMES, Cell, TileBoard
from referee.games.ur.data import ACTIONS
from referee.games.ur.moves import ORDERS
from referee.games.ur.state import EXCHANGE, FRESH, PLACE, SHARE, TURN, State, Work
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import Transition
from referee.kernel.grammar.spelling import said
from referee.kernel.requests import Seat


def check_phase(state: State, wanted: str) -> None:
    """Refuse an order that does not answer the open question. `wanted` is the phase the order belongs to.

    Source: UR 2.4, UR 2.6, UR 3.1, UR 4.2.
    """
    phase = state.phase
    if phase == wanted:
        return
    if phase == SHARE:
        raise illegal("UR 4.2", "ur/cubes-wait", hint=said(ORDERS.grammar, "put c4:1"))
    if phase == PLACE:
        raise illegal("UR 2.4", "ur/set-up-cube", hint=said(ORDERS.grammar, "place c4"))
    if phase == EXCHANGE:
        raise illegal("UR 2.6", "ur/set-up-hand-tile", hint=said(ORDERS.grammar, "keep, exchange c4 W"))
    if wanted == SHARE:
        raise illegal("UR 4.2", "ur/no-cubes-wait")
    raise illegal("UR 3.1", "ur/set-up-over")


def check_phase_one(state: State) -> None:
    """Refuse any order of phase 1 once phase 1 is over.

    Source: UR 3.1, UR 8.3.
    """
    check_phase(state, TURN)
    if state.work.entered:
        raise illegal("UR 8.3", "ur/only-swap-left")
    if state.work.passed:
        raise illegal("UR 3.1", "ur/phase-ended")


def check_not_building(work: Work) -> None:
    """Refuse actions and substitutes in a turn that builds ziggurats.

    Source: UR 6.3.
    """
    if work.built:
        raise illegal("UR 6.3", "ur/ziggurats-exclude-actions")


def check_action(state: State, seat: Seat, letter: str) -> None:
    """Refuse the action `letter` if the hand tile or this turn has no room for it.

    Source: UR 5.1, UR 5.2, UR 5.3, UR 5.4.
    """
    check_phase_one(state)
    work, hand = state.work, state.hands[seat]
    check_not_building(work)
    if letter not in hand:
        raise illegal("UR 5.1", "ur/type-not-on-tile", first=hand[0], second=hand[1])
    if letter in work.actions:
        raise illegal("UR 5.2", "ur/type-used", action=ACTIONS[letter])
    if work.founded:
        raise illegal("UR 5.4", "ur/no-action-left")
    if len(work.actions) + work.adds >= 2:
        raise illegal("UR 5.3", "ur/no-action-to-substitute")


def check_no_ziggurat(board: TileBoard, cell: Cell) -> None:
    """Refuse anything that touches a ziggurat tile.

    Source: UR 6.5; ruling G-13.
    """
    if board.is_ziggurat(cell):
        name = NAMES[cell]
        raise illegal("UR 6.5", "ur/ziggurat-tile-stays", at=name, tile=name)


def open_actions(work: Work) -> int:
    """How many actions a turn still has, or substitute cubes for them; none in a turn that builds.

    Source: UR 5.2, UR 5.3, UR 5.4, UR 6.3.
    """
    return 0 if work.founded or work.built else 2 - len(work.actions) - work.adds


def can_act(work: Work, hand: str, letter: str) -> bool:
    """Whether `check_action` lets `letter` through in phase 1.

    Source: UR 5.1 to 5.4, UR 6.3.
    """
    return open_actions(work) > 0 and letter in hand and letter not in work.actions


def goes_on(state: State, letter: str) -> bool:
    """Whether an order of `letter` belongs to the action that the last order was part of.

    Source: UR 13.5, UR 15.3.
    """
    return state.work.running == letter and state.phase == TURN


def with_action(work: Work, letter: str, running: str = "") -> Work:
    """`work` once the action `letter` has begun; `running` if more orders may belong to it."""
    return replace(work, actions=work.actions + letter, running=running, gave=0, took=0)


def next_turn(state: State, board: TileBoard, events: tuple[Event, ...]) -> Transition[State]:
    """The turn of the next seat, with nothing done.

    Source: UR 3.1.
    """
    return Transition(replace(state, board=board, turn=state.turn + 1, work=FRESH), events)

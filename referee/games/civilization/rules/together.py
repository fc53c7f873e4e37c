"""Bottom boxes of cards, which all play at once, or one seat after the other.

Source: CV 3.4, CV 8.5; rulings G09, D9.
"""

from __future__ import annotations

from referee.games.civilization import events as e
from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.data import ROYALTY
from referee.games.civilization.rules.boxes import carry_out, runs_by_itself, settle_act
from referee.games.civilization.rules.money import receive
from referee.games.civilization.state import State, pop, push, replace, seats_from
from referee.kernel.events import Event
from referee.kernel.requests import Seat

BOTTOM = "bottom"


def open_bottom(state: State, log: list[Event]) -> State:
    """The bottom box of the card that is laid open begins."""
    card = state.world.cards[state.playing]
    order = seats_from(state, state.active)
    if card.mode == "in-turn":
        return push(state, f.InTurn(order))
    acts, idle = list[f.BoxTurn](), list[Seat]()
    state = push(state, f.Together(()))
    for seat in order:
        state = settle_act(push(state, f.BoxTurn(seat, BOTTOM, card.bottom)), log)
        act = state.frames[-1]
        assert isinstance(act, f.BoxTurn)
        acts.append(act)
        idle += [] if act.effects or all(map(runs_by_itself, card.bottom)) else [seat]
        state = pop(state)
    if idle:
        log.append(e.Idle(tuple(idle)))
    return push(pop(state), f.Together(tuple(acts)))


def next_in_turn(state: State, frame: f.InTurn, log: list[Event]) -> State:
    """The next seat carries out the box; one that can do nothing is passed over."""
    state = pop(state)
    if not frame.seats:
        return state
    seat, *others = frame.seats
    box = state.world.cards[state.playing].bottom
    state = settle_act(push(state, f.InTurn(tuple(others)), f.BoxTurn(seat, BOTTOM, box)), log)
    act = state.frames[-1]
    if isinstance(act, f.BoxTurn) and not act.effects:
        state = pop(state)
        if not all(map(runs_by_itself, box)):
            log.append(e.Idle((seat,)))
    return state


def waiting(frame: f.Together) -> tuple[Seat, ...]:
    """The seats that are still to answer, from the active one clockwise."""
    return tuple(act.seat for act in frame.acts if act.effects)


def act_of(state: State, seat: Seat) -> f.BoxTurn | None:
    """The box that a seat is in, if it is asked there."""
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, f.Together):
        return next((act for act in frame.acts if act.seat == seat and act.effects), None)
    return frame if isinstance(frame, f.BoxTurn) and frame.seat == seat else None


def share(state: State, frame: f.Together, seat: Seat, order: m.CivilizationOrder, log: list[Event]) -> State:
    """One order of one of the seats that are asked at once. Raises IllegalMove."""
    act = next(act for act in frame.acts if act.seat == seat)
    state = settle_act(carry_out(push(state, act), act, order, log), log)
    done, below = state.frames[-1], state.frames[-2]
    assert isinstance(done, f.BoxTurn) and isinstance(below, f.Together)
    acts = tuple(done if other.seat == seat else other for other in below.acts)
    return replace(state, frames=(*state.frames[:-2], f.Together(acts, below.due)))


def close(state: State, frame: f.Together, log: list[Event]) -> State:
    """The box closes: the rights of what was acquired in it are paid, from the active seat clockwise.

    Source: CV 8.5; ruling D9.
    """
    state = pop(state)
    order = seats_from(state, state.active)
    due = sorted(frame.due, key=lambda pair: order.index(pair[0]))
    if state.setting.box_royalties == "sum":
        for seat in order:
            total = ROYALTY * sum(owner == seat for _, owner in due)
            state = receive(state, seat, total, "royalty", log) if total else state
        return state
    for _, owner in due:
        state = receive(state, owner, ROYALTY, "royalty", log)
    return state

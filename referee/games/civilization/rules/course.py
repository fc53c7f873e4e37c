"""The sequence of the game: its stages, and the one loop that reads them.

| frame            | who is asked         | what may follow                                       |
|------------------|----------------------|-------------------------------------------------------|
| `TakeCard`       | the seat that sets up | `FirstSettlement` below it                                    |
| `ComposeTurn`           | nobody               | frames of its stage, the next stage below them         |
| `BoxTurn`            | its seat             | whatever its orders lead to, then the next line        |
| `Together`       | all its seats        | royalties when it closes                               |
| `Explore`        | nobody               | `FreeTechnology`, or nothing                           |

Source: CV 3.1 to CV 3.9, CV 17.3; rulings G10, G52, G67, D2, D19, D22, D30, D49.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from referee.games.civilization import events as e
from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.data import COVERED, RESOURCES
from referee.games.civilization.pack.bounds import tag_of
from referee.games.civilization.rules import boxes, setup, together, turn, units
from referee.games.civilization.rules.counting import final
from referee.games.civilization.rules.exploring import explore
from referee.games.civilization.rules.money import settle_odd_fives
from referee.games.civilization.rules.settling import add_settler, grow, growths, settlers
from referee.games.civilization.rules.technologies import found_free
from referee.games.civilization.rules.wishes import wish, wishes
from referee.games.civilization.state import State, pop, push, replace
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import Reveals, Transition
from referee.kernel.requests import TURN, Request, Seat
from referee.kernel.stages import Stage, Stages

ORDER_RULE = "CV 3.9"


def tidy(state: State, log: list[Event]) -> State:
    """What must be done before anything else: the end of the game, and odd fives that can be colonists (D49)."""
    if not state.ended:
        return settle_odd_fives(state, log)
    if not state.frames:
        return state
    state = final(state, log, is_early=state.ended in (turn.EARLY, turn.LIMIT))
    log.append(e.Over(state.ended))
    return replace(state, frames=())


def _answer(rule: Callable[[State, Any, Any, list[Event]], State]) -> Callable[[State, Any, Any], Transition[State]]:
    def answered(state: State, frame: Any, order: Any) -> Transition[State]:
        log = list[Event]()
        return Transition(tidy(rule(state, frame, order, log), log), tuple(log))

    return answered


def _alone(rule: Callable[[State, Any, list[Event]], State]) -> Callable[[State, Any, Reveals], Transition[State]]:
    def run(state: State, frame: Any, reveals: Reveals) -> Transition[State]:
        log = list[Event]()
        return Transition(tidy(rule(state, frame, log), log), tuple(log))

    return run


def _explore_place(state: State, frame: f.Explore, reveals: Reveals) -> Transition[State]:
    log = list[Event]()
    return Transition(tidy(explore(state, frame, reveals, log), log), tuple(log))


def _drop(state: State, frame: Any, log: list[Event]) -> State:
    return pop(state)


def _let_go(state: State, frame: Any, order: m.Pass, log: list[Event]) -> State:
    log.append(e.Passed(frame.seat))
    return pop(state)


def _seat(state: State, frame: Any) -> Seat | None:
    seat: Seat = frame.seat
    return seat


def _if_any(state: State, frame: Any) -> Seat | None:
    """Nobody is asked who could only pass (ruling D19)."""
    return None if next(iter(ANSWERS[type(frame)](state, frame)), None) is None else frame.seat


PINS, SEAL_BLOCKS = 8, 2
"""A note holds the lines of the upper box, the player's share of the lower one and the pick (CV 3.9)."""


def _ask(seat: Seat, question: str, rule: str, *about: str) -> Request:
    return Request(seat, question, rule, about, PINS, SEAL_BLOCKS)


def _request(question: str, rule: str) -> Callable[[State, Any, Seat], Request]:
    return lambda state, frame, seat: _ask(seat, question, rule)


# Set-up and small questions


def _learn(state: State, frame: f.FreeTechnology, order: m.Learn, log: list[Event]) -> State:
    return boxes.learn_free(pop(state), frame.seat, order, log=log, kept=frame.kept)


def _place_unit(state: State, frame: f.PlaceUnit, order: m.Place, log: list[Event]) -> State:
    if order.kind != frame.kind:
        raise illegal("CV 7.4", "civilization/place-another-kind", kind=frame.kind)
    return units.place(pop(state), frame.seat, order, frame.era, log)


def _place_request(state: State, frame: f.PlaceUnit, seat: Seat) -> Request:
    return _ask(seat, "place", "CV 7.4", frame.kind, str(frame.era))


def _colonist(state: State, frame: f.PlaceColonists, order: m.Settler, log: list[Event]) -> State:
    state = pop(state)
    if frame.count > 1:
        state = push(state, f.PlaceColonists(frame.seat, frame.count - 1))
    return add_settler(state, frame.seat, order, free=True, log=log)


def _colonists_request(state: State, frame: f.PlaceColonists, seat: Seat) -> Request:
    return _ask(seat, "colonists", "CV 15.3", str(frame.count))


def _grow(state: State, frame: f.Growth, order: m.Grow, log: list[Event]) -> State:
    return grow(pop(state), frame.seat, order, 0, log)


# Boxes


def _acts(state: State, frame: f.BoxTurn) -> Seat | None:
    return frame.seat if boxes.can_be_answered(state, frame) else None


def _act_request(state: State, frame: f.BoxTurn, seat: Seat) -> Request:
    top = frame.box == "top"
    rule = "CV 3.3" if top else "CV 3.4"
    return _ask(seat, TURN if top else "box", rule, state.playing, tag_of(frame.effects[0]))


def _act_alone(state: State, frame: f.BoxTurn, log: list[Event]) -> State:
    return boxes.next_line(state, frame, log) if frame.effects else pop(state)


def _first_waiting(state: State, frame: f.Together) -> Seat | None:
    return next(iter(together.waiting(frame)), None)


_BOX_ORDERS: tuple[type[m.CivilizationOrder], ...] = (
    m.Pass,
    m.Skip,
    *(order for line in boxes.LINES.values() for order in line.answers),
)

ANSWERS: dict[type[f.CivilizationFrame], Callable[[State, Any], Iterable[m.CivilizationOrder]]] = {
    f.TakeCard: lambda state, frame: map(m.Take, state.pool),
    f.FirstSettlement: lambda state, frame: (m.Settle(land) for land in state.world.lands if land not in state.towns),
    f.FreeTechnology: lambda state, frame: (m.Learn(tech.id) for tech in found_free(state, kept=frame.kept)),
    f.PlaceUnit: lambda state, frame: units.placements(state, frame.seat, frame.kind, frame.era),
    f.PlaceColonists: lambda state, frame: settlers(state, frame.seat, free=True),
    f.Growth: lambda state, frame: growths(state, frame.seat, 0),
    f.Spy: lambda state, frame: (m.Peek(place) for place, face in state.markers.items() if face == COVERED),
    f.StrikeChoice: lambda state, frame: map(m.Strike, turn.targets_of_strike(state)),
    f.NameSymbol: lambda state, frame: (m.Symbol(resource) for resource in RESOURCES if resource != state.symbol),
    f.PickCard: lambda state, frame: turn.picks(state),
}
"""Every order that answers a question outside of the boxes, passing aside."""

MUST = (f.TakeCard, f.FirstSettlement, f.FreeTechnology, f.PickCard)
"""Questions that cannot be passed."""

_pass = _answer(_let_go)
_if_possible = partial(Stage[State], asked=_if_any, otherwise=_alone(_drop))

STAGES: Stages[State] = Stages(
    pending=lambda state: state.frames[-1] if state.frames else None,
    rule=ORDER_RULE,
    table={
        f.TakeCard: Stage(asked=_seat, request=_request("card", "CV 2.6"), answers={m.Take: _answer(setup.take_card)}),
        f.FirstSettlement: Stage(
            asked=_seat, request=_request("settle", "CV 2.6"), answers={m.Settle: _answer(setup.settle_first)}
        ),
        f.Beginnings: Stage(otherwise=_alone(setup.begin)),
        f.Turn: Stage(otherwise=_alone(turn.run_stage)),
        f.BoxTurn: Stage(
            asked=_acts,
            request=_act_request,
            answers=dict.fromkeys(_BOX_ORDERS, _answer(boxes.carry_out)),
            otherwise=_alone(_act_alone),
        ),
        f.Together: Stage(asked=_first_waiting, otherwise=_alone(together.close)),
        f.InTurn: Stage(otherwise=_alone(together.next_in_turn)),
        f.FreeTechnology: _if_possible(request=_request("technology", "CV 13.3"), answers={m.Learn: _answer(_learn)}),
        f.PlaceUnit: _if_possible(request=_place_request, answers={m.Place: _answer(_place_unit), m.Pass: _pass}),
        f.Explore: Stage(otherwise=_explore_place),
        f.PlaceColonists: _if_possible(
            request=_colonists_request, answers={m.Settler: _answer(_colonist), m.Pass: _pass}
        ),
        f.Growth: _if_possible(request=_request("growth", "CV 10.8"), answers={m.Grow: _answer(_grow), m.Pass: _pass}),
        f.Spy: Stage(
            asked=_seat, request=_request("peek", "CV 15.5"), answers={m.Peek: _answer(turn.spy), m.Pass: _pass}
        ),
        f.StrikeChoice: _if_possible(
            request=_request("strike", "CV 15.7"), answers={m.Strike: _answer(turn.strike), m.Pass: _pass}
        ),
        f.NameSymbol: Stage(
            asked=_seat,
            request=_request("symbol", "CV 15.6"),
            answers={m.Symbol: _answer(turn.name_symbol), m.Pass: _pass},
        ),
        f.PickCard: Stage(asked=_seat, request=_request("pick", "CV 3.7"), answers={m.Pick: _answer(turn.pick)}),
    },
)


def requests(state: State) -> tuple[Request, ...]:
    """Who is asked what; several seats in a box that all play at once."""
    frame = state.frames[-1] if state.frames else None
    if not isinstance(frame, f.Together):
        return STAGES.requests(state)
    return tuple(_act_request(state, act, act.seat) for act in frame.acts if act.effects)


def asked_now(state: State) -> tuple[Seat, ...]:
    """Whom `requests` asks."""
    frame = state.frames[-1] if state.frames else None
    if not isinstance(frame, f.Together):
        return STAGES.asked(state)
    return tuple(act.seat for act in frame.acts if act.effects)


def apply(state: State, seat: Seat, order: m.CivilizationOrder, reveals: Reveals = ()) -> Transition[State]:
    """One order of a seat that is asked, and everything that follows from it by itself.

    Raises:
        IllegalMove: the rule that the order breaks.
        HiddenFace: a covered marker is turned up whose face is not among `reveals`.
    """
    if seat not in asked_now(state):
        raise illegal(ORDER_RULE, "civilization/another-seat-is-asked")
    log = list[Event]()
    if isinstance(order, m.Wish):
        wished = wish(state, seat, order, log)
        STAGES.carry_over(state, wished)  # whether anything can be done in a box is dear to ask
        return Transition(wished, tuple(log))
    frame = state.frames[-1]
    if not isinstance(frame, f.Together):
        return STAGES.apply(state, seat, order, reveals)
    state = tidy(together.share(state, frame, seat, order, log), log)
    return STAGES.run(Transition(state, tuple(log)), reveals)


def orders(state: State, seat: Seat) -> Iterator[m.CivilizationOrder]:
    """Every order that `seat` may give now, wishes included; none if it is not asked."""
    if seat not in asked_now(state):
        return
    frame = state.frames[-1]
    if isinstance(frame, f.Together):
        frame = next(act for act in frame.acts if act.seat == seat)
        yield from boxes.orders_of(push(state, frame), frame)
    elif isinstance(frame, f.BoxTurn):
        yield from boxes.orders_of(state, frame)
    else:
        yield from ANSWERS[type(frame)](state, frame)
        if not isinstance(frame, MUST):
            yield m.Pass()
    yield from wishes(state, seat)

"""The turn of a player, stage by stage, and what ends the game at its end.

Source: CV 3.1 to CV 3.8, CV 15.5 to CV 15.7, CV 17.2, CV 17.5, CV 19.1, CV 19.2, CV 20.1, CV 20.2; rulings G11 to G13,
G34, G39, G51, G53, G56, G68, G70, G72, D8, D16, D17, D22, D23, D38 to D40, D53 to D55.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.games.civilization import events as e
from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.data import COVERED, PENSION, RESOURCES
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.rules.conquest import clear, drop_excess, give_back, is_obsolete, raze
from referee.games.civilization.rules.counting import leads, markers
from referee.games.civilization.rules.money import receive
from referee.games.civilization.rules.together import open_bottom
from referee.games.civilization.state import (
    Player,
    State,
    has_town,
    playing_on,
    pop,
    push,
    replace,
    seats_from,
    with_player,
    working,
)
from referee.kernel.errors import illegal
from referee.kernel.events import Event, Peeked
from referee.kernel.requests import Seat

DECLARED, EARLY, LIMIT, SURVIVOR = "declared", "early", "turn-limit", "sole-survivor"


def run_stage(state: State, frame: f.Turn, log: list[Event]) -> State:
    """Carry out one stage of the turn; the next one waits below whatever it asks."""
    return _STAGES[frame.stage](state, log)


def _then(state: State, stage: str) -> State:
    return replace(state, frames=(f.Turn(stage),))


def _start(state: State, log: list[Event]) -> State:
    seat = state.active
    log.append(e.Turn(state.turn + 1, seat))
    if not has_town(state, seat):
        return _then(receive(state, seat, PENSION, "pension", log), "end")
    incomes = [power.n for wonder in working(state, seat) for power in wonder.of(fx.StartIncome)]
    if state.setting.start_income == "sum" and incomes:
        incomes = [sum(incomes)]
    for income in incomes:
        state = receive(state, seat, income, "wonder", log)
    player = state.players[seat]
    units = [f.PlaceUnit(seat, kind, era) for kind, era in reversed(player.waiting)]
    state = with_player(state, seat, replace(player, waiting=()))
    return push(_then(state, "peek"), *units)


def _peek(state: State, log: list[Event]) -> State:
    seat = state.active
    state = _then(state, "strike")
    able = any(wonder.of(fx.Survey) for wonder in working(state, seat)) and COVERED in state.markers.values()
    return push(state, f.Spy(seat)) if able else state


def _strike(state: State, log: list[Event]) -> State:
    seat = state.active
    state = _then(state, "card")
    able = any(wonder.of(fx.Razing) for wonder in working(state, seat)) and not state.players[seat].struck
    return push(state, f.StrikeChoice(seat)) if able else state


def _card(state: State, log: list[Event]) -> State:
    seat = state.active
    player = state.players[seat]
    if not player.card:
        return _then(state, "end")
    log.append(e.Opened(seat, player.card))
    symbol = state.world.cards[player.card].resource
    state = with_player(state, seat, replace(player, card=""))
    state = _then(replace(state, playing=player.card, symbol=symbol), "top")
    return (
        push(state, f.NameSymbol(seat)) if any(wonder.of(fx.Substitute) for wonder in working(state, seat)) else state
    )


def _top(state: State, log: list[Event]) -> State:
    return push(_then(state, "bottom"), f.BoxTurn(state.active, "top", state.world.cards[state.playing].top))


def _bottom(state: State, log: list[Event]) -> State:
    return open_bottom(_then(state, "resource"), log)


def _resource(state: State, log: list[Event]) -> State:
    """Every seat that exploits the symbol gains the amount of the card for each marker: one receipt (ruling D29)."""
    card = state.world.cards[state.playing]
    order = seats_from(state, state.active)
    for seat in order if state.setting.resource_income == "all" else order[:1]:
        amount = card.credits * markers(state, seat, state.symbol)
        state = receive(state, seat, amount, state.symbol, log) if amount else state
    return _then(state, "end")


def _end(state: State, log: list[Event]) -> State:
    state = drop_excess(state, log)
    reason = _reason_of_end(state)
    if reason:
        return replace(state, ended=reason)
    for seat, player in enumerate(state.players):
        if player.wish.vote:
            wish = replace(player.wish, vote=player.wish.vote - 1)
            state = with_player(state, seat, replace(player, wish=wish))
    return _then(state, "pick")


def _reason_of_end(state: State) -> str:
    """Why the game ends with this turn, empty if it does not (ruling D22)."""
    if any(declares(state, seat) for seat in seats_from(state, state.active)):
        return DECLARED
    if len(playing_on(state)) == 1:
        return SURVIVOR
    if all(player.wish.vote for player in state.players):
        return EARLY
    return LIMIT if state.turn + 1 >= state.setting.rounds * state.seats else ""


def may_declare(state: State, seat: Seat) -> bool:
    """Whether a seat may declare the end (CV 17.2)."""
    return state.setting.end_mode == "card" and any(wonder.of(fx.Declare) for wonder in working(state, seat))


def declares(state: State, seat: Seat) -> bool:
    """Whether the standing wish of a seat ends the game now (CV 17.2; ruling D17)."""
    wish = state.players[seat].wish.ending
    return may_declare(state, seat) and (wish == "now" or (wish == "if-leading" and leads(state, seat)))


def _pick(state: State, log: list[Event]) -> State:
    seat = state.active
    back = tuple(other for other in state.back if other != seat)
    state = _then(replace(state, back=back), "back")
    if not has_town(state, seat):
        return state
    if state.pool:
        return push(state, f.PickCard(seat))
    if state.playing and not is_obsolete(state, state.playing):  # nothing else is left to take (ruling G13)
        log.append(e.Took(seat, state.playing))
        card, state = state.playing, replace(state, playing="", symbol="")
        return with_player(state, seat, replace(state.players[seat], card=card))
    return state


def _back(state: State, log: list[Event]) -> State:
    """The card just played goes back, then who came back in this turn picks."""
    if state.playing:
        state = give_back(state, state.playing, log)
    late = [seat for seat in seats_from(state, state.active) if seat in state.back and not state.players[seat].card]
    state = replace(_then(state, "next"), playing="", symbol="", back=())
    return push(state, *(f.PickCard(seat, late=True) for seat in reversed(late) if has_town(state, seat)))


def _next(state: State, log: list[Event]) -> State:
    active = (state.active + 1) % state.seats
    return _then(replace(state, active=active, turn=state.turn + 1, fresh=(), grown=()), "start")


_STAGES: dict[str, Callable[[State, list[Event]], State]] = {
    "start": _start,
    "peek": _peek,
    "strike": _strike,
    "card": _card,
    "top": _top,
    "bottom": _bottom,
    "resource": _resource,
    "end": _end,
    "pick": _pick,
    "back": _back,
    "next": _next,
}


# What is asked in a turn beside the boxes


def spy(state: State, frame: f.Spy, order: m.Peek, log: list[Event]) -> State:
    """Look under a covered marker (CV 15.5; ruling G49). Raises IllegalMove."""
    if state.markers.get(order.place) != COVERED:
        raise illegal("CV 15.5", "civilization/nothing-covered", place=order.place)
    log.append(Peeked(frame.seat, order.place))
    return pop(state)


def targets_of_strike(state: State) -> list[str]:
    """The territories with anything on them."""
    held = {*state.towns, *state.colonists, *(unit.place for unit in state.units)}
    return sorted(held & set(state.world.lands))


def strike(state: State, frame: f.StrikeChoice, order: m.Strike, log: list[Event]) -> State:
    """Clear a territory: its units, colonists and settlement (CV 15.7; rulings G70, D16). Raises IllegalMove."""
    if order.place not in targets_of_strike(state):
        raise illegal("CV 15.7", "civilization/nothing-to-strike", place=order.place)
    log.append(e.Struck(frame.seat, order.place))
    state = pop(state)
    state = with_player(state, frame.seat, replace(state.players[frame.seat], struck=True))
    for seat in range(state.seats):
        state = clear(state, seat, order.place, "strike", log)
    return raze(state, order.place, log) if order.place in state.towns else state


def name_symbol(state: State, frame: f.NameSymbol, order: m.Symbol, log: list[Event]) -> State:
    """Another resource symbol for the card (CV 15.6; ruling G08). Raises IllegalMove."""
    if order.resource not in RESOURCES:
        raise illegal("CV 15.6", "civilization/no-such-resource", resource=order.resource)
    if order.resource == state.symbol:
        raise illegal("CV 15.6", "civilization/same-symbol", resource=order.resource)
    log.append(e.Symbol(frame.seat, order.resource))
    return pop(replace(state, symbol=order.resource))


def pick(state: State, frame: f.PickCard, order: m.Pick, log: list[Event]) -> State:
    """Take the next card, the second one named if the first is gone (CV 3.7). Raises IllegalMove."""
    for card in (order.card, order.other) if order.other else (order.card,):
        if card not in known_cards(state):
            raise illegal("CV 3.7", "civilization/no-such-card", card=card)
    card = next((card for card in (order.card, order.other) if card in state.pool), "")
    if not card or order.card == order.other:
        raise illegal("CV 3.7", "civilization/card-not-in-pool", card=order.card)
    return take(pop(state), frame.seat, card, log)


def picks(state: State) -> list[m.Pick]:
    """Every pick, with and without a second card."""
    known, pool = known_cards(state), set(state.pool)
    pairs = [m.Pick(one, other) for one in known for other in known if one != other and {one, other} & pool]
    return [m.Pick(card) for card in state.pool] + pairs


def known_cards(state: State) -> list[str]:
    """The cards of the eras that have begun."""
    return [card.id for card in state.world.cards.values() if card.era <= state.era]


def take(state: State, seat: Seat, card: str, log: list[Event]) -> State:
    """The state once a seat has a card of the pool."""
    log.append(e.Took(seat, card))
    player: Player = replace(state.players[seat], card=card)
    pool = tuple(other for other in state.pool if other != card)
    return with_player(replace(state, pool=pool), seat, player)

"""Set-up: markers, starting technologies, first cards and settlements.

The first layer of markers comes from the public chance; what is taken off it is shuffled with the rest into a hidden
pile, from which every empty territory gets one face down.

Source: CV 2.1 to CV 2.9; rulings G03 to G07, D3, D13, D24, D36.
"""

from __future__ import annotations

from referee.games.civilization import events as e
from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.data import COVERED, INFANTRY, PILE, RESOURCES, START_CREDITS
from referee.games.civilization.rules.conquest import enlist, enter, settle
from referee.games.civilization.rules.technologies import benefits
from referee.games.civilization.rules.turn import take
from referee.games.civilization.state import Player, RuleOptions, State, pop, push, replace, with_player
from referee.games.civilization.world import World
from referee.kernel.dice import Dice
from referee.kernel.errors import illegal
from referee.kernel.events import Event, Hidden
from referee.kernel.game import Options, Transition, setting_of
from referee.kernel.goods import Pile


def goods(world: World) -> tuple[Pile, ...]:
    """All markers of the box."""
    return (Pile(PILE, world.markers),)


def dealt(world: World, dice: Dice) -> tuple[Pile, ...]:
    """The hidden pile once the first layer lies: every marker that does not stay face up (CV 2.2, CV 2.3)."""
    left = dict(world.markers)
    for face in first_layer(world, dice).values():
        left[face] -= 1
    return (Pile(PILE, tuple((face, count) for face, count in left.items() if count)),)


def first_layer(world: World, dice: Dice) -> dict[str, str]:
    """The resources that lie face up after the first shuffle, by territory (CV 2.1, CV 2.2)."""
    faces = [face for face, count in world.markers for _ in range(count)]
    order = dice.shuffle("markers", len(faces))
    laid = zip(world.lands, order, strict=False)
    return {land: faces[number] for land, number in laid if faces[number] in RESOURCES}


def set_up(world: World, options: Options, dice: Dice) -> Transition[State]:
    """The first position: the first player is asked for a card.

    Events: the first player, technologies, face-up resources, and `Hidden` for each covered marker.
    """
    seats, log = options.seats, list[Event]()
    first = dice.number("first", seats) if options["first"] == "drawn" else 0
    log.append(e.Opens(first))
    order = dice.shuffle("technologies", len(world.starters))
    technologies = [world.starters[number] for number in order[:seats]]
    log += [e.Dealt(seat, code) for seat, code in enumerate(technologies)]
    faces = first_layer(world, dice)
    for face in RESOURCES:
        places = tuple(land for land in world.lands if faces.get(land) == face)
        log += [e.Laidout(face, places)] if places else []
    covered = [land for land in world.lands if land not in faces]
    log += [Hidden(land, PILE) for land in covered]
    choosing = [(first - step) % seats for step in range(seats)]
    frames: list[f.AnyFrame] = [f.Turn(), *(f.Beginnings(seat) for seat in reversed(choosing))]
    for seat in reversed(choosing):
        frames += [f.FirstSettlement(seat), f.TakeCard(seat)]
    state = State(
        world=world,
        setting=setting_of(options, RuleOptions),
        players=tuple(Player(START_CREDITS, (code,)) for code in technologies),
        first=first,
        active=choosing[-1],
        markers={**faces, **dict.fromkeys(covered, COVERED)},
        towns={},
        colonists={},
        pool=tuple(card.id for card in world.cards.values() if card.era == 1),
        frames=tuple(frames),
    )
    return Transition(state, tuple(log))


def take_card(state: State, frame: f.TakeCard, order: m.Take, log: list[Event]) -> State:
    """Take the first card (CV 2.6). Raises IllegalMove."""
    if order.card not in state.pool:
        raise illegal("CV 2.6", "civilization/card-not-in-pool", card=order.card)
    return take(pop(state), frame.seat, order.card, log)


def settle_first(state: State, frame: f.FirstSettlement, order: m.Settle, log: list[Event]) -> State:
    """Put the first settlement with its infantry; the marker is turned up (CV 2.6, CV 2.7). Raises IllegalMove."""
    if order.place not in state.world.lands:
        raise illegal("CV 2.6", "civilization/no-territory", place=order.place)
    if order.place in state.towns:
        raise illegal("CV 2.6", "civilization/settlement-stands-there", place=order.place)
    log.append(e.Founded(frame.seat, order.place))
    state = settle(pop(state), frame.seat, order.place, 1, log)
    state = enlist(state, frame.seat, INFANTRY, 1, order.place, log)
    state = enter(state, frame.seat, order.place, (state.made,), log)
    top = state.frames[-1]
    if isinstance(top, f.Explore):
        state = push(pop(state), replace(top, start=True))
    return state


def begin(state: State, frame: f.Beginnings, log: list[Event]) -> State:
    """What the starting technology of a seat gives, then what was found in the set-up (CV 2.9; ruling D3)."""
    seat, state = frame.seat, pop(state)
    player = state.players[seat]
    state = with_player(state, seat, replace(player, kept=()))
    state = push(state, *(f.PlaceUnit(seat, kind, era) for kind, era in reversed(player.kept)))
    return benefits(state, seat, state.world.technologies[player.technologies[0]], log)

"""Cases played: positions out of `given`, orders as `A: buy inf gan`, and the comparison with `then`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET

from referee.games.civilization import frames as f
from referee.games.civilization.casebook import PLAYERS, Given, Setup, Then
from referee.games.civilization.data import COVERED, KIND_OF_LETTER, LETTER, NOTHING
from referee.games.civilization.info import INFO
from referee.games.civilization.moves import Wish
from referee.games.civilization.notation import parse_order
from referee.games.civilization.pack import shipped
from referee.games.civilization.rules.counting import points_for
from referee.games.civilization.rules.course import STAGES, apply, requests
from referee.games.civilization.rules.ending import outcome
from referee.games.civilization.rules.setup import set_up, setting_of
from referee.games.civilization.rules.technologies import not_on_offer, price
from referee.games.civilization.rules.values import defence
from referee.games.civilization.rules.wishes import wish
from referee.games.civilization.state import Group, Player, State, Town, Unit, replace
from referee.games.civilization.world import world_of
from referee.kernel.dice import Dice
from referee.kernel.events import event_words
from referee.kernel.game import HiddenFace, Reveals, Transition, complete_options
from referee.kernel.own_cases import Difference, OwnRules


class Position(msgspec.Struct, frozen=True):
    """A case being played: how it began, where it stands, what has happened, what lies covered; or a count."""

    before: State
    state: State
    told: tuple[str, ...] = ()
    covered: dict[str, str] = {}
    count: tuple[tuple[int, ...], ...] = ()


def begin(given: Given) -> Position:
    """The position of a case, with whatever happens before the first question. Raises BrokenState and Unreadable."""
    if given.setup is not None:
        return _set_up(given.setup)
    state = position_of(given)
    position = Position(state, state, (), given.covered, given.count)
    return position if given.count else _going_on(position)


def _set_up(given: Setup) -> Position:
    options = complete_options(INFO, given.seats, tuple(given.options.items()))
    step = set_up(world_of(shipped()), options, Dice(bytes(32)))
    state = step.state
    players = tuple(
        replace(player, technologies=(given.technologies[seat],)) if seat < len(given.technologies) else player
        for seat, player in enumerate(state.players)
    )
    shift = (PLAYERS.index(given.first) - state.first) % given.seats
    frames = tuple(
        msgspec.structs.replace(frame, seat=(frame.seat + shift) % given.seats) if hasattr(frame, "seat") else frame
        for frame in state.frames
    )
    state = replace(
        state,
        players=players,
        frames=frames,
        first=PLAYERS.index(given.first),
        active=(state.active + shift) % given.seats,
        markers={**dict.fromkeys(state.markers, COVERED), **given.open},
    )
    names = PLAYERS[: given.seats]
    return Position(state, state, tuple(event_words(event, names) for event in step.events), given.covered)


def position_of(given: Given) -> State:
    """The position that a case names."""
    world = world_of(shipped())
    options = complete_options(INFO, given.seats, tuple(given.options.items()))
    units = [(PLAYERS.index(player), text.partition(":")) for player, texts in given.units.items() for text in texts]
    seats = PLAYERS[: given.seats]
    state = State(
        world=world,
        setting=setting_of(options),
        players=tuple(_player(given, name) for name in seats),
        first=0,
        active=PLAYERS.index(given.active),
        markers={**given.markers, **dict.fromkeys(given.covered, COVERED)},
        towns={
            place: Town(PLAYERS.index(name), level)
            for name, held in given.towns.items()
            for place, level in held.items()
        },
        colonists={
            place: Group(PLAYERS.index(name), count)
            for name, held in given.colonists.items()
            for place, count in held.items()
        },
        pool=tuple(sorted(given.pool)),
        units=tuple(
            Unit(number, KIND_OF_LETTER[unit[0]], int(unit[1:]), seat, place)
            for number, (seat, (place, _, unit)) in enumerate(units, 1)
        ),
        made=len(units),
        era=given.era,
        turn=given.turn,
        playing=given.card if given.stage not in ("start", "card") else "",
        symbol=world.cards[given.card].resource if given.card else "",
        frames=(f.Turn(given.stage),),
    )
    for name, texts in given.wishes.items():
        for order in map(parse_order, texts):
            assert isinstance(order, Wish)
            state = wish(state, PLAYERS.index(name), order, [])
    return state


def _player(given: Given, name: str) -> Player:
    card = given.card if given.stage in ("start", "card") and name == given.active else ""
    return Player(
        credits=given.credits.get(name, 0),
        technologies=given.technologies.get(name, ()),
        wonders=given.wonders.get(name, ()),
        structures=tuple(sorted(given.structures.get(name, ()))),
        card=given.hands.get(name, card),
        points=given.points.get(name, 0),
        plagues=given.plagues.get(name, 0),
        waiting=tuple((KIND_OF_LETTER[unit[0]], int(unit[1:])) for unit in given.waiting.get(name, ())),
    )


def _going_on(position: Position) -> Position:
    """The position once everything that asks nobody has happened."""
    return _followed(position, lambda reveals: STAGES.run(Transition(position.state), reveals))


def _followed(position: Position, step: Any) -> Position:
    reveals: Reveals = ()
    while True:
        try:
            done: Transition[State] = step(reveals)
            break
        except HiddenFace as hidden:
            reveals = (*reveals, (hidden.place, position.covered.get(hidden.place, NOTHING)))
    names = PLAYERS[: position.state.seats]
    told = (*position.told, *(event_words(event, names) for event in done.events))
    return Position(position.before, done.state, told, position.covered)


def play(position: Position, text: str, refused: bool) -> Position:
    """One order, behind its seat. Raises Unreadable and IllegalMove."""
    name, _, order = text.partition(": ")
    return _followed(position, lambda reveals: apply(position.state, PLAYERS.index(name), parse_order(order), reveals))


# Comparison


def picture(state: State) -> dict[str, Any]:
    """Everything a case can be about, place by place."""
    drawn: dict[str, Any] = {"era": state.era, "pool": state.pool, "ending": state.ended}
    for seat, player in enumerate(state.players):
        name = PLAYERS[seat]
        drawn |= {
            f"credits {name}": player.credits,
            f"points {name}": player.points,
            f"plagues {name}": player.plagues,
            f"technologies {name}": player.technologies,
            f"wonders {name}": player.wonders,
            f"structures {name}": player.structures,
            f"waiting {name}": tuple(f"{LETTER[kind]}{era}" for kind, era in player.waiting),
            f"hands {name}": player.card,
        }
    for place in (*state.world.lands, *state.world.coasts):
        here = [unit for unit in state.units if unit.place == place]
        owners = {PLAYERS[unit.seat] for unit in here}
        town, group = state.towns.get(place), state.colonists.get(place)
        drawn |= {
            f"units {place}": " ".join([*sorted(owners), *(f"{LETTER[unit.kind]}{unit.era}" for unit in here)]),
            f"towns {place}": f"{PLAYERS[town.seat]} {town.level}" if town else "",
            f"colonists {place}": f"{PLAYERS[group.seat]} {group.count}" if group else "",
            f"markers {place}": state.markers.get(place, ""),
        }
    return drawn


_PARTS = ("credits", "points", "plagues", "technologies", "wonders", "structures", "waiting", "hands")
_PLACES = ("units", "towns", "colonists", "markers")


def compare(position: Position, then: Then) -> Iterator[Difference]:
    """What differs; of a count only its points."""
    if position.count:
        fields = [points_for(numbers) for numbers in position.count]
        yield from _differs("scores", then.scores, tuple(map(sum, zip(*fields, strict=True))))
        return
    wanted, state = picture(position.before), position.state
    for part in (*_PARTS, *_PLACES):
        wanted |= {f"{part} {name}": value for name, value in getattr(then, part).items()}
    for part in ("era", "pool", "ending"):
        if getattr(then, part) is not UNSET:
            wanted[part] = getattr(then, part)
    for where, found in picture(state).items():
        yield from _differs(where, wanted[where], found)
    yield from _asked_of(position, then)


def _asked_of(position: Position, then: Then) -> Iterator[Difference]:
    state = position.state
    if then.asks is not UNSET:
        asks = ", ".join(f"{PLAYERS[request.seat]} {request.question}" for request in requests(state))
        yield from _differs("asks", then.asks, asks)
    if then.events is not UNSET:
        left = iter(position.told)
        yield from (("events", event, "not told") for event in then.events if event not in left)
    for name, prices in then.prices.items():
        for code, wanted in prices.items():
            seat, tech = PLAYERS.index(name), state.world.technologies[code]
            found = 0 if not_on_offer(state, code) else price(state, seat, tech)
            yield from _differs(f"price of {code} for {name}", wanted, found)
    for place, value in then.values.items():
        yield from _differs(f"defence of {place}", value, defence(state, state.active, place))
    faces = list(state.markers.values())
    yield from _differs("open", then.open, len(faces) - faces.count(COVERED))
    yield from _differs("covered", then.covered, faces.count(COVERED))
    result = outcome(state)
    yield from _differs("ranks", then.ranks, result.ranks if result else ())


def _differs(where: str, wanted: Any, found: Any) -> Iterator[Difference]:
    if wanted is not UNSET and wanted != found:
        yield where, wanted, found


def rules() -> OwnRules[Given, Then, Position]:
    """How the cases are read."""
    return OwnRules(given=Given, then=Then, position_of=begin, play=play, compare=compare)

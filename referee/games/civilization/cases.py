"""The case book of Civilization: what a position over the shipped pack is told by, and what can be found in one.

Players are called A, B, C .. clockwise. Units are `gan:i1` (place, letter, era); places, technologies and cards have
the codes of the pack. Whatever `given` does not name is not there: no credits, no pieces, no markers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec import Struct

from referee.games.civilization import frames as f
from referee.games.civilization.data import COVERED, KIND_OF_LETTER, LETTER, NOTHING
from referee.games.civilization.info import INFO
from referee.games.civilization.moves import ORDERS, Wish
from referee.games.civilization.pack import shipped_components
from referee.games.civilization.rules.counting import points_for
from referee.games.civilization.rules.course import STAGES
from referee.games.civilization.rules.setup import set_up
from referee.games.civilization.rules.technologies import not_on_offer, price
from referee.games.civilization.rules.values import defence
from referee.games.civilization.rules.wishes import wish
from referee.games.civilization.state import Group, Player, RuleOptions, State, Town, Unit, replace
from referee.games.civilization.world import world_of
from referee.kernel.cases import CasePosition, CaseRules, Facts, options_of
from referee.kernel.dice import Dice
from referee.kernel.events import event_words
from referee.kernel.game import NeedsHiddenFace, Options, Reveals, Transition, setting_of

T = TypeVar("T")

PLAYERS = tuple("ABCDEF")

Texts = dict[str, str]
Counts = dict[str, int]
Rows = dict[str, tuple[str, ...]]


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A set-up to look at; its chance is all zeros, except what its fields replace."""

    seats: int = 3
    """The number of players."""
    options: Texts = {}
    """Options that are not the default, by name."""
    technologies: tuple[str, ...] = ()
    """The first technology of each player, clockwise; empty: those that chance gives."""
    open: Texts = {}
    """The faces of open markers, by place; all others are covered."""
    covered: Texts = {}
    """The faces that turn up, by place; without it nothing."""
    first: str = "A"
    """The starting player."""


class Given(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position in the turn of one player; or a set-up, or numbers to count."""

    seats: int = 3
    """The number of players."""
    options: Texts = {}
    """Options that are not the default, by name."""
    era: int = 1
    """The era, 1 to 4."""
    active: str = "A"
    """The player whose turn it is."""
    turn: int = 12
    """How many turns are over."""
    stage: str = "top"
    """The stage of the turn: start, card, top, bottom, resource, end, pick or back."""
    card: str = ""
    """The strategy card of the active player, laid open from stage `top` on; empty: none."""
    pool: tuple[str, ...] = ("c101", "c103")
    """The strategy cards that nobody has."""
    hands: Texts = {}
    """The strategy card in hand, by player; others have none."""
    credits: Counts = {}
    """How many credits each player has; others have 0."""
    points: Counts = {}
    """The victory points of each player so far; others have 0."""
    plagues: Counts = {}
    """How many plagues each player has for the count at the end; others have 0."""
    technologies: Rows = {}
    """The technologies of each player."""
    wonders: Rows = {}
    """The wonders of each player."""
    structures: Rows = {}
    """The structures of each player."""
    waiting: Rows = {}
    """Units on wonder cards, as `c1` (letter, era), by player."""
    units: Rows = {}
    """Units on the board, as `gan:i1` (place, letter, era), by player, the oldest first."""
    towns: dict[str, Counts] = {}
    """The level of each settlement, 1 to 4, by player and place."""
    colonists: dict[str, Counts] = {}
    """How many colonists are in each place, by player and place."""
    markers: Texts = {}
    """The faces of open markers, by place."""
    covered: Texts = {}
    """The faces of covered markers, by place."""
    wishes: Rows = {}
    """The standing wishes of each player, as orders."""
    setup: Setup | None = None
    """A set-up to look at instead of a position; null for a position."""
    count: tuple[tuple[int, ...], ...] = ()
    """Instead of a position: for each field to be counted the numbers of all players."""


def position_of(given: Given) -> CasePosition | Facts:
    """The position of a case, with whatever happens before the first question; of a count the points of the players.

    Raises:
        Unreadable, BrokenState: an option that the game has not, or what cannot be.
    """
    if given.count:
        scores = zip(*(points_for(numbers) for numbers in given.count), strict=True)
        return {f"points of {name}": str(sum(points)) for name, points in zip(PLAYERS, scores, strict=False)}
    if given.setup is not None:
        return _set_up(given.setup)
    before = state_of(given)
    done = _going_on(before, given.covered)
    return _position(done, options_of(INFO, given), given.covered, before)


def _position(done: Transition[State], options: Options, covered: Texts, before: State | None = None) -> CasePosition:
    """The position something has led to. Under a covered marker lies what the case says, or nothing."""
    names = PLAYERS[: options.seats]
    faces = {place: covered.get(place, NOTHING) for place, face in done.state.markers.items() if face == COVERED}
    told = tuple(event_words(event, names) for event in done.events)
    return CasePosition(state=done.state, options=options, before=before, told=told, covered=faces)


def _going_on(state: State, covered: Texts) -> Transition[State]:
    """What asks nobody, up to the first question."""
    reveals: Reveals = ()
    while True:
        try:
            return STAGES.run(Transition(state), reveals)
        except NeedsHiddenFace as hidden:
            reveals = (*reveals, (hidden.place, covered.get(hidden.place, NOTHING)))


def _set_up(given: Setup) -> CasePosition:
    options = options_of(INFO, given)
    step = set_up(world_of(shipped_components()), options, Dice(bytes(32)))
    state, first = step.state, PLAYERS.index(given.first)
    players = tuple(
        replace(player, technologies=(given.technologies[seat],)) if seat < len(given.technologies) else player
        for seat, player in enumerate(state.players)
    )
    shift = (first - state.first) % given.seats
    frames = tuple(
        msgspec.structs.replace(frame, seat=(frame.seat + shift) % given.seats) if hasattr(frame, "seat") else frame
        for frame in state.frames
    )
    state = replace(
        state,
        players=players,
        frames=frames,
        first=first,
        active=(state.active + shift) % given.seats,
        markers={**dict.fromkeys(state.markers, COVERED), **given.open},
    )
    return _position(Transition(state, step.events), options, given.covered)


def state_of(given: Given) -> State:
    """The position that a case names."""
    world = world_of(shipped_components())
    units = [(PLAYERS.index(player), text.partition(":")) for player, texts in given.units.items() for text in texts]
    state = State(
        world=world,
        setting=setting_of(options_of(INFO, given), RuleOptions),
        players=tuple(_given_player(given, name) for name in PLAYERS[: given.seats]),
        first=0,
        active=PLAYERS.index(given.active),
        markers={**given.markers, **dict.fromkeys(given.covered, COVERED)},
        towns=_things_by_place(given.towns, Town),
        colonists=_things_by_place(given.colonists, Group),
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
    places = {*state.markers, *state.towns, *state.colonists, *(unit.place for unit in state.units)}
    if strange := places - {*world.lands, *world.coasts}:
        raise KeyError(min(strange))
    for name, texts in given.wishes.items():
        wishes = [order for order in map(ORDERS.parse, texts) if isinstance(order, Wish)]
        if len(wishes) < len(texts):
            raise ValueError(f"{', '.join(texts)}: not all are wishes")
        for order in wishes:
            state = wish(state, PLAYERS.index(name), order, [])
    return state


def _things_by_place(told: dict[str, Counts], make: Callable[[int, int], T]) -> dict[str, T]:
    return {place: make(PLAYERS.index(name), number) for name, held in told.items() for place, number in held.items()}


def _given_player(given: Given, name: str) -> Player:
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


def facts(state: State) -> Facts:
    """What each player has, and what is at each place: pieces after their player, the oldest units first."""
    found = {"era": str(state.era), "pool": " ".join(state.pool)}
    for name, player in zip(PLAYERS, state.players, strict=False):
        found |= {
            f"credits of {name}": str(player.credits),
            f"points of {name}": str(player.points),
            f"plagues of {name}": str(player.plagues),
            f"technologies of {name}": " ".join(player.technologies),
            f"wonders of {name}": " ".join(player.wonders),
            f"structures of {name}": " ".join(player.structures),
            f"waiting for {name}": " ".join(f"{LETTER[kind]}{era}" for kind, era in player.waiting),
            f"card of {name}": player.card,
        }
    for place in (*state.world.lands, *state.world.coasts):
        here = [unit for unit in state.units if unit.place == place]
        owners = sorted({PLAYERS[unit.seat] for unit in here})
        town, group = state.towns.get(place), state.colonists.get(place)
        found |= {
            f"units in {place}": " ".join([*owners, *(f"{LETTER[unit.kind]}{unit.era}" for unit in here)]),
            f"town in {place}": f"{PLAYERS[town.seat]} {town.level}" if town else "",
            f"colonists in {place}": f"{PLAYERS[group.seat]} {group.count}" if group else "",
            f"marker in {place}": state.markers.get(place, ""),
        }
    return found


def more(state: State) -> Facts:
    """What technologies on offer cost each player, what a place is defended with against the active player, and how
    many markers lie open and covered.
    """
    offered = [tech for code, tech in state.world.technologies.items() if not not_on_offer(state, code)]
    prices = {f"price of {code} for {name}": "none" for code in state.world.technologies for name in PLAYERS}
    for seat, name in enumerate(PLAYERS[: state.seats]):
        prices |= {f"price of {tech.id} for {name}": str(price(state, seat, tech)) for tech in offered}
    places = (*state.world.lands, *state.world.coasts)
    covered = list(state.markers.values()).count(COVERED)
    return {
        **prices,
        **{f"defence of {place}": str(defence(state, state.active, place)) for place in places},
        "open markers": str(len(state.markers) - covered),
        "covered markers": str(covered),
    }


def rules() -> CaseRules[Given]:
    """How the cases are read."""
    return CaseRules(given=Given, position_of=position_of, facts=facts, more=more, seats=PLAYERS)

"""Where a game stands. Everything is public but what is under covered markers.

Places, technologies, wonders, structures and cards are codes of the pack. Dictionaries are never changed: a state is
made anew with a changed copy.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from referee.games.civilization.frames import AnyFrame, Turn
from referee.games.civilization.pack.entries import PackWonder
from referee.games.civilization.world import World
from referee.kernel.canonical_json import convert_to
from referee.kernel.requests import Seat

replace = msgspec.structs.replace


class RuleOptions(msgspec.Struct, frozen=True, gc=False):
    """The options of a game, as its rules ask for them; those that came later as it was before them."""

    passed_technology: str = "nothing"
    resource_income: str = "all"
    free_tech: str = "current"
    royalty_on_own: bool = False
    militia: bool = False
    plague: str = "explorer"
    ranking: str = "dense"
    zero_scores: bool = False
    end_mode: str = "card"
    start_income: str = "each"
    box_royalties: str = "each"
    early: bool = True
    rounds: int = 40


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A military unit on the board. `number` grows with every unit that comes into play: the highest is the latest."""

    number: int
    kind: str
    era: int
    seat: Seat
    place: str


class Town(msgspec.Struct, frozen=True, gc=False, order=True):
    """A settlement of level 1 to 4."""

    seat: Seat
    level: int


class Group(msgspec.Struct, frozen=True, gc=False, order=True):
    """The colonists in a territory."""

    seat: Seat
    count: int


class StandingWish(msgspec.Struct, frozen=True, gc=False):
    """What a seat wants done without being asked, for all to see."""

    change: str = "auto"
    """`auto`, `place` or `remove`: how odd fives are settled; `where` the territory it would like best."""
    where: str = ""
    excess: str = "strongest"
    """`strongest` or `newest`: which unit stays where only one may."""
    ending: str = "never"
    """`never`, `if-leading` or `now`: whether it declares the end of the game."""
    vote: int = 0
    """Turns for which its vote for an early end still counts, 0 if it has none."""


NO_WISH = StandingWish()


class Player(msgspec.Struct, frozen=True, gc=False):
    """What one seat has beside its pieces on the board.

    card      the strategy card in hand, empty if it has none
    points    victory points so far; `plagues` are counted at the end
    waiting   units on wonder cards, as (kind, era); `kept` those of technologies found in the set-up
    struck    whether its one strike is done
    """

    credits: int
    technologies: tuple[str, ...] = ()
    wonders: tuple[str, ...] = ()
    structures: tuple[str, ...] = ()
    card: str = ""
    points: int = 0
    plagues: int = 0
    waiting: tuple[tuple[str, int], ...] = ()
    kept: tuple[tuple[str, int], ...] = ()
    struck: bool = False
    wish: StandingWish = NO_WISH


class State(msgspec.Struct, frozen=True, gc=False):
    """A position."""

    world: World
    setting: RuleOptions
    players: tuple[Player, ...]
    first: Seat
    """The starting player, who chooses first and plays last in the first round."""
    active: Seat
    """Whose turn it is."""
    markers: dict[str, str]
    """The face on each territory that has a marker, `?` if it is covered."""
    towns: dict[str, Town]
    """The settlements by territory, `colonists` the colonists."""
    colonists: dict[str, Group]
    pool: tuple[str, ...]
    """The cards nobody holds, sorted."""
    units: tuple[Unit, ...] = ()
    """In the order in which they came into play; `made` is the number of the last one."""
    made: int = 0
    era: int = 1
    """1 to 4."""
    turn: int = 0
    """Turns that are over."""
    playing: str = ""
    """The card that is laid open, empty before and after."""
    symbol: str = ""
    """Its resource symbol, once it has been read or replaced."""
    fresh: tuple[str, ...] = ()
    """Territories whose settlement was founded in this turn, `grown` those whose settlement grew."""
    grown: tuple[str, ...] = ()
    back: tuple[Seat, ...] = ()
    """Seats that came back in this turn and have no card yet, sorted."""
    frames: tuple[AnyFrame, ...] = ()
    """What is still to be done, the last first; empty when the game is over."""
    ended: str = ""
    """Why the game ended, empty while it runs."""

    def __hash__(self) -> int:
        places = (self.markers, self.towns, self.colonists)
        return hash(
            (self.turn, self.players, self.units, self.frames, *(tuple(sorted(held.items())) for held in places))
        )

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.players)

    @property
    def round(self) -> int:
        """The running round, from 1."""
        return self.turn // len(self.players) + 1


def beginning(state: State) -> bool:
    """Whether the first turn has not begun: no piece may enter an occupied place (CV 2.9)."""
    return state.turn == 0 and bool(state.frames) and state.frames[0] == Turn()


def with_player(state: State, seat: Seat, player: Player) -> State:
    """The state with one player changed."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def with_units(state: State, numbers: Collection[int], **fields: Any) -> State:
    """The state with other values in some fields of the units with these numbers."""
    units = (replace(unit, **fields) if unit.number in numbers else unit for unit in state.units)
    return replace(state, units=tuple(units))


def push(state: State, *frames: AnyFrame) -> State:
    """The state with frames laid on top, the last of them to be done first."""
    return replace(state, frames=(*state.frames, *frames))


def pop(state: State) -> State:
    """The state without the top frame."""
    return replace(state, frames=state.frames[:-1])


def seats_from(state: State, seat: Seat) -> tuple[Seat, ...]:
    """All seats clockwise, beginning with `seat`."""
    return (*range(seat, len(state.players)), *range(seat))


# Which piece is on which place


def land_units(state: State, seat: Seat) -> list[Unit]:
    """The military units of a seat that stand on land and are no aircraft."""
    return [unit for unit in state.units if unit.seat == seat and unit.kind not in ("fle", "air")]


def fleets(state: State, seat: Seat) -> frozenset[str]:
    """The zones with a fleet of this seat."""
    return frozenset(unit.place for unit in state.units if unit.seat == seat and unit.kind == "fle")


def units_at(state: State, place: str) -> list[Unit]:
    """Every unit on a place, the oldest first."""
    return [unit for unit in state.units if unit.place == place]


def towns_of(state: State, seat: Seat) -> list[str]:
    """The territories with a settlement of this seat, sorted."""
    return sorted([code for code, town in state.towns.items() if town.seat == seat])


def has_town(state: State, seat: Seat) -> bool:
    """Whether a seat has a settlement."""
    return any(town.seat == seat for town in state.towns.values())


def colonies_of(state: State, seat: Seat) -> list[str]:
    """The territories with colonists of this seat, sorted."""
    return sorted([code for code, group in state.colonists.items() if group.seat == seat])


def has_colonist(state: State, seat: Seat, place: str) -> bool:
    """Whether colonists of a seat are in a territory."""
    group = state.colonists.get(place)
    return group is not None and group.seat == seat


def exploited_territories(state: State, seat: Seat) -> set[str]:
    """The territories whose markers count for a seat: those with a settlement or a colonist of it.

    Source: CV 13.8.
    """
    held = {code for code, town in state.towns.items() if town.seat == seat}
    held.update([code for code, group in state.colonists.items() if group.seat == seat])
    return held


def playing_on(state: State) -> tuple[Seat, ...]:
    """The seats that have a settlement."""
    return tuple(sorted({town.seat for town in state.towns.values()}))


def working(state: State, seat: Seat) -> list[PackWonder]:
    """The wonders of a seat whose era it is (CV 15.3)."""
    wonders = (state.world.wonders[code] for code in state.players[seat].wonders)
    return [wonder for wonder in wonders if wonder.era == state.era]


def who_has(state: State, code: str) -> Seat | None:
    """The seat that has a technology."""
    for seat, player in enumerate(state.players):
        if code in player.technologies:
            return seat
    return None


def in_play(state: State) -> set[str]:
    """Every technology that somebody has."""
    return set().union(*[player.technologies for player in state.players])


_FIELDS = tuple(field for field in State.__struct_fields__ if field != "world")
_Plain: type[msgspec.Struct] = msgspec.defstruct(
    "_Plain",
    [(field.name, field.type) for field in msgspec.structs.fields(State) if field.name != "world"],
    frozen=True,
    forbid_unknown_fields=True,
)


def to_json(state: State) -> dict[str, Any]:
    """The public state as canonical JSON types."""
    return {name: msgspec.to_builtins(getattr(state, name)) for name in _FIELDS}


def from_json(world: World, value: Any) -> State:
    """The state that `to_json` wrote. Raises `msgspec.ValidationError` for anything else."""
    plain = convert_to(_Plain, value)
    return State(world=world, **{name: getattr(plain, name) for name in _FIELDS})

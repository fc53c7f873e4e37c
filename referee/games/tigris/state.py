"""The public state: everything that is in the open, and counts of what is not.

Sets of spaces are ints (`board.py`). Leaders, monuments and buildings are single spaces, 0 while off the board.
"""

from __future__ import annotations

import msgspec

from referee.games.tigris.board import LABEL, Spaces, neighbours, region_of
from referee.games.tigris.data import COLOURS, ROLES, TEMPLE
from referee.games.tigris.events import Home, Scored
from referee.games.tigris.frames import AT_REST, AnyFrame
from referee.kernel.events import Event
from referee.kernel.requests import Seat

replace = msgspec.structs.replace


class Setting(msgspec.Struct, frozen=True, gc=False):
    """The options of a game, as its rules ask for them."""

    bag: str = "needed"
    board: str = "standard"
    corners: str = "marked"
    treasures: str = "action"
    buildings: bool = False
    ziggurat: bool = False
    english: bool = False
    agreement: bool = False
    open_scores: bool = False


class State(msgspec.Struct, frozen=True, gc=False):
    """A position, whose turn it is, and the stack of what is still to be done."""

    setting: Setting
    river: Spaces
    """River spaces, farms included; a space that can never be used again is not a river any more."""
    tiles: tuple[Spaces, Spaces, Spaces, Spaces]
    """Face-up tiles, a set for each colour."""
    face_down: Spaces
    """Tiles under monuments and the ziggurat."""
    catastrophes: Spaces
    """Destroyed spaces."""
    leaders: tuple[Spaces, ...]
    """A space for each leader: number 4 * seat + colour."""
    treasures: Spaces
    """Spaces with a treasure; `priority` those that are taken first."""
    priority: Spaces
    monuments: tuple[Spaces, ...]
    """Top left spaces, in the order of `data.MONUMENTS`; `ziggurat` the centre; `buildings` by colour."""
    ziggurat: Spaces
    buildings: tuple[Spaces, Spaces, Spaces, Spaces]
    points: tuple[tuple[int, int, int, int], ...]
    """Victory points by seat and colour; `treasures_won` by seat."""
    treasures_won: tuple[int, ...]
    hands: tuple[int, ...]
    """Tiles in each hand; `catastrophes_left` by seat; `bag` and `box`: tiles in the bag, out of the game."""
    catastrophes_left: tuple[int, ...]
    bag: int
    box: int
    active: Seat
    """Whose turn it is; `action` 0 or 1, the running action; `turn` counts turns from 0."""
    action: int = 0
    turn: int = 0
    idle: int = 0
    """Actions passed in a row; counted only in games that may end by agreement."""
    frames: tuple[AnyFrame, ...] = AT_REST
    """What is still to be done, top last; empty when the game is over."""
    ended: str = ""
    """How the game ended, empty while it runs."""

    @property
    def seat_count(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def all_leaders(self) -> Spaces:
        """The spaces of all leaders."""
        return sum(self.leaders)

    @property
    def laid(self) -> Spaces:
        """The spaces of all tiles, face up or down."""
        temples, settlements, markets, farms = self.tiles
        return temples | settlements | markets | farms | self.face_down

    @property
    def pieces(self) -> Spaces:
        """The spaces of all tiles and leaders: what links."""
        temples, settlements, markets, farms = self.tiles
        return temples | settlements | markets | farms | self.face_down | sum(self.leaders)


def with_value(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """`values` with one of them exchanged."""
    return (*values[:index], value, *values[index + 1 :])


def with_tiles(state: State, colour: int, spaces: Spaces) -> tuple[Spaces, Spaces, Spaces, Spaces]:
    """The face-up tiles with those of one colour exchanged for `spaces`."""
    tiles = state.tiles
    return (
        spaces if colour == 0 else tiles[0],
        spaces if colour == 1 else tiles[1],
        spaces if colour == 2 else tiles[2],
        spaces if colour == 3 else tiles[3],
    )


def plus_points(
    points: tuple[tuple[int, int, int, int], ...], seat: Seat, colour: int, count: int
) -> tuple[tuple[int, int, int, int], ...]:
    """`points` with `count` more of one colour for `seat`."""
    own = list(points[seat])
    own[colour] += count
    red, black, green, blue = own
    return (*points[:seat], (red, black, green, blue), *points[seat + 1 :])


def score(state: State, seat: Seat, colour: int, count: int, why: str, log: list[Event]) -> State:
    """The state after `seat` gained victory points; the gain goes into `log`."""
    log.append(Scored(seat, COLOURS[colour], count, why))
    return replace(state, points=plus_points(state.points, seat, colour, count))


def colour_at(state: State, space: Spaces) -> int | None:
    """The colour of the face-up tile on `space`, if there is one."""
    for colour, tiles in enumerate(state.tiles):
        if tiles & space:
            return colour
    return None


def kingdoms(pieces: Spaces, leaders: Spaces) -> list[Spaces]:
    """All regions with a leader, by their first leader in reading order.

    Source: TE 3.1; ruling R9.
    """
    found = []
    while leaders:
        kingdom = region_of(leaders & -leaders, pieces)
        found.append(kingdom)
        leaders &= ~kingdom
    return found


def regions_beside(space: Spaces, pieces: Spaces) -> list[Spaces]:
    """The separate regions that touch the empty `space`, by the first touching piece in reading order."""
    touching = neighbours(space) & pieces
    found = []
    while touching:
        region = region_of(touching & -touching, pieces)
        found.append(region)
        touching &= ~region
    return found


def send_homeless_home(state: State, log: list[Event]) -> State:
    """Return every leader, of whatever seat, that touches no face-up temple any more.

    Events: one `DataFolder` per leader, by seat and colour.

    Source: TE 4.7, TE 10.7; rulings R17, R42.
    """
    near_temples = neighbours(state.tiles[TEMPLE])
    lost = state.all_leaders & ~near_temples
    if not lost:
        return state
    for number, space in enumerate(state.leaders):
        if space & lost:
            log.append(Home(number // 4, ROLES[number % 4], LABEL[space], "temple"))
    return replace(state, leaders=tuple(space & ~lost for space in state.leaders))


def owner_in(state: State, colour: int, region: Spaces) -> Seat | None:
    """The seat whose leader of `colour` is in `region`, or None."""
    for seat, space in enumerate(state.leaders[colour::4]):
        if space & region:
            return seat
    return None


def seats_from(state: State, seat: Seat) -> tuple[Seat, ...]:
    """All seats clockwise, beginning with `seat`."""
    return (*range(seat, len(state.hands)), *range(seat))

"""The table of the second reading, and what may be done on it: regions are found by walking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from referee.games.tigris.data import BOARDS

Spot = tuple[int, int]

COLOUR_OF_TILE = {"temple": "red", "settlement": "black", "market": "green", "farm": "blue"}
TILE_OF_COLOUR = {colour: tile for tile, colour in COLOUR_OF_TILE.items()}
COLOUR_OF_ROLE = {"priest": "red", "king": "black", "trader": "green", "farmer": "blue"}
ROLE_OF_COLOUR = {colour: role for role, colour in COLOUR_OF_ROLE.items()}
MONUMENTS = ("red-black", "red-green", "red-blue", "black-green", "black-blue", "green-blue")


def name(spot: Spot) -> str:
    return f"{'ABCDEFGHIJKLMNOP'[spot[1]]}{spot[0] + 1}"


def spot(label: str) -> Spot:
    return int(label[1:]) - 1, "ABCDEFGHIJKLMNOP".index(label[0])


@cache
def around(place: Spot) -> tuple[Spot, ...]:
    row, column = place
    four = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return tuple((r, c) for r, c in four if 0 <= r < 11 and 0 <= c < 16)


@dataclass
class Table:
    """What lies on the table. `leaders` maps a space to (seat, role), `tiles` a space to a kind or "covered"."""

    seats: int
    options: dict[str, Any]
    river: set[Spot] = field(default_factory=set)
    tiles: dict[Spot, str] = field(default_factory=dict)
    destroyed: set[Spot] = field(default_factory=set)
    leaders: dict[Spot, tuple[int, str]] = field(default_factory=dict)
    treasures: set[Spot] = field(default_factory=set)
    first: set[Spot] = field(default_factory=set)
    monuments: dict[str, Spot] = field(default_factory=dict)
    ziggurat: Spot | None = None
    buildings: dict[str, Spot] = field(default_factory=dict)
    points: list[dict[str, int]] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    hands: list[int] = field(default_factory=list)
    catastrophes: list[int] = field(default_factory=list)
    bag: int = 0
    active: int = 0
    action: int = 0
    ended: str = ""
    idle: int = 0


def lay_out(seats: int, options: dict[str, Any], active: int) -> Table:
    """The table at the start of a game."""
    table = Table(seats, options, active=active)
    for row, line in enumerate(BOARDS[options["board"]].splitlines()):
        for column, sign in enumerate(line):
            if sign == "~":
                table.river.add((row, column))
            if sign in "TC":
                table.tiles[row, column] = "temple"
                table.treasures.add((row, column))
            if sign == "C":
                table.first.add((row, column))
    table.points = [dict.fromkeys(("red", "black", "green", "blue"), 0) for _ in range(seats)]
    table.won, table.hands, table.catastrophes = [0] * seats, [6] * seats, [2] * seats
    table.bag = 153 - len(table.treasures) - 6 * seats
    return table


# --- regions --------------------------------------------------------------------------------------------------------


def region(table: Table, start: Spot, leave_out: Spot | None = None) -> set[Spot]:
    """All pieces linked with the piece on `start`, walked space by space."""
    found, todo = set(), [start]
    while todo:
        place = todo.pop()
        if place in found or place == leave_out or not (place in table.tiles or place in table.leaders):
            continue
        found.add(place)
        todo += around(place)
    return found


def is_kingdom(table: Table, spots: Iterable[Spot]) -> bool:
    return any(place in table.leaders for place in spots)


def regions_at(table: Table, place: Spot) -> list[set[Spot]]:
    """The different regions that touch `place`, itself left out."""
    found: list[set[Spot]] = []
    for beside in around(place):
        here = region(table, beside, leave_out=place)
        if here and here not in found:
            found.append(here)
    return found


def temples_beside(table: Table, place: Spot) -> int:
    return sum(table.tiles.get(beside) == "temple" for beside in around(place))


def where_is(table: Table, seat: int, role: str) -> Spot | None:
    return next((place for place, who in table.leaders.items() if who == (seat, role)), None)


# --- what may be done -----------------------------------------------------------------------------------------------


def is_empty(table: Table, place: Spot) -> bool:
    return place not in table.tiles and place not in table.leaders and place not in table.destroyed


def may_lay(table: Table, tile: str, place: Spot) -> bool:
    on_right_ground = (place in table.river) == (tile == "farm")
    return (
        is_empty(table, place)
        and on_right_ground
        and sum(is_kingdom(table, here) for here in regions_at(table, place)) <= 2
    )


def may_stand(table: Table, seat: int, role: str, place: Spot) -> bool:
    old = where_is(table, seat, role)
    if place == old:
        return False
    kept = table.leaders
    table.leaders = {where: who for where, who in kept.items() if where != old}
    try:
        return (
            is_empty(table, place)
            and place not in table.river
            and temples_beside(table, place) > 0
            and sum(is_kingdom(table, here) for here in regions_at(table, place)) <= 1
        )
    finally:
        table.leaders = kept


def may_destroy(table: Table, seat: int, place: Spot) -> bool:
    return (
        table.catastrophes[seat] > 0
        and place not in table.treasures
        and place not in table.leaders
        and place not in table.destroyed
        and table.tiles.get(place) != "covered"
        and place not in table.buildings.values()
    )


def actions(table: Table) -> list[str]:
    """Every action of the active seat as far as public facts tell, in the words of the notation."""
    seat = table.active
    places = [(row, column) for row in range(11) for column in range(16)]
    found = ["pass"]
    found += [f"swap {count}" for count in range(1, table.hands[seat] + 1)]
    for role in COLOUR_OF_ROLE:
        found += [f"leader {role} {name(p)}" for p in places if may_stand(table, seat, role, p)]
        found += [f"withdraw {role}"] if where_is(table, seat, role) else []
    if table.hands[seat]:
        for tile in COLOUR_OF_TILE:
            found += [f"place {tile} {name(p)}" for p in places if may_lay(table, tile, p)]
    found += [f"catastrophe {name(p)}" for p in places if may_destroy(table, seat, p)]
    return sorted(found)


def lines(table: Table, place: Spot) -> list[list[Spot]]:
    """The row and the column of equal tiles through `place`."""
    found = []
    for down, right in ((0, 1), (1, 0)):
        line = [place]
        for way in (1, -1):
            row, column = place
            while table.tiles.get((row + way * down, column + way * right)) == table.tiles[place]:
                row, column = row + way * down, column + way * right
                line.append((row, column))
        found.append(line)
    return found


def square(corner: Spot) -> list[Spot]:
    row, column = corner
    return [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]


def cross(centre: Spot) -> list[Spot]:
    row, column = centre
    return [(row - 1, column), (row, column - 1), centre, (row, column + 1), (row + 1, column)]

"""The five actions once more, slowly and word by word after the leaflet, over plain dicts.

Nothing here knows masks, orders or lists of moves: a board is {(column, row): tile}, both from 1 to 6. Cubes that find
no place are simply lost, so the supply must be large enough when this is compared with the game.
"""

from __future__ import annotations

from dataclasses import dataclass

Place = tuple[int, int]


@dataclass
class Tile:
    """One tile of the board: what it shows, whose cubes stand on it, and whether a ziggurat does."""

    face: str
    owner: str = ""
    cubes: int = 0
    ziggurat: bool = False


Grid = dict[Place, Tile]


def beside(place: Place) -> list[Place]:
    """The four places around, also those off the board."""
    column, row = place
    return [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]


def mine(grid: Grid, player: str, place: Place) -> bool:
    """Whether `place` is a tile of `player` that takes part in actions."""
    tile = grid.get(place)
    return tile is not None and tile.owner == player and not tile.ziggurat and tile.cubes > 0


def grow(tile: Tile, count: int) -> None:
    """Add cubes, never beyond five."""
    for _ in range(count):
        if tile.cubes < 5:
            tile.cubes += 1


def agriculture(grid: Grid, player: str, literal: bool) -> None:
    """One cube off each own tile that touches no own Agriculture tile; then two on each own Agriculture tile."""
    fields = [place for place in grid if mine(grid, player, place) and grid[place].face == "A"]
    own = [place for place in grid if mine(grid, player, place)]
    for place in own:
        touches = any(neighbour in fields for neighbour in beside(place))
        if not touches and (literal or place not in fields):
            grid[place].cubes -= 1
            if grid[place].cubes == 0:
                grid[place].owner = ""
    for place in fields:
        if grid[place].cubes:
            grow(grid[place], 2)


def trade(grid: Grid, player: str) -> None:
    """On each own Trade tile one cube for each side at an opponent's tile or at the outer edge."""
    gains = {}
    for place in grid:
        if mine(grid, player, place) and grid[place].face == "T":
            gains[place] = 0
            for neighbour in beside(place):
                tile = grid.get(neighbour)
                opponent = tile is not None and tile.owner not in ("", player) and not tile.ziggurat
                if tile is None or opponent:
                    gains[place] += 1
    for place, gain in gains.items():
        grow(grid[place], gain)


def culture(grid: Grid, player: str) -> None:
    """For each own Culture tile one cube on each occupied tile beside it, in the colour that is there."""
    gains = dict.fromkeys(grid, 0)
    for place in grid:
        if mine(grid, player, place) and grid[place].face == "C":
            for neighbour in beside(place):
                tile = grid.get(neighbour)
                if tile is not None and tile.owner and not tile.ziggurat:
                    gains[neighbour] += 1
    for place, gain in gains.items():
        grow(grid[place], gain)


def attack(grid: Grid, player: str, start: Place, target: Place, moved: int, adjacent: bool) -> bool:
    """The four steps of an attack; False and no change if it is not allowed or cannot be completed."""
    s, d = grid[start], grid[target]
    if not mine(grid, player, start) or d.ziggurat or d.owner == player:
        return False
    if adjacent and target not in beside(start):
        return False
    left = s.cubes - d.cubes
    if s.face not in (d.face, "W"):
        left -= 1
    if left < moved or moved < 1:
        return False
    d.owner, d.cubes = player, moved
    s.cubes = left - moved
    if s.cubes == 0:
        s.owner = ""
    return True

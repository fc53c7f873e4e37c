"""The fast actions do what the slow ones do, on random boards."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest

from referee.games.ur import GAME
from referee.games.ur import cases as ur
from referee.games.ur.board import CELLS
from referee.games.ur.data import LETTERS
from referee.games.ur.state import State
from referee.kernel.dice import below, stream
from referee.kernel.errors import IllegalMove
from tests.games.ur import literal
from tests.games.ur.literal import Grid, Tile
from tests.long_runs import of

PLAYERS = "XYZ"
BOARDS = 300


def place_of(name: str) -> literal.Place:
    return "abcdef".index(name[0]) + 1, int(name[1])


def random_grid(words: Iterator[int]) -> Grid:
    """About half the tiles occupied, few enough cubes that no supply runs out, some ziggurats."""
    left = dict.fromkeys(PLAYERS, 8)
    grid = {}
    for name in CELLS:
        tile = Tile(LETTERS[below(words, 5)])
        player = PLAYERS[below(words, 3)]
        count = min(below(words, 10), left[player])
        if 0 < count <= 5:
            tile.owner, tile.cubes, tile.ziggurat = player, count, below(words, 12) == 0
            tile.cubes = 1 if tile.ziggurat else tile.cubes
            left[player] -= tile.cubes
        grid[place_of(name)] = tile
    return grid


def state_of(grid: Grid, hand: str, options: dict[str, str]) -> State:
    tiles = {name: grid[place_of(name)] for name in CELLS}
    return ur.state_of(
        ur.Given(
            options=options,
            tiles={name: f"{tile.face}/{'t' if tile.face != 'T' else 'a'}" for name, tile in tiles.items()},
            hands={"X": hand},
            cubes={p: {n: t.cubes for n, t in tiles.items() if t.owner == p and not t.ziggurat} for p in PLAYERS},
            ziggurats={p: tuple(n for n, t in tiles.items() if t.owner == p and t.ziggurat) for p in PLAYERS},
        )
    )


def grid_of(state: State) -> dict[literal.Place, tuple[str, int, bool]]:
    found = {}
    for name, cell in CELLS.items():
        owner = state.board.owner(cell)
        player = "" if owner is None else PLAYERS[owner]
        found[place_of(name)] = (player, state.board.cubes[cell], state.board.is_ziggurat(cell))
    return found


def standing(grid: Grid) -> dict[literal.Place, tuple[str, int, bool]]:
    return {place: (tile.owner, tile.cubes, tile.ziggurat) for place, tile in grid.items()}


def played(state: State, order: str) -> State:
    return GAME.apply(state, 0, GAME.notation.parse_order(order), ()).state


@pytest.mark.parametrize("value", ("exempt", "literal"))
def test_agriculture(value: str) -> None:
    words = stream(b"ur", f"agriculture {value}")
    for _ in range(BOARDS):
        grid = random_grid(words)
        fast = played(state_of(grid, "A/T", {"agriculture": value}), "agriculture")
        literal.agriculture(grid, "X", value == "literal")

        assert grid_of(fast) == standing(grid)


def test_trade() -> None:
    words = stream(b"ur", "trade")
    compared = 0
    for _ in range(BOARDS):
        grid = random_grid(words)
        fast = played(state_of(grid, "A/T", {}), "trade")
        if fast.work.owed:  # the slow trade knows no shortage
            continue
        literal.trade(grid, "X")
        compared += 1

        assert grid_of(fast) == standing(grid)
    assert compared > BOARDS // 2


def test_culture() -> None:
    words = stream(b"ur", "culture")
    compared = 0
    for _ in range(BOARDS):
        grid = random_grid(words)
        fast = played(state_of(grid, "T/C", {}), "culture")
        if fast.work.owed:
            continue
        literal.culture(grid, "X")
        compared += 1

        assert grid_of(fast) == standing(grid)
    assert compared > BOARDS // 2


@pytest.mark.parametrize("value", ("anywhere", "adjacent"))
def test_war(value: str) -> None:
    """Every attack of some boards, allowed or not; and the result of those that are."""
    words = stream(b"ur", f"war {value}")
    allowed = 0
    for _ in range(of(8, 12)):
        grid = random_grid(words)
        state = state_of(grid, "W/P", {"war": value})
        starts = [name for name in CELLS if grid[place_of(name)].owner == "X"] + ["a1", "f6"]
        for start in starts:
            for target in CELLS:
                if start == target:
                    continue
                moved = 1 + below(words, 4)
                slow = deepcopy(grid)
                legal = literal.attack(slow, "X", place_of(start), place_of(target), moved, value == "adjacent")
                order = f"war {start}>{target}:{moved}"
                allowed += legal
                if legal:
                    assert grid_of(played(state, order)) == standing(slow), order
                else:
                    with pytest.raises(IllegalMove):
                        played(state, order)
    assert allowed > 20

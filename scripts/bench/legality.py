"""The legality of all spaces of Tigris as one writes it first, and the positions in which both ways are asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.games import find
from referee.games.tigris.board import COLUMNS, LABELS, ROW_COUNT, SPACE
from referee.games.tigris.legal import tile_spaces
from referee.games.tigris.state import State
from referee.kernel.game import complete_options
from referee.kernel.play import play
from scripts.bench.clock import Readings, cpu_of
from scripts.bench.rates import Rates

Cell = tuple[int, int]


def naive_legality(cells: Mapping[Cell, str], leaders: Iterable[Cell], barred: Iterable[Cell]) -> list[Cell]:
    """Every empty space that joins at most two kingdoms, as one writes it first: a dict of pieces and breadth first."""
    kingdom_of: dict[Cell, int] = {}
    standing = set(leaders)
    seen: set[Cell] = set()
    for start in cells:
        if start in seen:
            continue
        seen.add(start)
        queue, region = [start], []
        while queue:
            cell = queue.pop(0)
            region.append(cell)
            for beside in _beside(cell):
                if beside in cells and beside not in seen:
                    seen.add(beside)
                    queue.append(beside)
        if any(cell in standing for cell in region):
            kingdom_of |= dict.fromkeys(region, start[0] * 100 + start[1])
    closed = set(barred)
    spaces = [(row, column) for row in range(ROW_COUNT) for column in range(len(COLUMNS))]
    return [
        space
        for space in spaces
        if space not in cells
        and space not in closed
        and len({kingdom_of[beside] for beside in _beside(space) if beside in kingdom_of}) <= 2
    ]


def _beside(cell: Cell) -> list[Cell]:
    row, column = cell
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [(r, c) for r, c in beside if 0 <= r < ROW_COUNT and 0 <= c < len(COLUMNS)]


def picture_of(state: State) -> tuple[dict[Cell, str], list[Cell], list[Cell]]:
    """A position as `naive_legality` takes it: pieces, leaders, destroyed spaces."""
    cells = {(number // 16, number % 16): label for number, label in enumerate(LABELS)}
    pieces = {cell: label for cell, label in cells.items() if SPACE[label] & state.pieces}
    leaders = [cell for cell, label in cells.items() if SPACE[label] & state.all_leaders]
    barred = [cell for cell, label in cells.items() if SPACE[label] & state.catastrophes]
    return pieces, leaders, barred


Picture = tuple[dict[Cell, str], list[Cell], list[Cell]]
Change = tuple[Picture, list[Cell], dict[Cell, str]]


class Replayed:
    """A random game: its orders for our rules, and the pictures after each for whoever looks at pictures alone."""

    def __init__(self) -> None:
        tigris = find("tigris")
        options = complete_options(tigris.info, 4, ())
        self.rates = Rates(tigris, options, 0.0)
        self.game = self.rates.play_one()
        self.pictures = [picture_of(state) for state in self.states()]

    def states(self) -> Iterator[State]:
        """The position after each order, made anew, so that nothing is remembered of having been asked before."""
        state: Any
        state, knowledge, orders = self.game
        for seat, order, secret in orders:
            played = play(self.rates.game, state, seat, order, knowledge, secret=secret)
            state, knowledge = played.state, played.knowledge  # type: ignore[assignment]
            yield state

    def asked(self) -> Readings:
        """Seconds for the question alone, in every position of the game, asked once: the naive way, and ours."""
        states = list(self.states())

        def naive() -> None:
            for picture in self.pictures:
                naive_legality(*picture)

        def ours() -> None:
            for state in states:
                tile_spaces(state)

        return {"naive legality": cpu_of(naive), "legality": cpu_of(ours)}

    def ordered(self) -> Readings:
        """Seconds for each order and the question after it.

        The naive way only lays and lifts what has changed, and checks nothing; ours plays the order by all rules.
        """
        changes = list(self._changes())

        def naive() -> None:
            cells: dict[Cell, str] = {}
            for (_, leaders, barred), lifted, laid in changes:
                for cell in lifted:
                    del cells[cell]
                cells.update(laid)
                naive_legality(cells, leaders, barred)

        def ours() -> None:
            for state in self.states():
                tile_spaces(state)

        return {"naive order": cpu_of(naive), "order": cpu_of(ours)}

    def _changes(self) -> Iterator[Change]:
        before: dict[Cell, str] = {}
        for picture in self.pictures:
            cells = picture[0]
            laid = {cell: label for cell, label in cells.items() if cell not in before}
            yield picture, [cell for cell in before if cell not in cells], laid
            before = cells

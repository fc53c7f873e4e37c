"""The case book's language, and a runner that tells every difference.

A case is a position, some orders and what they lead to; whatever it does not mention must stay as it was. The book
itself is data (`tests/games/ur/cases`), written so that another program can use it; `schemas/cases-ur.schema.json`
is made from the types below. Players are X, Y, Z, V, clockwise; X is on turn unless `turn` or `first` say otherwise.
Orders are in canonical spelling; `"war a2>b1:1; pass"` is two of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from referee.games.ur import checks
from referee.games.ur.board import CELLS, READING, Board
from referee.games.ur.data import CUBES, LETTERS, pair_of
from referee.games.ur.notation import parse_order
from referee.games.ur.rules.course import apply
from referee.games.ur.rules.ending import outcome
from referee.games.ur.rules.scoring import best_score, best_series, points_of
from referee.games.ur.rules.setup import clashes, setup
from referee.games.ur.state import State, board_of
from referee.kernel.dice import Dice
from referee.kernel.errors import RefereeError
from referee.kernel.events import event_words
from referee.kernel.game import Options

PLAYERS = ("X", "Y", "Z", "V")
BOARD_M = (
    "A/t T/w W/a C/a P/a A/t",
    "W/c C/t P/t A/w T/w W/p",
    "P/c A/c T/c W/c C/p P/a",
    "T/p W/p C/a P/a A/t T/w",
    "C/t P/t A/w T/a W/c C/p",
    "A/w T/w W/p C/a P/t A/p",
)
"""A legal layout; of the forty tiles T/C, W/C, W/P and C/P are left over."""

HANDS_M = ("TC", "WC", "WP", "CP")

Cubes = dict[str, dict[str, int]]
Difference = tuple[str, str, str]


class After(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is different after the orders.

    `cubes` by player and tile (0: none left), `ziggurats` that stand now and did not before, `tiles` that lie there
    now (`P/w`, upper face first), `hands`, `spare`, who is `asked` and for what (`phase`), `supply` by player.
    At the end: `ending` and the `points` of all players clockwise.
    """

    cubes: Cubes = {}
    ziggurats: dict[str, tuple[str, ...]] = {}
    tiles: dict[str, str] = {}
    hands: dict[str, str] = {}
    spare: str | UnsetType = UNSET
    asked: str | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    supply: dict[str, int] = {}
    ending: str = ""
    points: tuple[int, ...] = ()


class Collection(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Tiles to score: letters of their upper faces, ziggurats, the hand tile, and the points by its face."""

    tiles: str
    points: dict[str, int]
    ziggurats: int = 0
    hand: str = ""
    series: tuple[str, ...] = ()


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many tiles a set-up leaves where."""

    board: int
    hands: int
    spare: int


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One case. `rules` are the ids it is about; the rest of the first block is the position.

    `orders` lead to `after` (with `events`, if given). `allowed` and `refused` (order: rule) are tried one by one
    after `orders`; in a row of several only the last is refused. `clashes` are the tiles of the layout that show the
    same type as a neighbour. `collection` is scored. `setup` is what the set-up for `seats` leaves where.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    source: str
    options: dict[str, str] = {}
    seats: int = 3
    board: tuple[str, ...] = BOARD_M
    tiles: dict[str, str] = {}
    cubes: Cubes = {}
    ziggurats: dict[str, tuple[str, ...]] = {}
    hands: dict[str, str] = {}
    spare: str | UnsetType = UNSET
    first: str = "X"
    turn: int | UnsetType = UNSET

    orders: tuple[str, ...] = ()
    after: After | UnsetType = UNSET
    events: tuple[str, ...] | UnsetType = UNSET
    allowed: tuple[str, ...] = ()
    refused: dict[str, str] = {}
    clashes: tuple[str, ...] | UnsetType = UNSET
    collection: Collection | UnsetType = UNSET
    setup: Layout | UnsetType = UNSET


class CaseBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter of the case book."""

    game: str
    about: str
    cases: tuple[Case, ...]


def run_case(case: dict[str, Any]) -> list[Difference]:
    """What differs: (where, expected, found), nothing if the case holds.

    Raises:
        msgspec.ValidationError: the case does not follow the schema.
    """
    read = msgspec.convert(case, Case)
    if read.setup is not UNSET:
        return list(_check_setup(read, read.setup))
    if read.collection is not UNSET:
        return list(_check_collection(read.collection))
    position = position_of(read)
    if read.clashes is not UNSET:
        return list(_differs("clashes", read.clashes, clashes(position.board.faces)))
    return list(_check_play(read, position))


def position_of(case: Case) -> State:
    """The position of a case. Tiles may occur more often than in the box; cubes may not.

    Raises:
        BrokenState: cubes that cannot stand like this.
    """
    tiles = [""] * len(READING)
    for cell, text in zip(READING, " ".join(case.board).split(), strict=True):
        tiles[cell] = text
    for name, text in case.tiles.items():
        tiles[CELLS[name]] = text
    texts = [f"{text[0]}{text[2]}.." for text in tiles]
    for player, held in case.cubes.items():
        for name, count in held.items():
            texts[CELLS[name]] = f"{texts[CELLS[name]][:2]}{PLAYERS.index(player) + 1}{count}"
    for player, names in case.ziggurats.items():
        for name in names:
            texts[CELLS[name]] = f"{texts[CELLS[name]][:2]}{PLAYERS.index(player) + 1}z"
    board = board_of(texts, case.seats)
    checks.check_cubes(board)
    dealt = dict(zip(PLAYERS, HANDS_M, strict=True)) | {player: _pair(tile) for player, tile in case.hands.items()}
    left_over = HANDS_M[3] if case.seats == 3 else ""
    return State(
        board,
        tuple(dealt[player] for player in PLAYERS[: case.seats]),
        left_over if case.spare is UNSET else _pair(case.spare),
        PLAYERS.index(case.first),
        4 * case.seats if case.turn is UNSET else case.turn,
        literal_agriculture=case.options.get("agriculture") == "literal",
        adjacent_war=case.options.get("war") == "adjacent",
    )


def _pair(tile: str) -> str:
    return pair_of(tile[0], tile[2]) if tile else ""


def _check_play(case: Case, before: State) -> Iterator[Difference]:
    state, told, refusal = before, list[str](), None
    try:
        for order in _orders("; ".join(case.orders)):
            step = apply(state, state.seat, parse_order(order), ())
            state = step.state
            told += [event_words(event, PLAYERS) for event in step.events]
    except RefereeError as error:
        refusal = error
    yield from _differs("orders", "carried out", str(refusal) if refusal else "carried out")
    if refusal:
        return
    if case.after is not UNSET:
        yield from _check_after(case.after, before, state)
    if case.events is not UNSET:
        yield from _differs("events", case.events, tuple(told))
    for row in case.allowed:
        yield from _differs(row, "allowed", _verdict(state, row))
    for row, rule in case.refused.items():
        yield from _differs(row, rule, _verdict(state, row))


def _orders(row: str) -> list[str]:
    return [order.strip() for order in row.split(";") if order.strip()]


def _verdict(state: State, row: str) -> str:
    """`allowed`, the rule under which the last order of `row` is refused, or how an earlier one failed."""
    *earlier, last = _orders(row)
    try:
        for order in earlier:
            state = apply(state, state.seat, parse_order(order), ()).state
    except RefereeError as error:
        return f"{order}: {error}"
    try:
        apply(state, state.seat, parse_order(last), ())
    except RefereeError as error:
        return error.rule or str(error)
    return "allowed"


def picture(state: State) -> dict[str, str]:
    """Everything a case can be about, place by place, as short text."""
    board = state.board
    drawn = {f"tile {name}": _tile(board, cell) for name, cell in CELLS.items()}
    drawn |= {f"on {name}": _standing(board, cell) for name, cell in CELLS.items()}
    for player, hand, supply in zip(PLAYERS, state.hands, board.supply, strict=False):
        drawn[f"hand of {player}"] = f"{hand[0]}/{hand[1]}"
        drawn[f"supply of {player}"] = str(supply)
    drawn["spare"] = f"{state.spare[0]}/{state.spare[1]}" if state.spare else ""
    drawn["asked"] = PLAYERS[state.seat]
    drawn["phase"] = state.phase
    drawn["ending"] = state.ending
    result = outcome(state)
    drawn["points"] = " ".join(str(points) for (points,) in result.scores) if result else ""
    return drawn


def _tile(board: Board, cell: int) -> str:
    return f"{board.faces[cell]}/{board.backs[cell].lower()}"


def _standing(board: Board, cell: int) -> str:
    owner = board.owner(cell)
    if owner is None:
        return ""
    return f"{PLAYERS[owner]} {'#' if board.is_ziggurat(cell) else board.cubes[cell]}"


def _check_after(after: After, before: State, state: State) -> Iterator[Difference]:
    expected = picture(before)
    for player, held in after.cubes.items():
        for name, count in held.items():
            if count or expected[f"on {name}"].startswith(player):
                expected[f"on {name}"] = f"{player} {count}" if count else ""
    for player, names in after.ziggurats.items():
        expected |= {f"on {name}": f"{player} #" for name in names}
    expected |= {f"tile {name}": tile for name, tile in after.tiles.items()}
    expected |= {f"hand of {player}": tile for player, tile in after.hands.items()}
    for player in PLAYERS[: state.seats]:
        standing = [text.split()[1] for place, text in expected.items() if place[:2] == "on" and text[:1] == player]
        expected[f"supply of {player}"] = str(CUBES - sum(1 if count == "#" else int(count) for count in standing))
    expected |= {f"supply of {player}": str(count) for player, count in after.supply.items()}
    for word, value in (("spare", after.spare), ("asked", after.asked), ("phase", after.phase)):
        if value is not UNSET:
            expected[word] = value
    expected |= {"ending": after.ending, "points": " ".join(map(str, after.points))}
    found = picture(state)
    for where, value in expected.items():
        yield from _differs(where, value, found[where])


def _check_collection(collection: Collection) -> Iterator[Difference]:
    counts = [collection.tiles.count(letter) for letter in LETTERS]
    hand = _pair(collection.hand)
    best = best_score(counts, collection.ziggurats, hand)
    yield from _differs("points", max(collection.points.values()), best.points)
    if collection.series:
        yield from _differs("series", collection.series, best.series)
    for face, points in collection.points.items():
        with_hand = [count + (letter == face) for letter, count in zip(LETTERS, counts, strict=True)]
        yield from _differs(f"hand as {face}", points, points_of(best_series(with_hand, collection.ziggurats)))


def _check_setup(case: Case, layout: Layout) -> Iterator[Difference]:
    values = {"agriculture": "exempt", "war": "anywhere"} | case.options
    state = setup(Options(case.seats, tuple(sorted(values.items()))), Dice(bytes(32))).state
    yield from _differs("tiles on the board", layout.board, len(state.board.faces))
    yield from _differs("hand tiles", layout.hands, len(state.hands))
    yield from _differs("spare tiles", layout.spare, int(bool(state.spare)))
    yield from _differs("clashes", (), clashes(state.board.faces))
    checks.check(state)


def _differs(where: str, expected: Any, found: Any) -> Iterator[Difference]:
    if expected != found:
        yield where, _written(expected), _written(found)


def _written(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(str, value)) or "none"
    return str(value)

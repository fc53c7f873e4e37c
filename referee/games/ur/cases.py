"""The case book: the language of cases of Ur as types, and how one is set up, played and compared.

Players are X, Y, Z, V, clockwise; X is on turn unless `turn` or `first` say otherwise. Orders are in canonical
spelling. A tile is written by its faces, `P/w`, the upper one first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from referee.games.ur import checks
from referee.games.ur.board import CELLS, READING, Board
from referee.games.ur.data import CUBES, LETTERS, pair_of
from referee.games.ur.former import converted
from referee.games.ur.info import INFO
from referee.games.ur.notation import parse_order
from referee.games.ur.rules.course import apply
from referee.games.ur.rules.ending import outcome
from referee.games.ur.rules.scoring import best_score, best_series, points_of
from referee.games.ur.rules.setup import clashes, setup
from referee.games.ur.state import State, board_of
from referee.kernel.case_rules import CaseRules, Difference
from referee.kernel.dice import Dice
from referee.kernel.events import event_words
from referee.kernel.game import complete_options

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


class Collection(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Tiles to score: letters of their upper faces, ziggurats, the hand tile."""

    tiles: str
    ziggurats: int = 0
    hand: str = ""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A set-up to look at."""

    seats: int
    options: dict[str, str] = {}


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position; or a set-up, or tiles to score."""

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
    collection: Collection | None = None
    setup: Setup | None = None


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a collection is worth: points by the face of the hand tile, and the best series."""

    points: dict[str, int]
    series: tuple[str, ...] = ()


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many tiles a set-up leaves where."""

    board: int
    hands: int
    spare: int


class Then(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is different after the orders.

    `cubes` by player and tile (0: none left), `ziggurats` that stand now and did not before, `tiles` that lie there
    now (`P/w`, upper face first), `hands`, `spare`, who is `asked` and for what (`phase`), `supply` by player.
    At the end: `ending` and the `points` of all players clockwise. `events` are all that happened, in the words of the
    notes. Of a layout only `clashes` is asked, the tiles that show the same type as a neighbour; of a set-up `layout`,
    of a collection `score`.
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
    events: tuple[str, ...] | UnsetType = UNSET
    clashes: tuple[str, ...] | UnsetType = UNSET
    layout: Layout | UnsetType = UNSET
    score: Score | UnsetType = UNSET


class Position(msgspec.Struct, frozen=True):
    """A case being played: how it began, where it stands, what has happened; or the tiles to score."""

    before: State
    state: State
    told: tuple[str, ...] = ()
    collection: Collection | None = None


def begin(given: Given) -> Position:
    """The position of a case, a set-up, or tiles to score. Raises BrokenState and Unreadable."""
    if given.setup is not None:
        options = complete_options(INFO, given.setup.seats, tuple(given.setup.options.items()))
        state = setup(options, Dice(bytes(32))).state
        checks.check(state)
        return Position(state, state)
    state = position_of(given)
    return Position(state, state, (), given.collection)


def play(position: Position, text: str, refused: bool) -> Position:
    """One order of the seat that is asked. Raises Unreadable and IllegalMove."""
    step = apply(position.state, position.state.seat, parse_order(text), ())
    told = (*position.told, *(event_words(event, PLAYERS) for event in step.events))
    return Position(position.before, step.state, told)


def compare(position: Position, then: Then) -> Iterator[Difference]:
    """What differs; of a layout, a set-up or a collection only what is asked of it."""
    if position.collection is not None:
        return _check_collection(position.collection, then)
    if then.layout is not UNSET:
        return _check_layout(position.state, then.layout)
    if then.clashes is not UNSET:
        return _differs("clashes", then.clashes, clashes(position.state.board.faces))
    return chain(
        _check_after(then, position.before, position.state),
        () if then.events is UNSET else _differs("events", then.events, position.told),
    )


def position_of(case: Given) -> State:
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


def _check_after(after: Then, before: State, state: State) -> Iterator[Difference]:
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


def _check_collection(collection: Collection, then: Then) -> Iterator[Difference]:
    score = then.score
    if score is UNSET:
        return
    counts = [collection.tiles.count(letter) for letter in LETTERS]
    best = best_score(counts, collection.ziggurats, _pair(collection.hand))
    yield from _differs("points", max(score.points.values()), best.points)
    if score.series:
        yield from _differs("series", score.series, best.series)
    for face, points in score.points.items():
        with_hand = [count + (letter == face) for letter, count in zip(LETTERS, counts, strict=True)]
        yield from _differs(f"hand as {face}", points, points_of(best_series(with_hand, collection.ziggurats)))


def _check_layout(state: State, layout: Layout) -> Iterator[Difference]:
    yield from _differs("tiles on the board", layout.board, len(state.board.faces))
    yield from _differs("hand tiles", layout.hands, len(state.hands))
    yield from _differs("spare tiles", layout.spare, int(bool(state.spare)))
    yield from _differs("clashes", (), clashes(state.board.faces))


def _differs(where: str, expected: Any, found: Any) -> Iterator[Difference]:
    if expected != found:
        yield where, _written(expected), _written(found)


def _written(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(str, value)) or "none"
    return str(value)


CASES = CaseRules(given=Given, then=Then, position_of=begin, play=play, compare=compare, former=converted)

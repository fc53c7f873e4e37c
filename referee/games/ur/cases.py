"""The case book of Ur: what a position is told by, and what can be found in one.

Players are X, Y, Z, V, clockwise; X is to move unless `turn` or `first` say otherwise. A tile is written by its faces,
`P/w`, the upper one first. On a tile stand cubes (`X 3`) or a ziggurat (`X #`).
"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from referee.games.ur.board import CELLS, READING, TileBoard
from referee.games.ur.data import INFO, LETTERS, pair_of
from referee.games.ur.rules.ending import outcome
from referee.games.ur.rules.scoring import best_score, best_series, points_of
from referee.games.ur.rules.setup import clashes, setup, with_options
from referee.games.ur.state import State, board_of, check, check_cubes
from referee.kernel.cases import CasePosition, CaseRules, Facts, Setup, options_of
from referee.kernel.dice import Dice
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


class Collection(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Tiles to score."""

    tiles: str
    """The letters of their upper faces."""
    ziggurats: int = 0
    """How many ziggurats are next to them."""
    hand: str = ""
    """The hand tile by its faces, as `P/w`; empty if there is none."""


class Given(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position; or a set-up, or tiles to score."""

    options: dict[str, str] = {}
    """Options that are not the default, by name."""
    seats: int = 3
    """The number of players."""
    board: tuple[str, ...] = BOARD_M
    """The rows of the layout, each tile by its faces; by default the standing layout."""
    tiles: dict[str, str] = {}
    """Tiles that are other than in `board`, by space."""
    cubes: dict[str, dict[str, int]] = {}
    """How many cubes stand on each space, by player."""
    ziggurats: dict[str, tuple[str, ...]] = {}
    """The spaces with ziggurats, by player."""
    hands: dict[str, str] = {}
    """The hand tile of a player by its faces; others have that of the standing layout."""
    spare: str | UnsetType = UNSET
    """The tile that is left over; missing: as in the standing layout; empty: none."""
    first: str = "X"
    """The player who began."""
    turn: int | UnsetType = UNSET
    """How many turns are over; missing: four of each player."""
    collection: Collection | None = None
    """Tiles to score instead of a position."""
    setup: Setup | None = None
    """A set-up to look at instead of a position."""


def position_of(given: Given) -> CasePosition | Facts:
    """The position of a case; of a set-up how many tiles it leaves where, of a collection what it is worth.

    Tiles may occur more often than in the box; cubes may not.

    Raises:
        Unreadable, BrokenState: options that the game has not, or cubes that cannot stand like this.
    """
    if given.setup is not None:
        return _set_up_facts(options_of(INFO, given.setup))
    if given.collection is not None:
        return _collection_facts(given.collection)
    return CasePosition(state=state_of(given), options=options_of(INFO, given))


def state_of(given: Given) -> State:
    """The state of a position.

    Raises:
        Unreadable, BrokenState: options that the game has not, or cubes that cannot stand like this.
    """
    tiles = [""] * len(READING)
    for cell, text in zip(READING, " ".join(given.board).split(), strict=True):
        tiles[cell] = text
    for name, text in given.tiles.items():
        tiles[CELLS[name]] = text
    texts = [f"{text[0]}{text[2]}.." for text in tiles]
    for player, held in given.cubes.items():
        for name, count in held.items():
            texts[CELLS[name]] = f"{texts[CELLS[name]][:2]}{PLAYERS.index(player) + 1}{count}"
    for player, names in given.ziggurats.items():
        for name in names:
            texts[CELLS[name]] = f"{texts[CELLS[name]][:2]}{PLAYERS.index(player) + 1}z"
    board = board_of(texts, given.seats)
    check_cubes(board)
    dealt = dict(zip(PLAYERS, HANDS_M, strict=True)) | {player: _pair(tile) for player, tile in given.hands.items()}
    left_over = HANDS_M[3] if given.seats == 3 else ""
    state = State(
        board,
        tuple(dealt[player] for player in PLAYERS[: given.seats]),
        left_over if given.spare is UNSET else _pair(given.spare),
        PLAYERS.index(given.first),
        4 * given.seats if given.turn is UNSET else given.turn,
    )
    return with_options(state, options_of(INFO, given))


def _pair(tile: str) -> str:
    return pair_of(tile[0], tile[2]) if tile else ""


def facts(state: State) -> Facts:
    """Tiles and what is on them, hands, cubes beside the board, which of its questions the game asks, points."""
    board = state.board
    found = {f"tile {name}": f"{board.faces[cell]}/{board.backs[cell].lower()}" for name, cell in CELLS.items()}
    found |= {f"on {name}": _standing_text(board, cell) for name, cell in CELLS.items()}
    for player, hand, supply in zip(PLAYERS, state.hands, board.supply, strict=False):
        found[f"hand of {player}"] = f"{hand[0]}/{hand[1]}"
        found[f"supply of {player}"] = str(supply)
    found["spare"] = f"{state.spare[0]}/{state.spare[1]}" if state.spare else ""
    found["on turn"] = PLAYERS[state.seat]
    found["phase"] = state.phase
    result = outcome(state)
    found["points"] = " ".join(str(points) for (points,) in result.scores) if result else ""
    return found


def _standing_text(board: TileBoard, cell: int) -> str:
    owner = board.owner(cell)
    if owner is None:
        return ""
    return f"{PLAYERS[owner]} {'#' if board.is_ziggurat(cell) else board.cubes[cell]}"


def clashing_tiles(state: State) -> Facts:
    """The tiles that show the same type as a neighbour."""
    return {"clashes": " ".join(clashes(state.board.faces))}


def _set_up_facts(options: Options) -> Facts:
    state = setup(options, Dice(bytes(32))).state
    check(state)
    counts = {"board": len(state.board.faces), "hands": len(state.hands), "spare": int(bool(state.spare))}
    return {**{f"tiles of {where}": str(count) for where, count in counts.items()}, **clashing_tiles(state)}


def _collection_facts(given: Collection) -> Facts:
    """The best points and series, and the points with each face of the hand tile."""
    counts = [given.tiles.count(letter) for letter in LETTERS]
    best = best_score(counts, given.ziggurats, _pair(given.hand))
    found = {"points": str(best.points), "series": " ".join(best.series)}
    for face in LETTERS:
        with_hand = [count + (letter == face) for letter, count in zip(LETTERS, counts, strict=True)]
        found[f"points with {face}"] = str(points_of(best_series(with_hand, given.ziggurats)))
    return found


def rules() -> CaseRules[Given]:
    """How the cases are read."""
    return CaseRules(given=Given, position_of=position_of, facts=facts, more=clashing_tiles, seats=PLAYERS)

"""Where a game stands: the board, the hand tiles, and what the seat to move has done so far.

Turns are counted from 0 through the whole game: three rounds of placing, one round of exchanges, then the turns
proper. Nobody is ever skipped in Ur, so the turn number and the starting player say whose turn it is. What is true of
every position is checked; anything else is our bug.

Source of the checks: UR 1.1, UR 1.2, UR 4.1, UR 4.2, UR 4.3, UR 6.5.
"""

from __future__ import annotations

from typing import Any

import msgspec

from referee.games.ur.board import NAMES, READING, WHOLE, Cell, Mask, TileBoard, cells_of
from referee.games.ur.data import BOARD_TILES, COPIES, CUBES, PAIRS, PLACING_ROUNDS, SIDE, TILE_LIMIT, ZIGGURATS
from referee.kernel.canonical_json import convert_to
from referee.kernel.errors import BrokenState
from referee.kernel.requests import Seat

PLACE = "place"
EXCHANGE = "exchange"
TURN = "turn"
SHARE = "share"

Owed = tuple[tuple[Cell, int], ...]
"""(cell, cubes) that an action still owes to tiles, ascending; shown as a question when the supply is short."""


class Work(msgspec.Struct, frozen=True, gc=False):
    """What the seat to move has done in phase 1, as far as it limits what may follow."""

    actions: str = ""
    """The letters carried out, in order."""
    adds: int = 0
    founded: bool = False
    built: int = 0
    entered: bool = False
    passed: bool = False
    running: str = ""
    """The action whose orders may go on (War, Politics)."""
    gave: Mask = 0
    """The tiles that gave cubes in the running Politics."""
    took: Mask = 0
    """The tiles that took some."""
    owed: Owed = ()
    """Cubes whose place the seat must still say."""
    sparing: bool = False
    """Whether it may stop before all of them are placed."""


FRESH = Work()


class State(msgspec.Struct, frozen=True, gc=False):
    """A position. `hands` are pairs of types, public like everything else; `spare` is empty with four players."""

    board: TileBoard
    hands: tuple[str, ...]
    spare: str
    first: Seat
    turn: int = 0
    work: Work = FRESH
    ending: str = ""
    literal_agriculture: bool = False
    adjacent_war: bool = False

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return (self.first + self.turn) % len(self.hands)

    @property
    def phase(self) -> str:
        """The open question: `place`, `exchange`, `turn`, or `share` while scarce cubes wait for their places."""
        if self.work.owed:
            return SHARE
        rounds = self.turn // len(self.hands)
        return PLACE if rounds < PLACING_ROUNDS else EXCHANGE if rounds == PLACING_ROUNDS else TURN

    @property
    def is_last_in_order(self) -> bool:
        """Whether the seat to move sits to the right of the starting player."""
        return (self.turn + 1) % len(self.hands) == 0


def on_turn(state: State, seat: Seat) -> State:
    """The state as if it were the turn of `seat`, nothing of it done yet."""
    return msgspec.structs.replace(state, turn=state.turn + (seat - state.seat) % state.seats, work=FRESH)


def to_json(state: State) -> dict[str, Any]:
    """The state as people can read it: six rows of tiles, each face, back, owner and cubes: `At12` or `Wc3z`.

    `At12` is a tile showing Agriculture with Trade on its back and two cubes of the first seat; `Wc3z` carries a
    ziggurat of the third seat; `Cp..` is free.
    """
    board, work = state.board, state.work
    texts = [_tile_text(board, cell) for cell in READING]
    return {
        "agriculture": "literal" if state.literal_agriculture else "exempt",
        "board": [" ".join(texts[start : start + SIDE]) for start in range(0, len(texts), SIDE)],
        "ending": state.ending,
        "first": state.first,
        "hands": list(state.hands),
        "spare": state.spare,
        "turn": state.turn,
        "war": "adjacent" if state.adjacent_war else "anywhere",
        "work": {} if work is FRESH or work == FRESH else msgspec.to_builtins(work),
    }


def _tile_text(board: TileBoard, cell: Cell) -> str:
    tile = board.faces[cell] + board.backs[cell].lower()
    count = board.cubes[cell]
    if not count:
        return tile + ".."
    bit = 1 << cell
    for seat, mask in enumerate(board.held):
        if mask & bit:
            return f"{tile}{seat + 1}{count}"
    return f"{tile}{(board.owner(cell) or 0) + 1}z"


def from_json(value: dict[str, Any]) -> State:
    """The state that `to_json` wrote."""
    seats = len(value["hands"])
    tiles = [""] * len(READING)
    for cell, text in zip(READING, " ".join(value["board"]).split(" "), strict=True):
        tiles[cell] = text
    return State(
        board_of(tiles, seats),
        tuple(value["hands"]),
        value["spare"],
        value["first"],
        value["turn"],
        convert_to(Work, value["work"]) if value["work"] else FRESH,
        value["ending"],
        value["agriculture"] == "literal",
        value["war"] == "adjacent",
    )


def board_of(tiles: list[str], seats: int) -> TileBoard:
    """The board whose cells, ascending, read like `At12`, `Wc3z` or `Cp..`."""
    held, marked = [0] * seats, [0] * seats
    cubes = []
    for cell, text in enumerate(tiles):
        owner, count = text[2], text[3]
        cubes.append(0 if count == "." else 1 if count == "z" else int(count))
        if owner != ".":
            (marked if count == "z" else held)[int(owner) - 1] |= 1 << cell
    used = [sum(cubes[cell] for cell in cells_of(a | b)) for a, b in zip(held, marked, strict=True)]
    return TileBoard(
        "".join(text[0] for text in tiles),
        "".join(text[1].upper() for text in tiles),
        tuple(cubes),
        tuple(held),
        tuple(marked),
        tuple(CUBES - count for count in used),
    )


def check(state: State) -> None:
    """Raise `BrokenState` unless tiles and cubes are all there, each where it may be.

    Source: UR 1.1, UR 1.2, UR 4.1, UR 4.2, UR 4.3, UR 6.5.
    """
    board = state.board
    pairs = [*(board.pair(cell) for cell in range(BOARD_TILES)), *state.hands]
    pairs += [state.spare] if state.spare else []
    for pair in PAIRS:
        if (found := pairs.count(pair)) != COPIES:
            raise BrokenState("ur/four-tiles-found", pair=pair, found=found)
    if bool(state.spare) != (state.seats == 3):
        raise BrokenState("ur/spare-of-three-only")
    if board.ziggurat_count > ZIGGURATS:
        raise BrokenState("ur/five-ziggurats-stand", found=board.ziggurat_count)
    check_cubes(board)
    for cell, count in state.work.owed:
        owner = board.owner(cell)
        if owner is None or count < 1 or count > min(TILE_LIMIT - board.cubes[cell], board.supply[owner]):
            raise BrokenState("ur/bad-cubes-owed", count=count, tile=NAMES[cell])


def check_cubes(board: TileBoard) -> None:
    seen = 0
    for seat, (held, marked) in enumerate(zip(board.held, board.marked, strict=True)):
        if seen & (held | marked) or held & marked or (held | marked) & ~WHOLE:
            raise BrokenState("ur/tile-one-owner")
        seen |= held | marked
        on_board = sum(board.cubes[cell] for cell in cells_of(held | marked))
        if on_board + board.supply[seat] != CUBES or board.supply[seat] < 0:
            raise BrokenState("ur/cube-count", found=on_board + board.supply[seat])
        for cell in cells_of(held | marked):
            limit = 1 if marked >> cell & 1 else TILE_LIMIT
            if not 1 <= board.cubes[cell] <= limit:
                raise BrokenState("ur/cannot-hold-cubes", tile=NAMES[cell], count=board.cubes[cell])
    if any(board.cubes[cell] for cell in cells_of(WHOLE & ~seen)):
        raise BrokenState("ur/free-tile-holds-cubes")

"""Chapter 2: laying the tiles, dealing the hand tiles, placing three cubes each, exchanging hand tiles.

| asked | orders | then |
| --- | --- | --- |
| place | `place` | the next seat; after three rounds the exchanges |
| exchange | `exchange`, `keep` | the next seat; after all of them the first turn |

Source: UR 2.1 to 2.6; rulings G-2, G-3, G-18, G-19.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ur.board import CELLS, NAMES, NEIGHBOURS, READING, Mask, TileBoard, spread, with_counts
from referee.games.ur.data import BOARD_TILES, CUBES, SIDE, TILES
from referee.games.ur.events import Exchanged, Kept, Placed
from referee.games.ur.moves import SPARE, Exchange, Keep, Place
from referee.games.ur.rules.phases import check_phase, next_turn
from referee.games.ur.rules.swap import check_face, trade_tiles
from referee.games.ur.state import EXCHANGE, PLACE, State
from referee.kernel.dice import Dice, below
from referee.kernel.errors import illegal
from referee.kernel.game import Options, Transition
from referee.kernel.requests import Seat


def setup(options: Options, dice: Dice) -> Transition[State]:
    """The first position, from the public chance.

    Source: UR 2.1, UR 2.2, UR 2.3.
    """
    faces, backs, left = lay_tiles(dice)
    seats = options.seats
    dealt = [left[index] for index in dice.shuffle("hands", len(left))]
    board = TileBoard(faces, backs, (0,) * BOARD_TILES, (0,) * seats, (0,) * seats, (CUBES,) * seats)
    state = State(
        board,
        hands=tuple(dealt[:seats]),
        spare=dealt[seats] if len(dealt) > seats else "",
        first=dice.number("first", seats),
    )
    return Transition(with_options(state, options))


def with_options(state: State, options: Options) -> State:
    """The position, played from now on by the rules that were chosen."""
    return replace(
        state, literal_agriculture=options["agriculture"] == "literal", adjacent_war=options["war"] == "adjacent"
    )


def lay_tiles(dice: Dice) -> tuple[str, str, tuple[str, ...]]:
    """Faces and backs of 36 tiles, cells ascending, and the pairs of the four tiles left over.

    The grid is filled in reading order from a shuffled stack. A tile goes down with a random one of the faces that
    differ from the tile above and the tile to the left; a tile that fits with neither face waits for a later place.
    Only the four tiles of one pair can fail to fit somewhere, and five tiles are left for the last place, so that the
    layout is always completed.

    Source: UR 2.1; ruling G-2.
    """
    stack = [TILES[index] for index in dice.shuffle("tiles", len(TILES))]
    words = dice.words("faces")
    faces, backs = [""] * BOARD_TILES, [""] * BOARD_TILES
    for cell in READING:
        blocked = (faces[cell - 1] if cell % SIDE else "", faces[cell - SIDE] if cell >= SIDE else "")
        pair = next(pair for pair in stack if pair[0] not in blocked or pair[1] not in blocked)
        stack.remove(pair)
        ways = [face for face in pair if face not in blocked]
        face = ways[below(words, len(ways))]
        faces[cell], backs[cell] = face, pair.replace(face, "")
    return "".join(faces), "".join(backs), tuple(stack)


def clashes(faces: str) -> tuple[str, ...]:
    """The names of the tiles that show the same type as a neighbour; none in a layout for the set-up.

    Source: UR 2.1.
    """
    found = []
    for cell in CELLS.values():
        same = sum(1 << other for other in CELLS.values() if faces[other] == faces[cell])
        if NEIGHBOURS[cell] & same:
            found.append(NAMES[cell])
    return tuple(found)


def placing_tiles(state: State) -> Mask:
    """Where the seat to move may put a set-up cube.

    Source: UR 2.4, UR 2.5; ruling G-3.
    """
    free = state.board.free
    if state.turn < state.seats:
        return free
    own = state.board.held[state.seat]
    return own | spread(own) & free


def place(state: State, seat: Seat, move: Place) -> Transition[State]:
    """Put a set-up cube down.

    Source: UR 2.4, UR 2.5; ruling G-3.
    """
    check_phase(state, PLACE)
    name = NAMES[move.cell]
    if not placing_tiles(state) >> move.cell & 1:
        if state.turn < state.seats:
            raise illegal("UR 2.4", "ur/first-cube-occupied", at=name, tile=name)
        raise illegal("UR 2.5", "ur/cube-not-adjacent", at=name, tile=name)
    board = with_counts(state.board, seat, ((move.cell, state.board.cubes[move.cell] + 1),))
    return next_turn(state, board, (Placed(seat, name),))


def exchange_tiles(state: State) -> Mask:
    """The board tiles that may be taken during the set-up: any free one, also of the player's pair.

    Source: UR 2.6; ruling G-18.
    """
    return state.board.free


def exchange(state: State, seat: Seat, move: Exchange) -> Transition[State]:
    """Exchange the hand tile for a free tile of the board, or for the spare tile.

    Source: UR 2.6; rulings G-18, G-19.
    """
    check_phase(state, EXCHANGE)
    check_face(state, seat, move.cell, move.face)
    if move.cell != SPARE and not exchange_tiles(state) >> move.cell & 1:
        name = NAMES[move.cell]
        raise illegal("UR 2.6", "ur/exchange-tile-occupied", at=name, tile=name)
    after, place_name, taken, left = trade_tiles(state, seat, move.cell, move.face)
    return next_turn(after, after.board, (Exchanged(seat, place_name, taken, left),))


def keep(state: State, seat: Seat, move: Keep) -> Transition[State]:
    """Keep the hand tile in the set-up.

    Source: UR 2.6.
    """
    check_phase(state, EXCHANGE)
    return next_turn(state, state.board, (Kept(seat),))

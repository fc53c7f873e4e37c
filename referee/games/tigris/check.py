"""What holds in every position that legal orders can reach.

Source: TE 1.1, TE 3.1, TE 4.3, TE 5.2, TE 11.1.
"""

from __future__ import annotations

from referee.games.tigris.board import Spaces, cross_at, neighbours, region_of, square_at
from referee.games.tigris.data import CATASTROPHES_EACH, FARM, HAND_SIZE, TEMPLE, TILE_COUNTS, TRADER
from referee.games.tigris.frames import TakeAction
from referee.games.tigris.rules.setup import spaces_marked
from referee.games.tigris.state import State, kingdoms
from referee.kernel.errors import BrokenState


def check(state: State) -> None:
    """Raise BrokenState if an invariant does not hold."""
    _check_pieces(state)
    _check_counts(state)
    _check_leaders(state)
    if state.frames and isinstance(state.frames[-1], TakeAction):
        _check_rest(state)
    if bool(state.frames) == bool(state.ended):
        raise BrokenState("a game is over exactly when nothing is left to be done")


def _check_pieces(state: State) -> None:
    seen: Spaces = 0
    sets = [*state.tiles, state.face_down, state.catastrophes, *(space for space in state.leaders if space)]
    for spaces in sets:
        if seen & spaces:
            raise BrokenState("two pieces lie on one space")
        seen |= spaces
    land_pieces = seen & ~state.tiles[FARM]
    if state.tiles[FARM] & ~state.river or land_pieces & state.river:
        raise BrokenState("farms lie on river, everything else that can leave on land")
    if state.treasures & ~(state.tiles[TEMPLE] | state.face_down) or state.priority & ~state.treasures:
        raise BrokenState("a treasure lies on a temple, face up or down")
    for colour, building in enumerate(state.buildings):
        if building & ~state.tiles[colour]:
            raise BrokenState("a building stands on a face-up tile of its colour")
    monuments = sum(square_at(corner) for corner in state.monuments if corner)
    ziggurat = cross_at(state.ziggurat) if state.ziggurat else 0
    if monuments | ziggurat != state.face_down or monuments & ziggurat:
        raise BrokenState("tiles lie face down exactly under the monuments and the ziggurat")


def _check_counts(state: State) -> None:
    total = state.laid.bit_count() + sum(state.hands) + state.bag + state.box
    if total != sum(TILE_COUNTS):
        raise BrokenState("{found} tiles, the box holds {printed}", found=total, printed=sum(TILE_COUNTS))
    for colour, tiles in enumerate(state.tiles):
        if tiles.bit_count() > TILE_COUNTS[colour]:
            raise BrokenState("more tiles of a kind than the box holds")
    treasures = spaces_marked(state.setting.board, "TC").bit_count()
    if state.treasures.bit_count() + sum(state.treasures_won) != treasures:
        raise BrokenState("treasures were lost or made")
    played = state.catastrophes.bit_count()
    if played + sum(state.catastrophes_left) != CATASTROPHES_EACH * state.seat_count:
        raise BrokenState("catastrophes were lost or made")
    if min(state.hands) < 0 or max(state.hands) > HAND_SIZE or state.bag < 0:
        raise BrokenState("a hand counts 0 to 6 tiles")


def _check_leaders(state: State) -> None:
    if state.all_leaders & ~neighbours(state.tiles[TEMPLE]):
        raise BrokenState("every leader stands next to a face-up temple")


def _check_rest(state: State) -> None:
    pieces = state.pieces
    for kingdom in kingdoms(pieces, state.all_leaders):
        for colour in range(4):
            if sum(1 for leader in state.leaders[colour::4] if leader & kingdom) > 1:
                raise BrokenState("a kingdom at rest has one leader of a colour")
    for trader in state.leaders[TRADER::4]:
        if trader and (region_of(trader, pieces) & state.treasures).bit_count() > 1:
            raise BrokenState("a kingdom with a trader keeps one treasure at most after an action")

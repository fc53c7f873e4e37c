"""What holds in every position that legal orders can reach.

Source: TE 1.1, TE 3.1, TE 4.3, TE 5.2, TE 11.1.
"""

from __future__ import annotations

from referee.games.tigris.board import Spaces, cross_at, neighbours, region_of, square_at
from referee.games.tigris.data import CATASTROPHES_EACH, FARM, HAND_SIZE, TEMPLE, TILE_COUNTS, TRADER
from referee.games.tigris.frames import TakeAction
from referee.games.tigris.rules.setup import marked_spaces
from referee.games.tigris.state import State, kingdoms
from referee.kernel.errors import BrokenState


def check(state: State) -> None:
    """Raise BrokenState if an invariant does not hold."""
    _check_pieces(state)
    _check_counts(state)
    if state.all_leaders & ~neighbours(state.tiles[TEMPLE]):
        raise BrokenState("tigris/leader-without-temple")
    if state.frames and isinstance(state.frames[-1], TakeAction):
        _check_rest(state)
    if bool(state.frames) == bool(state.ended):
        raise BrokenState("tigris/end-with-work-left")


def _check_pieces(state: State) -> None:
    seen: Spaces = 0
    sets = [*state.tiles, state.face_down, state.catastrophes, *(space for space in state.leaders if space)]
    for spaces in sets:
        if seen & spaces:
            raise BrokenState("tigris/two-on-space")
        seen |= spaces
    land_pieces = seen & ~state.tiles[FARM]
    if state.tiles[FARM] & ~state.river or land_pieces & state.river:
        raise BrokenState("tigris/tile-on-wrong-ground")
    if state.treasures & ~(state.tiles[TEMPLE] | state.face_down) or state.priority & ~state.treasures:
        raise BrokenState("tigris/treasure-without-temple")
    for colour, building in enumerate(state.buildings):
        if building & ~state.tiles[colour]:
            raise BrokenState("tigris/building-without-tile")
    monuments = sum(square_at(corner) for corner in state.monuments if corner)
    ziggurat = cross_at(state.ziggurat) if state.ziggurat else 0
    if monuments | ziggurat != state.face_down or monuments & ziggurat:
        raise BrokenState("tigris/tile-face")


def _check_counts(state: State) -> None:
    total = state.laid.bit_count() + sum(state.hands) + state.bag + state.box
    if total != sum(TILE_COUNTS):
        raise BrokenState("tigris/tiles-box-holds", found=total, printed=sum(TILE_COUNTS))
    for colour, tiles in enumerate(state.tiles):
        if tiles.bit_count() > TILE_COUNTS[colour]:
            raise BrokenState("tigris/too-many-of-kind")
    treasures = marked_spaces(state.setting.board, "TC").bit_count()
    if state.treasures.bit_count() + sum(state.treasures_won) != treasures:
        raise BrokenState("tigris/treasures-lost-made")
    played = state.catastrophes.bit_count()
    if played + sum(state.catastrophes_left) != CATASTROPHES_EACH * state.seat_count:
        raise BrokenState("tigris/catastrophes-lost-made")
    if min(state.hands) < 0 or max(state.hands) > HAND_SIZE or state.bag < 0:
        raise BrokenState("tigris/hand-size")


def _check_rest(state: State) -> None:
    pieces = state.pieces
    for kingdom in kingdoms(pieces, state.all_leaders):
        for colour in range(4):
            if sum(1 for leader in state.leaders[colour::4] if leader & kingdom) > 1:
                raise BrokenState("tigris/kingdom-leaders")
    if state.setting.treasures == "turn" and state.action:
        return
    for trader in state.leaders[TRADER::4]:
        if trader and (region_of(trader, pieces) & state.treasures).bit_count() > 1:
            raise BrokenState("tigris/kingdom-treasures")

"""Every order a seat may give, from sets of spaces; and a sampler that draws one without building the list.

Source: TE 3.2 to TE 7.2 and the questions of chapters 8 to 17.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import compress
from operator import itemgetter

from referee.games.tigris import frames as f
from referee.games.tigris import moves as m
from referee.games.tigris.board import ALL, LABELS, SPACE, Spaces, neighbours
from referee.games.tigris.data import COLOURS, HAND_SIZE, KINDS, ROLE_NUMBER, ROLES, TEMPLE
from referee.games.tigris.rules.conflicts import conflict_kind, possible_counts
from referee.games.tigris.rules.treasures import possible_orders
from referee.games.tigris.state import State, kingdoms
from referee.kernel.goods import OwnGoods
from referee.kernel.requests import Seat


def tile_spaces(state: State, found: Sequence[Spaces] | None = None) -> tuple[Spaces, Spaces]:
    """Where a tile may lie: (for temples, settlements and markets, for farms). `found` are the kingdoms, if known.

    Must agree with `rules.placing`: the contract suite compares both on every order of random games.

    Source: TE 5.1 to TE 5.4; rulings R21, R22.
    """
    leaders = state.all_leaders
    pieces = state.laid | leaders
    one = two = three = 0
    for kingdom in kingdoms(pieces, leaders) if found is None else found:
        beside = neighbours(kingdom)
        three |= two & beside
        two |= one & beside
        one |= beside
    free = ALL & ~(pieces | state.catastrophes | three)
    return free & ~state.river, free & state.river


def leader_spaces(
    state: State, seat: Seat, found: Sequence[Spaces] | None = None
) -> tuple[Spaces, Spaces, Spaces, Spaces]:
    """Where each leader of `seat` may be put or moved to, by colour. `found` are the kingdoms, if known.

    A leader on the board is lifted first: only its own kingdom has to be looked at anew.
    Must agree with `rules.leaders.check_leader_space`.

    Source: TE 4.1 to TE 4.5; rulings R10 to R14.
    """
    leaders = state.all_leaders
    laid = state.laid
    found = kingdoms(laid | leaders, leaders) if found is None else found
    temples = neighbours(state.tiles[TEMPLE])
    open_land = temples & ALL & ~(laid | leaders | state.catastrophes | state.river)
    unmoved = open_land & ~_touching_two(found)
    spaces = []
    for own in state.leaders[4 * seat : 4 * seat + 4]:
        if not own:
            spaces.append(unmoved)
            continue
        others = leaders & ~own
        kept = [kingdom for kingdom in found if not kingdom & own]
        split = next(kingdom for kingdom in found if kingdom & own)
        spaces.append(open_land & ~_touching_two([*kept, *kingdoms(laid | others, others & split)]))
    red, black, green, blue = spaces
    return red, black, green, blue


def _touching_two(found: Sequence[Spaces]) -> Spaces:
    one = two = 0
    for kingdom in found:
        beside = neighbours(kingdom)
        two |= one & beside
        one |= beside
    return two


def catastrophe_spaces(state: State, seat: Seat) -> Spaces:
    """Where `seat` may play a catastrophe: none once both are used.

    Must agree with `rules.catastrophe.check_catastrophe_space`.

    Source: TE 6.1 to TE 6.5, TE 16.5; rulings R49, R53, R55, R76.
    """
    if not state.catastrophes_left[seat]:
        return 0
    barred = state.treasures | state.face_down | state.all_leaders | state.catastrophes | sum(state.buildings)
    return ALL & ~barred


_IN_TEXT_ORDER = tuple(sorted(LABELS))


@cache
def _select() -> Callable[[bytes], tuple[int, ...]]:
    # A mask printed in base 2 has its last space in front; this picks its digits in the order of the labels' text.
    return itemgetter(*(_WIDTH - SPACE[label].bit_length() for label in _IN_TEXT_ORDER))


_WIDTH = ALL.bit_length()
_DIGITS = bytes.maketrans(b"01", b"\0\1")


def _in_text_order(spaces: Spaces) -> tuple[int, ...]:
    """0 or 1 for each space in the order of the labels' text: A1, A10, A11, A2 .."""
    return _select()(f"{spaces:0{_WIDTH}b}".encode().translate(_DIGITS))


@cache
def _orders(make: Callable[[str, str], m.Move], word: str) -> tuple[m.Move, ...]:
    return tuple(make(word, label) for label in _IN_TEXT_ORDER)


@cache
def _catastrophes() -> tuple[m.Move, ...]:
    return tuple(m.Catastrophe(label) for label in _IN_TEXT_ORDER)


_KINDS_IN_TEXT_ORDER = tuple(sorted(KINDS))
_ROLES_IN_TEXT_ORDER = tuple(sorted(ROLES))


def legal_orders(state: State, seat: Seat, own: OwnGoods | None) -> Iterator[m.Move]:
    """Every order `seat` may give now, sorted by canonical spelling; `own` None gives the public superset."""
    if not state.frames:
        return iter(())
    frame = state.frames[-1]
    if isinstance(frame, f.Commit):
        return iter(_commits(state, frame, own) if seat == frame.seat else ())
    if isinstance(frame, f.TakeTreasures):
        takings = possible_orders(frame) if seat == frame.seat else ()
        return iter(sorted(takings, key=lambda move: move.kept or " ".join(move.cells)))
    if seat != state.active:
        return iter(())
    if isinstance(frame, f.TakeAction):
        return iter(_actions(state, seat, own))
    return iter(_answers(frame))


def _commits(state: State, frame: f.Commit, own: OwnGoods | None) -> list[m.Move]:
    held = state.hands[frame.seat] if own is None else own.hand.count(conflict_kind(frame))
    return [m.Commit(count) for count in possible_counts(state.setting.english, frame, held)]


def _answers(frame: f.AnyFrame) -> list[m.Move]:
    if isinstance(frame, f.ChooseWar):
        return [m.War(colour) for colour in sorted(frame.colours)]
    if isinstance(frame, f.PlaceBuilding):
        return [*(m.Building(cell) for cell in sorted(frame.cells)), m.Decline()]
    if isinstance(frame, f.BuildMonument):
        corners = ("",) if len(frame.squares) == 1 else tuple(sorted(frame.squares))
        monuments = (m.Monument(name, corner) for name in sorted(frame.names) for corner in corners)
        return [m.Decline(), *monuments, *(m.Ziggurat(cell) for cell in sorted(frame.crosses))]
    return [m.Colour(colour) for colour in sorted(COLOURS)]


def _actions(state: State, seat: Seat, own: OwnGoods | None) -> list[m.Move]:
    """The actions, in the order of their first words."""
    moves: list[m.Move] = []
    moves += compress(_catastrophes(), _in_text_order(catastrophe_spaces(state, seat)))
    found = kingdoms(state.pieces, state.all_leaders)
    spaces = leader_spaces(state, seat, found)
    chosen = {open_to_it: _in_text_order(open_to_it) for open_to_it in spaces if open_to_it}
    for role in _ROLES_IN_TEXT_ORDER:
        if open_to_it := spaces[ROLE_NUMBER[role]]:
            moves += compress(_orders(m.Leader, role), chosen[open_to_it])
    moves.append(m.Pass())
    kinds = held_kinds(state, seat, own)
    if kinds:
        land, river = map(_in_text_order, tile_spaces(state, found))
        for kind in kinds:
            moves += compress(_orders(m.Place, kind), river if kind == "farm" else land)
    held = state.hands[seat] if own is None else len(own.hand)
    moves += (m.Swap(count) for count in range(1, min(held, HAND_SIZE) + 1))
    moves += (m.Withdraw(role) for role in _ROLES_IN_TEXT_ORDER if state.leaders[4 * seat + ROLE_NUMBER[role]])
    return moves


def held_kinds(state: State, seat: Seat, own: OwnGoods | None) -> tuple[str, ...]:
    """The kinds `seat` may lay, sorted: those of its hand, or all if only the number of tiles is known."""
    if own is not None:
        return tuple(sorted(set(own.hand)))
    return _KINDS_IN_TEXT_ORDER if state.hands[seat] else ()

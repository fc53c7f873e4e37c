"""Chapters 11 to 15: the five actions.

War is any number of attacks one after the other, and Politics is told as shifts of cubes between own tiles. Any
redistribution can be reached by shifts from tiles that end with fewer cubes to tiles that end with more, so a tile
gives or takes within one action, not both. That keeps an action finite and never passes the limit of five on the way.

Source: UR 11.1, UR 11.2, UR 12.1, UR 13.1 to 13.6, UR 14.1, UR 15.1, UR 15.2, UR 15.3; rulings G-6 to G-13, G-23,
G-25.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ur.board import NAMES, NEIGHBOURS, OUTER_SIDES, Cell, Mask, TileBoard, cells_of, spread, with_counts
from referee.games.ur.data import ACTIONS, GROWTH, TILE_LIMIT
from referee.games.ur.events import Acted, Attacked, Driven, Shifted, Starved
from referee.games.ur.moves import ORDERS, Agriculture, Attack, Culture, Shift, Trade
from referee.games.ur.rules.phases import check_action, check_no_ziggurat, goes_on, with_action
from referee.games.ur.rules.shares import hand_out, room
from referee.games.ur.state import Owed, State
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import Transition
from referee.kernel.grammar.spelling import said
from referee.kernel.requests import Seat


def starving(state: State, seat: Seat) -> Mask:
    """The player's tiles that lose a cube: those not next to an Agriculture tile.

    Own Agriculture tiles are exempt, unless the game is played with `agriculture literal`.

    Source: UR 11.1; ruling G-6.
    """
    fields = state.board.own(seat, "A")
    fed = spread(fields) if state.literal_agriculture else spread(fields) | fields
    return state.board.held[seat] & ~fed


def after_famine(state: State, seat: Seat) -> TileBoard:
    """The board once every starving tile has lost a cube.

    Source: UR 11.1.
    """
    cubes = state.board.cubes
    return with_counts(state.board, seat, ((cell, cubes[cell] - 1) for cell in cells_of(starving(state, seat))))


def growth(board: TileBoard, seat: Seat) -> Owed:
    """What the player's Agriculture tiles may get: two cubes, as far as they fit.

    Source: UR 11.2, UR 4.1.
    """
    shares = ((cell, room(board, cell, GROWTH)) for cell in cells_of(board.own(seat, "A")))
    return tuple((cell, count) for cell, count in shares if count)


def agriculture(state: State, seat: Seat, move: Agriculture) -> Transition[State]:
    """Carry out Agriculture: one cube off every starving tile, then up to two on every Agriculture tile of the player.

    The cubes taken off are back in the supply before the others are added.

    Source: UR 11.1, UR 11.2; rulings G-6, G-7, G-12.
    """
    check_action(state, seat, "A")
    board = after_famine(state, seat)
    owed = growth(board, seat)
    if move.sparing and not (owed and board.supply[seat]):
        raise illegal("UR 11.2", "ur/nothing-to-spare", hint=said(ORDERS.grammar, "agriculture"))
    events: list[Event] = [Acted(seat, ACTIONS["A"])]
    events += [Starved(seat, NAMES[cell]) for cell in cells_of(starving(state, seat))]
    work = replace(with_action(state.work, "A"), sparing=move.sparing)
    return hand_out(state, board, work, owed, events)


def profit(board: TileBoard, seat: Seat) -> Owed:
    """What the player's Trade tiles get: a cube for each side at an opponent's tile or at the outer edge, as they fit.

    Source: UR 12.1, UR 4.1; ruling G-13 (a ziggurat is not an opponent's tile).
    """
    partners = board.opponents(seat)
    shares = (
        (cell, room(board, cell, OUTER_SIDES[cell] + (NEIGHBOURS[cell] & partners).bit_count()))
        for cell in cells_of(board.own(seat, "T"))
    )
    return tuple((cell, count) for cell, count in shares if count)


def trade(state: State, seat: Seat, move: Trade) -> Transition[State]:
    """Carry out Trade.

    Source: UR 12.1; rulings G-12, G-13, G-25.
    """
    check_action(state, seat, "T")
    events = [Acted(seat, ACTIONS["T"])]
    return hand_out(state, state.board, with_action(state.work, "T"), profit(state.board, seat), [*events])


def losses(board: TileBoard, start: Cell, target: Cell) -> int:
    """The cubes an attack costs the start tile: as many as the target holds, and one more for a tile of another type.

    A War tile never pays the extra cube.

    Source: UR 13.3; ruling G-9.
    """
    face = board.faces[start]
    return board.cubes[target] + (face != "W" and face != board.faces[target])


def targets(state: State, seat: Seat) -> Mask:
    """The tiles that may be attacked: free ones and opponents' tiles, at any distance.

    Source: UR 13.2; ruling G-8.
    """
    return state.board.free | state.board.opponents(seat)


def attack(state: State, seat: Seat, move: Attack) -> Transition[State]:
    """Carry out one attack, beginning a War action or going on with it.

    Events: `Acted` for the first attack, `Driven` if the target was occupied, `Attacked`.

    Source: UR 13.1 to 13.6; rulings G-8, G-9, G-23.
    """
    going_on = goes_on(state, "W")
    if not going_on:
        check_action(state, seat, "W")
    _check_attack(state, seat, move)
    board, start, target = state.board, move.start, move.target
    lost, loser = losses(board, start, target), board.owner(target)
    events: list[Event] = [] if going_on else [Acted(seat, ACTIONS["W"])]
    if loser is not None:
        events.append(Driven(loser, NAMES[target], board.cubes[target]))
        board = with_counts(board, loser, ((target, 0),))
    left = board.cubes[start] - lost - move.moved
    board = with_counts(board, seat, ((start, left), (target, move.moved)))
    events.append(Attacked(seat, NAMES[start], NAMES[target], lost, move.moved))
    work = state.work if going_on else with_action(state.work, "W", running="W")
    return Transition(replace(state, board=board, work=work), tuple(events))


def _check_attack(state: State, seat: Seat, move: Attack) -> None:
    board = state.board
    start, target = NAMES[move.start], NAMES[move.target]
    for cell in (move.start, move.target):
        check_no_ziggurat(board, cell)
    if not board.held[seat] >> move.start & 1:
        raise illegal("UR 13.1", "ur/attack-off-tile", at=start, tile=start)
    if not targets(state, seat) >> move.target & 1:
        raise illegal("UR 13.2", "ur/attack-on-own", at=target, tile=target)
    if state.adjacent_war and not NEIGHBOURS[move.start] >> move.target & 1:
        raise illegal("UR 13.6", "ur/attack-too-far", at=target, tile=target, start=start)
    held, lost = board.cubes[move.start], losses(board, move.start, move.target)
    if held <= lost:
        raise illegal("UR 13.3", "ur/attack-incomplete", at=start, start=start, lost=lost, held=held)
    if move.moved > held - lost:
        raise illegal("UR 13.4", "ur/attack-count", at=start, start=start, left=held - lost, count=move.moved)


def radiance(board: TileBoard, seat: Seat) -> Owed:
    """What occupied tiles get from the player's Culture tiles next to them: a cube from each, as they fit.

    Source: UR 14.1, UR 4.1; ruling G-10.
    """
    sources = board.own(seat, "C")
    occupied = board.held[seat] | board.opponents(seat)
    shares = ((cell, room(board, cell, (NEIGHBOURS[cell] & sources).bit_count())) for cell in cells_of(occupied))
    return tuple((cell, count) for cell, count in shares if count)


def culture(state: State, seat: Seat, move: Culture) -> Transition[State]:
    """Carry out Culture: the player's tiles and those of opponents grow in the colour of the seat that holds them.

    Source: UR 14.1; rulings G-10, G-12.
    """
    check_action(state, seat, "C")
    events = [Acted(seat, ACTIONS["C"])]
    return hand_out(state, state.board, with_action(state.work, "C"), radiance(state.board, seat), [*events])


def shift(state: State, seat: Seat, move: Shift) -> Transition[State]:
    """Carry out one shift, beginning a Politics action or going on with it. A tile may be emptied.

    Source: UR 15.1, UR 15.2, UR 15.3; ruling G-11.
    """
    going_on = goes_on(state, "P")
    if not going_on:
        check_action(state, seat, "P")
    work = state.work if going_on else with_action(state.work, "P", running="P")
    _check_shift(state, seat, move, work.gave, work.took)
    cubes = state.board.cubes
    board = with_counts(
        state.board, seat, ((move.giver, cubes[move.giver] - move.count), (move.taker, cubes[move.taker] + move.count))
    )
    work = replace(work, gave=work.gave | 1 << move.giver, took=work.took | 1 << move.taker)
    events: list[Event] = [] if going_on else [Acted(seat, ACTIONS["P"])]
    events.append(Shifted(seat, NAMES[move.giver], NAMES[move.taker], move.count))
    return Transition(replace(state, board=board, work=work), tuple(events))


def _check_shift(state: State, seat: Seat, move: Shift, gave: int, took: int) -> None:
    board = state.board
    for cell in (move.giver, move.taker):
        check_no_ziggurat(board, cell)
        if not board.held[seat] >> cell & 1:
            name = NAMES[cell]
            raise illegal("UR 15.1", "ur/politics-off-tile", at=name, tile=name)
    giver, taker = NAMES[move.giver], NAMES[move.taker]
    if took >> move.giver & 1 or gave >> move.taker & 1 or move.giver == move.taker:
        raise illegal("UR 15.3", "ur/gives-and-takes", at=giver, giver=giver, taker=taker)
    if move.count > board.cubes[move.giver]:
        raise illegal(
            "UR 15.2", "ur/total-stays-same", at=giver, giver=giver, held=board.cubes[move.giver], count=move.count
        )
    if board.cubes[move.taker] + move.count > TILE_LIMIT:
        raise illegal("UR 4.1", "ur/tile-full", at=taker, tile=taker, count=board.cubes[move.taker] + move.count)

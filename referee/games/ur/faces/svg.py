"""The board as an SVG document: letters and numbers as well as colours, a name on each tile for pointer and reader."""

from __future__ import annotations

from referee.drawing.svg import Point, Shape, document, label, named, polygon, rectangle
from referee.games.ur.board import NAMES, Cell
from referee.games.ur.data import SIDE
from referee.games.ur.faces.words import done_so_far, open_question, pair_text, say
from referee.games.ur.rules.scoring import score
from referee.games.ur.state import State
from referee.kernel.game import View

_TILE, _GAP, _MARGIN, _TOP, _LINE = 76, 4, 40, 84, 24
_STEP = _TILE + _GAP
_WIDTH = 2 * _MARGIN + SIDE * _STEP + 40
_PAPER, _DARK, _WHITE, _STONE, _EDGE = "#fbf6e9", "#2b2620", "#ffffff", "#c9bda5", "#6f644f"
_GROUND = {"A": "#b9d8a2", "T": "#f3d48b", "W": "#e6a79b", "C": "#b7cdec", "P": "#d6bde3"}
"""The colour of each type; its letter stands on the tile as well."""

_SEAT_INK = ("#b35c00", "#6c2f91", "#0a6c6e", "#4c3a2a")
_PYRAMID = ((14, 66), (14, 54), (24, 54), (24, 42), (32, 42), (32, 30), (44, 30), (44, 42), (52, 42), (52, 54))


def draw(state: State, view: View) -> str:
    """The board, who is asked, and a line for each player."""
    below = _TOP + SIDE * _STEP + 34
    facts = [say("of five", view, count=state.board.ziggurat_count)]
    if state.spare:
        facts.append(say("spare", view, tile=pair_text(state.spare)))
    height = below + _LINE * (state.seats + len(facts)) + 14
    shapes = [
        rectangle((0, 0), (_WIDTH, height), _PAPER),
        label((_MARGIN, 32), open_question(state, view), 19, _DARK, bold=True),
        label((_MARGIN, 56), done_so_far(state, view), 13, _DARK),
        *_coordinates(),
        *(_tile(state, cell, view) for cell in range(len(NAMES))),
        *(_player(state, seat, view, below + _LINE * seat) for seat in range(state.seats)),
        *(label((_MARGIN, below + _LINE * (state.seats + row) + 6), fact, 13, _DARK) for row, fact in enumerate(facts)),
    ]
    return document(_WIDTH, height, f"Ur: {open_question(state, view)}", shapes)


def _corner(cell: Cell) -> Point:
    return _MARGIN + cell // SIDE * _STEP, _TOP + cell % SIDE * _STEP


def _coordinates() -> list[Shape]:
    shapes = []
    for index in range(SIDE):
        middle = index * _STEP + _TILE // 2
        shapes.append(label((_MARGIN + middle, _TOP - 8), "abcdef"[index], 15, _DARK, anchor="middle"))
        shapes.append(label((_MARGIN - 14, _TOP + middle + 5), str(index + 1), 15, _DARK, anchor="middle"))
    return shapes


def _tile(state: State, cell: Cell, view: View) -> Shape:
    """One tile with its letters and what stands on it."""
    board, (x, y) = state.board, _corner(cell)
    face, back = board.faces[cell], board.backs[cell]
    owner = board.owner(cell)
    values = {"place": NAMES[cell], "tile": f"{face}/{back.lower()}", "count": board.cubes[cell]}
    shapes = [
        rectangle((x, y), (_TILE, _TILE), _GROUND[face], stroke=_EDGE, width=1, round_=6),
        label((x + 8, y + 22), face, 20, _DARK, bold=True),
        label((x + _TILE - 9, y + _TILE - 8), back.lower(), 13, _EDGE, anchor="end"),
    ]
    if owner is None:
        return named(say("free", view, **values), shapes)
    values["seat"] = view.names[owner]
    if board.is_ziggurat(cell):
        return named(say("marked", view, **values), [*shapes, *_ziggurat((x, y), owner)])
    return named(say("held", view, **values), [*shapes, *_cubes((x, y), owner, board.cubes[cell])])


def _cubes(at: Point, seat: int, count: int) -> list[Shape]:
    """`count` cubes of a seat in rows of three; the first carries the number of the seat."""
    x, y = at
    shapes = []
    for index in range(count):
        corner = (x + 8 + index % 3 * 18, y + 30 + index // 3 * 18)
        shapes.append(rectangle(corner, (15, 15), _SEAT_INK[seat], stroke=_WHITE, width=1))
    return [*shapes, label((x + 15, y + 42), str(seat + 1), 11, _WHITE, anchor="middle", bold=True)]


def _ziggurat(at: Point, seat: int) -> list[Shape]:
    x, y = at
    outline = [(x + dx, y + dy) for dx, dy in (*_PYRAMID, (62, 54), (62, 66))]
    return [
        polygon(outline, _STONE, stroke=_EDGE, width=1),
        rectangle((x + 31, y + 48), (15, 15), _SEAT_INK[seat], stroke=_WHITE, width=1),
        label((x + 38, y + 60), str(seat + 1), 11, _WHITE, anchor="middle", bold=True),
    ]


def _player(state: State, seat: int, view: View, y: int) -> Shape:
    """The line of one player: number, name, hand tile, supply, ziggurats, points if it ended now."""
    hand = state.hands[seat]
    marks = (">" if seat == state.seat and not state.ending else "") + ("*" if seat == state.first else "")
    facts = [
        f"{say('hand', view)} {pair_text(hand)}",
        f"{say('supply', view)} {state.board.supply[seat]}",
        f"{say('ziggurats', view)} {state.board.marked[seat].bit_count()}",
        f"{say('points', view)} {score(state.board, seat, hand).points}",
    ]
    return named(
        view.names[seat],
        [
            rectangle((_MARGIN, y - 9), (15, 15), _SEAT_INK[seat]),
            label((_MARGIN + 7, y + 3), str(seat + 1), 11, _WHITE, anchor="middle", bold=True),
            label((_MARGIN + 24, y + 4), f"{view.names[seat]} {marks}".rstrip(), 15, _DARK, bold=True),
            label((_MARGIN + 170, y + 4), "   ".join(facts), 13, _DARK),
        ],
    )

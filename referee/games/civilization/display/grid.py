"""The map in text: a grid of cells of two or three lines and six columns, at most 72 columns wide.

    gan ho      a territory and its marker, `?` if it lies face down; `gan<ho` if something is new there
    3o2+1       seat 3: a settlement of level 2, a colonist
    i1 2p4      its units: infantry of era 1, two aircraft of era 4

A sea is `~ars~`, with its fleet below. The digit of a seat is next to its pieces, so no colour is needed.
"""

from __future__ import annotations

from functools import cache

from referee.drawing.text_picture import Line, Picture, Span, join_lines, pad_line, seat_style, strip_line
from referee.games.civilization.data import COVERED
from referee.games.civilization.display.places import NEW, force_signs, is_new, marker, owner
from referee.games.civilization.state import State
from referee.kernel.game import Viewer
from referee.kernel.sentence import Sentence

WIDTH = 6
CODE = 4
"""Columns for the code of a place; the mark of what is new is in the first column left over."""
COLUMNS = 10
MOST = 99
"""So many colonists have room in a cell."""


def grid(state: State, view: Viewer) -> Picture:
    """The map, a row of places in as many lines as its pieces need; () if the pack gives no cells."""
    pack = state.world.components.pack
    cells = {land.cell: _land_cell(state, land.id, view) for land in pack.territories if land.cell is not None}
    cells |= {sea.cell: _sea_cell(state, sea.id, view) for sea in pack.seas if sea.cell is not None}
    rows = range(max((cell[1] for cell in cells), default=-1) + 1)
    empty: tuple[Line, ...] = ((), (), ())
    lines = []
    for row in rows:
        here = [cells.get((column, row), empty) for column in range(COLUMNS)]
        drawn = [strip_line(join_lines((pad_line(cell[part], WIDTH) for cell in here), " ")) for part in range(3)]
        lines += drawn[: max(number for number, part in enumerate(drawn, 1) if part or number == 1)]
    return tuple(lines)


@cache
def sign_of(face: str, lang: str) -> str:
    """Two letters for a marker in a language; `?` if it lies face down."""
    return face if face in ("", COVERED) else Sentence(f"civilization/word-sign/{face}").told(lang)


def _land_cell(state: State, place: str, view: Viewer) -> tuple[Line, ...]:
    seat = owner(state, place)
    style = "bold" if seat is None else seat_style(seat)
    blank = " " * (CODE - len(place))
    mark: Span = (f"{NEW}{blank}"[: len(blank)], "new") if is_new(state, place, view) else (blank, "")
    head: Line = ((place, style), mark, (sign_of(marker(state, place), view.lang), "dim"))
    if seat is None:
        return head, (), ()
    return head, ((_town_cell(state, place, seat), style),), ((force_signs(state, place, WIDTH), style),)


def _town_cell(state: State, place: str, seat: int) -> str:
    town, group = state.towns.get(place), state.colonists.get(place)
    count = "" if group is None else f"+{group.count}" if group.count <= MOST else "+.."
    return f"{seat + 1}{f'o{town.level}' if town else ''}{count}"


def _sea_cell(state: State, place: str, view: Viewer) -> tuple[Line, ...]:
    seat = owner(state, place)
    fleet: Span = ("", "")
    if seat is not None:
        fleet = (f"{seat + 1} {force_signs(state, place, WIDTH - 2)}", seat_style(seat))
    head: Line = ((f"~{place}~", "river"), *([(NEW, "new")] if is_new(state, place, view) else []))
    return head, (fleet,) if seat is not None else (), ()

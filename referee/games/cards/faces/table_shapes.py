"""The table as shapes: columns of cards under their heads, connectors between them, leaders, and the last step."""

from __future__ import annotations

from collections.abc import Iterator

from referee.drawing.elements import Point, Size, path, rectangle, use, words
from referee.drawing.frame import TOP, coordinates, rings
from referee.games.cards import moves as m
from referee.games.cards.board import COLUMN, COLUMNS, ROW, SLOTS, card_at, count_colour
from referee.games.cards.data import EMPTY, LEADERS
from referee.games.cards.faces import status
from referee.games.cards.faces.listing import kingdoms
from referee.games.cards.faces.pieces import CARD, HEAD, JOINT, card, leader
from referee.games.cards.faces.words import word
from referee.games.cards.state import State
from referee.kernel.drawing import Shape
from referee.kernel.game import View
from referee.kernel.sentence import Sentence

_LEFT, _UPPER, _PITCH, _STRIP = 30, TOP + 22, 99, 42
_ROWS = 8
LOWEST = _UPPER + HEAD[1] + _ROWS * _STRIP + 14
BOARD = (0, TOP - 12, 820, LOWEST - TOP + 16)


def place_at(place: str) -> tuple[Point, Size]:
    """Upper left corner and size of a place: `C0`, `C3`, `C-D`."""
    x = _LEFT + _PITCH * COLUMN[place]
    if place not in ROW:
        return (x + 63, _UPPER + 24), JOINT
    row = ROW[place]
    return ((x, _UPPER), HEAD) if not row else ((x, _UPPER + 22 + _STRIP * row), CARD)


def ground(state: State) -> Iterator[Shape]:
    """The columns of each kingdom on one piece of land: the kingdom is seen, not read."""
    for first, last in kingdoms(state):
        owned = any(first <= COLUMN[place] <= last for places in state.leaders for place in places if place)
        key = f"land {COLUMNS[first]}"
        drawn = path(_land(state, first, last), "land kingdom" if owned else "land line", line=3)
        yield Shape(key, "ground", (drawn,), unspoken=True)
    columns = [(letter, _LEFT + _PITCH * n + CARD[0] // 2) for n, letter in enumerate(COLUMNS)]
    rows = [("0", _UPPER + HEAD[1] // 2)]
    rows += [(str(row), _UPPER + 22 + _STRIP * row + CARD[1] // 2) for row in range(1, _ROWS + 1)]
    yield coordinates(columns, rows, (TOP - 1,), (9,))


def _land(state: State, first: int, last: int) -> str:
    """The outline round columns that are joined: level above, each column as long as its cards."""
    left, right = _LEFT - 9 + _PITCH * first, _LEFT + 85 + _PITCH * last
    drawn = f"M{left} {TOP + 12}H{right}"
    for column in range(last, first - 1, -1):
        lowest = _UPPER + HEAD[1] + _STRIP * (len(state.columns[column]) - 1) + 14
        drawn += f"V{lowest}H{_LEFT - 9 + _PITCH * column}"
        if column > first:
            drawn += f"V{_UPPER + HEAD[1] + 6}H{_LEFT + 85 + _PITCH * (column - 1)}"
    return drawn + "z"


def cards(state: State, view: View) -> Iterator[Shape]:
    """Every card, and every leader on one."""
    for column, letter in enumerate(COLUMNS):
        for row, code in enumerate(state.columns[column]):
            yield _card(view.lang, code, f"{letter}{row}", "tiles", "card")
    for slot, code in zip(SLOTS, state.slots, strict=True):
        if code != EMPTY:
            yield _card(view.lang, code, slot, "monuments", "joint")
    for seat, places in enumerate(state.leaders):
        for index, place in enumerate(places):
            if place:
                yield _leader(state, view, seat, index)


def _card(lang: str, code: str, place: str, layer: str, form: str) -> Shape:
    at, size = place_at(place)
    return Shape(f"card {place}", layer, (use(card(code, form), at, size),), status.bare_card(code, place, lang))


def _leader(state: State, view: View, seat: int, index: int) -> Shape:
    place = state.leaders[seat][index]
    at = _token(place)
    title = Sentence("picture-at", what=leader_name(view, seat, index), place=place).told(view.lang)
    return Shape(f"leader {leader(seat, index)}", "leaders", (use(leader(seat, index), at, (40, 40)),), title)


def leader_name(view: View, seat: int, index: int) -> str:
    """`king of anna`."""
    return Sentence("picture-leader", leader=word(LEADERS[index], view.lang), name=view.names[seat]).told(view.lang)


def _token(place: str) -> Point:
    (x, y), (wide, _) = place_at(place)
    return (x + wide - 38, y - 1) if place in ROW else (x + 5, y - 30)


def strengths(state: State, view: View) -> Iterator[Shape]:
    """At each leader the cards of its colour in its kingdom."""
    regions = kingdoms(state)
    for seat, places in enumerate(state.leaders):
        for index, place in enumerate(places):
            if place:
                kingdom = next(one for one in regions if one[0] <= COLUMN[place] <= one[1])
                count = count_colour(state.columns, state.slots, kingdom, index)
                x, y = _token(place)
                wide = 18 if count < 10 else 24
                drawn = (
                    rectangle((x - wide + 8, y), (wide, 17), "kfill halo wide", radius=8, line=1.5),
                    words((x + 8 - wide / 2, y + 13), str(count), "tag m onmark wide"),
                )
                said = Sentence("picture-badge", leader=leader_name(view, seat, index), count=count).told(view.lang)
                yield Shape(f"strength {leader(seat, index)}", "tags", drawn, said)


def marks(state: State, view: View) -> tuple[Shape, ...]:
    """Rings round the places that the orders of the last step name, as far as something lies there."""
    places = ((number, place) for number, place in _played(view) if card_at(state.columns, state.slots, place))
    return rings(((number, place, *_round(place)) for number, place in places), view.lang)


def _round(place: str) -> tuple[Point, Size]:
    (x, y), (wide, high) = place_at(place)
    return (x - 3, y - 3), (wide + 6, high + 6)


def _played(view: View) -> Iterator[tuple[int, str]]:
    """The place that each order names; a card comes under the lowest one of its column."""
    lengths = [len(column) for column in view.before.columns] if view.before is not None else []
    for number, (_, order) in enumerate(view.orders, 1):
        match m.ORDERS.parse(order):
            case m.PlaceLeader(_, place) | m.PlayCatastrophe(place) | m.SwapTreasure(place) | m.BuildShip(_, place):
                yield number, place
            case m.Connect(slot):
                yield number, slot
            case m.PlayCard(_, letter) if lengths:
                column = COLUMNS.index(letter)
                yield number, f"{letter}{min(lengths[column], _ROWS)}"
                lengths[column] += 1

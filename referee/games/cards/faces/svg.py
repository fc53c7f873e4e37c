"""The table as an SVG document: letters as well as colours, and a name on each card for pointer and screen reader."""

from __future__ import annotations

from referee.drawing.svg import Point, Shape, disc, document, label, named, rectangle
from referee.games.cards.board import COLUMNS, SLOTS
from referee.games.cards.data import (
    BLUE,
    CODES,
    COVERED,
    EMPTY,
    KINDS,
    SHIP_CODES,
    SHIP_SECOND,
    SUBSTITUTE,
    TREASURE,
)
from referee.games.cards.faces import status
from referee.games.cards.faces.words import cards_of, say
from referee.games.cards.state import State
from referee.kernel.game import View

_WIDE, _HIGH, _SLOT, _GAP, _MARGIN, _TOP, _LINE = 66, 38, 44, 4, 34, 86, 24
_STEP = _WIDE + _SLOT + 2 * _GAP
_WIDTH = 2 * _MARGIN + len(COLUMNS) * _STEP - _SLOT
_PAPER, _DARK, _WHITE, _EDGE = "#fbf6e9", "#2b2620", "#ffffff", "#6f644f"
_GROUND = {"k": "#bdb8b0", "r": "#e39a8f", "b": "#a9c4ea", "g": "#add39b"}
_GROUND |= {TREASURE: "#f0c94f", SUBSTITUTE: "#e39a8f", COVERED: "#d8cdb4"}
"""The colour of each card; its letter or sign stands on it as well."""

_SEAT_INK = ("#b35c00", "#6c2f91", "#0a6c6e", "#4c3a2a")
_FACTS = (150, 230, 280, 390, 490)
"""Where the facts of a player stand, from the left margin."""


def draw(state: State, view: View) -> str:
    """Columns and connectors, a line for each player, the draw pile, and who is asked what."""
    rows = max(len(column) for column in state.columns)
    below = _TOP + rows * (_HIGH + _GAP) + 34
    lines = [status.supply(state, view.lang)]
    if view.own is not None:
        lines.append(_hand(view))
    lines += [question for _, question in status.questions(state, view)]
    seats = len(state.hands)
    height = below + _LINE * (seats + 1 + len(lines)) + 12
    title = status.headline(state, view)
    shapes = [
        rectangle((0, 0), (_WIDTH, height), _PAPER),
        label((_MARGIN, 34), f"{title}{status.actions_left(state, view)}", 19, _DARK, bold=True),
        *_letters(),
        *_cards(state, view),
        *_heads(view, below),
        *(_player(state, seat, view, below + _LINE * (seat + 1)) for seat in range(seats)),
        *(label((_MARGIN, below + _LINE * (seats + 1 + row) + 6), line, 14, _DARK) for row, line in enumerate(lines)),
    ]
    return document(_WIDTH, height, title, shapes)


def _corner(column: int, row: int) -> Point:
    return _MARGIN + column * _STEP, _TOP + row * (_HIGH + _GAP)


def _letters() -> list[Shape]:
    middles = ((_corner(column, 0)[0] + _WIDE // 2, _TOP - 12) for column in range(len(COLUMNS)))
    return [label(at, letter, 16, _DARK, anchor="middle") for at, letter in zip(middles, COLUMNS, strict=True)]


def _cards(state: State, view: View) -> list[Shape]:
    """Every card of the table, column by column, the slot right of a column after it."""
    shapes = []
    for column, letter in enumerate(COLUMNS):
        for row, code in enumerate(state.columns[column]):
            shapes.append(_card(state, view, code, f"{letter}{row}", _corner(column, row), _WIDE))
        if column < len(SLOTS) and state.slots[column] != EMPTY:
            x, y = _corner(column, 0)
            shapes.append(_card(state, view, state.slots[column], SLOTS[column], (x + _WIDE + _GAP, y), _SLOT))
    return shapes


def _card(state: State, view: View, code: str, place: str, at: Point, width: int) -> Shape:
    """One card with its sign, and the leader on it."""
    x, y = at
    if code in SHIP_CODES:
        second = _GROUND[CODES[SHIP_SECOND[code]]]
        shapes = [
            rectangle(at, (width, _HIGH), _GROUND[CODES[BLUE]], stroke=_EDGE, width=1, round_=5),
            rectangle((x + width // 2, y + 1), (width // 2 - 1, _HIGH - 2), second),
        ]
    else:
        shapes = [rectangle(at, (width, _HIGH), _GROUND[code], stroke=_EDGE, width=1, round_=5)]
    sign = status.ship_sign(code) if code in SHIP_CODES else code
    shapes.append(label((x + 8, y + 25), sign, 17, _DARK, bold=True))
    stands = status.leader_at(state, place)
    if stands is not None:
        seat, index = stands
        middle = (x + width - 15, y + _HIGH // 2)
        shapes.append(disc(middle, 13, _SEAT_INK[seat], stroke=_WHITE, width=1))
        words = status.leader_sign(view, seat, index)
        shapes.append(label((middle[0], middle[1] + 5), words, 13, _WHITE, anchor="middle", bold=True))
    return named(status.card_name(state, code, place, view), shapes)


def _heads(view: View, y: int) -> list[Shape]:
    player, *heads = status.heads(view.lang)
    first = label((_MARGIN + 24, y + 4), player, 13, _EDGE)
    return [first, *(label((_MARGIN + x, y + 4), head, 13, _EDGE) for x, head in zip(_FACTS, heads, strict=True))]


def _player(state: State, seat: int, view: View, y: int) -> Shape:
    """The line of one player; `>` stands behind the one on turn."""
    mark = " >" if seat == state.active and not state.ending else ""
    facts = zip(_FACTS, status.facts(state, seat, view.lang), strict=True)
    return named(
        view.names[seat],
        [
            rectangle((_MARGIN, y - 9), (15, 15), _SEAT_INK[seat]),
            label((_MARGIN + 7, y + 3), str(seat + 1), 11, _WHITE, anchor="middle", bold=True),
            label((_MARGIN + 24, y + 4), f"{view.names[seat]}{mark}", 15, _DARK, bold=True),
            *(label((_MARGIN + x, y + 4), fact, 14, _DARK) for x, fact in facts),
        ],
    )


def _hand(view: View) -> str:
    """The reader's own hand in words."""
    own, lang = view.own, view.lang
    assert own is not None
    held = [(own.hand.count(kind), kind) for kind in KINDS if kind in own.hand]
    counts = [f"{count} {cards_of(kind, count, lang)}" for count, kind in held]
    covered = "".join(say("covered", lang, place=place, kind=cards_of(kind, 1, lang)) for place, kind in own.covered)
    return f"{say('hand', lang)} {', '.join(counts) or say('none', lang)}{covered}"

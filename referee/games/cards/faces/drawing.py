"""The picture of a position: columns of cards with their connectors, leaders, piles and ships."""

from __future__ import annotations

from collections.abc import Iterator

from referee.drawing import rows
from referee.drawing.assembly import assembled
from referee.drawing.elements import rectangle, use, words
from referee.drawing.frame import MARGIN, WIDTH, asked, heading, last_orders, paper, ribbon
from referee.drawing.spots import own_spots
from referee.games.cards.board import COLUMNS, ROW, SLOTS, ships_left
from referee.games.cards.data import CODE_OF, DYNASTIES, KINDS, LEADERS, SHIP_OF
from referee.games.cards.faces import status, table_shapes
from referee.games.cards.faces.pieces import PIECE, SUITS, SYMBOLS, card, leader, sign_of
from referee.games.cards.faces.table_shapes import place_at
from referee.games.cards.faces.words import cards_of, dynasty, say, word
from referee.games.cards.rules.ending import outcome
from referee.games.cards.rules.flow import requests
from referee.games.cards.state import State
from referee.kernel.drawing import Drawing, Shape, Spot
from referee.kernel.game import View
from referee.kernel.requests import Seat

_ROW, _SECOND = 56, 46
_BELOW = table_shapes.LOWEST + 44


def draw(state: State, view: View) -> Drawing:
    """The table, who is asked what, a row for each player, draw pile and ships, and the own hand if the view has it."""
    high = _ROW + (_SECOND if state.variant.piles == "open" and not state.ending else 0)
    after = _BELOW + high * len(state.hands)
    height = after + 30
    shapes = [*table_shapes.ground(state), *table_shapes.cards(state, view), *table_shapes.marks(state, view)]
    shapes += table_shapes.strengths(state, view) if view.strengths else ()
    shapes += _head(state, view)
    wanted = {request.seat for request in requests(state)}
    for seat in range(len(state.hands)):
        if seat in wanted:
            shapes.append(asked(seat, _BELOW + high * seat, view.lang))
        shapes += _row(state, view, seat, _BELOW + high * seat)
    shapes += _supply(state, view, after)
    if view.own is not None:
        shapes += _hand(view, height)
        height += 60 + 34 * len(view.own.covered)
    return assembled(
        (WIDTH, height), status.headline(state, view), [paper(WIDTH, height), *shapes], table_shapes.BOARD, SYMBOLS
    )


def _head(state: State, view: View) -> Iterator[Shape]:
    ended = outcome(state)
    if ended is not None:
        yield from ribbon(ended, [sign_of(seat) for seat in range(len(state.hands))], view)
    else:
        told = (question for _, question in status.questions(state, view))
        yield from heading(status.heading(state, view), (*told, last_orders(view)))


def _row(state: State, view: View, seat: Seat, y: int) -> Iterator[Shape]:
    lang, held, left = view.lang, state.hands[seat], state.catastrophes[seat]
    yield rows.dynasty(seat, view.names[seat], sign_of(seat), dynasty(DYNASTIES[seat], lang), y, lang)
    yield rows.count(f"seat {seat} hand", "covered", 232, y, held, say("in hand", lang, count=held))
    title = say("catastrophes", lang, count=left)
    yield rows.count(f"seat {seat} catastrophes", "catastrophe", 304, y, left, title)
    opened = state.variant.piles == "open" or bool(state.ending)
    yield from _points(state, view, seat, y) if opened else _top(state, view, seat, y)
    if not state.ending:
        yield from _at_home(state, view, seat, y + _SECOND if opened else y, opened)


def _points(state: State, view: View, seat: Seat, y: int) -> Iterator[Shape]:
    """All that a victory pile holds."""
    pile, lang = state.piles[seat], view.lang
    chips = [
        ((kind, f"p{PIECE[index]}", SUITS[index], pile.cards[index]), f"{word(kind, lang)} {pile.cards[index]}")
        for index, kind in enumerate(KINDS)
    ]
    yield from rows.chips(f"seat {seat}", chips, rows.LEFT, y)
    said = f"{say('treasures', lang)} {pile.treasures}"
    yield rows.gems(f"seat {seat} treasures", pile.treasures, said, rows.LEFT, y)


def _top(state: State, view: View, seat: Seat, y: int) -> Iterator[Shape]:
    """A victory pile by its top card, on two backs."""
    top = state.piles[seat].top
    backs = [rectangle((386 + 3 * n, y - 15 + 4 * n), (76, 38), "slab rim", radius=6, line=1.5) for n in (2, 1)]
    face = [use(f"card-{CODE_OF[top]}", (386, y - 15), (76, 38))] if top in CODE_OF else []
    if top == "treasure":
        face = [rectangle((387, y - 14), (74, 36), "p0 goldline", radius=6, line=3)]
        face.append(use("treasure", (394, y - 10), (28, 28), "gold"))
    bare = [rectangle((386, y - 15), (76, 38), "none line", radius=6, line=2)]
    said = say("top of pile", view.lang, top=status.pile_text(state.piles[seat], False, view.lang))
    yield Shape(f"seat {seat} pile", "seats", (*backs, *face) if face else tuple(bare), said)


def _at_home(state: State, view: View, seat: Seat, y: int, below: bool) -> Iterator[Shape]:
    home = [index for index, place in enumerate(state.leaders[seat]) if not place]
    said = say("leaders at home" if home else "all on the table", view.lang)
    named = ((leader(seat, index), table_shapes.leader_name(view, seat, index)) for index in home)
    return rows.at_home(seat, said, named, y, rows.LEFT if below else 500)


def _supply(state: State, view: View, y: int) -> Iterator[Shape]:
    """The draw pile, and the ships beside the table."""
    said = say("deck", view.lang, count=state.deck)
    yield Shape("deck", "facts", (words((MARGIN, y + 7), said, "b dim"),))
    for number, code in enumerate(ships_left(state.columns)):
        drawn = (use(card(code), (386 + 90 * number, y - 19), (76, 38)),)
        yield Shape(f"ship {code}", "facts", drawn, word(SHIP_OF[code], view.lang))


def _hand(view: View, y: int) -> Iterator[Shape]:
    """The reader's own cards, then what was laid face down."""
    own, lang = view.own, view.lang
    assert own is not None
    yield Shape("hand", "facts", (words((MARGIN, y + 27), say("hand", lang), "n"),))
    for number, kind in enumerate(sorted(own.hand, key=KINDS.index)):
        drawn = (use(f"card-{CODE_OF[kind]}", (190 + 76 * number, y), (72, 36)),)
        yield Shape(f"hand {number}", "facts", drawn, cards_of(kind, 1, lang))
    for number, (place, kind) in enumerate(own.covered):
        said = say("covered", lang, place=place, kind=cards_of(kind, 1, lang)).lstrip("; ")
        yield Shape(f"covered {place}", "facts", (words((MARGIN, y + 70 + 34 * number), said, "b dim"),))


def spots(state: State, view: View, drawing: Drawing) -> tuple[Spot, ...]:
    """What of a drawing of this state orders can name."""
    return (*_places(state, view), *own_spots(view, drawing, _leaders(view), KINDS))


def _places(state: State, view: View) -> Iterator[Spot]:
    own = state.leaders[view.seat] if view.seat is not None else ()
    for letter, column in zip(COLUMNS, state.columns, strict=True):
        for row in range(len(column)):
            place = f"{letter}{row}"
            yield _spot(place, place, *(role for role, at in zip(LEADERS, own, strict=False) if at == place))
        below = f"{letter}{len(column)}"
        if below in ROW:
            yield _spot(below, letter)
    yield from (_spot(slot, slot) for slot in SLOTS)


def _spot(place: str, *words: str) -> Spot:
    at, size = place_at(place)
    return Spot(words, place, (*at, *size))


def _leaders(view: View) -> dict[str, str]:
    """The symbols of the own leaders, by role."""
    return {role: leader(view.seat, number) for number, role in enumerate(LEADERS)} if view.seat is not None else {}

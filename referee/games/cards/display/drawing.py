"""The picture of a position: columns of cards with their connectors, leaders, the last step, piles and ships.

Suits are the same signs, and leaders the same tokens, as on the board of the great game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.drawing import player_rows
from referee.drawing.assembly import assemble, own_spots
from referee.drawing.board_frame import (
    MARGIN,
    TOP,
    WIDTH,
    coordinates,
    head_shapes,
    last_move_rings,
    paper_shape,
    turn_marker,
)
from referee.drawing.svg_document import Point, Size, element, path, plate, rectangle, symbol_of, use, words
from referee.drawing.symbols import token, with_signs
from referee.games.cards import moves as m
from referee.games.cards.board import COLUMN, COLUMNS, ROW, SLOTS, card_at, count_colour, remaining_ships
from referee.games.cards.data import (
    CODE_OF,
    CODES,
    COVERED,
    DYNASTIES,
    EMPTY,
    KINDS,
    LEADERS,
    SHIP_CODES,
    SHIP_OF,
    SHIP_SECOND,
    SUBSTITUTE,
    TREASURE,
)
from referee.games.cards.display import status
from referee.games.cards.display.listing import kingdoms
from referee.games.cards.display.status import cards_of, dynasty, say, sign_of, word
from referee.games.cards.rules.ending import outcome
from referee.games.cards.rules.flow import requests
from referee.games.cards.state import State
from referee.kernel.game import OrderPicks, Viewer
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import Drawing, Shape, Spot, Symbol

SUITS = ("settlement", "temple", "farm", "market")
"""The sign of each of `KINDS`."""

PIECE = (1, 0, 3, 2)
"""The colour of each of `KINDS` among those of all pieces."""

CARD, HEAD, JOINT = (76, 38), (76, 60), (49, 34)


def leader(seat: int, index: int) -> str:
    """The symbol of a leader: `lion-priest`."""
    return f"{sign_of(seat)}-{LEADERS[index]}"


def card(code: str, form: str = "card") -> str:
    """The symbol of a card: `card-k` in a column, `joint-k` between two heads, `head-treasure`."""
    if code in (TREASURE, SUBSTITUTE):
        return "head-treasure" if code == TREASURE else "head-temple"
    if code in SHIP_CODES:
        return f"ship-{code.lower()}"
    return f"{form}-down" if code == COVERED else f"{form}-{code}"


def _suits(index: int) -> tuple[Symbol, Symbol]:
    code, ground, suit = CODES[index], f"p{PIECE[index]}", SUITS[index]
    column, sign = plate((1, 1), (74, 36), 6, f"{ground} rim", 1.5), use(suit, (7, 5), (28, 28), "ivorysign")
    joint, small = plate((2, 2), (45, 30), 7, f"{ground} rim", 2.5), use(suit, (13, 5.5), (23, 23), "ivorysign")
    return (
        symbol_of(f"card-{code}", "0 0 76 38", column, sign),
        symbol_of(f"joint-{code}", "0 0 49 34", _JOINT, joint, small),
    )


_JOINT = element("rect", width=49, height=34, rx=8, class_="land")
"""What is below a connector."""


def _heads() -> tuple[Symbol, Symbol]:
    edge, lower = plate((2, 2), (72, 56), 8, "p0 goldline", 4), use("temple", (16, 25), (32, 32), "ivorysign")
    plain, sign = plate((1, 1), (74, 58), 8, "p0 rim", 2.5), use("temple", (16, 14), (34, 34), "ivorysign")
    return (
        symbol_of("head-treasure", "0 0 76 60", edge, lower, use("treasure", (5, 3), (24, 24), "gold")),
        symbol_of("head-temple", "0 0 76 60", plain, sign),
    )


def _ship(code: str) -> Symbol:
    ground = plate((1, 1), (74, 36), 6, "ivory goldedge", 1.5)
    return symbol_of(card(code), "0 0 76 38", ground, use("ship", (22, 3), (32, 32), f"c3 p{PIECE[SHIP_SECOND[code]]}"))


def _down() -> Symbol:
    ground, sign = plate((2, 2), (45, 30), 7, "slab rim", 2.5), use("covered", (13, 5.5), (23, 23), "slabsign")
    return symbol_of("joint-down", "0 0 49 34", _JOINT, ground, sign)


SYMBOLS = with_signs(
    (
        *(symbol for index in range(len(SUITS)) for symbol in _suits(index)),
        *(*_heads(), *map(_ship, SHIP_CODES), _down()),
        *(token(sign_of(seat), role, PIECE[n]) for seat in range(len(DYNASTIES)) for n, role in enumerate(LEADERS)),
    )
)
"""Every symbol that a picture of the card game may use, by id."""


def symbols(_lang: str) -> Mapping[str, Symbol]:
    """Every symbol that a picture of the card game may use, by id; none has letters."""
    return SYMBOLS


_LEFT, _UPPER, _PITCH, _STRIP = 30, TOP + 22, 99, 42
_ROWS = 8
LOWEST = _UPPER + HEAD[1] + _ROWS * _STRIP + 14
BOARD = (0, TOP - 22, 820, LOWEST - TOP + 26)
_ROW, _SECOND = 56, 46
_BELOW = LOWEST + 44


def draw(state: State, view: Viewer) -> Drawing:
    """The table, who is asked what, a row for each player, draw pile and ships, and the player's hand if the view has
    it.
    """
    high = _ROW + (_SECOND if state.variant.piles == "open" and not state.ending else 0)
    after = _BELOW + high * len(state.hands)
    height = after + 30
    shapes = [*land_of_kingdoms(state), *cards(state, view), *marks(state, view)]
    shapes += strengths(state, view) if view.strengths else ()
    signs = [sign_of(seat) for seat in range(len(state.hands))]
    told = [text for _, text in status.questions(state, view)]
    shapes += head_shapes(outcome(state), signs, view, status.heading(state, view), told)
    wanted = {request.seat for request in requests(state)}
    for seat in range(len(state.hands)):
        if seat in wanted:
            shapes.append(turn_marker(seat, _BELOW + high * seat, view.lang))
        shapes += _seat_row(state, view, seat, _BELOW + high * seat)
    shapes += _supply(state, view, after)
    if view.own is not None:
        shapes += _hand(view, height)
        height += 60 + 34 * len(view.own.covered)
    return assemble(
        (WIDTH, height), status.headline(state, view), [paper_shape(WIDTH, height), *shapes], BOARD, SYMBOLS
    )


def _seat_row(state: State, view: Viewer, seat: Seat, y: int) -> Iterator[Shape]:
    lang, held, left = view.lang, state.hands[seat], state.catastrophes[seat]
    yield player_rows.seat_sign(seat, view.names[seat], sign_of(seat), dynasty(DYNASTIES[seat], lang), y, lang)
    yield player_rows.count_shape(f"seat {seat} hand", "covered", 232, y, held, say("in hand", lang, count=held))
    title = say("catastrophes", lang, count=left)
    yield player_rows.count_shape(f"seat {seat} catastrophes", "catastrophe", 304, y, left, title)
    opened = status.is_open(state)
    yield from _victory_pile(state, view, seat, y) if opened else _top(state, view, seat, y)
    if not state.ending:
        yield from _leaders_off_table(state, view, seat, y + _SECOND if opened else y, opened)


def _victory_pile(state: State, view: Viewer, seat: Seat, y: int) -> Iterator[Shape]:
    """All that a victory pile holds."""
    pile, lang = state.piles[seat], view.lang
    chips = [
        ((kind, f"p{PIECE[index]}", SUITS[index], pile.cards[index]), f"{word(kind, lang)} {pile.cards[index]}")
        for index, kind in enumerate(KINDS)
    ]
    yield from player_rows.point_chips(f"seat {seat}", chips, player_rows.LEFT, y)
    said = f"{say('treasures', lang)} {pile.treasures}"
    yield player_rows.treasure_chips(f"seat {seat} treasures", pile.treasures, said, player_rows.LEFT, y)


def _top(state: State, view: Viewer, seat: Seat, y: int) -> Iterator[Shape]:
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


def _leaders_off_table(state: State, view: Viewer, seat: Seat, y: int, below: bool) -> tuple[Shape, ...]:
    home = [index for index, place in enumerate(state.leaders[seat]) if not place]
    said = say("leaders at home" if home else "all on the table", view.lang)
    named = tuple((leader(seat, index), leader_name(view, seat, index)) for index in home)
    return player_rows.leaders_at_home(seat, said, named, y, player_rows.LEFT if below else 500)


def _supply(state: State, view: Viewer, y: int) -> Iterator[Shape]:
    """The draw pile, and the ships beside the table."""
    said = say("deck", view.lang, count=state.deck)
    yield Shape("deck", "facts", (words((MARGIN, y + 7), said, "b dim"),))
    for number, code in enumerate(remaining_ships(state.columns)):
        drawn = (use(card(code), (386 + 90 * number, y - 19), (76, 38)),)
        yield Shape(f"ship {code}", "facts", drawn, word(SHIP_OF[code], view.lang))


def _hand(view: Viewer, y: int) -> Iterator[Shape]:
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


def place_at(place: str) -> tuple[Point, Size]:
    """Upper left corner and size of a place: `C0`, `C3`, `C-D`."""
    x = _LEFT + _PITCH * COLUMN[place]
    if place not in ROW:
        return (x + 63, _UPPER + 24), JOINT
    row = ROW[place]
    return ((x, _UPPER), HEAD) if not row else ((x, _UPPER + 22 + _STRIP * row), CARD)


def land_of_kingdoms(state: State) -> Iterator[Shape]:
    """The columns of each kingdom on one piece of land: the kingdom is seen, not read."""
    for first, last in kingdoms(state):
        owned = any(first <= COLUMN[place] <= last for places in state.leaders for place in places if place)
        key = f"land {COLUMNS[first]}"
        drawn = path(_land_outline(state, first, last), "land kingdom" if owned else "land line", line=3)
        yield Shape(key, "ground", (drawn,), unspoken=True)
    columns = [(letter, _LEFT + _PITCH * n + CARD[0] // 2) for n, letter in enumerate(COLUMNS)]
    rows = [("0", _UPPER + HEAD[1] // 2)]
    rows += [(str(row), _UPPER + 22 + _STRIP * row + CARD[1] // 2) for row in range(1, _ROWS + 1)]
    yield coordinates(columns, rows, (TOP - 1,), (9,))


def _land_outline(state: State, first: int, last: int) -> str:
    """The outline round columns that are joined: level above, each column as long as its cards."""
    left, right = _LEFT - 9 + _PITCH * first, _LEFT + 85 + _PITCH * last
    drawn = f"M{left} {TOP + 12}H{right}"
    for column in range(last, first - 1, -1):
        lowest = _UPPER + HEAD[1] + _STRIP * (len(state.columns[column]) - 1) + 14
        drawn += f"V{lowest}H{_LEFT - 9 + _PITCH * column}"
        if column > first:
            drawn += f"V{_UPPER + HEAD[1] + 6}H{_LEFT + 85 + _PITCH * (column - 1)}"
    return drawn + "z"


def cards(state: State, view: Viewer) -> Iterator[Shape]:
    """Every card, and every leader on one."""
    for column, letter in enumerate(COLUMNS):
        for row, code in enumerate(state.columns[column]):
            yield _card_shape(view.lang, code, f"{letter}{row}", "tiles", "card")
    for slot, code in zip(SLOTS, state.slots, strict=True):
        if code != EMPTY:
            yield _card_shape(view.lang, code, slot, "monuments", "joint")
    for seat, places in enumerate(state.leaders):
        for index, place in enumerate(places):
            if place:
                yield _leader(state, view, seat, index)


def _card_shape(lang: str, code: str, place: str, layer: str, form: str) -> Shape:
    at, size = place_at(place)
    return Shape(f"card {place}", layer, (use(card(code, form), at, size),), status.bare_card(code, place, lang))


def _leader(state: State, view: Viewer, seat: int, index: int) -> Shape:
    place = state.leaders[seat][index]
    at = _token(place)
    title = Sentence("picture-at", what=leader_name(view, seat, index), place=place).told(view.lang)
    return Shape(f"leader {leader(seat, index)}", "leaders", (use(leader(seat, index), at, (40, 40)),), title)


def leader_name(view: Viewer, seat: int, index: int) -> str:
    """`king of anna`."""
    return Sentence("picture-leader", leader=word(LEADERS[index], view.lang), name=view.names[seat]).told(view.lang)


def _token(place: str) -> Point:
    (x, y), (wide, _) = place_at(place)
    return (x + wide - 38, y - 1) if place in ROW else (x + 5, y - 30)


def strengths(state: State, view: Viewer) -> Iterator[Shape]:
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


def marks(state: State, view: Viewer) -> tuple[Shape, ...]:
    """Rings round the places that the orders of the last step name, as far as something is there."""
    places = ((number, place) for number, place in _places(view) if card_at(state.columns, state.slots, place))
    return last_move_rings(((number, place, *_round(place)) for number, place in places), view.lang)


def _round(place: str) -> tuple[Point, Size]:
    (x, y), (wide, high) = place_at(place)
    return (x - 3, y - 3), (wide + 6, high + 6)


def _places(view: Viewer) -> Iterator[tuple[int, str]]:
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


def spots_of_order(state: State, seat: Seat, order: m.CardsOrder, lang: str) -> OrderPicks:
    """The pieces and places of an order; a colour that is not a card of the hand is not a piece."""
    if isinstance(order, m.War | m.TakeIncome):
        return OrderPicks()
    return OrderPicks(places=tuple(m.ORDERS.format(order).split(" ")[1:]))


def spots(state: State, view: Viewer, drawing: Drawing) -> tuple[Spot, ...]:
    """What of a drawing of this state orders can name."""
    return (*_spots_on_table(state, view), *own_spots(view, drawing, LEADERS, leader, KINDS))


def _spots_on_table(state: State, view: Viewer) -> Iterator[Spot]:
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

"""Orders taken apart for programs: what each does, what it names on the board and in the hand, and what it costs."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from referee.i18n.event_text import brings_points, effect_text
from referee.kernel.events import SeatEvent
from referee.kernel.game import Price, Viewer
from referee.kernel.requests import Seat
from referee.kernel.shapes import Spot
from referee.messages.order_choices import OrderChoice, events_of_order
from referee.protocol.step.position import Position

_WORDS = re.compile(r"[^\W_][\w-]*")


class Gain(msgspec.Struct, frozen=True):
    """Points that an order brings at once."""

    seat: str
    """The seat that gets them."""
    told: str
    """How many of what, in words, as `1 red`."""


class OrderParts(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order and its parts."""

    order: str
    """The order, in the game's canonical spelling."""
    kind: str
    """Its verb."""
    places: tuple[str, ...] = ()
    """The places on the board that it names."""
    goods: tuple[str, ...] = ()
    """The goods beside the board that it names, each as often as it is used up."""
    seldom: bool = False
    """Whether it costs pieces that return late or never."""
    marks: tuple[str, ...] = ()
    """What is worth knowing of it, in words, as `score for you`."""
    points: tuple[Gain, ...] = ()
    """The points it brings at once, to any seat, as far as the seat can know."""
    names: dict[str, str] = {}
    """A name for each code in it."""
    price: Price | None = None
    """What it costs; null in a game without prices."""


def order_parts_of(position: Position, seat: Seat, found: Sequence[OrderChoice], lang: str) -> tuple[OrderParts, ...]:
    """These orders of a seat, taken apart; nothing of what others hold is in them."""
    game, state = position.table.game, position.state
    places, goods = _words_by_place(position, seat, lang)
    called = game.faces.called
    made = []
    for choice in found:
        kind, *words = _WORDS.findall(choice.order)
        move = game.notation.parse_order(choice.order)
        price = game.faces.paid(state, seat, move) if game.faces.paid is not None else None
        named = {word: called(state, word, lang) for word in words} if called is not None else {}
        made.append(
            OrderParts(
                choice.order,
                kind,
                tuple(word for word in words if word in places),
                tuple(word for word in words if word in goods),
                kind in game.faces.seldom,
                choice.marks,
                _gains(position, seat, move, lang),
                {word: name for word, name in named.items() if name},
                price,
            )
        )
    return tuple(made)


def _gains(position: Position, seat: Seat, move: object, lang: str) -> tuple[Gain, ...]:
    game, table = position.table.game, position.table
    scored = (event for event in events_of_order(position, seat, move) if brings_points(game, event))
    gains = (
        Gain(table.names[event.seat], effect_text(game, event, table.called, lang, table.called[event.seat]))
        for event in scored
        if isinstance(event, SeatEvent)
    )
    return tuple(gain for gain in gains if gain.told)


def _words_by_place(position: Position, seat: Seat, lang: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of orders that mean a place of the board, and those that mean what the seat has beside it."""
    game, state = position.table.game, position.state
    if game.faces.drawing is None or game.faces.spots is None:
        return frozenset(), frozenset()
    view = Viewer(position.table.called, seat, position.knowledge.own(seat), lang)
    drawing = game.faces.drawing(state, view)
    left, top, width, height = drawing.board

    def is_on_board(spot: Spot) -> bool:
        return left <= spot.box[0] < left + width and top <= spot.box[1] < top + height

    spots = game.faces.spots(state, view, drawing)
    places = frozenset(spot.words[0] for spot in spots if is_on_board(spot))
    beside = frozenset(word for spot in spots for word in spot.words if not is_on_board(spot))
    return places, (beside | {word for spot in spots for word in spot.words[1:]}) - places

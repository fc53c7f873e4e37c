"""The orders that a seat may give, and what is worth knowing of each.

Which events are worth it a game says in its `prose.toml`: `[marked]` has the name of an event and the field that must
hold the seat that chooses ("" if it does not matter who); the words are in its catalogue. Every order is tried on the
seat's own knowledge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from referee.i18n.event_text import answers_in_order, effect_text, is_gain, marks_of, order_mark, question_example
from referee.kernel.errors import OutOfOrder, RefereeError, Unreadable
from referee.kernel.events import Event
from referee.kernel.game import NeedsHiddenFace
from referee.kernel.goods import Hand
from referee.kernel.play import play
from referee.kernel.requests import Request, Seat
from referee.protocol.seating import Eyes
from referee.protocol.step.position import Position, names_waited_for


class OrderChoice(msgspec.Struct, frozen=True):
    """An order in its canonical spelling, and in words what is worth knowing of it: `scores for you`.

    `gains` tells that it is nothing but good for the seat, as far as a game says so. `price` is what it costs, in a
    game with prices. One that is `free` leaves the question open.
    """

    order: str
    marks: tuple[str, ...] = ()
    gains: bool = False
    price: str = ""
    free: bool = False


class ConflictSide(msgspec.Struct, frozen=True):
    """One side of a conflict."""

    seat: str
    """The seat of the side."""
    place: str
    """Where its leader stands."""
    strength: int
    """How much counts for it on the board."""
    spaces: tuple[str, ...]
    """The spaces of the board that count for it."""
    added: int | None
    """What it has added from the hand; null while that is open."""
    together: int
    """`strength` and `added` together."""


class ConflictAnswer(msgspec.Struct, frozen=True):
    """An order that answers in a conflict."""

    count: int
    """How many goods it adds."""
    order: str
    """The order, in the game's canonical spelling."""
    wins: bool | None
    """Whether the reader wins with it; null if the other side's answer decides."""
    own: int
    """The reader's sum with it."""
    other: int
    """The sum of the other side."""
    sentence: str
    """How the conflict ends with it, in a sentence."""
    told: tuple[str, ...]
    """What else is certain to follow from it, sentence by sentence."""


class Conflict(msgspec.Struct, frozen=True):
    """How a conflict stands for the side that must answer."""

    kind: str
    """The goods that count."""
    attacks: bool
    """Whether the reader attacks."""
    own: ConflictSide
    """The reader's side."""
    other: ConflictSide
    """The other side."""
    held: int | None
    """How many of these goods the hand has; null if not all of it has been seen."""
    needed: int
    """The least that wins as things are."""
    enough: str
    """The least that wins as things are, in a sentence."""
    answers: tuple[ConflictAnswer, ...]
    """Each order that answers, with what it leads to."""
    lines: tuple[str, ...] = ()
    """All of it as a terminal shows it; empty in a game without such lines."""
    ends: tuple[str, ...] = ()
    """What it leads to, a sentence if the reader wins and one if the reader loses; empty in a game without them."""


def legal_choices(position: Position, seat: Seat, lang: str = "en") -> tuple[OrderChoice, ...]:
    """Every order that `seat` may give in a position as it is known, sorted by spelling."""
    game, state, own = position.table.game, position.state, position.knowledge.own(seat)
    names = position.table.called
    return tuple(_choice(position, seat, move, names, lang) for move in game.legal_orders(state, seat, own))


def _choice(position: Position, seat: Seat, move: object, names: tuple[str, ...], lang: str) -> OrderChoice:
    game = position.table.game
    found = {order_mark(game, event, names, lang): is_gain(game, event) for event in _news_of(position, seat, move)}
    price = game.faces.price(position.state, seat, move, lang) if game.faces.price is not None else ""
    order = game.notation.format_order(move)
    gains = bool(found) and all(found.values())
    return OrderChoice(order, tuple(found), gains, price, game.free(move))


def example_answer(position: Position, request: Request) -> str:
    """An order that answers a question and that the reader's hand allows, as far as it is known: one that looks like
    the example of the game, the shortest of them, and before all others one that is nothing but good for the seat.
    """
    game, seat = position.table.game, request.seat
    spelled = game.notation.format_order
    given = game.legal_orders(position.state, seat, position.knowledge.own(seat))
    legal = [move for move in given if not game.free(move)]
    pattern = question_example(game, request)
    plain = None
    alike = [move for move in legal if _is_like(spelled(move), pattern)]
    for move in alike:  # no further than needed: trying out all of them takes as long as reading a hundred steps
        marked = _news_of(position, seat, move)
        if marked and all(is_gain(game, event) for event in marked):
            return spelled(move)
        if not marked and (plain is None or spelled(move).count(" ") < plain.count(" ")):
            plain = spelled(move)
    return plain or (spelled(alike[0]) if alike else answers_in_order(game, position.state, seat, legal)[0])


def _is_like(order: str, pattern: str) -> bool:
    return bool(pattern) and order.split(maxsplit=1)[0] == pattern.split(maxsplit=1)[0]


def _news_of(position: Position, seat: Seat, move: object) -> list[Event]:
    """The effect of an order that is worth knowing; nothing where that is not known."""
    fields = marks_of(position.table.game)
    if not fields:
        return []
    events = events_of_order(position, seat, move)
    about = ((event, fields.get(type(event).__name__.lower())) for event in events)
    return [event for event, field in about if field is not None and (not field or getattr(event, field) == seat)]


def events_of_order(position: Position, seat: Seat, move: object) -> tuple[Event, ...]:
    """What an order of a seat leads to on its own knowledge; nothing where that is not known."""
    game, own = position.table.game, position.knowledge.own(seat)
    secret: Hand = own.hand[: game.secret(move)] if own is not None else ()
    try:
        return play(game, position.state, seat, move, position.knowledge, secret=secret).events
    except (RefereeError, NeedsHiddenFace):
        return ()


def gain_text(position: Position, order: str, lang: str) -> str:
    """What an order of the player to move brings at once, or the first of several, in a few words (`1 red, 1 black`);
    "" if that is not known.
    """
    game = position.table.game
    request = position.request
    if request is None or not order:
        return ""
    first = order.partition(", ")[0]
    try:
        move = game.notation.parse_order(first)
    except Unreadable:  # in another language; the reader of what people type takes a tenth of a second to load
        move = next(iter(game.notation.read(first, position.state, request.seat))).move
    gains = [event for event in _news_of(position, request.seat, move) if is_gain(game, event)]
    names = position.table.called
    return ", ".join(effect_text(game, event, names, lang, names[request.seat]) for event in gains)


def position_to_try(position: Position, eyes: Eyes) -> tuple[Position, bool]:
    """The position for a reader who wants to try orders, and whether it is one that is not so: with the reader to move,
    everything that is open left as it lies.

    Raises:
        OutOfOrder: the game is over; or the reader is not asked, and the game cannot tell how it would be or would ask
            nothing of it.
    """
    if position.over:
        raise OutOfOrder("game-over")
    if eyes.seat is None or position.request_of(eyes.seat) is not None:
        return position, False
    if position.table.game.on_turn is None:
        raise OutOfOrder("not-asked-you", asked=names_waited_for(position))
    ahead = _on_turn(position, eyes.seat)
    if ahead.request_of(eyes.seat) is None:
        raise OutOfOrder("not-asked-you", asked=names_waited_for(position))
    return ahead, True


def _on_turn(position: Position, seat: Seat) -> Position:
    assert position.table.game.on_turn is not None
    state = position.table.game.on_turn(position.state, seat)
    return replace(position, state=state, active=seat, plans=(None,) * len(position.plans))


FEW_ENDS = 12
"""So many ways to end an order are written out; of more only the number is told."""


class ChoiceGroup(msgspec.Struct, frozen=True):
    """Orders that differ in their last word alone: how they begin, how they end, and for each mark the ends it is on,
    the rarest mark first.

    An order of one word stands alone and has no ends.
    """

    begins: str
    ends: tuple[str, ...]
    marks: tuple[tuple[str, tuple[str, ...]], ...] = ()


def group_choices(choices: Iterable[OrderChoice]) -> tuple[ChoiceGroup, ...]:
    """The groups, in the order of their first orders."""
    found: dict[str, list[tuple[str, OrderChoice]]] = {}
    for choice in choices:
        begins, _, end = choice.order.rpartition(" ")
        found.setdefault(begins or end, []).append((end if begins else "", choice))
    return tuple(_group(begins, ends) for begins, ends in found.items())


def _group(begins: str, ends: Sequence[tuple[str, OrderChoice]]) -> ChoiceGroup:
    marks: dict[str, list[str]] = {}
    for end, choice in ends:
        for mark in choice.marks:
            marks.setdefault(mark, []).append(end)
    named = sorted((end for end, _ in ends if end), key=_as_people_count)
    rarest = sorted(marks.items(), key=lambda mark: len(mark[1]))
    told = ((mark, tuple(sorted(on, key=_as_people_count))) for mark, on in rarest)
    return ChoiceGroup(begins, tuple(named), tuple(told))


def _as_people_count(end: str) -> tuple[str, int, str]:
    """A2 before A10."""
    letters = end.rstrip("0123456789")
    number = end[len(letters) :]
    return letters, int(number) if number else -1, end

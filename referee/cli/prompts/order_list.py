"""The orders that may be given, on one screen; with a word, all that hold it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.printing.width import wrap_line
from referee.kernel.game import AnyGame
from referee.kernel.requests import Seat
from referee.messages.order_choices import FEW_ENDS, ChoiceGroup, OrderChoice, group_choices
from referee.protocol.step.position import Position
from referee.protocol.step.split_orders import orders_matching

COLUMNS = 80
WIDEST = 24
"""So many columns at most how orders begin takes up where the game itself folds them."""


def order_list_lines(
    context: Context, game: AnyGame, state: Any, seat: Seat, choices: Sequence[OrderChoice], *, brief: bool = False
) -> Iterator[str]:
    """All orders that a seat may give: as the game folds them, or else those that begin alike together, where it is
    `brief` in one row with what is worth knowing of some.
    """
    if game.faces.ways is None:
        yield from _group_lines(context, game, choices, brief)
        return
    rows = game.faces.ways(state, seat, context.lang)
    width = min(max((len(begins) for begins, _ in rows), default=0) + 2, WIDEST)
    for begins, ends in rows:
        yield from _indent_further_lines(f"{begins:<{width - 2}}  {ends}".rstrip(), width)


def _group_lines(context: Context, game: AnyGame, choices: Sequence[OrderChoice], brief: bool) -> Iterator[str]:
    """One line for orders that begin alike, and one for each thing that is worth knowing of some of them.

    They come in the order of the page of order words, those that leave the question open last.
    """
    places = {entry.name: number for number, entry in reversed(tuple(enumerate(game.notation.words())))}
    taught = sorted(choices, key=lambda choice: (choice.free, _as_taught(places, choice.order)))
    told = [replace(choice, order=orders_in_words(game, choice.order, context.lang, brief=True)) for choice in taught]
    groups = group_choices(told)
    width = max((len(group.begins) for group in groups), default=0) + 2
    for group in groups:
        yield from _lines_of_group(context, group, width, brief)


def _as_taught(places: Mapping[str, int], order: str) -> list[int]:
    """The places of the words of an order, except for the last, on the page of order words; others come later."""
    words = order.split()
    return [places.get(word, len(places)) for word in words[:-1] or words]


def _lines_of_group(context: Context, group: ChoiceGroup, width: int, brief: bool) -> Iterator[str]:
    few = len(group.ends) <= FEW_ENDS
    ends = " ".join(group.ends) if few else context.sentence("so-many-ways", count=len(group.ends))
    marks = [f"{mark}: {' '.join(on)}" for mark, on in group.marks]
    first, below = ("; ".join([ends, *marks]), []) if brief else (ends, marks)
    yield from _indent_further_lines(f"{group.begins:<{width}}{first}".rstrip(), width)
    for row in below:
        yield from _indent_further_lines(f"{'':<{width}}{row}", width + 2)


def order_lines(context: Context, game: AnyGame, choices: Sequence[OrderChoice], orders: Sequence[str]) -> list[str]:
    """These orders, a line each, with what they cost."""
    prices = {choice.order: choice.price for choice in choices}
    rows = [(orders_in_words(game, order, context.lang), prices[order]) for order in orders]
    width = max((len(order) for order, _ in rows), default=0)
    return [f"{order:<{width}}  {price}".rstrip() for order, price in rows]


def _indent_further_lines(line: str, margin: int) -> list[str]:
    first, *rest = wrap_line(line, COLUMNS)
    if not rest:
        return [first]
    lines, text = [first], " ".join(part.strip() for part in rest)
    return lines + [" " * margin + part.strip() for part in wrap_line(text, COLUMNS - margin)]


def orders_in_words(game: AnyGame, orders: str, lang: str, *, brief: bool = False) -> str:
    """Orders in words of the reader's language, as they could be typed."""
    return game.notation.said(orders, brief=brief).told(lang)


def orders_with_word(position: Position, choices: Sequence[OrderChoice], word: str) -> tuple[str, ...]:
    """The orders that hold every word of `word`, in any language of the game, or at least its letters."""
    orders = [choice.order for choice in choices]
    found = orders_matching(orders, word, position.table.game.notation.words())
    return found or tuple(order for order in orders if word.lower() in order.lower())

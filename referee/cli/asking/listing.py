"""The orders that may be given, on one screen; with a word, all that hold it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.printing.width import broken
from referee.kernel.game import AnyGame
from referee.table.step.position import Position
from referee.table.step.typed_orders import orders_with
from referee.table.telling.choices import Choice, names_in
from referee.table.telling.listing import FEW, Group, grouped

COLUMNS = 80


def group_lines(context: Context, game: AnyGame, choices: Sequence[Choice]) -> Iterator[str]:
    """One line for orders that begin alike, and one for each thing that is worth knowing of some of them."""
    places = {entry.name: number for number, entry in reversed(tuple(enumerate(game.notation.words)))}
    groups = grouped(
        replace(choice, order=spoken(game, choice.order, context.lang, brief=True))
        for choice in sorted(choices, key=lambda choice: _as_taught(places, choice.order))
    )
    width = max((len(group.begins) for group in groups), default=0) + 2
    for group in groups:
        yield from _lines(context, game, group, width)


def _as_taught(places: Mapping[str, int], order: str) -> list[int]:
    """Where the words of an order, but for the last, stand on the page of order words; others behind them."""
    words = order.split()
    return [places.get(word, len(places)) for word in words[:-1] or words]


def _lines(context: Context, game: AnyGame, group: Group, width: int) -> Iterator[str]:
    few = len(group.ends) <= FEW
    ends = _ends(context, game, group.ends) if few else context.sentence("so-many-ways", count=len(group.ends))
    yield from _hanging(f"{group.begins:<{width}}{ends}".rstrip(), width)
    for mark, on in group.marks:
        yield from _hanging(f"{'':<{width}}{mark}: {' '.join(on)}", width + 2)


def _ends(context: Context, game: AnyGame, ends: Sequence[str]) -> str:
    """The ends of orders, each with its name where the game has names for codes."""
    named = [(end, names_in(game, end, context.lang)) for end in ends]
    if not any(name for _, name in named):
        return " ".join(ends)
    return "; ".join(f"{end} {name}".rstrip() for end, name in named)


def order_lines(context: Context, game: AnyGame, choices: Sequence[Choice], orders: Sequence[str]) -> list[str]:
    """These orders, a line each, with what they cost and what their codes are called."""
    known = {choice.order: choice for choice in choices}
    rows = [(spoken(game, order, context.lang), known[order].price, known[order].names) for order in orders]
    first, second = (max((len(row[column]) for row in rows), default=0) for column in (0, 1))
    return [
        f"{order:<{first}}  {price:<{second}}{'  ' if second else ''}{names}".rstrip() for order, price, names in rows
    ]


def _hanging(line: str, margin: int) -> list[str]:
    first, *rest = broken(line, COLUMNS)
    if not rest:
        return [first]
    lines, text = [first], " ".join(part.strip() for part in rest)
    return lines + [" " * margin + part.strip() for part in broken(text, COLUMNS - margin)]


def spoken(game: AnyGame, orders: str, lang: str, *, brief: bool = False) -> str:
    """Orders in words of the reader's language, as they could be typed."""
    return game.notation.said(orders, brief=brief).told(lang)


def matching(position: Position, choices: Sequence[Choice], word: str) -> tuple[str, ...]:
    """The orders that hold every word of `word`, in any language of the game, or at least its letters."""
    orders = [choice.order for choice in choices]
    found = orders_with(orders, word, position.table.game.notation.words)
    return found or tuple(order for order in orders if word.lower() in order.lower())

"""The orders that may be given, on one screen; with a word, all that hold it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.printing.width import broken
from referee.kernel.game import AnyGame
from referee.table.step.position import Position
from referee.table.step.typed_orders import orders_with
from referee.table.telling.choices import FEW_ENDS, Choice, Group, grouped, names_in

COLUMNS = 80

CROWD = 6
"""So many groups of one verb are written out; of more, those whose orders are longest are only counted."""


def group_lines(context: Context, game: AnyGame, choices: Sequence[Choice]) -> Iterator[str]:
    """One line for orders that begin alike, and one for each thing that is worth knowing of some of them.

    They come in the order of the page of order words, those that leave the question open last. Where the game has names
    and prices they stand beside the ends.
    """
    places = {entry.name: number for number, entry in reversed(tuple(enumerate(game.notation.words())))}
    taught = sorted(choices, key=lambda choice: (choice.free, _as_taught(places, choice.order)))
    told = [replace(choice, order=spoken(game, choice.order, context.lang, brief=True)) for choice in taught]
    known = {choice.order: choice for choice in told}
    groups, crowds = _crowded(game, grouped(told))
    width = max((len(begins) for begins in (*(group.begins for group in groups), *crowds)), default=0) + 2
    for group in groups:
        yield from _lines(context, game, known, group, width)
        for begins, count in crowds.items():
            if begins.split()[0] == group.begins.split()[0] and group is _last_of(groups, group):
                yield f"{begins:<{width}}{context.sentence('so-many-ways', count=count)}"


def _as_taught(places: Mapping[str, int], order: str) -> list[int]:
    """Where the words of an order, but for the last, stand on the page of order words; others after them."""
    words = order.split()
    return [places.get(word, len(places)) for word in words[:-1] or words]


def _crowded(game: AnyGame, groups: Sequence[Group]) -> tuple[list[Group], dict[str, int]]:
    """The groups to write out, and for each verb the number of orders that are only counted."""
    if game.named is None:
        return list(groups), {}
    kept, crowds = list[Group](), dict[str, int]()
    for group in groups:
        alike = [other.begins.split() for other in groups if other.begins.split()[0] == group.begins.split()[0]]
        if len(alike) > CROWD and len(group.begins.split()) > min(map(len, alike)):
            crowd = f"{group.begins.split()[0]} ..."
            crowds[crowd] = crowds.get(crowd, 0) + len(group.ends)
        else:
            kept.append(group)
    return kept, crowds


def _last_of(groups: Sequence[Group], group: Group) -> Group:
    return [other for other in groups if other.begins.split()[0] == group.begins.split()[0]][-1]


def _lines(context: Context, game: AnyGame, known: Mapping[str, Choice], group: Group, width: int) -> Iterator[str]:
    few = len(group.ends) <= FEW_ENDS
    ends = _ends(context, game, known, group) if few else context.sentence("so-many-ways", count=len(group.ends))
    yield from _hanging(f"{group.begins:<{width}}{ends}".rstrip(), width)
    for mark, on in group.marks:
        yield from _hanging(f"{'':<{width}}{mark}: {' '.join(on)}", width + 2)


def _ends(context: Context, game: AnyGame, known: Mapping[str, Choice], group: Group) -> str:
    """The ends of orders, each with name and price where the game has them; a price that all share comes last."""
    names = [names_in(game, end, context.lang) for end in group.ends]
    prices = [known[f"{group.begins} {end}"].price for end in group.ends]
    if not any((*names, *prices)):
        return " ".join(group.ends)
    shared = prices[0] if len({*prices}) == 1 and prices[0] else ""
    each = [f" ({price})" if price and not shared else "" for price in prices]
    told = "; ".join(f"{end} {name}".rstrip() + price for end, name, price in zip(group.ends, names, each, strict=True))
    return f"{told} ({shared})" if shared else told


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
    found = orders_with(orders, word, position.table.game.notation.words())
    return found or tuple(order for order in orders if word.lower() in order.lower())

"""The orders that may be given, on one screen; with a word, all that hold it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.cli.context import Context
from referee.cli.printing.width import broken
from referee.table.step.position import Position
from referee.table.step.typed_orders import orders_with
from referee.table.telling.choices import Choice
from referee.table.telling.listing import FEW, Group, grouped

COLUMNS = 80


def group_lines(context: Context, choices: Sequence[Choice]) -> Iterator[str]:
    """One line for orders that begin alike, and one for each thing that is worth knowing of some of them."""
    groups = grouped(choices)
    width = max((len(group.begins) for group in groups), default=0) + 2
    for group in groups:
        yield from _lines(context, group, width)


def _lines(context: Context, group: Group, width: int) -> Iterator[str]:
    few = len(group.ends) <= FEW
    ends = " ".join(group.ends) if few else context.sentence("so-many-ways", count=len(group.ends))
    yield from _hanging(f"{group.begins:<{width}}{ends}".rstrip(), width)
    for mark, on in group.marks:
        yield from _hanging(f"{'':<{width}}{mark}: {' '.join(on)}", width + 2)


def _hanging(line: str, margin: int) -> list[str]:
    first, *rest = broken(line, COLUMNS)
    if not rest:
        return [first]
    lines, text = [first], " ".join(part.strip() for part in rest)
    return lines + [" " * margin + part.strip() for part in broken(text, COLUMNS - margin)]


def matching(position: Position, choices: Sequence[Choice], word: str) -> tuple[str, ...]:
    """The orders that hold every word of `word`, in any language of the game, or at least its letters."""
    orders = [choice.order for choice in choices]
    found = orders_with(orders, word, position.table.game.notation.words)
    return found or tuple(order for order in orders if word.lower() in order.lower())

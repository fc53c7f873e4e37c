"""A drawing from its shapes, in the order in which they are painted, with the symbols they use; and the spots in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain

from referee.drawing.symbols import SIGNS
from referee.kernel.game import Viewer
from referee.kernel.requests import Seat
from referee.kernel.shapes import LAYERS, Drawing, Element, Shape, Spot, Symbol

_USED = re.compile(r'href="#([^"]+)"')
_HEIGHT = {layer: number for number, layer in enumerate(LAYERS)}


def assemble(
    size: tuple[int, int],
    title: str,
    shapes: Iterable[Shape],
    board: tuple[int, int, int, int],
    table: Mapping[str, Symbol] = SIGNS,
) -> Drawing:
    """The drawing of these shapes, layer by layer; within a layer they stay in the order given.

    `table` holds every symbol that the game uses, by id, each after those in its own body.
    """
    painted = tuple(sorted(shapes, key=lambda shape: _HEIGHT[shape.layer]))
    return Drawing(*size, title, painted, symbols_of(painted, table), board)


def symbols_of(shapes: Iterable[Shape], table: Mapping[str, Symbol] = SIGNS) -> tuple[Symbol, ...]:
    """The symbols of `table` that the shapes use, and those that these use, in the order of the table.

    A table names a symbol after those in its body. Raises KeyError: a shape uses what is not there.
    """
    wanted = set(chain.from_iterable(map(_used_by, shapes)))
    needed: set[str] = set()
    while wanted:
        needed |= wanted
        wanted = set(chain.from_iterable(_used_in(table[name].body) for name in wanted)) - needed
    return tuple(symbol for symbol in table.values() if symbol.id in needed)


@cache
def _used_in(body: str) -> tuple[str, ...]:
    return tuple(_USED.findall(body))


@lru_cache(maxsize=4096)
def _used_by(shape: Shape) -> tuple[str, ...]:
    return tuple(name for element in shape.elements for name in _uses(element))


def _uses(element: Element) -> Iterable[str]:
    if element.name == "use":
        yield str(element.attributes[0][1])[1:]
    for inner in element.inside:
        yield from _uses(inner)


def shapes_by_key(drawing: Drawing) -> Mapping[str, Shape]:
    """The shapes of a drawing by their keys."""
    return {shape.key: shape for shape in drawing.shapes}


def spot_on(shape: Shape, *words: str) -> Spot:
    """The spot that the first symbol or rectangle of a shape covers, named as the shape is."""
    covers = next(dict(one.attributes) for one in shape.elements if one.name in ("use", "rect"))
    left, top, width, height = (float(covers[side]) for side in ("x", "y", "width", "height"))
    return Spot(words, shape.title, (left, top, width, height))


def own_spots(
    view: Viewer, drawing: Drawing, roles: Sequence[str], symbol: Callable[[Seat, int], str], kinds: Sequence[str]
) -> Iterator[Spot]:
    """What the reader has beside the board: leaders that wait there, of each role with the symbol for a seat, and the
    hand, whose goods are of these `kinds`, in that order.
    """
    shapes, seat = shapes_by_key(drawing), view.seat
    waiting = [] if seat is None else [f"home {seat} {symbol(seat, number)}" for number in range(len(roles))]
    yield from (spot_on(shapes[key], role) for role, key in zip(roles, waiting, strict=False) if key in shapes)
    held = sorted(view.own.hand, key=kinds.index) if view.own is not None else ()
    yield from (spot_on(shapes[f"hand {number}"], kind) for number, kind in enumerate(held))

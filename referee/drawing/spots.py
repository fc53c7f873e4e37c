"""What in a drawing can be pointed at: spots where its shapes lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.kernel.drawing import Drawing, Shape, Spot
from referee.kernel.game import View


def by_key(drawing: Drawing) -> Mapping[str, Shape]:
    """The shapes of a drawing by their keys."""
    return {shape.key: shape for shape in drawing.shapes}


def spot_on(shape: Shape, *words: str) -> Spot:
    """The spot that the first symbol or rectangle of a shape covers, named as the shape is."""
    covers = next(dict(one.attributes) for one in shape.elements if one.name in ("use", "rect"))
    left, top, width, height = (float(covers[side]) for side in ("x", "y", "width", "height"))
    return Spot(words, shape.title, (left, top, width, height))


def own_spots(view: View, drawing: Drawing, leaders: Mapping[str, str], kinds: Sequence[str]) -> Iterator[Spot]:
    """What the reader has beside the board: leaders that wait there, by role and symbol, and the hand, whose goods are
    of these `kinds` and lie in their order.
    """
    shapes = by_key(drawing)
    for role, symbol in leaders.items():
        waits = shapes.get(f"seat {view.seat} {symbol}")
        if waits is not None:
            yield spot_on(waits, role)
    held = sorted(view.own.hand, key=kinds.index) if view.own is not None else ()
    yield from (spot_on(shapes[f"hand {number}"], kind) for number, kind in enumerate(held))

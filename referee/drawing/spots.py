"""What in a drawing can be pointed at: spots where its shapes lie."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.drawing import Drawing, Shape, Spot


def by_key(drawing: Drawing) -> Mapping[str, Shape]:
    """The shapes of a drawing by their keys."""
    return {shape.key: shape for shape in drawing.shapes}


def spot_on(shape: Shape, *words: str) -> Spot:
    """The spot that the first symbol or rectangle of a shape covers, named as the shape is."""
    covers = next(dict(one.attributes) for one in shape.elements if one.name in ("use", "rect"))
    left, top, width, height = (float(covers[side]) for side in ("x", "y", "width", "height"))
    return Spot(words, shape.title, (left, top, width, height))

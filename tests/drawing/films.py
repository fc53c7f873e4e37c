"""Films of each game, and hostile words in them."""

from __future__ import annotations

from referee.drawing.assembly import assemble
from referee.drawing.svg_document import rectangle, words
from referee.kernel.shapes import Drawing, Shape

HOSTILE = "</script><b>\u2028]]>\"'\x1b"


def tile(place: str, x: float, colour: str = "p0") -> Shape:
    return Shape(f"tile {place}", "tiles", (rectangle((x, 4), (40, 40), colour),), f"tile {place}")


def said(text: str) -> Shape:
    return Shape("headline", "head", (words((26, 38), text, "h"), words((26, 58), "always", "b")))


def drawn(*shapes: Shape) -> Drawing:
    return assemble((820, 700), "a game", shapes, (0, 0, 820, 600))


DRAWINGS = (
    drawn(said("one")),
    drawn(tile("A1", 4), said("two")),
    drawn(tile("A1", 4), tile("B1", 52.5), said("two")),
    drawn(tile("A1", 4, "p3"), tile("B1", 52.5), said("one")),
)

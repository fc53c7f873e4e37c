"""What surrounds a board in a page: head, rows and facts.

A page shows the board alone, as large as there is room, and puts round it what a picture has above and below: words as
paragraphs, whatever has a sign as a picture of its own that is not larger than the sign. Each keeps its place in the
picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from msgspec.structs import replace

from referee.kernel.requests import Seat
from referee.kernel.shapes import BOARD, Drawing, Element, Shape, Spot

HAND, HOME, POINTS = "hand", "home", "own"
"""What a page shows beside the board because it is the reader's own; first words of keys of shapes."""

WIDEST = 800
"""A shape wider than this is described in words: it would not be legible beside a board."""

ROW = 20
"""Shapes no further apart than this, from middle to middle, are in one row."""

PIECE = "graphics-symbol img"

_EM = {"h": 26, "n": 21, "b": 19, "wn": 24, "wb": 21, "wh": 28, "sm": 16}
_LETTER = 0.68
_STEPS = re.compile(r"([MLlHhVvCcQqSsZz])([^A-Za-z]*)")
_NUMBERS = re.compile(r"-?[\d.]+")

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def flowing_drawing(drawing: Drawing, seat: Seat | None) -> Drawing:
    """The drawing for a page: the board as it is, the rest as pictures and lines; `seat` is the reader's own."""
    shapes = [shape for shape in drawing.shapes if shape.layer in BOARD and shape.layer != "paper"]
    apart = (_apart(shape, seat) for shape in drawing.shapes if shape.layer not in BOARD)
    return replace(drawing, shapes=(*shapes, *chain.from_iterable(apart)))


def pieces_on_spots(drawing: Drawing, spots: Iterable[Spot]) -> tuple[str, ...]:
    """What is on each spot of the board, by the names that the picture has for it; "" for nothing."""
    pieces = [shape for shape in drawing.shapes if shape.layer in BOARD and shape.title and shape.layer != "marks"]
    middles = []
    for shape in pieces:
        if covered := [box for one in shape.elements for box in _extents(one)]:
            left, top, right, bottom = _union(covered)
            middles.append((shape.title, (left + right) / 2, (top + bottom) / 2))
    return tuple(", ".join(dict.fromkeys(_titles_within(spot.box, middles))) for spot in spots)


def signs_beside(drawing: Drawing, spots: Iterable[Spot]) -> dict[Spot, str]:
    """The spots that are next to the board, each with the id of the symbol that is drawn there, "" for none."""
    left, top, width, height = drawing.board
    signs = list(chain.from_iterable(_drawn_signs(shape.elements) for shape in drawing.shapes))
    apart = [spot for spot in spots if not (left <= spot.box[0] < left + width and top <= spot.box[1] < top + height)]
    return {spot: next(_titles_within(spot.box, signs), "") for spot in apart}


def _drawn_signs(elements: Iterable[Element]) -> Iterator[tuple[str, float, float]]:
    """The symbols that elements use, each with its middle."""
    for one in elements:
        values = dict(one.attributes)
        if one.name == "use" and "x" in values:
            x, y, wide, high = (float(values[key]) for key in ("x", "y", "width", "height"))
            yield str(values["href"])[1:], x + wide / 2, y + high / 2
        yield from _drawn_signs(one.inside)


def _titles_within(box: Box, middles: Iterable[tuple[str, float, float]]) -> Iterator[str]:
    left, top, width, height = box
    for title, x, y in middles:
        if left <= x <= left + width and top <= y <= top + height:
            yield title


def in_reading_order(shapes: Iterable[Shape]) -> list[Shape]:
    """Shapes round the board as they are read: row by row, from the left."""
    rows: list[tuple[float, list[tuple[float, Shape]]]] = []
    for (x, y), shape in sorted(((_point_of(shape), shape) for shape in shapes), key=lambda found: found[0][::-1]):
        if not rows or y - rows[-1][0] > ROW:
            rows.append((y, []))
        rows[-1][1].append((x, shape))
    return [shape for _, row in rows for _, shape in sorted(row, key=lambda found: found[0])]


def _point_of(shape: Shape) -> tuple[float, float]:
    said = dict(shape.elements[0].attributes)
    if "viewBox" in said:
        x, y, _, height = map(float, str(said["viewBox"]).split())
        return x, y + height / 2
    x, y = map(float, str(said["data-at"]).split())
    return x, y


@lru_cache(maxsize=4096)
def _apart(shape: Shape, seat: Seat | None) -> tuple[Shape, ...]:
    """A shape in the flow of a page; nothing for what is only a ground. In a replay most stay for many steps."""
    return tuple(_shapes_in_flow(shape, seat))


def _shapes_in_flow(shape: Shape, seat: Seat | None) -> Iterator[Shape]:
    word, _, rest = shape.key.partition(" ")
    layer = _part_of_page(shape, word, rest, seat)
    drawn = any(one.name in ("use", "rect") for one in shape.elements)
    left, top, right, bottom = _union(box for one in shape.elements for box in _extents(one))
    at = f"{left:g} {(top + bottom) / 2:g}"
    if word == "ribbon" or not drawn:
        texts = " ".join(one.text for one in shape.elements if one.name == "text") or shape.title
        if texts:
            yield Shape(shape.key, layer, (Element("p", (("class", f"of-{word}"), ("data-at", at)), texts),))
        return
    size = (("width", round(right - left, 1)), ("height", round(bottom - top, 1)))
    attributes = (
        ("class", f"part of-{word}"),
        ("role", PIECE) if shape.title else ("aria-hidden", "true"),
        ("viewBox", f"{left:g} {top:g} {size[0][1]:g} {size[1][1]:g}"),
        *size,
    )
    if right - left > WIDEST and shape.title:
        yield from _row_in_words(shape, layer, left, at)
        return
    title = (Element("title", (), shape.title),) if shape.title else ()
    yield Shape(shape.key, layer, (Element("svg", attributes, "", (*title, *shape.elements)),))


def _row_in_words(shape: Shape, layer: str, left: float, at: str) -> Iterator[Shape]:
    """A row too wide to flow: its sign, and in words what the others of its signs count."""
    sign = [one for one in shape.elements if all(box[2] <= left + 2 * ROW + 12 for box in _extents(one))]
    if sign:
        (word, rest) = shape.key.partition(" ")[::2]
        yield from _apart(Shape(f"{word} {rest} sign", shape.layer, tuple(sign)), None)
    x, y = at.split()
    said = (("class", "of-row"), ("data-at", f"{float(x) + 1:g} {y}"))
    yield Shape(shape.key, layer, (Element("p", said, shape.title),))


def _part_of_page(shape: Shape, word: str, rest: str, seat: Seat | None) -> str:
    """Where in the page a shape stands: with its seat, with what is the reader's own, or as its layer says."""
    number = rest.partition(" ")[0]
    if word == HOME and number == str(seat):
        return HOME
    if word in ("seat", "asked", HOME):
        return f"seat-{number}"
    return word if word in (HAND, POINTS) else shape.layer


def _union(boxes: Iterable[Box]) -> Box:
    found = list(boxes)
    left, top = min(one[0] for one in found), min(one[1] for one in found)
    return left, top, max(one[2] for one in found), max(one[3] for one in found)


def _extents(one: Element) -> Iterator[Box]:
    """What an element covers; of text the most that it may."""
    said = dict(one.attributes)
    if one.name in ("use", "rect"):
        edge = float(said.get("stroke-width", 0)) / 2
        x, y, width, height = (float(said[side]) for side in ("x", "y", "width", "height"))
        yield x - edge, y - edge, x + width + edge, y + height + edge
    elif one.name == "text":
        classes = str(said.get("class", "")).split()
        em = next((size for name, size in _EM.items() if name in classes), 16)
        wide = em * _LETTER * len(one.text or "".join(inner.text for inner in one.inside))
        x, y = float(said["x"]), float(said["y"])
        x -= wide if "e" in classes else wide / 2 if "m" in classes else 0
        yield x, y - em, x + wide, y + em / 4
    elif one.name == "path":
        yield _path_extents(str(said["d"]))


def _path_extents(drawn: str) -> Box:
    """What the corners of a path cover."""
    x = y = 0.0
    corners = []
    for letter, told in _STEPS.findall(drawn):
        numbers = [float(number) for number in _NUMBERS.findall(told)]
        if letter in "Hh" and numbers:
            x = numbers[-1] + (x if letter == "h" else 0)
        elif letter in "Vv" and numbers:
            y = numbers[-1] + (y if letter == "v" else 0)
        elif letter.isupper() and numbers:
            x, y = numbers[-2:]
        else:
            for across, down in zip(numbers[::2], numbers[1::2], strict=False):
                x, y = x + across, y + down
                corners.append((x, y))
        corners.append((x, y))
    return _union((*corner, *corner) for corner in corners)

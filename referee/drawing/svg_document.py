"""A drawing as an SVG document, one shape a line, the same drawing the same bytes.

It scales to the width of whatever shows it, follows the reader's light or dark scheme, and is readable without seeing
it: the root is a graphics document with a title and a description, each piece a named symbol in it.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256

from referee.drawing.markup import attribute_name, code_tag, element_markup, markup_of, tag
from referee.drawing.stylesheet import style_rules
from referee.drawing.text_picture import plain_text_of
from referee.kernel.game import Display, S, Viewer
from referee.kernel.shapes import BOARD, Drawing, Element, Markup, Shape, Symbol

Number = int | float
Point = tuple[Number, Number]
Size = tuple[Number, Number]


def element(name: str, text: str = "", inside: Iterable[Element] = (), **attributes: Number | str | None) -> Element:
    """One element. Attributes keep their order, `_` in a name stands for `-`, `class_` for `class`, None for none."""
    written = tuple((attribute_name(key), value) for key, value in attributes.items() if value is not None)
    return Element(name, written, text, tuple(inside))


def use(symbol: str, at: Point, size: Size, classes: str = "") -> Element:
    """A symbol, drawn into the rectangle at `at`."""
    return element("use", href=f"#{symbol}", x=at[0], y=at[1], width=size[0], height=size[1], class_=classes or None)


def words(at: Point, text: str, classes: str) -> Element:
    """Text with its base line at `at`; classes say how large, and by `m` or `e` that its middle or end is there."""
    return Element("text", (("x", at[0]), ("y", at[1]), ("class", classes)), text)


def rectangle(at: Point, size: Size, classes: str, *, radius: Number = 0, line: Number = 0) -> Element:
    """A rectangle; `line` is the width of its edge."""
    (x, y), (width, height), rx, edge = at, size, radius or None, line or None
    return element("rect", x=x, y=y, width=width, height=height, rx=rx, stroke_width=edge, class_=classes)


def plate(at: Point, size: Size, radius: Number, classes: str, line: Number) -> Element:
    """The ground of a symbol: a rectangle with round corners and an edge."""
    return element(
        "rect", x=at[0], y=at[1], width=size[0], height=size[1], rx=radius, class_=classes, stroke_width=line
    )


def path(drawn: str, classes: str, *, line: Number = 0) -> Element:
    """A path; `line` is the width of its edge."""
    return element("path", d=drawn, stroke_width=line or None, class_=classes)


_CLASSES = re.compile(r'class="([^"]+)"')

PIECE = "graphics-symbol img"
"""The role of a shape that has a name of its own; `img` is for readers that know no graphics roles."""


def svg_of(faces: Display[S], state: S, view: Viewer, *, board: bool = False) -> str:
    """The SVG document of a state, with `board` of nothing but the board; the board in sentences is its description.
    The game has `faces.drawing`.
    """
    assert faces.drawing is not None
    return document(faces.drawing(state, view), "\n".join(board_in_lines(faces, state, view)), board=board)


def board_in_lines(faces: Display[S], state: S, view: Viewer) -> tuple[str, ...]:
    """The board as it can be heard, line by line; drawn in letters if the game tells it in no other way."""
    if faces.listing is not None:
        return faces.listing(state, view)
    return tuple(plain_text_of(faces.text(state, view)).splitlines())


def document(drawing: Drawing, description: str = "", *, board: bool = False) -> str:
    """The whole document, with the rules of its style sheet that it uses; `description` may have several lines. With
    `board` it has nothing but the board.
    """
    shapes = [shape_markup(shape) for shape in drawing.shapes if not board or shape.layer in BOARD]
    box = drawing.board if board else (0, 0, drawing.width, drawing.height)
    return framed_svg(box, drawing.title, description, drawing.symbols, shapes)


def framed_svg(
    box: tuple[int, int, int, int],
    title: str,
    description: str,
    symbols: Iterable[Symbol],
    shapes: Sequence[Markup],
    style: str = "",
) -> str:
    """The document of written shapes with title and description; `style` are rules after those of the style sheet
    that it uses.
    """
    pool = [*map(symbol_markup, symbols)]
    lines = markup_of(*description.splitlines(), between="\n")
    rules = code_tag("style", style_rules(_classes((*pool, *shapes))) + style)
    head = markup_of(tag("title", title, id="t"), tag("desc", lines, id="d"), rules)
    inside = markup_of("", head, tag("defs", markup_of("", *pool, "", between="\n")), *shapes, "", between="\n")
    place = (("viewBox", " ".join(map(str, box))), ("width", box[2]))
    read = (("role", "graphics-document document"), ("aria-labelledby", "t d"))
    return str(markup_of(element_markup("svg", (_SPACE, *place, *read), inside), "", between="\n"))


_SPACE = ("xmlns", "http://www.w3.org/2000/svg")


def symbol_document(symbols: Iterable[Symbol]) -> str:
    """A document with nothing but symbols, for a page that draws shapes itself."""
    inside = markup_of("", *map(symbol_markup, symbols), "", between="\n")
    return str(markup_of(element_markup("svg", (_SPACE,), inside), "", between="\n"))


def symbol_of(name: str, box: str, *elements: Element) -> Symbol:
    """A symbol that these elements are."""
    return Symbol(name, box, markup_of(*map(markup, elements)))


def symbol_markup(symbol: Symbol) -> Markup:
    """A symbol among those that a picture defines."""
    return element_markup("symbol", (("id", symbol.id), ("viewBox", symbol.box)), symbol.body)


def _classes(parts: Iterable[str]) -> frozenset[str]:
    return frozenset(name for part in parts for names in _CLASSES.findall(part) for name in names.split())


@lru_cache(8192)
def shape_markup(shape: Shape) -> Markup:
    """A shape as markup: a group with its name, hidden from readers, or bare."""
    inside = markup_of(*map(markup, shape.elements))
    if shape.title:
        return tag("g", tag("title", shape.title), inside, role=PIECE)
    return tag("g", inside, aria_hidden="true") if shape.unspoken else inside


def markup(element: Element) -> Markup:
    """An element with all that is in it, its text and values escaped."""
    return element_markup(element.name, element.attributes, markup_of(element.text, *map(markup, element.inside)))


def csp_hash(text: str) -> str:
    """What a policy calls an inline style or script by: `sha256-` and the hash of its bytes."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"

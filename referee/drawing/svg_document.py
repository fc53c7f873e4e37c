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

from referee.drawing.safe_text import safe_text
from referee.drawing.stylesheet import style_rules
from referee.drawing.text_picture import plain_text_of
from referee.kernel.game import Display, S, Viewer
from referee.kernel.shapes import BOARD, Drawing, Element, Shape, Symbol

Number = int | float
Point = tuple[Number, Number]
Size = tuple[Number, Number]


def element(name: str, text: str = "", inside: Iterable[Element] = (), **attributes: Number | str | None) -> Element:
    """One element. Attributes keep their order, `_` in a name stands for `-`, `class_` for `class`, None for none."""
    written = tuple(
        (key.rstrip("_").replace("_", "-") if key != "viewBox" else key, value)
        for key, value in attributes.items()
        if value is not None
    )
    return Element(name, written, text, tuple(inside))


def use(symbol: str, at: Point, size: Size, classes: str = "") -> Element:
    """A symbol, drawn into the rectangle at `at`."""
    place: tuple[tuple[str, str | Number], ...] = (
        ("href", f"#{symbol}"),
        ("x", at[0]),
        ("y", at[1]),
        ("width", size[0]),
        ("height", size[1]),
    )
    return Element("use", (*place, ("class", classes)) if classes else place)


def words(at: Point, text: str, classes: str) -> Element:
    """Text with its base line at `at`; classes say how large, and by `m` or `e` that its middle or end is there."""
    return Element("text", (("x", at[0]), ("y", at[1]), ("class", classes)), text)


def rectangle(at: Point, size: Size, classes: str, *, radius: Number = 0, line: Number = 0) -> Element:
    """A rectangle; `line` is the width of its edge."""
    place = (("x", at[0]), ("y", at[1]), ("width", size[0]), ("height", size[1]))
    return Element("rect", (*place, *_edge(radius, line), ("class", classes)))


def path(drawn: str, classes: str, *, line: Number = 0) -> Element:
    """A path; `line` is the width of its edge."""
    return Element("path", (("d", drawn), *_edge(0, line), ("class", classes)))


def _edge(radius: Number, line: Number) -> tuple[tuple[str, Number], ...]:
    rounded = (("rx", radius),) if radius else ()
    return (*rounded, ("stroke-width", line)) if line else rounded


_SIGNS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_CLASSES = re.compile(r'class="([^"]+)"')

PIECE = "graphics-symbol img"
"""The role of a shape that has a name of its own; `img` is for readers that know no graphics roles."""


def escaped(text: str) -> str:
    """`text` as it may stand between tags and in an attribute: nothing in it can end either, or is invisible."""
    return safe_text(text).translate(_SIGNS)


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
    """The whole document, with the rules of its style sheet that it uses; `description` may have several lines."""
    return body(drawing, description, style=True, board=board)


def body(drawing: Drawing, description: str = "", *, style: bool = False, board: bool = False) -> str:
    """The picture as an element of a page that holds the style sheet, or with `style` standing alone; with `board`
    without what stands round the board.
    """
    shapes = [shape_markup(shape) for shape in drawing.shapes if not board or shape.layer in BOARD]
    box = drawing.board if board else (0, 0, drawing.width, drawing.height)
    return framed_svg(box, drawing.title, description, drawing.symbols, shapes, "" if style else None)


def framed_svg(
    box: tuple[int, int, int, int],
    title: str,
    description: str,
    symbols: Iterable[Symbol],
    shapes: Sequence[str],
    style: str | None,
) -> str:
    """Written shapes as an element with title and description; with `style`, rules that stand behind those of the
    style sheet that it uses, standing alone.
    """
    pool = [*map(_symbol_markup, symbols)]
    root = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, box))}" '
        f'width="{box[2]}" role="graphics-document document" aria-labelledby="t d">'
    )
    said = "\n".join(map(escaped, description.splitlines()))
    head = f'<title id="t">{escaped(title)}</title><desc id="d">{said}</desc>'
    if style is not None:
        head += f"<style>{style_rules(_classes((*pool, *shapes)))}{style}</style>"
    return "\n".join([root, head, "<defs>", *pool, "</defs>", *shapes, "</svg>", ""])


def symbol_document(symbols: Iterable[Symbol]) -> str:
    """A document with nothing but symbols, for a page that draws shapes itself."""
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *map(_symbol_markup, symbols), "</svg>", ""])


def _symbol_markup(symbol: Symbol) -> str:
    return f'<symbol id="{symbol.id}" viewBox="{symbol.box}">{symbol.body}</symbol>'


def _classes(parts: Iterable[str]) -> frozenset[str]:
    return frozenset(name for part in parts for names in _CLASSES.findall(part) for name in names.split())


@lru_cache(8192)
def shape_markup(shape: Shape) -> str:
    """A shape as markup: a group with its name, hidden from readers, or bare."""
    inside = "".join(map(markup, shape.elements))
    if shape.title:
        return f'<g role="{PIECE}"><title>{escaped(shape.title)}</title>{inside}</g>'
    return f'<g aria-hidden="true">{inside}</g>' if shape.unspoken else inside


def markup(element: Element) -> str:
    """An element with all that is in it, its text and values escaped."""
    attributes = "".join(f' {name}="{_value(value)}"' for name, value in element.attributes)
    inside = escaped(element.text) + "".join(map(markup, element.inside))
    return f"<{element.name}{attributes}>{inside}</{element.name}>" if inside else f"<{element.name}{attributes}/>"


def _value(value: str | float) -> str:
    return escaped(value) if isinstance(value, str) else f"{value:g}"


def csp_hash(text: str) -> str:
    """What a policy calls an inline style or script by: `sha256-` and the hash of its bytes."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"

"""SVG documents out of shapes: whole numbers, no style sheet, no script, no link; the same shapes give the same bytes.

A shape is text that holds one SVG element. Units are pixels, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.drawing.safe import safe_text

Shape = str
Point = tuple[int, int]

FONT = "DejaVu Sans, Verdana, sans-serif"
_SIGNS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escaped(text: str) -> str:
    """`text` as it may stand between tags and in an attribute: nothing in it can end either, or is invisible."""
    return safe_text(text).translate(_SIGNS)


def element(name: str, content: Iterable[Shape] = (), **attributes: str | int | None) -> Shape:
    """One element. Attributes keep their order, `_` in a name stands for `-`, None leaves the attribute out.

    `content` are elements, or text that has been escaped.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(content)
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def rectangle(
    at: Point, size: tuple[int, int], fill: str, *, stroke: str | None = None, width: int | None = None, round_: int = 0
) -> Shape:
    """A rectangle with its upper left corner at `at`; `round_` is the radius of its corners."""
    return element(
        "rect",
        x=at[0],
        y=at[1],
        width=size[0],
        height=size[1],
        rx=round_ or None,
        fill=fill,
        stroke=stroke,
        stroke_width=width,
    )


def disc(at: Point, radius: int, fill: str, *, stroke: str | None = None, width: int | None = None) -> Shape:
    """A disc around `at`."""
    return element("circle", cx=at[0], cy=at[1], r=radius, fill=fill, stroke=stroke, stroke_width=width)


def polygon(points: Sequence[Point], fill: str, *, stroke: str | None = None, width: int | None = None) -> Shape:
    """A closed shape with straight edges."""
    return element("polygon", points=_points(points), fill=fill, stroke=stroke, stroke_width=width)


def polyline(points: Sequence[Point], stroke: str, width: int, *, dashes: str | None = None) -> Shape:
    """A line through `points`, not filled."""
    return element(
        "polyline",
        points=_points(points),
        fill="none",
        stroke=stroke,
        stroke_width=width,
        stroke_linecap="round",
        stroke_dasharray=dashes,
    )


def label(at: Point, text: str, size: int, fill: str, *, anchor: str = "start", bold: bool = False) -> Shape:
    """Text with its base line at `at`; `anchor` is start, middle or end."""
    return element(
        "text",
        [escaped(text)],
        x=at[0],
        y=at[1],
        font_size=size,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        font_weight="bold" if bold else None,
    )


def named(name: str, shapes: Iterable[Shape]) -> Shape:
    """Shapes as one group whose name is shown when the pointer rests on it, and read out by a screen reader."""
    return element("g", [element("title", [escaped(name)]), *shapes])


def document(width: int, height: int, title: str, shapes: Iterable[Shape]) -> str:
    """A whole SVG document, a shape a line."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" font-family="{FONT}">'
    )
    return "\n".join([head, element("title", [escaped(title)]), *shapes, "</svg>", ""])


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)

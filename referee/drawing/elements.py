"""Elements of SVG from numbers and class names: what a game's geometry is written in."""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel.drawing import Element

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

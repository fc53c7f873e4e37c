"""Many drawings as one: what changes from frame to frame, as data and as an SVG that moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from referee.drawing.markup import tag
from referee.drawing.safe_text import safe_text
from referee.drawing.svg_document import PIECE, framed_svg, shape_markup
from referee.kernel.shapes import BOARD, Drawing, Element, Markup, Shape, Symbol

SECONDS = 2
"""How long a drawing is seen; the last one three times as long."""

_LAST = 3


def animated_document(drawings: Sequence[Drawing], description: str = "") -> str:
    """The whole document; the same drawings give the same bytes."""
    last = len(drawings) - 1
    seen: dict[str, dict[Markup, list[int]]] = {}
    for step, drawing in enumerate(drawings):
        for shape in drawing.shapes:
            seen.setdefault(shape.layer, {}).setdefault(shape_markup(shape), []).append(step)
    classes: dict[tuple[int, ...], str] = {}
    shapes = []
    for layer in seen.values():
        for text, steps in layer.items():
            when = tuple(dict.fromkeys(steps))
            name = classes.setdefault(when, f"film{len(classes)}") if len(when) <= last else ""
            shapes.append(tag("g", text, class_=name) if name else text)
    rest = "".join(f".{name}{{visibility:hidden}}" for when, name in classes.items() if last not in when)
    moving = "".join(_rules(name, when, last) for when, name in classes.items())
    halt = "svg:hover g{animation-play-state:paused}" if classes else ""
    motion = f"@media screen and (prefers-reduced-motion:no-preference){{{moving}{halt}}}" if classes else ""
    symbols = {symbol.id: symbol for drawing in drawings for symbol in drawing.symbols}.values()
    size = max(drawing.width for drawing in drawings), max(drawing.height for drawing in drawings)
    return framed_svg((0, 0, *size), drawings[-1].title, description, symbols, shapes, f"{rest}{motion}")


def _rules(name: str, when: Iterable[int], last: int) -> str:
    """When the shapes of a class are seen: from each change to the next one as it says."""
    shown, total = set(when), last + _LAST
    changes = [0, *(step for before, step in pairwise(range(last + 1)) if (before in shown) != (step in shown))]
    frames = "".join(
        f"{100 * step / total:.6g}%{{visibility:{'visible' if step in shown else 'hidden'}}}" for step in changes
    )
    return f".{name}{{animation:{name} {SECONDS * total}s step-end 3}}@keyframes {name}{{{frames}}}"


Value = str | int | float

_SHARED = ("class", "role", "aria-hidden")
"""Attributes that belong to a form, whatever they say."""


class Film(NamedTuple):
    """Drawings one after another.

    `newest`       the shapes of the last drawing: in each layer first those that stay, then the others by their numbers
    """

    board: tuple[int, int, int, int]
    """Left, top, width and height of the board in them."""
    near: tuple[int, int, int, int] | None
    """What of it is looked at first after the last step, if it is too large to be read whole."""
    symbols: tuple[Symbol, ...]
    """Every symbol that they use, each after those it uses itself."""
    layers: tuple[str, ...]
    """The layers of the shapes, from the lowest to the uppermost."""
    still: tuple[int, ...]
    """How many shapes of each layer of the board stay from the first step to the last; they have no number."""
    newest: tuple[Shape, ...]
    forms: tuple[Any, ...]
    """(layer, tree); a tree is (element, attributes, open attributes, text, trees inside ..), its text "" for none, a
    string for one that all shapes of the form have, and 0 for one that each has itself.
    """
    shapes: tuple[tuple[Value, ...], ...]
    """(number of its form, values for what is open, in the order of the tree)."""
    steps: tuple[tuple[str, tuple[int, ...], tuple[int, ...]], ...]
    """(title, shapes that go, shapes that come), by their numbers."""


def make_film(drawings: Sequence[Drawing]) -> Film:
    """The film of these drawings; the same drawings give the same film."""
    pool: dict[tuple[str, Element], int] = {}
    known: dict[int, int] = {}
    shown = [_numbered_shapes(drawing, pool, known) for drawing in drawings]
    round_it = {number for (layer, _), number in pool.items() if layer not in BOARD}
    stay = set(shown[0]).intersection(*shown) - round_it
    moving = [number for number in range(len(pool)) if number not in stay]
    renamed = {number: place for place, number in enumerate(moving)}
    layers = tuple(dict.fromkeys(shape.layer for drawing in drawings for shape in drawing.shapes))
    forms, shapes = _forms_of_pool([one for one, number in pool.items() if number in renamed], layers)
    symbols = tuple({symbol.id: symbol for drawing in drawings for symbol in drawing.symbols}.values())
    last = shown[-1]
    newest = [shape for number, shape in last.items() if number in stay]
    still = tuple(sum(shape.layer == layer for shape in newest) for layer in layers)
    newest += [last[number] for number in moving if number in last]
    steps = _changes_by_step(
        drawings, [[renamed[number] for number in numbers if number in renamed] for numbers in shown]
    )
    return Film(drawings[-1].board, drawings[-1].near, symbols, layers, still, tuple(newest), forms, shapes, steps)


def _numbered_shapes(drawing: Drawing, pool: dict[tuple[str, Element], int], known: dict[int, int]) -> dict[int, Shape]:
    """The shapes of a drawing by their numbers in the pool; new ones go into it and among those known by identity."""
    for shape in drawing.shapes:
        if id(shape) not in known:
            known[id(shape)] = pool.setdefault((shape.layer, shape_element(shape)), len(pool))
    return {known[id(shape)]: shape for shape in drawing.shapes}


def _changes_by_step(
    drawings: Sequence[Drawing], shown: Sequence[Sequence[int]]
) -> tuple[tuple[str, tuple[int, ...], tuple[int, ...]], ...]:
    """For each step its title, the shapes that go and those that come, from the numbers that are shown after it."""
    steps, before = [], set[int]()
    for drawing, numbers in zip(drawings, shown, strict=True):
        come = tuple(number for number in numbers if number not in before)
        steps.append((safe_text(drawing.title), tuple(sorted(before.difference(numbers))), come))
        before = set(numbers)
    return tuple(steps)


def shape_element(shape: Shape) -> Element:
    """A shape as one element, as `document.written` writes it; a bare one of several elements is put into a group."""
    if shape.title:
        title = Element("title", (), shape.title)
        return Element("g", (("role", PIECE),), "", (title, *shape.elements))
    if shape.unspoken:
        return Element("g", (("aria-hidden", "true"),), "", shape.elements)
    return shape.elements[0] if len(shape.elements) == 1 else Element("g", (), "", shape.elements)


def _forms_of_pool(
    pool: Iterable[tuple[str, Element]], layers: Sequence[str]
) -> tuple[tuple[Any, ...], tuple[tuple[Value, ...], ...]]:
    """Forms and shapes of a pool. What all shapes of a form have in common is in the form."""
    kinds: dict[Any, list[tuple[Value, ...]]] = {}
    members = []
    for layer, element in pool:
        kind = (layers.index(layer), _outline(element))
        found = kinds.setdefault(kind, [])
        members.append((kind, len(found)))
        found.append(tuple(_open_values(element)))
    forms, kept = [], {}
    for number, ((layer, outline), lists) in enumerate(kinds.items()):
        common = tuple(same[0] if len(set(same)) == 1 else None for same in zip(*lists, strict=True))
        own = [at for at, value in enumerate(common) if value is None]
        forms.append((layer, _tree(outline, iter(common))))
        kept[layer, outline] = [(number, *(values[at] for at in own)) for values in lists]
    return tuple(forms), tuple(kept[kind][at] for kind, at in members)


def _outline(element: Element) -> Any:
    """What of an element is its form: names, shared attributes, whether it has text, and the elements in it."""
    names = tuple((name, value if name in _SHARED else None) for name, value in element.attributes)
    return element.name, names, bool(element.text), tuple(map(_outline, element.inside))


def _open_values(element: Element) -> Iterator[Value]:
    """The values that a form leaves open."""
    yield from (_plain(value) for name, value in element.attributes if name not in _SHARED)
    if element.text:
        yield safe_text(element.text)
    for inner in element.inside:
        yield from _open_values(inner)


def _plain(value: Value) -> Value:
    """A number as a document writes it, a whole one without a point."""
    if isinstance(value, str):
        return safe_text(value)
    if isinstance(value, int):
        return value
    short = float(f"{value:g}")
    return int(short) if short.is_integer() else short


def _tree(outline: Any, common: Iterator[Value | None]) -> tuple[Any, ...]:
    name, names, told, inside = outline
    known: dict[str, Value] = {}
    free = []
    for attribute, value in names:
        found = value if value is not None else next(common)
        if found is None:
            free.append(attribute)
        else:
            known[attribute] = found
    text: Value = ""
    if told:
        text = next(common) or 0
    return name, known, tuple(free), text, *(_tree(inner, common) for inner in inside)

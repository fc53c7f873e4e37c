"""Drawings one after another as one SVG that moves by itself: no script, each shape once, and when it is seen.

Whoever wants no motion, prints, or has a renderer that knows none sees the last drawing. It is shown three times and
rests on the last drawing; a pointer on it halts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from referee.drawing.document import framed, written
from referee.kernel.drawing import Drawing

SECONDS = 2
"""How long a drawing is seen; the last one three times as long."""

_LAST = 3


def animated(drawings: Sequence[Drawing], description: str = "") -> str:
    """The whole document; the same drawings give the same bytes."""
    last = len(drawings) - 1
    seen: dict[str, dict[str, list[int]]] = {}
    for step, drawing in enumerate(drawings):
        for shape in drawing.shapes:
            seen.setdefault(shape.layer, {}).setdefault(written(shape), []).append(step)
    classes: dict[tuple[int, ...], str] = {}
    shapes = []
    for layer in seen.values():
        for text, steps in layer.items():
            when = tuple(dict.fromkeys(steps))
            if len(when) <= last:
                name = classes.setdefault(when, f"film{len(classes)}")
                text = f'<g class="{name}">{text}</g>'  # noqa: PLW2901
            shapes.append(text)
    rest = "".join(f".{name}{{visibility:hidden}}" for when, name in classes.items() if last not in when)
    moving = "".join(_rules(name, when, last) for when, name in classes.items())
    halt = "svg:hover g{animation-play-state:paused}" if classes else ""
    motion = f"@media screen and (prefers-reduced-motion:no-preference){{{moving}{halt}}}" if classes else ""
    symbols = {symbol.id: symbol for drawing in drawings for symbol in drawing.symbols}.values()
    size = max(drawing.width for drawing in drawings), max(drawing.height for drawing in drawings)
    return framed((0, 0, *size), drawings[-1].title, description, symbols, shapes, f"{rest}{motion}")


def _rules(name: str, when: Iterable[int], last: int) -> str:
    """When the shapes of a class are seen: from each change to the next one as it says."""
    shown, total = set(when), last + _LAST
    changes = [0, *(step for before, step in pairwise(range(last + 1)) if (before in shown) != (step in shown))]
    frames = "".join(
        f"{100 * step / total:.6g}%{{visibility:{'visible' if step in shown else 'hidden'}}}" for step in changes
    )
    return f".{name}{{animation:{name} {SECONDS * total}s step-end 3}}@keyframes {name}{{{frames}}}"

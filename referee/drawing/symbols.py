"""Every sign of the pictures, drawn for this project: one idea, one figure, the same in every game.

The main tone is `currentColor`, the second tone the inherited `fill`; only gold ink and ivory are fixed, on pieces
that are the same in light and dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pkgutil import get_data

from referee.drawing.svg_document import symbol_of, use
from referee.kernel.shapes import Markup, Symbol

_FILE = "signs.txt"
"""The signs as they are drawn, with a blank line between two: id and viewBox, then the elements; a line that begins
none goes on with one.
"""


def _drawn_symbols() -> Iterator[Symbol]:
    drawn = (get_data(__package__, _FILE) or b"").decode()
    for sign in drawn.strip().split("\n\n"):
        first, *lines = sign.split("\n")
        name, _, box = first.partition(" ")
        yield Symbol(name, box, Markup(" ".join(lines).replace("> <", "><")))


_LOWERED = {"priest": 2.6, "king": 2.2}
"""How far a sign is below the middle of a token whose outline is pointed or crowned."""


def token(sign: str, role: str, colour: int) -> Symbol:
    """A leader, `lion-priest`: light, in the outline of its role with a sign in the colour of a piece."""
    frame = use(role, (2, 2), (44, 44), f"c{colour} ivory")
    drawn = use(sign, (10.8, 10.8 + _LOWERED.get(role, 0)), (26.4, 26.4), f"c{colour}")
    return symbol_of(f"{sign}-{role}", "0 0 48 48", frame, drawn)


def with_signs(pieces: Iterable[Symbol]) -> Mapping[str, Symbol]:
    """Every symbol that the pictures of a game may use, by id: all signs, and its own pieces made of them."""
    return {**SIGNS, **{piece.id: piece for piece in pieces}}


SIGNS: Mapping[str, Symbol] = {sign.id: sign for sign in _drawn_symbols()}
"""By id, in the order in which a document carries them."""

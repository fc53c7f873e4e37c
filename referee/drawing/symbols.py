"""Every sign of the pictures, drawn for this project: one idea, one figure, the same in every game.

The main tone is `currentColor`, the second tone the inherited `fill`; only gold ink and ivory are fixed, on pieces
that are the same in light and dark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pkgutil import get_data

from referee.kernel.drawing import Symbol

_FILE = "signs.txt"
"""The signs as they are drawn, with a blank line between two: id and viewBox, then the elements; a line that begins
none goes on with one.
"""


def _drawn_symbols() -> Iterator[Symbol]:
    drawn = (get_data(__package__, _FILE) or b"").decode()
    for sign in drawn.strip().split("\n\n"):
        first, *lines = sign.split("\n")
        name, _, box = first.partition(" ")
        yield Symbol(name, box, " ".join(lines).replace("> <", "><"))


SIGNS: Mapping[str, Symbol] = {sign.id: sign for sign in _drawn_symbols()}
"""By id, in the order in which a document carries them."""

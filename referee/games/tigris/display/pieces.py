"""The pieces of Tigris as symbols: a tile has a dark colour with an ivory sign, a leader is light, in the outline of
its role with the sign of its dynasty.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.drawing.svg_document import plate, rectangle, symbol_of, use
from referee.drawing.symbols import token, with_signs
from referee.games.tigris.data import COLOURS, DYNASTIES, KINDS, MONUMENT_COLOURS, MONUMENTS, ROLES
from referee.kernel.shapes import Symbol

CELL = 48


def leader(seat: int, role: int) -> str:
    """The symbol of a leader: `lion-priest`."""
    return f"{DYNASTIES[seat]}-{ROLES[role]}"


def _tile_symbol(colour: int) -> Symbol:
    ground = plate((4, 4), (40, 40), 5, f"p{colour} rim", 1.5)
    return symbol_of(f"tile-{KINDS[colour]}", "0 0 48 48", ground, use(KINDS[colour], (10, 10), (28, 28), "ivorysign"))


def _monument(name: str, first: int, second: int) -> Symbol:
    return symbol_of(
        f"monument-{name}",
        "0 0 96 96",
        plate((4, 4), (88, 88), 9, "slab rim", 1.5),
        use("monument", (12, 10), (72, 72), f"p{first} c{second}"),
        *(use(KINDS[first], (x, 66), (13, 13), "ivorysign") for x in (14, 69)),
        use(KINDS[second], (39.5, 39), (17, 17), "ivorysign"),
    )


def _other_symbols() -> tuple[Symbol, ...]:
    slab, hole = plate((4, 4), (40, 40), 5, "slab rim", 1.5), rectangle((0.5, 0.5), (47, 47), "void")
    return (
        symbol_of("tile-down", "0 0 48 48", slab, use("covered", (10, 10), (28, 28), "slabsign")),
        symbol_of("void", "0 0 48 48", hole, use("catastrophe", (7, 7), (34, 34), "ivorysign")),
        symbol_of("tower", "0 0 48 48", slab, use("ziggurat", (7, 6), (34, 34), "slabsign ivory")),
    )


def _building_symbol(colour: int) -> Symbol:
    ground, sign = plate((1, 23), (24, 24), 4, "ivory rim", 1.5), use("building", (3, 25), (20, 20), f"c{colour}")
    return symbol_of(f"building-{COLOURS[colour]}", "0 0 48 48", ground, sign)


SYMBOLS = with_signs(
    (
        *map(_tile_symbol, range(len(KINDS))),
        *(token(sign, role, number) for sign in DYNASTIES for number, role in enumerate(ROLES)),
        *(_monument(name, *pair) for name, pair in zip(MONUMENTS, MONUMENT_COLOURS, strict=True)),
        *_other_symbols(),
        *map(_building_symbol, range(len(COLOURS))),
    )
)
"""Every symbol that a picture of Tigris may use, by id."""


def symbols(_lang: str) -> Mapping[str, Symbol]:
    """Every symbol that a picture of Tigris may use, by id; none has letters."""
    return SYMBOLS

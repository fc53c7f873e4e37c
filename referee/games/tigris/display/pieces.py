"""The pieces of Tigris as symbols: a tile is dark with an ivory sign, a leader is light, in the outline of its role
with the sign of its dynasty.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.drawing.symbols import token, with_signs
from referee.games.tigris.data import COLOURS, DYNASTIES, KINDS, MONUMENT_COLOURS, MONUMENTS, ROLES
from referee.kernel.shapes import Symbol

CELL = 48


def leader(seat: int, role: int) -> str:
    """The symbol of a leader: `lion-priest`."""
    return f"{DYNASTIES[seat]}-{ROLES[role]}"


def _tile_symbol(colour: int) -> Symbol:
    body = (
        f'<rect x="4" y="4" width="40" height="40" rx="5" class="p{colour} rim" stroke-width="1.5"/>'
        f'<use href="#{KINDS[colour]}" x="10" y="10" width="28" height="28" class="ivorysign"/>'
    )
    return Symbol(f"tile-{KINDS[colour]}", "0 0 48 48", body)


def _monument(name: str, first: int, second: int) -> Symbol:
    body = (
        '<rect x="4" y="4" width="88" height="88" rx="9" class="slab rim" stroke-width="1.5"/>'
        f'<use href="#monument" x="12" y="10" width="72" height="72" class="p{first} c{second}"/>'
        f'<use href="#{KINDS[first]}" x="14" y="66" width="13" height="13" class="ivorysign"/>'
        f'<use href="#{KINDS[first]}" x="69" y="66" width="13" height="13" class="ivorysign"/>'
        f'<use href="#{KINDS[second]}" x="39.5" y="39" width="17" height="17" class="ivorysign"/>'
    )
    return Symbol(f"monument-{name}", "0 0 96 96", body)


def _other_symbols() -> tuple[Symbol, ...]:
    down = (
        '<rect x="4" y="4" width="40" height="40" rx="5" class="slab rim" stroke-width="1.5"/>'
        '<use href="#covered" x="10" y="10" width="28" height="28" class="slabsign"/>'
    )
    void = (
        '<rect x="0.5" y="0.5" width="47" height="47" class="void"/>'
        '<use href="#catastrophe" x="7" y="7" width="34" height="34" class="ivorysign"/>'
    )
    tower = (
        '<rect x="4" y="4" width="40" height="40" rx="5" class="slab rim" stroke-width="1.5"/>'
        '<use href="#ziggurat" x="7" y="6" width="34" height="34" class="slabsign ivory"/>'
    )
    return (
        Symbol("tile-down", "0 0 48 48", down),
        Symbol("void", "0 0 48 48", void),
        Symbol("tower", "0 0 48 48", tower),
    )


def _building_symbol(colour: int) -> Symbol:
    body = (
        '<rect x="1" y="23" width="24" height="24" rx="4" class="ivory rim" stroke-width="1.5"/>'
        f'<use href="#building" x="3" y="25" width="20" height="20" class="c{colour}"/>'
    )
    return Symbol(f"building-{COLOURS[colour]}", "0 0 48 48", body)


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

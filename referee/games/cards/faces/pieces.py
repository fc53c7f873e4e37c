"""The cards and leaders of the card game as symbols: suits are the same signs, and leaders the same tokens, as on the
board of the great game.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.drawing.symbols import SIGNS
from referee.games.cards.data import CODES, COVERED, DYNASTIES, LEADERS, SHIP_CODES, SHIP_SECOND, SUBSTITUTE, TREASURE
from referee.kernel.drawing import Symbol

SUITS = ("settlement", "temple", "farm", "market")
"""The sign of each of `KINDS`."""

PIECE = (1, 0, 3, 2)
"""The colour of each of `KINDS` among those of all pieces."""

CARD, HEAD, JOINT = (76, 38), (76, 60), (49, 34)
_LOWERED = (2.2, 2.6, 0.0, 0.0)
"""How far the sign stands below the middle of a token whose outline is crowned or pointed."""


def sign_of(seat: int) -> str:
    """The sign of a seat; the vase is the pot."""
    return "pot" if DYNASTIES[seat] == "vase" else DYNASTIES[seat]


def leader(seat: int, index: int) -> str:
    """The symbol of a leader: `lion-priest`."""
    return f"{sign_of(seat)}-{LEADERS[index]}"


def card(code: str, form: str = "card") -> str:
    """The symbol of a card: `card-k` in a column, `joint-k` between two heads, `head-treasure`."""
    if code in (TREASURE, SUBSTITUTE):
        return "head-treasure" if code == TREASURE else "head-temple"
    if code in SHIP_CODES:
        return f"ship-{code.lower()}"
    return f"{form}-down" if code == COVERED else f"{form}-{code}"


def _suited(index: int) -> tuple[Symbol, Symbol]:
    code, ground, suit = CODES[index], f"p{PIECE[index]}", SUITS[index]
    column = (
        f'<rect x="1" y="1" width="74" height="36" rx="6" class="{ground} rim" stroke-width="1.5"/>'
        f'<use href="#{suit}" x="7" y="5" width="28" height="28" class="ivorysign"/>'
    )
    joint = (
        '<rect width="49" height="34" rx="8" class="land"/>'
        f'<rect x="2" y="2" width="45" height="30" rx="7" class="{ground} rim" stroke-width="2.5"/>'
        f'<use href="#{suit}" x="13" y="5.5" width="23" height="23" class="ivorysign"/>'
    )
    return Symbol(f"card-{code}", "0 0 76 38", column), Symbol(f"joint-{code}", "0 0 49 34", joint)


def _heads() -> tuple[Symbol, Symbol]:
    treasure = (
        '<rect x="2" y="2" width="72" height="56" rx="8" class="p0 goldline" stroke-width="4"/>'
        '<use href="#temple" x="16" y="25" width="32" height="32" class="ivorysign"/>'
        '<use href="#treasure" x="5" y="3" width="24" height="24" class="gold"/>'
    )
    temple = (
        '<rect x="1" y="1" width="74" height="58" rx="8" class="p0 rim" stroke-width="2.5"/>'
        '<use href="#temple" x="16" y="14" width="34" height="34" class="ivorysign"/>'
    )
    return Symbol("head-treasure", "0 0 76 60", treasure), Symbol("head-temple", "0 0 76 60", temple)


def _ship(code: str) -> Symbol:
    body = (
        '<rect x="1" y="1" width="74" height="36" rx="6" class="ivory goldedge" stroke-width="1.5"/>'
        f'<use href="#ship" x="22" y="3" width="32" height="32" class="c3 p{PIECE[SHIP_SECOND[code]]}"/>'
    )
    return Symbol(card(code), "0 0 76 38", body)


def _down() -> Symbol:
    body = (
        '<rect width="49" height="34" rx="8" class="land"/>'
        '<rect x="2" y="2" width="45" height="30" rx="7" class="slab rim" stroke-width="2.5"/>'
        '<use href="#covered" x="13" y="5.5" width="23" height="23" class="slabsign"/>'
    )
    return Symbol("joint-down", "0 0 49 34", body)


def _leader(seat: int, index: int) -> Symbol:
    ink = f"c{PIECE[index]}"
    body = (
        f'<use href="#{LEADERS[index]}" x="2" y="2" width="44" height="44" class="{ink} ivory"/>'
        f'<use href="#{sign_of(seat)}" x="10.8" y="{10.8 + _LOWERED[index]:g}" width="26.4" height="26.4" '
        f'class="{ink}"/>'
    )
    return Symbol(leader(seat, index), "0 0 48 48", body)


def _table() -> Mapping[str, Symbol]:
    pieces = [symbol for index in range(len(SUITS)) for symbol in _suited(index)]
    pieces += [*_heads(), *map(_ship, SHIP_CODES), _down()]
    pieces += [_leader(seat, index) for seat in range(len(DYNASTIES)) for index in range(len(LEADERS))]
    return {**SIGNS, **{piece.id: piece for piece in pieces}}


SYMBOLS = _table()
"""Every symbol that a picture of the card game may use, by id."""

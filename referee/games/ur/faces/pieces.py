"""Tiles, cubes and ziggurats of Ur as symbols. What stands on a tile stands on its lower half and covers no sign."""

from __future__ import annotations

from collections.abc import Mapping

from referee.drawing.palette import SEATS
from referee.drawing.symbols import SIGNS
from referee.games.ur.data import ACTIONS, LETTERS
from referee.kernel.drawing import Symbol

TILE, PITCH = 120, 128

SIGN = {"A": "farm", "T": "market", "W": "war", "C": "culture", "P": "politics"}
"""The sign of each type; its letter stands beside it, because letters are what players type."""


def tile(face: str, back: str) -> str:
    """The symbol of a tile on the board by both its faces."""
    return f"tile-{face}{back}"


def _tile(face: str, back: str) -> Symbol:
    """A tile; its dog-ear shows the back: turn me over."""
    front = "M10 1H76L119 44V110q0 9-9 9H10q-9 0-9-9V10q0-9 9-9z"
    body = (
        f'<path class="{ACTIONS[face]} edge" stroke-width="2" stroke-linejoin="round" d="{front}"/>'
        f'<path class="{ACTIONS[back]} edge" stroke-width="2" stroke-linejoin="round" d="M76 1H112q7 0 7 7V44z"/>'
        f'<text x="104" y="24" class="ear m">{back}</text>'
        f'<use href="#{SIGN[face]}" x="9" y="11" width="46" height="46" class="inksign"/>'
        f'<text x="57" y="46" class="ter">{face}</text>'
    )
    return Symbol(tile(face, back), "0 0 120 120", body)


def _cube(seat: int) -> Symbol:
    body = (
        f'<rect x="1" y="1" width="30" height="30" rx="6" class="q{seat} rim" stroke-width="2"/>'
        f'<use href="#seat{seat}" x="6" y="6" width="20" height="20" class="e{seat}"/>'
    )
    return Symbol(f"cube-{seat}", "0 0 32 32", body)


def _tower() -> Symbol:
    return Symbol("tower", "0 0 32 32", '<use href="#ziggurat" width="32" height="32" class="stonesign gap"/>')


def _table() -> Mapping[str, Symbol]:
    pieces = [_tile(face, back) for face in LETTERS for back in LETTERS if face != back]
    pieces += [*map(_cube, range(1, len(SEATS) + 1)), _tower()]
    return {**SIGNS, **{piece.id: piece for piece in pieces}}


SYMBOLS = _table()
"""Every symbol that a picture of Ur may use, by id."""

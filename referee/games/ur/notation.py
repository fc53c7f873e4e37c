"""Orders as text: the canonical spelling, and what people type.

Canonical: `place c4`, `exchange c4 W`, `exchange spare`, `keep`, `agriculture`, `agriculture sparing`, `trade`,
`war b3>c3:2`, `culture`, `politics b3>b2:2`, `put c4:1`, `enough`, `add c4`, `found c4`, `ziggurat b3`, `enter c4`,
`pass`, `swap a4 P`, `swap spare`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from referee.games.ur import moves
from referee.games.ur.board import CELLS, NAMES, Cell
from referee.kernel.errors import Unreadable

_CELL = "([a-f][1-6])"
_FACE = "([ATWCP])"
_COUNT = "([1-5])"


def _cell(text: str) -> Cell:
    return moves.SPARE if text == "spare" else CELLS[text]


def _name(cell: Cell) -> str:
    return "spare" if cell == moves.SPARE else NAMES[cell]


_FORMATS: dict[type[moves.Order], Callable[[Any], str]] = {
    moves.Place: lambda move: f"place {NAMES[move.cell]}",
    moves.Exchange: lambda move: f"exchange {_name(move.cell)} {move.face}".rstrip(),
    moves.Keep: lambda move: "keep",
    moves.Agriculture: lambda move: "agriculture sparing" if move.sparing else "agriculture",
    moves.Trade: lambda move: "trade",
    moves.Attack: lambda move: f"war {NAMES[move.start]}>{NAMES[move.target]}:{move.moved}",
    moves.Culture: lambda move: "culture",
    moves.Shift: lambda move: f"politics {NAMES[move.giver]}>{NAMES[move.taker]}:{move.count}",
    moves.Put: lambda move: f"put {NAMES[move.cell]}:{move.count}",
    moves.Enough: lambda move: "enough",
    moves.Add: lambda move: f"add {NAMES[move.cell]}",
    moves.Found: lambda move: f"found {NAMES[move.cell]}",
    moves.Build: lambda move: f"ziggurat {NAMES[move.cell]}",
    moves.Enter: lambda move: f"enter {NAMES[move.cell]}",
    moves.Pass: lambda move: "pass",
    moves.Swap: lambda move: f"swap {_name(move.cell)} {move.face}".rstrip(),
}

_PATTERNS: dict[str, tuple[tuple[str, Callable[..., moves.Order]], ...]] = {
    "place": ((f" {_CELL}", lambda cell: moves.Place(CELLS[cell])),),
    "exchange": (
        (f" {_CELL} {_FACE}", lambda cell, face: moves.Exchange(CELLS[cell], face)),
        (" spare", lambda: moves.Exchange(moves.SPARE)),
    ),
    "keep": (("", moves.Keep),),
    "agriculture": (("", moves.Agriculture), (" sparing", lambda: moves.Agriculture(sparing=True))),
    "trade": (("", moves.Trade),),
    "war": ((f" {_CELL}>{_CELL}:{_COUNT}", lambda a, b, n: moves.Attack(CELLS[a], CELLS[b], int(n))),),
    "culture": (("", moves.Culture),),
    "politics": ((f" {_CELL}>{_CELL}:{_COUNT}", lambda a, b, n: moves.Shift(CELLS[a], CELLS[b], int(n))),),
    "put": ((f" {_CELL}:{_COUNT}", lambda cell, n: moves.Put(CELLS[cell], int(n))),),
    "enough": (("", moves.Enough),),
    "add": ((f" {_CELL}", lambda cell: moves.Add(CELLS[cell])),),
    "found": ((f" {_CELL}", lambda cell: moves.Found(CELLS[cell])),),
    "ziggurat": ((f" {_CELL}", lambda cell: moves.Build(CELLS[cell])),),
    "enter": ((f" {_CELL}", lambda cell: moves.Enter(CELLS[cell])),),
    "pass": (("", moves.Pass),),
    "swap": (
        (f" {_CELL} {_FACE}", lambda cell, face: moves.Swap(CELLS[cell], face)),
        (" spare", lambda: moves.Swap(moves.SPARE)),
    ),
}

SHAPES: dict[str, str] = {
    "place": "place c4",
    "exchange": "exchange c4 W",
    "keep": "keep",
    "agriculture": "agriculture",
    "trade": "trade",
    "war": "war b3>c3:2",
    "culture": "culture",
    "politics": "politics b3>b2:2",
    "put": "put c4:1",
    "enough": "enough",
    "add": "add c4",
    "found": "found c4",
    "ziggurat": "ziggurat b3",
    "enter": "enter c4",
    "pass": "pass",
    "swap": "swap a4 P",
}
"""An example of each order, for hints."""


def format_order(move: moves.Order) -> str:
    """The canonical spelling of `move`."""
    return _FORMATS[type(move)](move)


def parse_order(text: str) -> moves.Order:
    """The order with exactly this canonical spelling.

    Raises:
        Unreadable: it is none.
    """
    verb = text.split(" ", 1)[0]
    if verb not in _PATTERNS:
        raise Unreadable("ur/bad-order", text=text, hint=", ".join(_PATTERNS))
    for pattern, build in _PATTERNS[verb]:
        if match := re.fullmatch(pattern, text[len(verb) :]):
            return build(*match.groups())
    raise Unreadable("ur/order-form", text=text, example=SHAPES[verb], hint=SHAPES[verb])

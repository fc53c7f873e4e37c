"""Orders as text: the canonical spelling, and what people type.

Canonical: `place temple F7`, `leader farmer G4`, `withdraw king`, `catastrophe D4`, `swap 3`, `pass`, `commit 2`,
`war green`, `building B1`, `monument red-blue` (with several squares `monument red-blue B1`), `ziggurat C3`,
`decline`, `treasure B2 F3` (more than eight: `treasure all but F3`), `colour red`.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from referee.games.tigris import moves as m
from referee.games.tigris.board import SPACE, labels, spaces_of
from referee.games.tigris.data import COLOURS, KINDS, MONUMENTS, ROLES
from referee.kernel.errors import Unreadable


def format_order(move: m.Move) -> str:
    """The canonical spelling, at most 40 columns."""
    return " ".join(_words(move))


def _words(move: m.Move) -> tuple[str, ...]:
    match move:
        case m.Place(kind, cell):
            return ("place", kind, cell)
        case m.Leader(role, cell):
            return ("leader", role, cell)
        case m.Withdraw(role):
            return ("withdraw", role)
        case m.Swap(count) | m.Commit(count):
            return (type(move).__name__.lower(), str(count))
        case m.War(colour) | m.Colour(colour):
            return (type(move).__name__.lower(), colour)
        case m.Catastrophe(cell) | m.Building(cell) | m.Ziggurat(cell):
            return (type(move).__name__.lower(), cell)
        case m.Monument(name, cell):
            return ("monument", name, cell) if cell else ("monument", name)
        case m.Treasure(cells, kept):
            return ("treasure", "all", "but", kept) if kept else ("treasure", *cells)
    return (type(move).__name__.lower(),)


AN_ORDER = "tigris/bad-order"
A_KIND = "tigris/bad-tile"
A_ROLE = "tigris/bad-leader"
A_COLOUR = "tigris/bad-colour"
A_MONUMENT = "tigris/bad-monument"
A_SPACE = "tigris/expected-space-f7"
A_NUMBER = "tigris/expected-number"
CANONICAL = "tigris/expected-spelling-got"


def parse_order(text: str) -> m.Move:
    """The move spelled exactly `text`. Raises Unreadable for any other spelling."""
    word, *rest = text.split(" ")
    parse = _PARSERS.get(word)
    if parse is None:
        raise Unreadable(AN_ORDER, text=text)
    try:
        move = parse(*rest)
    except TypeError:
        raise Unreadable("tigris/expected-words-after", count=_LENGTHS[word], word=word, text=text) from None
    if format_order(move) != text:
        raise Unreadable(CANONICAL, canonical=format_order(move), text=text)
    return move


def _one_of(words: Container[str], template: str) -> Callable[[str], str]:
    def check(word: str) -> str:
        if word not in words:
            raise Unreadable(template, text=word)
        return word

    return check


_kind = _one_of(KINDS, A_KIND)
_role = _one_of(ROLES, A_ROLE)
_colour = _one_of(COLOURS, A_COLOUR)
_monument = _one_of(MONUMENTS, A_MONUMENT)
_cell = _one_of(SPACE, A_SPACE)


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 2):
        raise Unreadable(A_NUMBER, text=word)
    return int(word)


def _treasure(words: tuple[str, ...]) -> m.Treasure:
    if words[:2] == ("all", "but") and len(words) == 3:
        return m.Treasure((), _cell(words[2]))
    return m.Treasure(labels(spaces_of(tuple(map(_cell, words)))))


_PARSERS: dict[str, Callable[..., m.Move]] = {
    "place": lambda kind, cell: m.Place(_kind(kind), _cell(cell)),
    "leader": lambda role, cell: m.Leader(_role(role), _cell(cell)),
    "withdraw": lambda role: m.Withdraw(_role(role)),
    "catastrophe": lambda cell: m.Catastrophe(_cell(cell)),
    "swap": lambda count: m.Swap(_number(count)),
    "pass": lambda: m.Pass(),
    "commit": lambda count: m.Commit(_number(count)),
    "war": lambda colour: m.War(_colour(colour)),
    "building": lambda cell: m.Building(_cell(cell)),
    "monument": lambda name, cell="": m.Monument(_monument(name), _cell(cell) if cell else ""),
    "ziggurat": lambda cell: m.Ziggurat(_cell(cell)),
    "decline": lambda: m.Decline(),
    "treasure": lambda first, *cells: _treasure((first, *cells)),
    "colour": lambda colour: m.Colour(_colour(colour)),
}
_LENGTHS = {
    "place": "2", "leader": "2", "withdraw": "1", "catastrophe": "1", "swap": "1", "pass": "0", "commit": "1",
    "war": "1", "building": "1", "monument": "1-2", "ziggurat": "1", "decline": "0", "treasure": "1+",
    "colour": "1",
}  # fmt: skip

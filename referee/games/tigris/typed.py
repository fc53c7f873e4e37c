"""What people type: any case, commas, English or Italian, words cut short, parts in any order.

`temple F7`, `piazza tempio f7` and `PL F7, TEMP` all mean `place temple F7`; the words are those of `words.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.games.tigris import frames as f
from referee.games.tigris import moves as m
from referee.games.tigris.board import spaces_of
from referee.games.tigris.data import ACTIONS_PER_TURN, COLOURS, MONUMENTS
from referee.games.tigris.legal import legal_orders
from referee.games.tigris.notation import A_MONUMENT, A_NUMBER, format_order
from referee.games.tigris.rules.order import requests
from referee.games.tigris.rules.treasures import named_taking
from referee.games.tigris.state import State
from referee.games.tigris.words import GRAMMAR
from referee.kernel.errors import Unreadable
from referee.kernel.game import Typed
from referee.kernel.grammar import Order, completion, hearing
from referee.kernel.requests import Seat

Meant = tuple[Typed[m.Move], ...]


def read(text: str, state: State, seat: Seat) -> Meant:
    """The orders meant by `text`; `end` gives a pass for every action that is left.

    Raises:
        Unreadable: with what would be right.
    """
    orders = hearing.hear(GRAMMAR, text, asked(state, seat))
    return tuple(typed for order in orders for typed in _READERS[order.verb](order, state, seat))


def cut(text: str, state: State, seat: Seat) -> tuple[str, str]:
    """The first order in a typed line, and the rest. Raises Unreadable."""
    return hearing.cut(GRAMMAR, text, asked(state, seat))


def complete(text: str, state: State, seat: Seat, lang: str = "en") -> tuple[str, ...]:
    """What can be typed behind `text`, as far as the board allows it."""
    possible = [format_order(move) for move in legal_orders(state, seat, None)]
    return completion.complete(GRAMMAR, text, asked(state, seat), lang, possible)


def asked(state: State, seat: Seat) -> str | None:
    """The question that is open to a seat, if one is."""
    return next((request.question for request in requests(state) if request.seat == seat), None)


def _just(make: Callable[..., m.Move], *sorts: str) -> Callable[[Order, State, Seat], Meant]:
    """The reader of an order whose parts are one of each of `sorts`."""

    def reader(order: Order, state: State, seat: Seat) -> Meant:
        return (Typed(make(*(order.all(sort)[0] for sort in sorts))),)

    return reader


def _end(order: Order, state: State, seat: Seat) -> Meant:
    at_turn = bool(state.frames) and isinstance(state.frames[-1], f.TakeAction) and seat == state.active
    passing: Typed[m.Move] = Typed(m.Pass())
    return (passing,) * (ACTIONS_PER_TURN - (state.action if at_turn else 0))


def _commit(order: Order, state: State, seat: Seat) -> Meant:
    """`commit 2`, `commit 2 temples`, `commit temple temple`, `commit none`."""
    numbers, kinds, whole = order.all("number"), order.all("kind"), order.all("whole")
    if whole == ("none",) and not numbers and not kinds:
        return (Typed(m.Commit(0)),)
    if whole or not (numbers or kinds):
        raise hearing.written_like(GRAMMAR, "commit 2", order.text)
    return (Typed(m.Commit(int(numbers[0]) if numbers else len(kinds))),)


def _swap(order: Order, state: State, seat: Seat) -> Meant:
    """`swap temple farm farm`, `swap tff`, `swap 2 farms temple`; `swap 3` leaves the tiles unnamed, `swap all` means
    as many as the hand has.
    """
    numbers, kinds, whole = order.all("number"), order.counted("kind"), order.all("whole")
    last = order.parts[-1].sort if order.parts else ""
    if whole == ("all",) and len(order.parts) == 1:
        return (Typed(m.Swap(state.hands[seat])),)
    if whole or not order.parts or (kinds and last == "number") or (not kinds and len(numbers) != 1):
        raise hearing.written_like(GRAMMAR, "swap 2 farms temple", order.text)
    if not kinds:
        return (Typed(m.Swap(int(numbers[0]))),)
    if len(kinds) > 99:
        raise Unreadable(A_NUMBER, text=str(len(kinds)))
    return (Typed(m.Swap(len(kinds)), tuple(sorted(kinds))),)


def _monument(order: Order, state: State, seat: Seat) -> Meant:
    cells, name = order.all("space"), "-".join(sorted(order.all("colour"), key=COLOURS.index))
    if name not in MONUMENTS:
        raise Unreadable(A_MONUMENT, text=order.text)
    frame = state.frames[-1] if state.frames else None
    if cells and isinstance(frame, f.BuildMonument) and frame.squares == cells:
        cells = ()  # with one square its name is not part of the order
    return (Typed(m.Monument(name, *cells)),)


def _treasure(order: Order, state: State, seat: Seat) -> Meant:
    """`treasure B2 F3` or `treasure all but F3`, whichever way the rules want it spelled."""
    cells, whole = order.all("space"), order.all("whole")
    frame = state.frames[-1] if state.frames else None
    taking = frame if isinstance(frame, f.TakeTreasures) else None
    is_all_but = "but" in whole  # `all'A1` without it is a preposition, no "all"
    if not cells or "none" in whole or is_all_but != bool(whole) or (whole and taking is None and len(cells) > 1):
        raise hearing.written_like(GRAMMAR, "treasure B2 F3", order.text)
    if not whole:
        return (Typed(named_taking(spaces_of(cells), taking)),)
    if taking is None or len(cells) > 1:
        return (Typed(m.Treasure((), cells[0])),)
    return (Typed(named_taking(spaces_of((*taking.first, *taking.others)) & ~spaces_of(cells), taking)),)


_READERS: dict[str, Callable[[Order, State, Seat], Meant]] = {
    "place": _just(m.Place, "kind", "space"),
    "leader": _just(m.Leader, "role", "space"),
    "withdraw": _just(m.Withdraw, "role"),
    "catastrophe": _just(m.Catastrophe, "space"),
    "swap": _swap,
    "pass": _just(m.Pass),
    "end": _end,
    "commit": _commit,
    "war": _just(m.War, "colour"),
    "building": _just(m.Building, "space"),
    "monument": _monument,
    "ziggurat": _just(m.Ziggurat, "space"),
    "decline": _just(m.Decline),
    "treasure": _treasure,
    "colour": _just(m.Colour, "colour"),
}

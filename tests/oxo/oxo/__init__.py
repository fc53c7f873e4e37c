"""Noughts and crosses out of a hidden bag: two seats hold two marks each; in turn they lay one and draw one."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from referee.kernel.dice import Dice
from referee.kernel.errors import BrokenState, Unreadable, illegal
from referee.kernel.events import Drew, Event, SeatField, Spent
from referee.kernel.game import Display, Game, GameInfo, Notation, Options, Outcome, Reveals, Transition, Typed, Viewer
from referee.kernel.goods import OwnGoods, Pile
from referee.kernel.requests import TURN, Request, Seat

CELLS = tuple(f"{column}{row}" for row in "123" for column in "abc")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
WORDS = {"cross": ("x", "croce"), "nought": ("o", "cerchio")}


class State(msgspec.Struct, frozen=True):
    """`board` holds a mark or nothing for each of `CELLS`; `held` counts the marks of each hand, `left` the bag."""

    seat: Seat
    turn: int = 0
    board: tuple[str, ...] = ("",) * 9
    held: tuple[int, ...] = (2, 2)
    left: int = 6

    def has_line(self) -> bool:
        """Whether three equal marks stand in a line."""
        return any(self.board[a] == self.board[b] == self.board[c] != "" for a, b, c in LINES)


class Lay(msgspec.Struct, frozen=True):
    """Lay a mark of the hand on an empty cell: `lay cross b2`."""

    mark: str
    cell: str

    def __str__(self) -> str:
        return f"lay {self.mark} {self.cell}"


class Marked(Event, frozen=True):
    """`seat` lays `mark` on `cell`."""

    seat: SeatField
    mark: str
    cell: str


def set_up(options: Options, dice: Dice) -> Transition[State]:
    """Chance says who begins; both seats draw two marks."""
    return Transition(State(dice.number("first", 2)), (Drew(0, 2), Drew(1, 2)))


def requests(state: State) -> tuple[Request, ...]:
    """The seat in turn lays a mark, until there is a line or no room."""
    return () if state.has_line() or all(state.board) else (Request(state.seat, TURN, "OX 2"),)


def apply(state: State, seat: Seat, move: Lay, reveals: Reveals) -> Transition[State]:
    """Lay the mark, then draw one while the bag lasts."""
    place, drawn = CELLS.index(move.cell), min(state.left, 1)
    if state.board[place]:
        raise illegal("OX 2", "oxo/cell-taken", cell=move.cell)
    held = tuple(count - 1 + drawn if other == seat else count for other, count in enumerate(state.held))
    board = (*state.board[:place], move.mark, *state.board[place + 1 :])
    events = (Spent(seat, move.mark), Marked(seat, move.mark, move.cell), *((Drew(seat, 1),) * drawn))
    return Transition(type(state)(1 - seat, state.turn + 1, board, held, state.left - drawn), events)


def legal_orders(state: State, seat: Seat, own: OwnGoods | None) -> Iterator[Lay]:
    """Every mark of the hand on every empty cell."""
    free = sorted(cell for cell, mark in zip(CELLS, state.board, strict=True) if not mark)
    for mark in WORDS if any(request.seat == seat for request in requests(state)) else ():
        yield from (Lay(mark, cell) for cell in free if own is None or mark in own.hand)


def outcome(state: State) -> Outcome | None:
    """Whoever laid last has won by a line; a full board is shared."""
    if requests(state):
        return None
    line = state.has_line()
    ranks = tuple(1 + int(line and seat == state.seat) for seat in (0, 1))
    return Outcome("line" if line else "full", ranks, tuple((int(line and rank == 1),) for rank in ranks))


def check(state: State) -> None:
    """Ten marks lie on the board, in the hands and in the bag."""
    if 9 - state.board.count("") + sum(state.held) + state.left != 10:
        raise BrokenState("there are not ten marks")


def parse_order(text: str) -> Lay:
    """Exactly the canonical spelling. Raises Unreadable."""
    match text.split(" "):
        case ["lay", mark, cell] if mark in WORDS and cell in CELLS:
            return Lay(mark, cell)
    raise Unreadable("oxo/expected-an-order", example="lay cross b2", found=repr(text))


def read(text: str, state: State, seat: Seat) -> tuple[Typed[Lay], ...]:
    """What people type: `x b2`, `LAY Nought a1`, `croce c3`."""
    meant = {alias: mark for mark, others in WORDS.items() for alias in others}
    words = [meant.get(word, word) for word in text.lower().split() if word not in ("lay", "posa")]
    return (Typed(parse_order(" ".join(("lay", *words)))),)


def text(state: State, view: Viewer) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Three rows with their numbers, and the letters of the columns below."""
    rows = [[str(at // 3 + 1), *(WORDS.get(mark, ".")[0] for mark in state.board[at : at + 3])] for at in (0, 3, 6)]
    return tuple(((line, ""),) for line in (*map(" ".join, rows), "  a b c"))


GAME: Game[State, Lay] = Game(
    info=GameInfo("oxo", "Noughts and Crosses", (2,), 2, endings=("line", "full"), hand_rule="OX 3", rule_prefix="OX"),
    goods=lambda options: (Pile("bag", (("cross", 5), ("nought", 5))),),
    setup=set_up,
    requests=requests,
    apply=apply,
    legal_orders=legal_orders,
    outcome=outcome,
    check=check,
    state_type=State,
    notation=Notation(format_order=str, parse_order=parse_order, read=read),
    faces=Display(text=text),
    earlier=("oxo.v1",),
)

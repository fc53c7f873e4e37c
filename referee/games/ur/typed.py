"""What people type: English or Italian, short or long, several steps in one line; `read` makes orders of it.

Beyond the canonical spelling it takes `agriculture b3:2 f1:1`, `trade c4:1` and `culture b1:1` (amounts, where the
rules leave a choice; the rest follows in reading order), `put` alone (everything that waits, in reading order),
`war b3>c3:3, c3>f4:2` and `war b3 c3` (as many as can move), `politics b3=4 b2=4 f3=0`, `add c4 c4`,
`ziggurat b3 c3`, and `W/P`, `guerra` or `war` for a face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from referee.games.ur import moves
from referee.games.ur.board import CELLS, NAMES, READING, Cell, cells_of
from referee.games.ur.legal import legal_orders
from referee.games.ur.notation import SHAPES, format_order, parse_order
from referee.games.ur.rules.course import apply, requests
from referee.games.ur.rules.war import losses
from referee.games.ur.state import EXCHANGE, PLACE, SHARE, State
from referee.games.ur.words import GRAMMAR
from referee.kernel.errors import IllegalMove, Unreadable
from referee.kernel.game import Typed
from referee.kernel.grammar import Order, completion, hearing
from referee.kernel.grammar.spelling import said
from referee.kernel.requests import Seat

Orders = tuple[moves.Order, ...]
Amounts = dict[Cell, int]


def read(text: str, state: State, seat: Seat) -> tuple[Typed[moves.Order], ...]:
    """The orders meant by `text`, typed by `seat` in this state; usually one.

    Raises:
        Unreadable: it is not understood; the hint shows an order that would be.
    """
    verb = text.split(" ", 1)[0]
    if _verb_now(verb, state) == verb:  # its one spelling is read as it is, whatever the phase
        try:
            return (Typed(parse_order(text.strip())),)
        except Unreadable:
            pass
    found: list[moves.Order] = []
    for order in hearing.hear(GRAMMAR, text, asked(state, seat)):
        verb = _verb_now(order.verb, state)
        found += _READERS[verb](order, state, seat, verb)
    return tuple(map(Typed, found))


def cut(text: str, state: State, seat: Seat) -> tuple[str, str]:
    """The first order in a typed line, and the rest. Raises Unreadable."""
    return hearing.cut(GRAMMAR, text, asked(state, seat))


def complete(text: str, state: State, seat: Seat, lang: str = "en") -> tuple[str, ...]:
    """What can be typed behind `text`, as far as the board allows it."""
    possible = [format_order(move) for move in legal_orders(state, seat, None)]
    return completion.complete(GRAMMAR, text, asked(state, seat), lang, possible)


def asked(state: State, seat: Seat) -> str | None:
    """The phase that a seat has to play in, if it is asked: Ur has one question, and what answers it changes."""
    return state.phase if any(request.seat == seat for request in requests(state)) else None


_NOW: Mapping[tuple[str, str], str] = {
    **{(PLACE, verb): "place" for verb in ("put", "add", "found")},
    (EXCHANGE, "swap"): "exchange",
    (EXCHANGE, "pass"): "keep",
}
"""What a verb means in the set-up: a swap is the exchange, a cube that is put or added is placed."""


def _verb_now(verb: str, state: State) -> str:
    if verb == "exchange" and state.phase not in (PLACE, EXCHANGE):
        return "swap"
    return _NOW.get((state.phase, verb), verb)


def _cells(order: Order) -> tuple[Cell, ...]:
    return tuple(CELLS[name] for name in order.all("cell"))


def _bare(order: Order, state: State, seat: Seat, verb: str) -> Orders:
    return (parse_order(verb),)


def _tiles(order: Order, state: State, seat: Seat, verb: str) -> Orders:
    """`add c4 c4`, `ziggurat b3 c3`: an order for each tile."""
    if not order.all("cell") or order.all("number"):
        raise hearing.written_like(GRAMMAR, SHAPES[verb], order.text)
    return tuple(parse_order(f"{verb} {name}") for name in order.all("cell"))


def _exchange(order: Order, state: State, seat: Seat, verb: str) -> Orders:
    """`a4 P`, `a4 politica`, `spare`: the tile taken and the face of the one given back."""
    cells, faces = order.all("cell"), order.all("face")
    if order.all("spare") and not cells:
        return (parse_order(f"{verb} spare"),)
    if order.all("spare") or not cells:
        raise hearing.written_like(GRAMMAR, SHAPES[verb], order.text)
    if not faces:
        hand = state.hands[seat]
        raise Unreadable(
            "ur/bad-face",
            first=hand[0],
            second=hand[1],
            hint=said(GRAMMAR, f"{verb} {cells[0]} {hand[0]}"),
        )
    return (parse_order(f"{verb} {cells[0]} {faces[0]}"),)


def _action(order: Order, state: State, seat: Seat, verb: str) -> Orders:
    """`agriculture b3:2 f1:1`, `trade c4:1`: the action, then the places of the cubes that leave a choice."""
    wanted = _amounts(order)
    if order.all("sparing"):
        return (parse_order(f"{verb} sparing"), *(moves.Put(cell, count) for cell, count in wanted.items()))
    if not wanted:
        return (parse_order(verb),)
    full = _carried_out(state, seat, verb)
    if full is None:
        return (parse_order(verb),)
    if verb != "agriculture":
        return (parse_order(verb), *_puts(full, wanted, verb))
    sparing = _carried_out(state, seat, "agriculture sparing") or full
    puts = _puts(sparing, wanted, verb, fill=False)
    left = _carried_on(sparing, seat, puts).work.owed
    if not left and not full.work.owed:
        return (moves.Agriculture(),)
    return (moves.Agriculture(sparing=True), *puts, *((moves.Enough(),) if left else ()))


def _amounts(order: Order) -> Amounts:
    """(tile, cubes) pairs as in `b3:2 f1:1`."""
    sorts = [part.sort for part in order.parts if part.sort in ("cell", "number")]
    if sorts != ["cell", "number"] * (len(sorts) // 2):
        raise hearing.written_like(GRAMMAR, SHAPES["put"], order.text)
    return {cell: int(count) for cell, count in zip(_cells(order), order.all("number"), strict=True)}


def _carried_out(state: State, seat: Seat, spelling: str) -> State | None:
    """The state after the action, or None if it is not allowed: then playing it says why."""
    try:
        return apply(state, seat, parse_order(spelling), ()).state
    except IllegalMove:
        return None


def _carried_on(state: State, seat: Seat, orders: Sequence[moves.Order]) -> State:
    """The state after `orders`, as far as they are allowed."""
    try:
        for move in orders:
            state = apply(state, seat, move, ()).state
    except IllegalMove:
        pass
    return state


def _puts(state: State, wanted: dict[Cell, int], verb: str, *, fill: bool = True) -> Orders:
    """`put` orders for `wanted`, then, if `fill`, what is still needed in reading order."""
    waiting = dict(state.work.owed)
    for cell, count in wanted.items():
        if count > waiting.get(cell, 0):
            raise Unreadable(
                "ur/too-many-to-choose",
                verb=verb,
                limit=waiting.get(cell, 0),
                tile=NAMES[cell],
                count=count,
                hint=said(GRAMMAR, verb),
            )
    orders = tuple(moves.Put(cell, count) for cell, count in wanted.items() if count)
    return (*orders, *_filled(_carried_on(state, state.seat, orders))) if fill else orders


def _filled(state: State) -> Iterator[moves.Order]:
    """Everything that waits, in reading order."""
    while state.work.owed:
        waiting = dict(state.work.owed)
        cell = next(cell for cell in READING if cell in waiting)
        move = moves.Put(cell, waiting[cell])
        yield move
        state = apply(state, state.seat, move, ()).state


def _put(order: Order, state: State, seat: Seat, verb: str) -> Orders:
    if state.phase != SHARE:
        return _tiles(order, state, seat, "add")
    if not order.parts:
        return tuple(_filled(state))
    return _puts(state, _amounts(order), verb, fill=False)


def _war(order: Order, state: State, seat: Seat, verb: str) -> Orders:
    """Attacks one after the other; without a number as many cubes move as can."""
    orders: list[moves.Order] = []
    board = state.board
    for start, target, number in _steps(order, verb):
        if not number and orders:
            board = _carried_on(state, seat, orders).board
        count = number or max(1, board.cubes[start] - losses(board, start, target))
        orders.append(parse_order(f"war {NAMES[start]}>{NAMES[target]}:{count}"))
    return tuple(orders)


def _steps(order: Order, verb: str) -> list[tuple[Cell, Cell, int]]:
    """(from, to, cubes) as in `b3>c3:3, c3 f4`; 0 where no number stands."""
    steps: list[tuple[Cell, Cell, int]] = []
    waiting: list[Cell] = []
    for part in order.parts:
        if part.sort == "cell":
            waiting.append(CELLS[part.value])
        if len(waiting) == 2:
            steps.append((waiting[0], waiting[1], 0))
            waiting = []
        elif part.sort == "number":
            if waiting or not steps or steps[-1][2] or not 1 <= int(part.value) <= 5:
                raise hearing.written_like(GRAMMAR, SHAPES[verb], order.text)
            steps[-1] = (*steps[-1][:2], int(part.value))
    if waiting or not steps:
        raise hearing.written_like(GRAMMAR, SHAPES[verb], order.text)
    return steps


def _politics(order: Order, state: State, seat: Seat, verb: str) -> Orders:
    """`b3>b2:2` as it is, or `b3=4 b2=4 f3=0`: the new numbers, made into shifts."""
    if not order.all("sign"):
        return tuple(
            parse_order(f"politics {NAMES[giver]}>{NAMES[taker]}:{number or 1}")
            for giver, taker, number in _steps(order, verb)
        )
    wanted, cubes, held = _amounts(order), state.board.cubes, state.board.held[seat]
    before, after = sum(cubes[cell] for cell in wanted), sum(wanted.values())
    if before != after or any(not held >> cell & 1 for cell in wanted):
        raise Unreadable(
            "ur/politics-keeps-total",
            before=before,
            after=after,
            hint=said(GRAMMAR, " ".join(["politics", *(f"{NAMES[cell]}={cubes[cell]}" for cell in cells_of(held))])),
        )
    return tuple(_shifts(wanted, cubes))


def _shifts(wanted: dict[Cell, int], cubes: tuple[int, ...]) -> Iterator[moves.Order]:
    """Shifts from tiles with too many to tiles with too few, both ascending."""
    spare = {cell: cubes[cell] - wanted[cell] for cell in sorted(wanted) if cubes[cell] > wanted[cell]}
    for taker in sorted(wanted):
        while (missing := wanted[taker] - cubes[taker]) > 0:
            giver, left = next((cell, left) for cell, left in spare.items() if left)
            count = min(missing, left)
            yield moves.Shift(giver, taker, count)
            spare[giver] -= count
            cubes = (*cubes[:taker], cubes[taker] + count, *cubes[taker + 1 :])


_READERS: dict[str, Callable[[Order, State, Seat, str], Orders]] = {
    "place": _tiles,
    "exchange": _exchange,
    "keep": _bare,
    "agriculture": _action,
    "trade": _action,
    "war": _war,
    "culture": _action,
    "politics": _politics,
    "put": _put,
    "enough": _bare,
    "add": _tiles,
    "found": _tiles,
    "ziggurat": _tiles,
    "enter": _tiles,
    "pass": _bare,
    "swap": _exchange,
}

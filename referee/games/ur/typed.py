"""What people type: English or Italian, short or long, several steps in one line; `read` makes orders of it.

Beyond the canonical spelling it takes `agriculture b3:2 f1:1`, `trade c4:1` and `culture b1:1` (amounts, where the
rules leave a choice; the rest follows in reading order), `put` alone (everything that waits, in reading order),
`war b3>c3:3, c3>f4:2` and `war b3 c3` (as many as can move), `politics b3=4 b2=4 f3=0`, `add c4 c4`,
`ziggurat b3 c3`, and `W/P`, `guerra` or `war` for a face.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from referee.games.ur import moves
from referee.games.ur.board import CELLS, NAMES, READING, Cell, cells_of
from referee.games.ur.data import ENTRY_CUBES, TILE_LIMIT
from referee.games.ur.legal import legal_orders
from referee.games.ur.moves import ORDERS
from referee.games.ur.rules.actions import losses
from referee.games.ur.rules.course import apply, requests
from referee.games.ur.state import EXCHANGE, PLACE, SHARE, State
from referee.kernel.errors import IllegalMove, Unreadable
from referee.kernel.game import Typed
from referee.kernel.grammar import HeardOrder
from referee.kernel.grammar.reader import Reader
from referee.kernel.grammar.speech import TypedWord, Usage, does, doing_of
from referee.kernel.grammar.spelling import said
from referee.kernel.requests import Seat

Meant = tuple[moves.UrOrder, ...]
Amounts = dict[Cell, int]


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


def _typed_cells(order: HeardOrder) -> tuple[Cell, ...]:
    return tuple(CELLS[name] for name in order.all("cell"))


def _tiles(order: HeardOrder, state: State, seat: Seat, verb: str) -> Meant:
    """`add c4 c4`, `ziggurat b3 c3`, `two ziggurats on b3 and c3`: an order for each tile. Who comes back has as many
    cubes there as the rules say.
    """
    counts = {"1", str(len(order.all("cell"))), *([str(ENTRY_CUBES)] if verb == "enter" else [])}
    numbers = order.all("number")
    is_odd = not {"1"}.issuperset(numbers) and order.parts[0].sort != "number"
    if not order.all("cell") or not counts.issuperset(numbers) or is_odd:
        raise ORDERS.written_like(order, verb)
    return tuple(map(ORDERS.struct(verb), _typed_cells(order)))


_LETTER = re.compile(r"\b[a-z]\b(?!\d)")
"""A letter by itself."""


def _exchange(order: HeardOrder, state: State, seat: Seat, verb: str) -> Meant:
    """`a4 P`, `a4 politica`, `spare`: the tile taken and the face of the one given back, or its upper one."""
    cells, faces = _typed_cells(order), order.all("face")
    if order.all("spare") and not cells:
        return (ORDERS.struct(verb)(moves.SPARE),)
    if order.all("spare") or not cells:
        raise ORDERS.written_like(order, verb)
    hand = state.hands[seat]
    if not faces and not _LETTER.search(order.line):
        return (ORDERS.struct(verb)(cells[0], hand[0]),)
    if not faces:  # `a a4` may be an article, and may be a face
        raise Unreadable(
            "ur/bad-face",
            first=hand[0],
            second=hand[1],
            hint=said(ORDERS.grammar, f"{verb} {NAMES[cells[0]]} {hand[0]}"),
        )
    return (ORDERS.struct(verb)(cells[0], faces[0]),)


def _action(order: HeardOrder, state: State, seat: Seat, verb: str) -> Meant:
    """`agriculture b3:2 f1:1`, `trade c4:1`: the action, then the places of the cubes that leave a choice."""
    wanted, action, sparing = _amounts(order), ORDERS.struct(verb)(), moves.Agriculture(sparing=True)
    if order.all("sparing"):
        return (sparing, *(moves.Put(cell, count) for cell, count in wanted.items()))
    full = _carried_out(state, seat, action) if wanted else None
    if full is None:
        return (action,)
    if verb != "agriculture":
        return (action, *_puts(full, wanted, verb))
    spared = _carried_out(state, seat, sparing) or full
    puts = _puts(spared, wanted, verb, fill=False)
    left = _carried_on(spared, seat, puts).work.owed
    if not left and not full.work.owed:
        return (action,)
    return (sparing, *puts, *((moves.Enough(),) if left else ()))


def _amounts(order: HeardOrder) -> Amounts:
    """(tile, cubes) pairs as in `b3:2 f1:1`, or `2 in b3 and 1 in f1`."""
    sorts = [part.sort for part in order.parts if part.sort in ("cell", "number")]
    if sorts not in ([*pair] * (len(sorts) // 2) for pair in (("cell", "number"), ("number", "cell"))):
        raise ORDERS.written_like(order, "put")
    return {cell: int(count) for cell, count in zip(_typed_cells(order), order.all("number"), strict=True)}


def _carried_out(state: State, seat: Seat, action: moves.UrOrder) -> State | None:
    """The state after the action, or None if it is not allowed: then playing it says why."""
    try:
        return apply(state, seat, action, ()).state
    except IllegalMove:
        return None


def _carried_on(state: State, seat: Seat, orders: Sequence[moves.UrOrder]) -> State:
    """The state after `orders`, as far as they are allowed."""
    try:
        for move in orders:
            state = apply(state, seat, move, ()).state
    except IllegalMove:
        pass
    return state


def _puts(state: State, wanted: dict[Cell, int], verb: str, *, fill: bool = True) -> Meant:
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
                hint=said(ORDERS.grammar, verb),
            )
    orders = tuple(moves.Put(cell, count) for cell, count in wanted.items() if count)
    return (*orders, *_all_waiting_orders(_carried_on(state, state.seat, orders))) if fill else orders


def _all_waiting_orders(state: State) -> Iterator[moves.UrOrder]:
    """Everything that waits, in reading order."""
    while state.work.owed:
        waiting = dict(state.work.owed)
        cell = next(cell for cell in READING if cell in waiting)
        move = moves.Put(cell, waiting[cell])
        yield move
        state = apply(state, state.seat, move, ()).state


def _place_cubes(order: HeardOrder, state: State, seat: Seat, verb: str) -> Meant:
    if state.phase != SHARE:
        return _tiles(order, state, seat, "add")
    if not order.parts:
        return tuple(_all_waiting_orders(state))
    return _puts(state, _amounts(order), verb, fill=False)


def _war(order: HeardOrder, state: State, seat: Seat, verb: str) -> Meant:
    """Attacks one after the other; without a number as many cubes move as can."""
    orders: list[moves.UrOrder] = []
    board = state.board
    for start, target, number in _moved_cubes(order, verb):
        if not number and orders:
            board = _carried_on(state, seat, orders).board
        count = number or max(1, board.cubes[start] - losses(board, start, target))
        orders.append(moves.Attack(start, target, count))
    return tuple(orders)


def _moved_cubes(order: HeardOrder, verb: str) -> list[tuple[Cell, Cell, int]]:
    """(from, to, cubes) as in `b3>c3:3, c3 f4`, `c3 from b3` and `1 from b3 to c3`; 0 where no number stands."""
    steps: list[tuple[Cell, Cell, int]] = []
    waiting: list[Cell] = []
    first, origin = 0, None
    for part, before in zip(order.parts, (None, *order.parts), strict=False):
        if part.sort == "cell":
            waiting.append(CELLS[part.value])
            origin = waiting[-1] if before is not None and before.sort == "from" else origin
        if len(waiting) == 2:
            start, target = waiting if origin in (None, waiting[0]) else reversed(waiting)
            steps.append((start, target, first))
            waiting, first, origin = [], 0, None
        elif part.sort == "number":
            if waiting or first or (steps and steps[-1][2]) or not 1 <= int(part.value) <= TILE_LIMIT:
                raise ORDERS.written_like(order, verb)
            if steps:
                steps[-1] = (*steps[-1][:2], int(part.value))
            else:
                first = int(part.value)
    if waiting or not steps:
        raise ORDERS.written_like(order, verb)
    return steps


def _politics(order: HeardOrder, state: State, seat: Seat, verb: str) -> Meant:
    """`b3>b2:2` as it is, or `b3=4 b2=4 f3=0`: the new numbers, made into shifts."""
    if not order.all("sign"):
        return tuple(moves.Shift(giver, taker, number or 1) for giver, taker, number in _moved_cubes(order, verb))
    wanted, cubes, held = _amounts(order), state.board.cubes, state.board.held[seat]
    before, after = sum(cubes[cell] for cell in wanted), sum(wanted.values())
    if before != after or any(not held >> cell & 1 for cell in wanted):
        raise Unreadable(
            "ur/politics-keeps-total",
            before=before,
            after=after,
            hint=said(
                ORDERS.grammar, " ".join(["politics", *(f"{NAMES[cell]}={cubes[cell]}" for cell in cells_of(held))])
            ),
        )
    return tuple(_shifts(wanted, cubes))


def _shifts(wanted: dict[Cell, int], cubes: tuple[int, ...]) -> Iterator[moves.UrOrder]:
    """Shifts from tiles with too many to tiles with too few, both ascending."""
    spare = {cell: cubes[cell] - wanted[cell] for cell in sorted(wanted) if cubes[cell] > wanted[cell]}
    for taker in sorted(wanted):
        while (missing := wanted[taker] - cubes[taker]) > 0:
            giver, left = next((cell, left) for cell, left in spare.items() if left)
            count = min(missing, left)
            yield moves.Shift(giver, taker, count)
            spare[giver] -= count
            cubes = (*cubes[:taker], cubes[taker] + count, *cubes[taker + 1 :])


_READERS: Mapping[str, Callable[[HeardOrder, State, Seat, str], Meant]] = {
    **dict.fromkeys(("place", "add", "found", "ziggurat", "enter"), _tiles),
    **dict.fromkeys(("exchange", "swap"), _exchange),
    **dict.fromkeys(("agriculture", "trade", "culture"), _action),
    "war": _war,
    "politics": _politics,
    "put": _place_cubes,
}


_COUNTED = frozenset(("agriculture", "trade", "culture", "politics", "enter"))
"""Verbs whose reader compares each number with the board or the rules."""


def _one_spelling(text: str, state: State) -> tuple[Typed[moves.UrOrder], ...]:
    """The order with this one spelling, whatever the phase; () if its verb means another one now."""
    verb = text.split(" ", 1)[0]
    if _verb_now(verb, state) != verb:
        return ()
    try:
        return (Typed(ORDERS.parse(text)),)
    except Unreadable:
        return ()


_OF_CUBES = frozenset(("put", "politics"))
"""The verbs of words that may tell how many cubes move with an attack."""

_OF_FACE = frozenset(("put", "keep", "place"))
"""The verbs of words that may tell how a tile is given back."""


class _UrReader(Reader):
    """Ur has one question, and what a verb means follows from the phase."""

    def asked(self, state: State, seat: Seat) -> str | None:
        """The phase that a seat has to play in, if it is asked."""
        return state.phase if super().asked(state, seat) else None

    def lying(self, state: State) -> dict[str, frozenset[str]]:
        """The faces of the tile at each place."""
        return {NAMES[cell]: frozenset((state.board.faces[cell], state.board.backs[cell])) for cell in READING}

    def amendment_of(self, spelled: str, words: tuple[TypedWord, ...], state: State, seat: Seat) -> str:
        """An exchange with the face of the tile that is given back: `and mine goes there with trade face up`; an attack
        with the number of its cubes: `and I move two`.
        """
        verb, _, rest = spelled.partition(" ")
        own = frozenset[str]().union(*(word.own for word in words if not word.values))
        faces = {one.value for word in words for one in word.values if one.sort == "face"} & {*state.hands[seat]}
        numbers = [word.number for word in words if word.has_count]
        is_other = any(one.sort == "cell" for word in words for one in word.values)
        if verb == "war" and len(numbers) == 1 and not (is_other or faces or own - _OF_CUBES):
            found = f"{rest.partition(':')[0]}:{numbers[0]}"
            return f"war {found}" if f"war {found}" in self.legal(state, seat).spellings else ""
        is_mine = any("keep" in word.nouns or word.own & _OF_FACE or does(word.text, "keep") for word in words)
        cell, _, face = rest.partition(" ")
        if verb not in ("swap", "exchange") or not face or is_other or numbers or not own <= _OF_FACE:
            return ""
        is_bare = any("swap" in word.nouns for word in words) and not any(w.verbs for w in words if not w.values)
        is_taken = not faces.isdisjoint(self.lying(state).get(cell, ()))
        is_mine = is_mine or (is_bare and not is_taken)
        return f"{verb} {cell} {faces.pop()}" if is_mine and len(faces) == 1 else ""

    def unused(self, order: HeardOrder, meant: tuple[Typed[moves.UrOrder], ...]) -> int | None:
        """As for every game, but amounts are compared with the board, and an order need not say them again."""
        return None if order.verb in _COUNTED else super().unused(order, meant)

    def meant(self, order: HeardOrder, state: State, seat: Seat) -> tuple[Typed[moves.UrOrder], ...]:
        """The orders that a typed order stands for."""
        verb = _verb_now(order.verb, state)
        known = _READERS.get(verb)
        return tuple(map(Typed, known(order, state, seat, verb) if known else (ORDERS.struct(verb)(),)))


_USAGE = Usage(
    doing=doing_of(
        "put: place add put ziggurat enter found, move: politics, go: place add exchange swap war",
        "exchange: exchange swap, take: exchange swap war, keep: keep, make: ziggurat, attack: war, reenter: enter",
        "add: add place, found: found place, begin: place, pass: pass",
    ),
    places=frozenset(("cell",)),
    origins=(frozenset(("war", "politics")), frozenset()),
    last=frozenset(("swap",)),
)
READER = _UrReader(ORDERS, requests, legal_orders, {}, apply, _USAGE, _one_spelling)
read, cut, complete = READER.read, READER.cut, READER.complete

"""What people type: English or Italian, short or long, several steps in one line; `read` makes orders of it.

Beyond the canonical spelling it takes `agriculture b3:2 f1:1`, `trade c4:1` and `culture b1:1` (amounts, where the
rules leave a choice; the rest follows in reading order), `put` alone (everything that waits, in reading order),
`war b3>c3:3, c3>f4:2` and `war b3 c3` (as many as can move), `politics b3=4 b2=4 f3=0`, `add c4 c4`,
`ziggurat b3 c3`, and `W/P`, `guerra` or `war` for a face.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from referee.games.ur import moves
from referee.games.ur.board import CELLS, NAMES, READING, Cell, cells_of
from referee.games.ur.notation import SHAPES, parse_order
from referee.games.ur.rules.course import apply
from referee.games.ur.rules.war import losses
from referee.games.ur.state import EXCHANGE, PLACE, SHARE, State
from referee.kernel.errors import IllegalMove, Unreadable
from referee.kernel.game import Typed
from referee.kernel.requests import Seat

Orders = tuple[moves.Order, ...]

VERBS: dict[str, tuple[str, ...]] = {
    "place": ("place", "piazza", "colloca"),
    "exchange": ("exchange", "cambia"),
    "keep": ("keep", "tieni", "mantieni"),
    "agriculture": ("agriculture", "agricoltura", "farm"),
    "trade": ("trade", "commercio", "commerce"),
    "war": ("war", "guerra", "attack", "attacca"),
    "culture": ("culture", "cultura"),
    "politics": ("politics", "politica", "redistribute", "ridistribuisci"),
    "put": ("put", "metti"),
    "enough": ("enough", "basta", "stop"),
    "add": ("add", "aggiungi"),
    "found": ("found", "fonda"),
    "ziggurat": ("ziggurat", "build", "costruisci"),
    "enter": ("enter", "reenter", "rientra", "entra"),
    "pass": ("pass", "passa", "nothing", "nulla", "niente"),
    "swap": ("swap", "scambia", "sostituisci", "take", "prendi"),
}
"""The words for each verb; any beginning that fits only one verb will do."""

FACES: dict[str, tuple[str, ...]] = {
    "A": ("a", "agriculture", "agricoltura"),
    "T": ("t", "trade", "commercio"),
    "W": ("w", "war", "guerra"),
    "C": ("c", "culture", "cultura"),
    "P": ("p", "politics", "politica"),
}
"""The words for each type; a single letter is always the English one."""

_CELL = r"\b([a-f])\s?([1-6])\b"
_STEP = rf"{_CELL}\s*(?:>|\s)\s*{_CELL}(?:\s*[:x*]?\s*\b([1-9])\b)?"


def read(text: str, state: State, seat: Seat) -> tuple[Typed[moves.Order], ...]:
    """The orders meant by `text`, typed by `seat` in this state; usually one.

    Raises:
        Unreadable: it is not understood; the hint shows an order that would be.
    """
    try:
        return (Typed(parse_order(text.strip())),)
    except Unreadable:
        pass
    plain = re.sub(r"\s*(->|→|\bto\b|\bverso\b)\s*", ">", text.lower()).strip()
    match = re.match(r"[a-z]+", plain)
    verb = _verb(match.group() if match else "", state)
    rest = plain[match.end() :].strip(" .!,;:") if match else ""
    return tuple(Typed(move) for move in _READERS[verb](rest, state, seat, verb))


def _verb(word: str, state: State) -> str:
    """The verb meant by `word`. In the set-up a swap is the exchange, and a cube that is put or added is placed."""
    found = {verb for verb, words in VERBS.items() if any(known == word for known in words)}
    if not found and len(word) >= 2:
        found = {verb for verb, words in VERBS.items() if any(known.startswith(word) for known in words)}
    if len(found) != 1:
        raise Unreadable(
            "expected one of {verbs}, got {word!r}",
            word=word,
            verbs=", ".join(sorted(found) or VERBS),
            hint=SHAPES.get(state.phase, SHAPES["swap"]),
        )
    verb = found.pop()
    if state.phase == PLACE and verb in ("put", "add", "found"):
        return "place"
    if state.phase == EXCHANGE and verb == "swap":
        return "exchange"
    if state.phase == EXCHANGE and verb == "pass":
        return "keep"
    if state.phase not in (PLACE, EXCHANGE) and verb == "exchange":
        return "swap"
    return verb


def _expect(verb: str, rest: str) -> Unreadable:
    return Unreadable(
        "expected an order such as {example}, got {text!r}",
        text=f"{verb} {rest}".strip(),
        example=SHAPES[verb],
        hint=SHAPES[verb],
    )


def _cells(rest: str) -> tuple[Cell, ...]:
    return tuple(CELLS[column + row] for column, row in re.findall(_CELL, rest))


def _bare(rest: str, state: State, seat: Seat, verb: str) -> Orders:
    if rest:
        raise _expect(verb, rest)
    return (parse_order(verb),)


def _tiles(rest: str, state: State, seat: Seat, verb: str) -> Orders:
    """`add c4 c4`, `ziggurat b3 c3`: an order for each tile."""
    cells = _cells(rest)
    if not cells or re.sub(rf"{_CELL}|[\s,+]|\band\b|\be\b|\bon\b|\bsu\b|\bin\b", "", rest):
        raise _expect(verb, rest)
    return tuple(parse_order(f"{verb} {NAMES[cell]}") for cell in cells)


def _exchange(rest: str, state: State, seat: Seat, verb: str) -> Orders:
    """`a4 P`, `a4 politica`, `spare`: the tile taken and the face of the one given back."""
    if re.match(r"spare\b|riserva\b|avanzata\b", rest):
        return (parse_order(f"{verb} spare"),)
    cells = _cells(rest)
    words = re.findall(r"[a-z]+", re.sub(_CELL, " ", rest))
    faces = [letter for word in words if (letter := face_of(word))]
    if len(cells) != 1 or len(faces) > 1:
        raise _expect(verb, rest)
    if not faces:
        hand = state.hands[seat]
        raise Unreadable(
            "expected the face of the tile given back, {first} or {second}",
            first=hand[0],
            second=hand[1],
            hint=f"{verb} {NAMES[cells[0]]} {hand[0]}",
        )
    return (parse_order(f"{verb} {NAMES[cells[0]]} {faces[0]}"),)


def face_of(word: str) -> str | None:
    """The letter of the type that `word` names, whole or as a beginning of three letters or more; else None."""
    for letter, words in FACES.items():
        if word in words or (len(word) >= 3 and any(known.startswith(word) for known in words)):
            return letter
    return None


def _action(rest: str, state: State, seat: Seat, verb: str) -> Orders:
    """`agriculture b3:2 f1:1`, `trade c4:1`: the action, then the places of the cubes that leave a choice."""
    if not rest:
        return (parse_order(verb),)
    wanted = _amounts(rest, verb)
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


def _amounts(rest: str, verb: str) -> dict[Cell, int]:
    """(tile, cubes) pairs as in `b3:2 f1:1`."""
    pairs = re.findall(rf"{_CELL}\s*[:=x*+]?\s*(\d)\b", rest)
    if not pairs or re.sub(rf"{_CELL}\s*[:=x*+]?\s*\d\b|[\s,]", "", rest):
        raise _expect("put", rest)
    return {CELLS[column + row]: int(count) for column, row, count in pairs}


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
                "{verb} leaves at most {limit} to choose on {tile}, got {count}",
                verb=verb,
                limit=waiting.get(cell, 0),
                tile=NAMES[cell],
                count=count,
                hint=verb,
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


def _put(rest: str, state: State, seat: Seat, verb: str) -> Orders:
    if state.phase != SHARE:
        return _tiles(rest, state, seat, "add")
    if not rest:
        return tuple(_filled(state))
    return _puts(state, _amounts(rest, verb), verb, fill=False)


def _war(rest: str, state: State, seat: Seat, verb: str) -> Orders:
    """Attacks one after the other; without a number as many cubes move as can."""
    orders: list[moves.Order] = []
    board = state.board
    for a, x, b, y, number in _steps(rest, verb):
        start, target = CELLS[a + x], CELLS[b + y]
        if not number and orders:
            board = _carried_on(state, seat, orders).board
        count = int(number) if number else max(1, board.cubes[start] - losses(board, start, target))
        orders.append(parse_order(f"war {NAMES[start]}>{NAMES[target]}:{count}"))
    return tuple(orders)


def _steps(rest: str, verb: str) -> list[tuple[str, str, str, str, str]]:
    steps = re.findall(_STEP, rest)
    if not steps or re.sub(rf"{_STEP}|[\s,]", "", rest):
        raise _expect(verb, rest)
    return steps


def _politics(rest: str, state: State, seat: Seat, verb: str) -> Orders:
    """`b3>b2:2` as it is, or `b3=4 b2=4 f3=0`: the new numbers, made into shifts."""
    if "=" not in rest:
        return tuple(parse_order(f"politics {a}{x}>{b}{y}:{number or 1}") for a, x, b, y, number in _steps(rest, verb))
    wanted, cubes, held = _amounts(rest, verb), state.board.cubes, state.board.held[seat]
    before, after = sum(cubes[cell] for cell in wanted), sum(wanted.values())
    if before != after or any(not held >> cell & 1 for cell in wanted):
        raise Unreadable(
            "Politics keeps the total: these own tiles have {before} cubes, the numbers make {after}",
            before=before,
            after=after,
            hint=" ".join(["politics", *(f"{NAMES[cell]}={cubes[cell]}" for cell in cells_of(held))]),
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


_READERS: dict[str, Callable[[str, State, Seat, str], Orders]] = {
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

"""What people type where an order is not one word for each field: `collega C-D rossa`, `no`, `income all`.

The open question helps where a word is missing: `2` answers how many cards, `verde` which conflict.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.cards import moves as m
from referee.games.cards.board import COLUMNS
from referee.games.cards.data import CODES, KINDS, LEADERS
from referee.games.cards.legal import legal_orders
from referee.games.cards.rules.flow import apply, requests
from referee.games.cards.rules.ships import due_kinds, ship_choices
from referee.games.cards.state import Shipbuilding, State
from referee.kernel.errors import Unreadable
from referee.kernel.game import Typed
from referee.kernel.grammar import HeardOrder
from referee.kernel.grammar.lexer import Meaning
from referee.kernel.grammar.reader import Reader
from referee.kernel.grammar.speech import Usage, doing_of
from referee.kernel.requests import Seat


def _yes_or_no(order: HeardOrder) -> str:
    return next(iter(order.all("say")), "")


def _connect(order: HeardOrder, state: State, seat: Seat) -> Typed[m.CardsOrder]:
    """`C-D red`, `C and D red`, `red between C and D`. The kind of the card that connects is secret."""
    slot = next(iter(order.all("slot")), "-".join(sorted(order.all("column"))))
    is_meant = order.verb == "connect" or order.all("between") or _is_called(order, "connect")
    if slot not in m.SLOT.labels.values() or not is_meant:
        raise m.ORDERS.written_like(order, "connect")
    return Typed(m.Connect(slot), order.all("kind"))


def _is_called(order: HeardOrder, verb: str) -> bool:
    """Whether an order begins with a word for this verb."""
    first = order.line.split()[0]
    return any(meaning.value == verb for meaning in m.ORDERS.grammar.vocabulary.exact(first))


def _bare_yes(order: HeardOrder, state: State, seat: Seat) -> m.CardsOrder:
    """`score`, `convert yes`, `no`: the bare word means yes."""
    return m.ORDERS.struct(order.verb)(_yes_or_no(order) != "no")  # type: ignore[no-any-return]


def _commit(order: HeardOrder, state: State, seat: Seat) -> m.CardsOrder:
    """`2`, `1 red`, `no`. Cards without a number are not counted: `the reds` may be any number of them."""
    numbers = order.all("number")
    if _yes_or_no(order) == "no" and numbers:
        raise Unreadable("clause-denied", clause=order.line)
    if order.all("whole") or len(numbers) + len(order.all("say")) != 1 or _yes_or_no(order) not in ("", "no"):
        raise m.ORDERS.written_like(order)
    return m.Commit(int(numbers[0]) if numbers else 0)


def _war(order: HeardOrder, state: State, seat: Seat) -> m.War:
    """`green`, `traders`: the conflict of a colour, or of its leaders."""
    kinds = (*order.all("kind"), *(KINDS[LEADERS.index(leader)] for leader in order.all("leader")))
    if len(kinds) != 1:
        raise m.ORDERS.written_like(order)
    return m.War(kinds[0])


def _swap(order: HeardOrder, state: State, seat: Seat) -> m.CardsOrder:
    if _yes_or_no(order) == "no":
        return m.Decline()
    if len(order.parts) != 1 or not order.all("head"):
        raise m.ORDERS.written_like(order)
    return m.SwapTreasure(order.all("head")[0])


def _ship(order: HeardOrder, state: State, seat: Seat) -> m.CardsOrder:
    """A ship and its four cards; a ship not named is the only one there is, a place not named the lowest four."""
    if _yes_or_no(order) == "no":
        return m.Decline()
    frame = state.frames[-1] if state.frames else None
    ships, places = ship_choices(state, frame.column) if isinstance(frame, Shipbuilding) else ((), ())
    named = order.all("ship") or (ships if len(ships) == 1 else ())
    told = tuple(word.upper() for word in order.line.split() if word.upper() in m.PLACE.labels.values())  # `from A1`
    place = order.all("place") or told or tuple(places[-1:])
    if not (named and place):
        raise m.ORDERS.written_like(order)
    return m.BuildShip(named[0], place[0])


def _income(order: HeardOrder, state: State, seat: Seat) -> m.CardsOrder:
    if _yes_or_no(order) == "no":
        return m.Decline()
    kinds = sorted(due_kinds(state) if _yes_or_no(order) or order.all("whole") else order.counted("kind"))
    if not m.is_income(kinds) or (order.parts and order.parts[-1].sort == "number"):
        raise m.ORDERS.written_like(order)
    return m.TakeIncome(tuple(kinds))


_ODD = {
    **dict.fromkeys(("score", "convert"), _bare_yes),
    **dict.fromkeys(("connect", "between"), _connect),
    "commit": _commit,
    "war": _war,
    "swap": _swap,
    "ship": _ship,
    "income": _income,
}
_USAGE = Usage(
    doing=doing_of(
        "put: leader card commit, move: leader, go: leader card, back: withdraw, exchange: swap",
        "take: score swap income, make: ship, begin: war, pass: pass decline, keep: decline, attack: commit",
        "defend: commit, join: connect, add: commit, score: score, destroy: catastrophe",
    ),
    named=frozenset(("catastrophe",)),
    places=frozenset(("place", "column", "slot", "head")),
    stands={
        **{("leader", kind): leader for kind, leader in zip(KINDS, LEADERS, strict=True)},
        **{("war", leader): kind for kind, leader in zip(KINDS, LEADERS, strict=True)},
    },
)


class _CardsReader(Reader):
    """A leader also names the column that it is in."""

    def landmarks(self, state: State, seat: Seat) -> dict[str, frozenset[Meaning]]:
        """The column, and the treasure at its head, where a leader stands on that."""
        standing = zip(LEADERS, state.leaders[seat], strict=True)
        return {leader: frozenset(_places_at(place)) for leader, place in standing if place}

    def lying(self, state: State) -> dict[str, frozenset[str]]:
        """The kind of the card at each place."""
        known = dict(zip(CODES, KINDS, strict=True))
        return {place: frozenset((known[code],)) for place, code in _codes_at(state) if code in known}


def _codes_at(state: State) -> Iterator[tuple[str, str]]:
    for column, cards in zip(COLUMNS, state.columns, strict=True):
        yield from ((f"{column}{row}", code) for row, code in enumerate(cards))


def _places_at(place: str) -> Iterator[Meaning]:
    yield Meaning("column", place[0])
    if place in m.HEAD.labels.values():
        yield Meaning("head", place)


READER = _CardsReader(m.ORDERS, requests, legal_orders, _ODD, apply, _USAGE)
read, cut, complete = READER.read, READER.cut, READER.complete

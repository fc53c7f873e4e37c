"""What a new key of a seat must be told again: its hand, what it laid face down, and what it has peeked at.

A hand is a number of kinds, so the record of a good in it is one of those that its seat drew of that kind: the first
that is not taken by another one. The line holds what lies face down first, then what was peeked at, both in the order
of the position, and then the hand in the order of its kinds. How many goods that are is public.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.crypto import joint, sealed
from referee.kernel.errors import NotAuthentic
from referee.kernel.events import Discarded, Drew, Event, Laid, Peeked, Revealed, Spent
from referee.kernel.goods import Dealer, Owner
from referee.kernel.requests import Seat
from referee.table.step import tokens
from referee.table.step.position import Drawn, Place, Position

_GIVEN = (Spent, Discarded)
"""By these events goods leave a hand for good."""


def drawn_to_hands(drawn: Sequence[Drawn], places: Sequence[Place]) -> tuple[Drawn, ...]:
    """Those of the draws and peeks of a step that went to a hand; `places` are all on which a good of a pile lay."""
    if not drawn:
        return ()
    peeks = {(place.pile, place.position) for place in places}
    return tuple(draw for draw in drawn if (draw.pile, draw.position) not in peeks)


def held_after(held: Sequence[int], events: Sequence[Event]) -> tuple[int, ...]:
    """The number of goods in each hand after `events`, from what is `held` before them."""
    counts = list(held)
    for event in events:
        if isinstance(event, Drew):
            counts[event.seat] += event.count
        elif isinstance(event, _GIVEN):
            counts[event.seat] -= event.count
        elif isinstance(event, Laid):
            counts[event.seat] -= 1
    return tuple(counts)


def peeked_after(peeked: Sequence[tuple[Seat, str]], events: Sequence[Event]) -> tuple[tuple[Seat, str], ...]:
    """Who has peeked at which places that are still covered after `events`."""
    found = list(peeked)
    for event in events:
        if isinstance(event, Peeked):
            found.append((event.seat, event.place))
        elif isinstance(event, Revealed):
            found = [pair for pair in found if pair[1] != event.place]
    return tuple(found)


def records_again(position: Position, hidden_seed: bytes, seat: Seat) -> tuple[sealed.Record, ...]:
    """What the referee tells the new key of `seat`, as its hand line holds it."""
    assert isinstance(position.knowledge, Dealer)
    own = position.knowledge.own(seat)
    shoes = tokens.shoes(position.table, hidden_seed)
    faces, free = dict(own.covered), list(_drawn_by(position, seat))

    def record(pile: int, at: int) -> sealed.Record:
        return sealed.Record(pile, at, shoes[pile].tokens[at], joint.pile_salt(hidden_seed, shoes[pile].pile.name, at))

    def taken(kind: str) -> sealed.Record:
        pile, at = next((pile, at) for pile, at in free if shoes[pile].pile.labels()[shoes[pile].tokens[at]] == kind)
        free.remove((pile, at))
        return record(pile, at)

    laid = [taken(faces[place]) for place in _laid_by(position, seat)]
    peeked = [record(place.pile, place.position) for place in _peeked_by(position, seat)]
    return (*laid, *peeked, *(taken(kind) for kind in own.hand))


def count_again(position: Position, seat: Seat) -> int:
    """How many records the line for a new key of `seat` holds; everybody can tell."""
    return len(_laid_by(position, seat)) + len(_peeked_by(position, seat)) + position.held[seat]


def owner_again(position: Position, seat: Seat, records: Sequence[sealed.Record]) -> Owner:
    """What the holder of a new key of `seat` knows once its line was opened.

    Raises:
        NotAuthentic: a number of goods that is not that of the seat; one twice, one that the seat did not draw, or one
            that does not open its line of the bag.
    """
    table, name = position.table, position.table.names[seat]
    laid, peeked = _laid_by(position, seat), _peeked_by(position, seat)
    covered = (*laid, *(place.place for place in peeked))
    behind = len(covered)
    found = [(record.pile, record.position) for record in records]
    drawn = [*found[: len(laid)], *found[behind:]]
    if (
        len(records) != count_again(position, seat)
        or found[len(laid) : behind] != [(place.pile, place.position) for place in peeked]
        or len(set(drawn)) != len(drawn)
        or not set(drawn) <= set(_drawn_by(position, seat))
    ):
        raise NotAuthentic("hand-positions-differ", seat=name)
    kinds = tokens.kinds_of(table, records, position.bag, name)
    faces = tuple(zip(covered, kinds[:behind], strict=True))
    return Owner(seat, tuple(sorted(kinds[behind:])), 0, faces)


def _laid_by(position: Position, seat: Seat) -> tuple[str, ...]:
    return tuple(lain.place for lain in position.covered if lain.seat == seat)


def _peeked_by(position: Position, seat: Seat) -> tuple[Place, ...]:
    return tuple(place for place in position.places if (seat, place.place) in position.peeked)


def _drawn_by(position: Position, seat: Seat) -> tuple[tuple[int, int], ...]:
    """(pile, position) of every good that the seat drew, in drawing order."""
    draws = (draw for draw in position.drew if draw.seat == seat)
    return tuple((draw.pile, at) for draw in draws for at in range(draw.position, draw.position + draw.count))

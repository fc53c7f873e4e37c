"""A guess at everything that a seat does not see: what it holds stays, and the rest is dealt anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.kernel.dice import permutation
from referee.kernel.goods import Dealer, Hand, OwnGoods, Supply
from referee.kernel.requests import Seat
from referee.protocol.history.read_record import History
from referee.protocol.step.position import Position
from referee.record.note import Notes


def dealt_anew(history: History, position: Position, seat: Seat, own: OwnGoods, chance: Iterator[int]) -> Dealer:
    """The knowledge of a dealer for whom the hands of the others, what is face down and the piles hold by chance what
    `seat` has not seen. Nothing but the notes and what `own` says is looked at.
    """
    hidden = tuple(one.place for one in position.places)
    known = dict(own.covered)
    out = [*own.hand, *known.values(), *_seen_by_all(history, position)]
    piles, loose = list[Supply](), list[str]()
    for pile, stock in zip(position.table.piles, position.stocks, strict=True):
        unseen = _without_all(pile.labels(), out)
        kinds = [unseen[at] for at in permutation(chance, len(unseen))]
        size = pile.size - stock.drawn + len(stock.returned)
        piles.append(Supply(pile.name, tuple(kinds[:size])))
        loose += kinds[size:]
    loose = [loose[at] for at in permutation(chance, len(loose))]
    below = {one.place for one in position.covered} | {*hidden}
    covered = tuple((place, known.get(place) or loose.pop()) for place in sorted(below))
    hands = tuple(
        _hand_of(own.hand if at == seat else (), count, loose)
        for at, count in enumerate(_hand_sizes(position, own, seat))
    )
    return Dealer(hands, tuple(piles), covered, hidden, position.peeked)


def _hand_sizes(position: Position, own: OwnGoods, seat: Seat) -> tuple[int, ...]:
    return position.held or tuple(len(own.hand) if at == seat else 0 for at in range(len(position.table.seats)))


def _hand_of(hand: Hand, count: int, loose: list[str]) -> Hand:
    return tuple(sorted((*hand, *(loose.pop() for _ in range(min(count - len(hand), len(loose)))))))


def _without_all(labels: Sequence[str], out: list[str]) -> list[str]:
    """The labels without those in `out`, which loses what was found."""
    left = Counter(labels)
    for kind in [kind for kind in out if kind in left]:
        if left[kind]:
            left[kind] -= 1
            out.remove(kind)
    return list(left.elements())


def _seen_by_all(history: History, position: Position) -> Iterator[str]:
    """The kinds that have left a hand or were turned up before everybody, in steps that count."""
    undone = {step for last, first in position.past.rollbacks for step in range(first, last + 1)}
    for step, (_, signed_notes) in enumerate(history.steps()):
        for event in () if step in undone else _events_in(signed_notes):
            word, *rest = event.split()
            if word == "spent":
                yield from (rest[1],) * int(rest[2])
            elif word == "revealed":
                yield rest[1]


def _events_in(signed_notes: Notes) -> tuple[str, ...]:
    return tuple(event for signed in signed_notes for event in getattr(signed.note(), "event", ()))

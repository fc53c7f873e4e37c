"""Hidden goods: piles, hands, and who knows what about them.

The state of a game holds counts and places only. What somebody knows beside it is a *knowledge*: `Dealer` (the
referee), `Owner` (one seat), `Stranger` (anybody); where the deck is masked `Holder` (one seat) and `Counts` (anybody,
the referee too). A knowledge follows every goods event of `play`, or refuses it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from referee.kernel.dice import below, stream
from referee.kernel.errors import BrokenState, NotAuthentic, Unreadable
from referee.kernel.events import Discarded, Drew, GoodsEvent, Hidden, Laid, Peeked, Revealed, Spent
from referee.kernel.requests import Seat

_H = TypeVar("_H")

Hand = tuple[str, ...]
"""Kinds in a hand, sorted, one entry for each good: `("farm", "temple", "temple")`."""

Taker = Seat | str
"""Who or what a good of a pile goes to: the seat that draws it, or the place on which it lies face down."""


class Stock(msgspec.Struct, frozen=True, gc=False):
    """How far a pile is drawn, and which goods are in it again because the table has taken steps back.

    Nobody gets a good that somebody else has drawn before, as long as there are others: what was returned is drawn
    again by the seat that drew it first, in the same order.
    """

    takers: tuple[Taker, ...] = ()
    """For each position, from the first on, to whom it went first."""
    returned: tuple[int, ...] = ()
    """Those of them that are in the pile again, ascending."""

    @property
    def drawn(self) -> int:
        """The first position that nobody has ever drawn."""
        return len(self.takers)

    def take(self, taker: Taker, count: int, size: int) -> tuple[tuple[int, ...], Stock]:
        """The positions that `taker` gets of a pile of `size` goods, and the stock without them.

        First those that were its own before, ascending; then those that nobody has drawn; at the end of the pile those
        of others, the last one first, which its first taker would come to last.

        Raises:
            BrokenState: the pile holds fewer.
        """
        if not self.returned:  # almost always: nothing was ever taken back
            return self._next(taker, count, size)
        own = tuple(at for at in self.returned if self.takers[at] == taker)[:count]
        fresh = tuple(range(self.drawn, min(size, self.drawn + count - len(own))))
        lacking = count - len(own) - len(fresh)
        others = tuple(at for at in reversed(self.returned) if self.takers[at] != taker)[:lacking]
        if len(others) < lacking:
            raise BrokenState("pile-too-small", count=count)
        taken = (*own, *fresh, *others)
        left = tuple(at for at in self.returned if at not in taken)
        return taken, Stock((*self.takers, *(taker,) * len(fresh)), left)

    def _next(self, taker: Taker, count: int, size: int) -> tuple[tuple[int, ...], Stock]:
        end = self.drawn + count
        if end > size:
            raise BrokenState("pile-too-small", count=count)
        return tuple(range(self.drawn, end)), Stock((*self.takers, *(taker,) * count))

    def back_to(self, earlier: Stock) -> Stock:
        """The stock once the game has gone back to where it was `earlier`: the pieces drawn since are in it again."""
        return Stock(self.takers, (*earlier.returned, *range(earlier.drawn, self.drawn)))


class Pile(msgspec.Struct, frozen=True):
    """A hidden pile at the start of the game: its name and how many goods of each kind it holds, in the game's order.

    Tokens 0 .. n-1 are numbered through the kinds in this order: token 0 is the first good of the first kind.
    """

    name: str
    kinds: tuple[tuple[str, int], ...]

    @property
    def size(self) -> int:
        """The number of goods in the pile."""
        return sum(count for _, count in self.kinds)

    def labels(self) -> tuple[str, ...]:
        """The kind of each token."""
        return tuple(kind for kind, count in self.kinds for _ in range(count))


class OwnGoods(msgspec.Struct, frozen=True):
    """What a seat alone knows: its hand, and what it laid face down or has peeked at, as (place, kind)."""

    hand: Hand = ()
    covered: tuple[tuple[str, str], ...] = ()


class NotInHand(Exception):
    """The hand does not hold what the event takes from it. `kind` and `held` are for the owner's eyes only."""

    def __init__(self, seat: Seat, kind: str, held: int, needed: int) -> None:
        super().__init__(f"seat {seat} lacks {kind}")
        self.seat, self.kind, self.held, self.needed = seat, kind, held, needed


class Supply(msgspec.Struct, frozen=True, gc=False):
    """A shuffled pile as the referee knows it: kinds by position, and what has been drawn of them."""

    name: str
    kinds: tuple[str, ...]
    stock: Stock = Stock()

    @property
    def drawn(self) -> int:
        """The first position that nobody has ever drawn."""
        return self.stock.drawn


class Dealer(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The referee's knowledge: every hand, every pile, every covered place.

    `hidden` are the covered places on which a good of a pile lies, `peeked` who has seen which of them.
    """

    hands: tuple[Hand, ...]
    piles: tuple[Supply, ...] = ()
    covered: tuple[tuple[str, str], ...] = ()
    hidden: tuple[str, ...] = ()
    peeked: tuple[tuple[Seat, str], ...] = ()

    def own(self, seat: Seat) -> OwnGoods:
        """What `seat` knows."""
        unseen = {place for place in self.hidden if (seat, place) not in self.peeked}
        return OwnGoods(self.hands[seat], tuple(pair for pair in self.covered if pair[0] not in unseen))

    def face(self, place: str) -> str | None:
        """The kind that lies face down on `place`, or None if it is not known."""
        return dict(self.covered).get(place)

    def knows(self, seat: Seat) -> bool:
        """Whether the hand of `seat` can be checked."""
        return True

    def after(self, event: GoodsEvent, secret: Hand) -> Dealer:
        """The knowledge once `event` has happened. Raises `NotInHand`, and `BrokenState` for a pile that is too
        small.
        """
        if isinstance(event, Spent):
            return self._with_hand(event.seat, without(self.hands[event.seat], (event.kind,) * event.count, event.seat))
        if isinstance(event, Drew):
            drawn, piles = _drawn_from(self.piles, event.pile, event.seat, event.count)
            hand = tuple(sorted(self.hands[event.seat] + drawn))
            return replace(self, hands=_with_hand(self.hands, event.seat, hand), piles=piles)
        if isinstance(event, Discarded):
            return self._with_hand(event.seat, without(self.hands[event.seat], secret, event.seat))
        if isinstance(event, Laid):
            kept = self._with_hand(event.seat, without(self.hands[event.seat], secret, event.seat))
            return replace(kept, covered=(*kept.covered, (event.place, secret[0])))
        if isinstance(event, Hidden):
            return self._with_hidden_good(event)
        if isinstance(event, Peeked):
            check_hidden(event.place, self.hidden)
            return replace(self, peeked=(*self.peeked, (event.seat, event.place)))
        if isinstance(event, Revealed):
            covered = _without_cover(self.covered, event)
            hidden = tuple(place for place in self.hidden if place != event.place)
            return Dealer(
                self.hands, self.piles, covered, hidden, tuple(pair for pair in self.peeked if pair[1] != event.place)
            )
        raise BrokenState("no-event-goods", event=type(event).__name__)

    def _with_hand(self, seat: Seat, hand: Hand) -> Dealer:
        return replace(self, hands=_with_hand(self.hands, seat, hand))

    def _with_hidden_good(self, event: Hidden) -> Dealer:
        if self.face(event.place) is not None:
            raise BrokenState("place-covered-already", place=event.place)
        (kind,), piles = _drawn_from(self.piles, event.pile, event.place, 1)
        covered = (*self.covered, (event.place, kind))
        return replace(self, piles=piles, covered=covered, hidden=(*self.hidden, event.place))


class Owner(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A player's knowledge: that player's hand. `unseen` goods were drawn, in a hand line that is not open yet.

    `peeks` tells which of the unseen ones, counted from 0, lie on a place instead of in the hand: (number, place), with
    no place for one that has been turned up since.
    """

    seat: Seat
    hand: Hand = ()
    unseen: int = 0
    covered: tuple[tuple[str, str], ...] = ()
    peeks: tuple[tuple[int, str], ...] = ()

    def own(self, seat: Seat) -> OwnGoods | None:
        """What `seat` knows, if it is this player."""
        return OwnGoods(self.hand, self.covered) if seat == self.seat else None

    def face(self, place: str) -> str | None:
        """The kind this player laid face down on `place` or has peeked at there, or None."""
        return dict(self.covered).get(place)

    def knows(self, seat: Seat) -> bool:
        """Whether the hand of `seat` can be checked."""
        return seat == self.seat

    def received(self, kinds: Hand) -> Owner:
        """The knowledge once a hand line with `kinds` was opened."""
        if len(kinds) != self.unseen:
            raise BrokenState("goods-received-drawn", found=len(kinds), needed=self.unseen)
        places = dict(self.peeks)
        drawn = tuple(kind for number, kind in enumerate(kinds) if number not in places)
        seen = tuple((place, kinds[number]) for number, place in self.peeks if place)
        return Owner(self.seat, tuple(sorted(self.hand + drawn)), 0, self.covered + seen)

    def after(self, event: GoodsEvent, secret: Hand) -> Owner:
        """The knowledge after `event`. Raises `NotInHand` if it takes what the player's hand does not hold."""
        if isinstance(event, Revealed):
            peeks = tuple((number, "" if place == event.place else place) for number, place in self.peeks)
            return replace(self, covered=_without_cover(self.covered, event), peeks=peeks)
        if getattr(event, "seat", None) != self.seat:
            return self
        if isinstance(event, Drew):
            return replace(self, unseen=self.unseen + event.count)
        if isinstance(event, Peeked):
            return replace(self, unseen=self.unseen + 1, peeks=(*self.peeks, (self.unseen, event.place)))
        taken = (event.kind,) * event.count if isinstance(event, Spent) else secret
        covered = self.covered
        if isinstance(event, Laid):
            covered = (*covered, (event.place, secret[0]))
        return replace(self, hand=without(self.hand, taken, self.seat), covered=covered)


class Stranger(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The knowledge of somebody without a key: public facts only, so it refuses nothing."""

    def own(self, seat: Seat) -> None:
        """Nothing is known of any seat."""
        return

    def face(self, place: str) -> str | None:
        """Nothing is known of what is face down."""
        return None

    def knows(self, seat: Seat) -> bool:
        """No hand can be checked."""
        return False

    def after(self, event: GoodsEvent, secret: Hand) -> Stranger:
        """The same: nothing to follow."""
        return self


class Good(msgspec.Struct, frozen=True, gc=False):
    """One good of a masked deck that its holder shows: its position, and the kind that everybody has found there."""

    position: int
    kind: str


class Counts(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What everybody knows where a deck is masked: which positions of the pile are in which hand."""

    hands: tuple[tuple[int, ...], ...]
    stock: Stock = Stock()
    size: int = 0
    """How many goods the pile has."""
    gives: tuple[Good, ...] = ()
    """What a note shows of the goods that its orders take, in the order of the events: `Spent` takes the next ones. Who
    reads the note refuses what is left over at its end.
    """
    drops: tuple[int, ...] = ()
    """The positions of those that `Discarded` takes, as `gives`."""

    def own(self, seat: Seat) -> None:
        """No kind is known of any seat."""
        return

    def face(self, place: str) -> None:
        """Nothing is face down where the deck is masked."""
        return

    def knows(self, seat: Seat) -> bool:
        """No kinds are checked: the positions are."""
        return False

    def after(self, event: GoodsEvent, secret: Hand) -> Counts:
        """The knowledge once `event` has happened.

        Raises:
            Lacks: the note gives too few goods, or such as the hand does not hold.
            NotAuthentic: what it gives is of another kind.
            Unreadable: the positions of the event do not ascend: another order would reveal their kinds.
            BrokenState: the pile is too small, or the event cannot happen with a masked deck.
        """
        if isinstance(event, Drew):
            drawn, stock = self.stock.take(event.seat, event.count, self.size)
            hand = (*self.hands[event.seat], *drawn)
            return replace(self, hands=_with_hand(self.hands, event.seat, hand), stock=stock)
        if isinstance(event, Spent):
            given = self.gives[: event.count]
            other = next((good for good in given if good.kind != event.kind), None)
            if other is not None:
                raise NotAuthentic("give-other-face", position=other.position, kind=event.kind)
            return self._without(event, [good.position for good in given], gives=self.gives[event.count :])
        if isinstance(event, Discarded):
            return self._without(event, self.drops[: event.count], drops=self.drops[event.count :])
        raise BrokenState("no-event-goods", event=type(event).__name__)

    def _without(self, event: Spent | Discarded, taken: Sequence[int], **queues: object) -> Counts:
        hand = self.hands[event.seat]
        if list(taken) != sorted(taken):
            raise Unreadable("lock-lines-order")
        if len(set(taken) & set(hand)) != event.count:
            raise NotInHand(event.seat, "", len(hand), event.count)
        left = tuple(position for position in hand if position not in taken)
        return replace(self, hands=_with_hand(self.hands, event.seat, left), **queues)


class Holder(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A player's knowledge where the deck is masked: what everybody knows, and the goods lit for this player."""

    seat: Seat
    counts: Counts
    faces: tuple[tuple[int, str], ...] = ()
    """The kinds at the positions that are lit for this player."""
    drafting: bool = False
    """Whether it takes what the player's own orders need, and notes it in `gives` and `drops`, which the note is to
    say; else it follows the note as `Counts` does.
    """
    seen: tuple[int, ...] = ()
    """The goods that everyone has seen: among those of a kind they are taken first."""
    lot: bytes = b""
    """What then decides which one is taken: any other choice would say something of the hand."""
    lots: tuple[int, ...] = ()
    """How many stood to choose, each time."""
    gives: tuple[Good, ...] = ()
    drops: tuple[int, ...] = ()

    def lit(self) -> dict[int, str]:
        """The kinds of the goods in the player's hand that are lit, by position, ascending."""
        faces = dict(self.faces)
        return {position: faces[position] for position in sorted(self.counts.hands[self.seat]) if position in faces}

    def own(self, seat: Seat) -> OwnGoods | None:
        """What `seat` knows, if it is this player: the goods that are lit."""
        return OwnGoods(tuple(sorted(self.lit().values()))) if seat == self.seat else None

    def face(self, place: str) -> None:
        """Nothing is face down where the deck is masked."""
        return

    def knows(self, seat: Seat) -> bool:
        """Whether the hand of `seat` can be checked by its kinds."""
        return self.drafting and seat == self.seat

    def after(self, event: GoodsEvent, secret: Hand) -> Holder:
        """The knowledge once `event` has happened. Raises what `Counts` raises, and `NotInHand` for what is not lit."""
        if not (isinstance(event, Spent | Discarded) and self.knows(event.seat)):
            return replace(self, counts=self.counts.after(event, ()))
        if isinstance(event, Spent):
            taken, lots = self._choose_positions((event.kind,) * event.count)
            given = tuple(Good(position, event.kind) for position in taken)
            counts = replace(self.counts, gives=given).after(event, ())
            return replace(self, counts=counts, lots=lots, gives=self.gives + given)
        taken, lots = self._choose_positions(tuple(sorted(secret)))
        counts = replace(self.counts, drops=taken).after(event, ())
        return replace(self, counts=counts, lots=lots, drops=self.drops + taken)

    def _choose_positions(self, kinds: Hand) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Positions for goods of these kinds, ascending, and the lots drawn so far with those for them."""
        words, free, taken, lots = stream(self.lot, "lot"), self.lit(), list[int](), list(self.lots)
        for among in lots:
            below(words, among)
        for kind in kinds:
            alike = [position for position, lit in free.items() if lit == kind]
            if not alike:
                raise NotInHand(self.seat, kind, list(self.lit().values()).count(kind), kinds.count(kind))
            known = [position for position in alike if position in self.seen]
            if not known:
                lots.append(len(alike))
            taken.append(known[0] if known else alike[below(words, len(alike))])
            free.pop(taken[-1])
        return tuple(sorted(taken)), tuple(lots)


Knowledge = Dealer | Owner | Stranger | Counts | Holder


def without(hand: Hand, kinds: Hand, seat: Seat = 0) -> Hand:
    """`hand` less `kinds`. Raises `NotInHand` if it does not hold them."""
    left = list(hand)
    for kind in kinds:
        if kind not in left:
            raise NotInHand(seat, kind, hand.count(kind), kinds.count(kind))
        left.remove(kind)
    return tuple(left)


def _with_hand(hands: tuple[_H, ...], seat: Seat, hand: _H) -> tuple[_H, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _drawn_from(piles: tuple[Supply, ...], name: str, taker: Taker, count: int) -> tuple[Hand, tuple[Supply, ...]]:
    """The `count` goods of a pile that `taker` gets, and the piles without them. Raises BrokenState for too few."""
    index = next((i for i, pile in enumerate(piles) if pile.name == name), 0) if name else 0
    pile = piles[index]
    positions, stock = pile.stock.take(taker, count, len(pile.kinds))
    left = replace(pile, stock=stock)
    return tuple(map(pile.kinds.__getitem__, positions)), (*piles[:index], left, *piles[index + 1 :])


def check_hidden(place: str, hidden: Collection[str]) -> None:
    """Check that a good of a pile lies on `place`. Raises BrokenState."""
    if place not in hidden:
        raise BrokenState("nothing-hidden-on-place", place=place)


def _without_cover(covered: tuple[tuple[str, str], ...], event: Revealed) -> tuple[tuple[str, str], ...]:
    if dict(covered).get(event.place, event.kind) != event.kind:
        raise BrokenState("other-kind-shown", place=event.place, kind=event.kind)
    return tuple(pair for pair in covered if pair[0] != event.place)

"""Hidden goods: piles, hands, and who knows what about them.

The state of a game holds counts and places only. What somebody knows beside it is a *knowledge*: `Dealer` (the
referee), `Owner` (one seat), `Stranger` (anybody). `play` hands every goods event to it; it follows the event or
refuses it because the hand lacks the goods.
"""

from __future__ import annotations

import msgspec

from referee.kernel.errors import BrokenState
from referee.kernel.events import Discarded, Drew, GoodsEvent, Laid, Revealed, Spent
from referee.kernel.requests import Seat

Hand = tuple[str, ...]
"""Kinds in a hand, sorted, one entry for each good: `("farm", "temple", "temple")`."""


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


class Own(msgspec.Struct, frozen=True):
    """What a seat alone knows: its hand, and what it laid face down as (place, kind)."""

    hand: Hand = ()
    covered: tuple[tuple[str, str], ...] = ()


class Lacks(Exception):
    """The hand does not hold what the event takes from it. `kind` and `held` are for the owner's eyes only."""

    def __init__(self, seat: Seat, kind: str, held: int, needed: int) -> None:
        super().__init__(f"seat {seat} lacks {kind}")
        self.seat, self.kind, self.held, self.needed = seat, kind, held, needed


class Supply(msgspec.Struct, frozen=True, gc=False):
    """A shuffled pile as the referee knows it: kinds in drawing order, and the position of the next draw."""

    name: str
    kinds: tuple[str, ...]
    drawn: int = 0


class Dealer(msgspec.Struct, frozen=True, gc=False):
    """The referee's knowledge: every hand, every pile, every covered place."""

    hands: tuple[Hand, ...]
    piles: tuple[Supply, ...] = ()
    covered: tuple[tuple[str, str], ...] = ()

    def own(self, seat: Seat) -> Own:
        """What `seat` knows."""
        return Own(self.hands[seat], self.covered)

    def face(self, place: str) -> str | None:
        """The kind that lies face down on `place`, or None if it is not known."""
        return dict(self.covered).get(place)

    def knows(self, seat: Seat) -> bool:
        """Whether the hand of `seat` can be checked."""
        return True

    def after(self, event: GoodsEvent, secret: Hand) -> Dealer:
        """The knowledge once `event` has happened. Raises `Lacks`, and `BrokenState` for a pile that is too small."""
        if isinstance(event, Spent):
            return self._with_hand(event.seat, without(self.hands[event.seat], (event.kind,) * event.count, event.seat))
        if isinstance(event, Drew):
            index = next((i for i, pile in enumerate(self.piles) if pile.name == event.pile), 0)
            pile = self.piles[index]
            end = pile.drawn + event.count
            if end > len(pile.kinds):
                raise BrokenState("pile-too-small", count=event.count)
            drawn = pile.kinds[pile.drawn : end]
            piles = (*self.piles[:index], Supply(pile.name, pile.kinds, end), *self.piles[index + 1 :])
            hands = _put(self.hands, event.seat, tuple(sorted(self.hands[event.seat] + drawn)))
            return Dealer(hands, piles, self.covered)
        if isinstance(event, Discarded):
            return self._with_hand(event.seat, without(self.hands[event.seat], secret, event.seat))
        if isinstance(event, Laid):
            kept = self._with_hand(event.seat, without(self.hands[event.seat], secret, event.seat))
            return Dealer(kept.hands, kept.piles, (*kept.covered, (event.place, secret[0])))
        if isinstance(event, Revealed):
            return Dealer(self.hands, self.piles, _uncovered(self.covered, event))
        raise BrokenState("no-event-goods", event=type(event).__name__)

    def _with_hand(self, seat: Seat, hand: Hand) -> Dealer:
        return Dealer(_put(self.hands, seat, hand), self.piles, self.covered)


class Owner(msgspec.Struct, frozen=True, gc=False):
    """A player's knowledge: the own hand. `unseen` goods were drawn and stand in a hand line not opened yet."""

    seat: Seat
    hand: Hand = ()
    unseen: int = 0
    covered: tuple[tuple[str, str], ...] = ()

    def own(self, seat: Seat) -> Own | None:
        """What `seat` knows, if it is this player."""
        return Own(self.hand, self.covered) if seat == self.seat else None

    def face(self, place: str) -> str | None:
        """The kind this player laid face down on `place`, or None."""
        return dict(self.covered).get(place)

    def knows(self, seat: Seat) -> bool:
        """Whether the hand of `seat` can be checked."""
        return seat == self.seat

    def received(self, kinds: Hand) -> Owner:
        """The knowledge once a hand line with `kinds` was opened."""
        if len(kinds) != self.unseen:
            raise BrokenState("goods-received-drawn", found=len(kinds), needed=self.unseen)
        return Owner(self.seat, tuple(sorted(self.hand + kinds)), 0, self.covered)

    def after(self, event: GoodsEvent, secret: Hand) -> Owner:
        """The knowledge once `event` has happened. Raises `Lacks` if it takes what the own hand does not hold."""
        if isinstance(event, Revealed):
            return Owner(self.seat, self.hand, self.unseen, _uncovered(self.covered, event))
        if getattr(event, "seat", None) != self.seat:
            return self
        if isinstance(event, Drew):
            return Owner(self.seat, self.hand, self.unseen + event.count, self.covered)
        taken = (event.kind,) * event.count if isinstance(event, Spent) else secret
        covered = self.covered
        if isinstance(event, Laid):
            covered = (*covered, (event.place, secret[0]))
        return Owner(self.seat, without(self.hand, taken, self.seat), self.unseen, covered)


class Stranger(msgspec.Struct, frozen=True, gc=False):
    """The knowledge of somebody without a key: public facts only, so it refuses nothing."""

    def own(self, seat: Seat) -> None:
        """Nothing is known of any seat."""
        return

    def face(self, place: str) -> str | None:
        """Nothing is known of what lies face down."""
        return None

    def knows(self, seat: Seat) -> bool:
        """No hand can be checked."""
        return False

    def after(self, event: GoodsEvent, secret: Hand) -> Stranger:
        """The same: nothing to follow."""
        return self


Knowledge = Dealer | Owner | Stranger


def without(hand: Hand, kinds: Hand, seat: Seat = 0) -> Hand:
    """`hand` less `kinds`. Raises `Lacks` if it does not hold them."""
    left = list(hand)
    for kind in kinds:
        if kind not in left:
            raise Lacks(seat, kind, hand.count(kind), kinds.count(kind))
        left.remove(kind)
    return tuple(left)


def _put(hands: tuple[Hand, ...], seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _uncovered(covered: tuple[tuple[str, str], ...], event: Revealed) -> tuple[tuple[str, str], ...]:
    if dict(covered).get(event.place, event.kind) != event.kind:
        raise BrokenState("other-kind-shown", place=event.place, kind=event.kind)
    return tuple(pair for pair in covered if pair[0] != event.place)

"""Hands of a masked game, as positions: whole games beside the referee's knowledge, and lists of positions that lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from referee.games.tigris import GAME
from referee.kernel.dice import Dice, below, shuffle, stream
from referee.kernel.errors import BrokenState, NotAuthentic, RefereeError
from referee.kernel.events import Discarded, Drew, Event, GoodsEvent, Laid, Spent
from referee.kernel.goods import Counts, Dealer, Good, Hand, Holder, Knowledge, NotInHand, Stock
from referee.kernel.play import follow_events, play
from tests.games.tigris.playing import Turned, random_game, some_options
from tests.long_runs import of
from tests.support.sampler import random_order

GAMES, SOME = of(30, 400), of(15, 100)
EVERYTHING = ("farm", "market", "settlement", "temple") * 6


def counts_of(knowledge: Knowledge) -> Counts:
    assert isinstance(knowledge, Counts)
    return knowledge


def holder_of(knowledge: Knowledge) -> Holder:
    assert isinstance(knowledge, Holder)
    return knowledge


class Followed:
    """A random game with `Counts` beside: the kinds by position, and what each order takes."""

    def __init__(self, seed: int) -> None:
        chosen, key = some_options(seed), seed.to_bytes(32, "big")
        (pile,) = GAME.goods(chosen)
        labels = pile.labels()
        self.kinds = tuple(labels[token] for token in shuffle(key, "bag", pile.size))
        start = Counts(((),) * chosen.seats, size=pile.size)
        self.counts = counts_of(follow_events(start, GAME.setup(chosen, Dice(key)).events))

    def faces(self, seat: int) -> tuple[tuple[int, str], ...]:
        return tuple((position, self.kinds[position]) for position in self.counts.hands[seat])

    def draft(self, turned: Turned) -> Holder:
        """The knowledge of who moves, once the own program has chosen what leaves the hand."""
        before = Holder(turned.seat, self.counts, self.faces(turned.seat), drafting=True, lot=bytes(32))
        return holder_of(play(GAME, turned.before, turned.seat, turned.move, before, secret=turned.secret).knowledge)

    def read(self, turned: Turned, gives: tuple[Good, ...], drops: tuple[int, ...]) -> Counts:
        """What anybody knows who reads a note with these goods; what is left over stands in it."""
        told = replace(self.counts, gives=gives, drops=drops)
        return counts_of(play(GAME, turned.before, turned.seat, turned.move, told).knowledge)


def refusal(call: Callable[[], object]) -> str:
    try:
        call()
    except RefereeError as error:
        return error.code
    return ""


def test_every_playout_has_the_same_hands_by_position_and_by_kind() -> None:
    """D12: the holder, everybody else and the referee of an open game agree after each order."""
    for seed in range(GAMES):
        followed = Followed(seed)
        for turned in random_game(seed, keen=4 if seed % 10 == 0 else 0):
            draft = followed.draft(turned)
            read = followed.read(turned, draft.gives, draft.drops)
            holder = Holder(turned.seat, replace(followed.counts, gives=draft.gives, drops=draft.drops))
            same = holder_of(play(GAME, turned.before, turned.seat, turned.move, holder).knowledge).counts
            assert (read.gives, read.drops) == ((), ())
            assert read == same and read.hands == draft.counts.hands
            followed.counts = read
            dealer = follow_events(turned.dealer, turned.events, turned.secret)
            assert isinstance(dealer, Dealer)
            found = [tuple(sorted(followed.kinds[at] for at in hand)) for hand in read.hands]
            assert found == list(dealer.hands) and tuple(map(len, read.hands)) == turned.after.hands


def test_orders_that_the_hand_does_not_allow_are_refused_as_by_the_referee() -> None:
    refused = 0
    for seed in range(SOME):
        followed, words = Followed(seed), stream(bytes([seed]) * 32, "impossible")
        for turned in random_game(seed):
            refused += _refused_alike(followed, turned, words)
            draft = followed.draft(turned)
            followed.counts = followed.read(turned, draft.gives, draft.drops)

    assert refused > 100


def _refused_alike(followed: Followed, turned: Turned, words: Iterator[int]) -> bool:
    full = Dealer((EVERYTHING,) * len(turned.dealer.hands)).own(turned.seat)
    move = random_order(turned.before, turned.seat, full, words)
    secret = tuple(sorted(EVERYTHING[below(words, 24)] for _ in range(GAME.secret(move))))
    holder = Holder(turned.seat, followed.counts, followed.faces(turned.seat), drafting=True)
    codes = [
        refusal(lambda known=known: play(GAME, turned.before, turned.seat, move, known, secret=secret))
        for known in (turned.dealer, holder)
    ]
    assert codes[0] == codes[1]
    return bool(codes[0])


def false_gives(gives: tuple[Good, ...], hands: tuple[tuple[int, ...], ...], seat: int) -> dict[str, tuple[Good, ...]]:
    """Lists of goods shown that are none for these orders."""
    first, rest = gives[0], gives[1:]
    other = next(hand[0] for at, hand in enumerate(hands) if at != seat and hand)
    kind = "farm" if first.kind != "farm" else "temple"
    return {
        "one fewer": rest,
        "undrawn": (Good(9999, first.kind), *rest),
        "of another seat": (Good(other, first.kind), *rest),
        "of another kind": (Good(first.position, kind), *rest),
        "one twice": (*gives[:1] * 2, *rest),
    }


def test_false_lists_of_goods_are_refused_or_left_over() -> None:
    """D11, D12, D13: for every order of some games."""
    seen = dict.fromkeys(("give", "drop"), 0)
    for seed in range(SOME):
        followed = Followed(seed)
        for turned in random_game(seed):
            draft = followed.draft(turned)
            hands = followed.counts.hands
            if draft.gives:
                for name, gives in false_gives(draft.gives, hands, turned.seat).items():
                    _taken_for_false(followed, turned, gives, draft.drops, name)
                seen["give"] += 1
            if draft.drops:
                for drops in (draft.drops[1:], (*draft.drops[:-1], 9999), (*draft.drops, draft.drops[-1])):
                    _taken_for_false(followed, turned, draft.gives, drops, str(drops))
                seen["drop"] += 1
            followed.counts = followed.read(turned, draft.gives, draft.drops)

    assert all(seen.values())


def _taken_for_false(
    followed: Followed, turned: Turned, gives: tuple[Good, ...], drops: tuple[int, ...], name: str
) -> None:
    try:
        read = followed.read(turned, gives, drops)
    except RefereeError as refused:
        assert refused.code in ("not-in-hand", "lock-lines-order", "give-other-face")
        return
    assert read.gives or read.drops, name


# Single events


HELD = Counts(((3, 5, 8), (4, 6)), Stock((0, 1, 0, 0, 1, 0, 1, 1, 0)), 12)


def spent(*goods: tuple[int, str]) -> Counts:
    gives = tuple(Good(*good) for good in goods)
    return replace(HELD, gives=gives).after(Spent(0, "farm", len(goods)), ())


@pytest.mark.parametrize(
    "goods",
    [((3, "farm"), (4, "farm")), ((3, "farm"), (3, "farm")), ((3, "farm"), (9, "farm")), ((3, "farm"), (5, "temple"))],
    ids=["another seat's", "one twice", "undrawn", "another kind"],
)
def test_a_hand_gives_only_what_it_holds(goods: tuple[tuple[int, str], ...]) -> None:
    """D11, D12."""
    with pytest.raises((NotInHand, NotAuthentic)) as refused:
        spent(*goods)
    assert isinstance(refused.value, NotAuthentic) == ("temple" in dict(map(reversed, goods)))
    assert spent((3, "farm"), (5, "farm")).hands == ((8,), (4, 6))


def test_an_event_needs_all_its_goods_and_leaves_the_others_for_the_next() -> None:
    """D13."""
    with pytest.raises(NotInHand):
        replace(HELD, drops=(3,)).after(Discarded(0, 2), ())
    assert replace(HELD, drops=(3, 5, 8)).after(Discarded(0, 2), ()).drops == (8,)


@pytest.mark.parametrize("event", [Spent(0, "farm", 2), Discarded(0, 2)], ids=["give", "drop"])
def test_positions_of_an_event_ascend(event: GoodsEvent) -> None:
    """D33: an order by kinds would tell of the goods that nobody sees."""
    told = replace(HELD, gives=(Good(5, "farm"), Good(3, "farm")), drops=(5, 3))
    assert refusal(lambda: told.after(event, ())) == "lock-lines-order"


def test_what_belongs_to_no_masked_game_is_refused() -> None:
    with pytest.raises(BrokenState):
        HELD.after(Laid(0, "hill"), ())
    with pytest.raises(BrokenState):
        HELD.after(Drew(0, 4), ())
    assert (HELD.own(0), HELD.face("hill"), HELD.knows(0)) == (None, None, False)


# What the holder chooses


FACES = tuple((position, "temple") for position in range(8))
FULL = Counts((tuple(range(9)), ()), size=12)


def drafted(events: tuple[Event, ...], secret: Hand = (), **more: object) -> Holder:
    return holder_of(follow_events(Holder(0, FULL, FACES, drafting=True, **more), events, secret))


def test_a_dark_tile_is_neither_seen_nor_given() -> None:
    """D12."""
    holder = Holder(0, FULL, FACES[:1], drafting=True)
    own = holder.own(0)
    assert own is not None and own.hand == ("temple",)
    assert (holder.own(1), holder.face("hill"), holder.knows(1)) == (None, None, False)
    with pytest.raises(NotInHand):
        holder.after(Spent(0, "temple", 2), ())


def test_which_of_two_alike_is_given_hangs_on_lots_alone() -> None:
    """D23: and on nothing else that is hidden; each of eight temples is given now and then."""
    firsts = [drafted((Spent(0, "temple"),), lot=bytes([number]) * 32).gives[0].position for number in range(64)]
    assert set(firsts) == set(range(8))
    words = stream(bytes(32), "lot")
    left = list(range(8))
    expected = [left.pop(below(words, len(left))) for _ in range(4)]
    events = (Spent(0, "temple"), Discarded(0, 2), Spent(0, "temple"))
    once = drafted(events, ("temple", "temple"), lot=bytes(32))
    assert [once.gives[0].position, *once.drops, once.gives[1].position] == [
        expected[0],
        *sorted(expected[1:3]),
        expected[3],
    ]


def test_what_all_have_seen_is_given_first_and_needs_no_lot() -> None:
    holder = drafted((Spent(0, "temple", 3),), seen=(2, 6), lot=bytes(32))
    positions = [good.position for good in holder.gives]
    assert set(positions) >= {2, 6} and holder.lots == (6,) and positions == sorted(positions)


def test_drops_ascend_whatever_their_kinds_are() -> None:
    """D33: two hands whose kinds lie the other way round are dropped by the same positions."""
    found = set()
    for kinds in (("farm", "temple"), ("temple", "farm")):
        faces = tuple(enumerate(kinds))
        holder = Holder(0, Counts(((0, 1),), size=8), faces, drafting=True)
        found.add(holder_of(follow_events(holder, (Discarded(0, 2),), kinds)).drops)
    assert found == {(0, 1)}

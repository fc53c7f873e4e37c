"""Hundreds of random games end, keep their invariants, and leak nothing of a hand."""

from __future__ import annotations

from collections import Counter

from referee.games.cards import GAME
from referee.games.cards.data import KINDS
from referee.games.cards.events import Declined
from referee.games.cards.state import State
from referee.kernel.events import event_words
from referee.kernel.goods import OwnGoods
from tests.games.cards.playing import Turned, busy, even, fierce, game, greedy, some_options
from tests.long_runs import of

STYLES = (even, fierce, busy, greedy)


GAMES = of(24, 240)
"""Each number of seats with each set of options twice, or twenty times; `scripts/fuzz.py` plays any number."""


def test_hundreds_of_games_end_in_every_way_and_stay_sound() -> None:
    """Invariants are checked after each order of every fifth game, and at every end."""
    endings: Counter[str] = Counter()
    for seed in range(GAMES):
        last = None
        for turned in game(some_options(seed), seed, STYLES[seed % 4]):
            last = turned
            if seed % 5 == 0:
                GAME.check(turned.after)
        assert last is not None
        GAME.check(last.after)
        outcome = GAME.outcome(last.after)
        assert outcome is not None
        endings[outcome.reason] += 1

    assert set(endings) == {"cards", "treasures", "standstill"}
    assert endings.total() == GAMES


def test_who_is_asked_never_depends_on_what_a_hand_holds() -> None:
    """Whatever the hands were, a public order leads to the same questions: rules are applied without any hand."""
    for seed in range(of(12, 30)):
        for turned in game(some_options(seed), seed, fierce):
            reveals = tuple((event.place, event.kind) for event in turned.events if type(event).__name__ == "Revealed")

            assert GAME.apply(turned.before, turned.seat, turned.move, reveals).state == turned.after


def test_declining_and_having_nothing_read_the_same() -> None:
    """The same order, the same event, the same state, for the empty-handed and the unwilling."""
    seen: Counter[bool] = Counter()
    for seed in range(40):
        for turned in game(some_options(seed), seed, even):
            declined = [event for event in turned.events if isinstance(event, Declined)]
            if declined and declined[0].question == "score":
                kind = GAME.requests(turned.before)[0].about[0]
                seen[kind in turned.dealer.hands[turned.seat]] += 1

                assert event_words(turned.events[0], "abcd") == f"declined {'abcd'[turned.seat]} score"
    assert min(seen[True], seen[False]) > 20


def public_bound(state: State, turned: Turned) -> bool:
    """Whether the own list is the public one cut down to the hand."""
    public = list(GAME.legal_orders(state, turned.seat, None))
    own = list(GAME.legal_orders(state, turned.seat, turned.dealer.own(turned.seat)))
    everything = list(GAME.legal_orders(state, turned.seat, OwnGoods(tuple(sorted(KINDS * 8)))))
    return set(own) <= set(public) and len(everything) >= len(own)


def test_the_public_list_holds_every_list_of_a_hand() -> None:
    for seed in range(8):
        for turned in game(some_options(seed), seed, even):
            assert public_bound(turned.before, turned)

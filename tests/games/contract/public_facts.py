"""What every game promises to those who must not know: an order has one outcome in all worlds that look alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from referee.kernel.dice import shuffle
from referee.kernel.errors import IllegalMove
from referee.kernel.goods import Dealer, Supply
from referee.kernel.play import Played, play
from tests.games.contract.playout import Broken, Order, Table, secrets


def depends_on_public_facts_only(table: Table, words: Iterator[int], future: tuple[Order, ...] = ()) -> None:
    """With other goods where nobody looks, the same public orders lead to the same states while hands cover them."""
    if not table.dealer.piles:
        return
    here, there = table.dealer, elsewhere(table, words)
    state = table.state
    for seat, move, secret in future:
        ours = play(table.game, state, seat, move, here, secret=secret)
        theirs = _covered(table, state, (seat, move, secret), there, words)
        if theirs is None or theirs.reveals != ours.reveals:
            return
        if theirs.state != ours.state or theirs.events != ours.events:
            spelling = table.game.notation.format_order(move)
            raise Broken("a state depends on public facts only", table, "another deal leads elsewhere", spelling)
        assert isinstance(ours.knowledge, Dealer) and isinstance(theirs.knowledge, Dealer)
        here, there, state = ours.knowledge, theirs.knowledge, ours.state


def _covered(table: Table, state: Any, order: Order, dealer: Dealer, words: Iterator[int]) -> Played[Any] | None:
    seat, move, secret = order
    choices = [secret, *secrets(dealer.hands[seat], table.game.secret(move), words)]
    for choice in choices:
        try:
            return play(table.game, state, seat, move, dealer, secret=choice)
        except IllegalMove:
            continue
    return None


def elsewhere(table: Table, words: Iterator[int]) -> Dealer:
    """The referee's knowledge in another world with the same public facts: what nobody has seen is dealt anew.

    With one pile the hands and what lies face down are dealt anew too, with several only what is still undrawn.
    """
    dealer = table.dealer
    key = next(words).to_bytes(8, "big")
    rest = [_reordered(list(pile.kinds[pile.drawn :]), key, pile.name) for pile in dealer.piles]
    hands, covered = dealer.hands, dealer.covered
    if len(dealer.piles) == 1:
        pool = [*rest[0], *(kind for hand in hands for kind in hand), *(kind for _, kind in covered)]
        pool = _reordered(pool, key, "everything")
        hands = tuple(tuple(sorted(pool.pop() for _ in hand)) for hand in hands)
        covered = tuple((place, pool.pop()) for place, _ in covered)
        rest = [pool]
    piles = tuple(
        Supply(pile.name, (*pile.kinds[: pile.drawn], *undrawn), pile.stock)
        for pile, undrawn in zip(dealer.piles, rest, strict=True)
    )
    return replace(dealer, hands=hands, piles=piles, covered=covered)


def _reordered(kinds: list[str], key: bytes, label: str) -> list[str]:
    return [kinds[place] for place in shuffle(key, label, len(kinds))]

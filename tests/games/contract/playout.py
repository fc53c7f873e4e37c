"""Random games with everybody's knowledge followed beside the public state.

`open_table` sets a game up, `advance` plays one order with the referee's knowledge, `playout` goes on to the end.
All chance comes from `stream` words, so (game, options, seed) name one game for ever. Positions are `Table`
values; the promises in `promises.py` are checked on them, and `scripts/fuzz.py` writes and reopens them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, cycle, islice, product
from typing import Any

from referee.games import find
from referee.kernel.canonical_json import canonical, tagged_hash
from referee.kernel.dice import Dice, below, shuffle, stream
from referee.kernel.errors import IllegalMove
from referee.kernel.events import Event, Revealed
from referee.kernel.game import AnyGame, GameInfo, Options, Reveals, complete_options, piles_of
from referee.kernel.goods import Dealer, Hand, Owner, Supply
from referee.kernel.play import Played, follow_events, play
from referee.kernel.requests import Seat
from tests.long_runs import of

GAMES_PER_OPTION_SET = int(os.environ.get("REFEREE_CONTRACT_GAMES", of(1, 3)))
"""The knob: random games for each game, number of seats and set of options."""

DECISION_LIMIT = 20_000
"""A game that takes more decisions than this at random is taken for endless."""

SECRETS_TRIED = 24


class Broken(AssertionError):
    """A promise every game gives was not kept. `promise` is its name; `table` the position, `order` what was tried."""

    def __init__(self, promise: str, table: Table, found: str, order: str = "") -> None:
        where = f"{table.game.info.name} {describe(table.options)} seed {table.seed}, after {len(table.orders)} orders"
        super().__init__(f"{promise}: {found}" + (f" ({order})" if order else "") + f" [{where}]")
        self.promise, self.table, self.found, self.order = promise, table, found, order


Order = tuple[Seat, Any, Hand]
"""Who ordered what, and the kinds that left the hand unseen."""

Watch = Callable[["Table", "Table"], None]
"""Called with a position and the one after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A position of a random game: the public state, and what the referee and each seat know beside it."""

    game: AnyGame
    options: Options
    seed: int
    state: Any
    dealer: Dealer
    owners: tuple[Owner, ...]
    orders: tuple[Order, ...] = ()
    events: tuple[Event, ...] = ()
    """What happened in the last step."""

    @property
    def reveals(self) -> Reveals:
        """The faces that became public in the last step."""
        return tuple((event.place, event.kind) for event in self.events if isinstance(event, Revealed))

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that are asked something, each once, in order."""
        return tuple(sorted({request.seat for request in self.game.requests(self.state)}))

    def legal(self, seat: Seat) -> tuple[Any, ...]:
        """The orders `seat` may give with its own hand."""
        return tuple(self.game.legal_orders(self.state, seat, self.owners[seat].own(seat)))

    def superset(self, seat: Seat) -> tuple[Any, ...]:
        """The orders `seat` may give as far as a stranger can tell."""
        return tuple(self.game.legal_orders(self.state, seat, None))


@dataclass(frozen=True, slots=True, kw_only=True)
class Playout:
    """A finished random game: some of its positions in order, the last one, and the set-up."""

    first: Table
    kept: tuple[Table, ...]
    last: Table


def describe(options: Options) -> str:
    """`3 seats war=adjacent`."""
    return " ".join([f"{options.seats} seats", *(f"{name}={value}" for name, value in options.values)])


@cache
def option_sets(name: str) -> tuple[Options, ...]:
    """The sets of options in which the newest version of a game is tried: all of them, or in a short run a sample in
    which every number of seats and every choice of options still comes.
    """
    info = find(name).info
    chosen = _chosen(info)
    sample = islice(zip(cycle(info.seats), cycle(chosen), strict=False), max(len(info.seats), len(chosen)))
    return sets_of(info) if of(False, True) else _complete(info, sample)


def sets_of(info: GameInfo) -> tuple[Options, ...]:
    """For every number of seats: the defaults, every preset, and a rotation through the values of all options."""
    return _complete(info, product(info.seats, _chosen(info)))


Values = tuple[tuple[str, str], ...]


def _chosen(info: GameInfo) -> list[Values]:
    rotation = (
        tuple(
            (option.name, option.choices[(option.choices.index(option.default) + turn) % len(option.choices)])
            for option in info.options
        )
        for turn in range(1, max((len(option.choices) for option in info.options), default=1))
    )
    return [(), *(values for _, values in info.presets), *rotation]


def _complete(info: GameInfo, sets: Iterable[tuple[int, Values]]) -> tuple[Options, ...]:
    return tuple(dict.fromkeys(complete_options(info, seats, values) for seats, values in sets))


def key_of(game: AnyGame, options: Options, seed: int) -> bytes:
    """The 32 bytes from which all chance of one random game comes."""
    return tagged_hash("contract", game.info.name.encode(), canonical(options), str(seed).encode())


def piles(game: AnyGame, options: Options, key: bytes, world: str = "pile") -> tuple[Supply, ...]:
    """The hidden piles in a random drawing order. Another `world` is another order of the same goods."""
    return tuple(
        Supply(pile.name, tuple(pile.labels()[token] for token in shuffle(key, f"{world} {pile.name}", pile.size)))
        for pile in piles_of(game, options, Dice(key))
    )


def open_table(game: AnyGame, options: Options, seed: int, key: bytes | None = None) -> Table:
    """The first position; the `Drew` events of the set-up have been followed. `key` is another source of all chance."""
    key = key or key_of(game, options, seed)
    step = game.setup(options, Dice(key))
    nobody: tuple[Hand, ...] = ((),) * options.seats
    dealer = follow_events(Dealer(nobody, piles(game, options, key)), step.events)
    owners = tuple(follow_events(Owner(seat), step.events) for seat in range(options.seats))
    assert isinstance(dealer, Dealer)
    return Table(
        game=game,
        options=options,
        seed=seed,
        state=step.state,
        dealer=dealer,
        owners=tuple(_handed(owner, dealer) for owner in owners if isinstance(owner, Owner)),
        events=step.events,
    )


def _handed(owner: Owner, dealer: Dealer) -> Owner:
    """`owner` once the hand line with what it drew has been opened."""
    if not owner.unseen:
        return owner
    drawn = list(dealer.hands[owner.seat])
    for kind in owner.hand:
        drawn.remove(kind)
    peeks, faces = dict(owner.peeks), dict(dealer.covered)
    kinds = (faces.get(peeks[n], "") if n in peeks else drawn.pop(0) for n in range(owner.unseen))
    return owner.received(tuple(kinds))


def secrets(hand: Hand, size: int, words: Iterator[int]) -> Iterator[Hand]:
    """Different choices of `size` kinds from `hand`, at most `SECRETS_TRIED`, in random order."""
    if size > len(hand):
        return
    different = sorted(set(combinations(sorted(hand), size))) if len(hand) <= 12 else []
    for _ in range(min(SECRETS_TRIED, len(different))):
        yield different.pop(below(words, len(different)))
    if not different and len(hand) > 12:
        for _ in range(SECRETS_TRIED):
            places = sorted(range(len(hand)), key=lambda _: next(words))[:size]
            yield tuple(sorted(hand[place] for place in places))


def attempt(table: Table, seat: Seat, move: Any, words: Iterator[int]) -> tuple[Played[Any], Hand] | IllegalMove:
    """`move` with the first secret that is accepted, or the last refusal."""
    hand = table.dealer.hands[seat]
    refusal = IllegalMove("the hand holds too few goods", rule=table.game.info.hand_rule)
    for secret in secrets(hand, table.game.secret(move), words):
        try:
            return play(table.game, table.state, seat, move, table.dealer, secret=secret), secret
        except IllegalMove as refused:
            refusal = refused
    return refusal


def advance(table: Table, order: Order, played: Played[Any]) -> Table:
    """The table once `order` has led to `played`; every seat follows what it may know."""
    dealer = played.knowledge
    assert isinstance(dealer, Dealer)
    owners = []
    for owner in table.owners:
        followed = follow_events(owner, played.events, order[2])
        assert isinstance(followed, Owner)
        owners.append(_handed(followed, dealer))
    return replace(
        table,
        state=played.state,
        dealer=dealer,
        owners=tuple(owners),
        orders=(*table.orders, order),
        events=played.events,
    )


def choose(game: AnyGame, moves: tuple[Any, ...], words: Iterator[int]) -> Any:
    """One of `moves`: mostly a kind of order first, so that rare kinds are not drowned by frequent ones. Free orders
    are one kind.
    """
    if below(words, 4) == 0:
        return moves[below(words, len(moves))]
    kinds = ["free" if game.free(move) else type(move) for move in moves]
    known = list(dict.fromkeys(kinds))
    chosen = known[below(words, len(known))]
    same = [move for move, kind in zip(moves, kinds, strict=True) if kind == chosen]
    return same[below(words, len(same))]


def next_order(table: Table, words: Iterator[int]) -> tuple[Order, Played[Any]]:
    """A random order of a seat that is asked, and what it leads to.

    Raises:
        Broken: a seat is asked that has no legal order, or an enumerated order is refused.
    """
    seats = table.asked
    seat = seats[below(words, len(seats))]
    moves = table.legal(seat)
    if not moves:
        raise Broken("whoever is asked has a legal order", table, f"seat {seat} has none")
    move = choose(table.game, moves, words)
    result = attempt(table, seat, move, words)
    if isinstance(result, IllegalMove):
        spelling = table.game.notation.format_order(move)
        raise Broken("an enumerated order is accepted", table, str(result), spelling)
    played, secret = result
    return (seat, move, secret), played


def tables(game: AnyGame, options: Options, seed: int) -> Iterator[Table]:
    """Every position of a random game, from the set-up to the end."""
    table = open_table(game, options, seed)
    words = stream(key_of(game, options, seed), "orders")
    yield table
    for _ in range(DECISION_LIMIT):
        if not game.requests(table.state):
            return
        try:
            table = advance(table, *next_order(table, words))
        except Broken:
            raise
        except Exception as crash:
            raise Broken("no legal order crashes", table, f"{type(crash).__name__}: {crash}") from crash
        yield table
    raise Broken("every game ends", table, f"still running after {DECISION_LIMIT} orders")


def playout(game: AnyGame, options: Options, seed: int, keep: int, watch: Watch | None = None) -> Playout:
    """A whole random game with `keep` of its positions, each equally likely to be kept (reservoir sampling).

    `watch` sees every two positions that follow one another.
    """
    words = stream(key_of(game, options, seed), "kept")
    kept: list[Table] = []
    first = last = None
    for index, table in enumerate(tables(game, options, seed)):
        if watch and last:
            watch(last, table)
        first, last = first or table, table
        if len(kept) < keep:
            kept.append(table)
        elif (place := below(words, index + 1)) < keep:
            kept[place] = table
    assert first is not None and last is not None
    return Playout(first=first, kept=tuple(sorted(kept, key=lambda table: len(table.orders))), last=last)

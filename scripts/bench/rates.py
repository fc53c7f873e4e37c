"""How often a second of CPU plays what: the games of this program, in the operations that others are measured in.

replay_move_validated   an order of a recorded game, all rules and the hand checked
playout                 a random game, every order chosen from the full legal list
move_in_playout         an order in these games, the list included
playout_mask_policy     a random game whose orders are drawn without the list
movegen_list            the full legal list of a position
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from random import Random
from time import process_time
from typing import Any

from referee.games import all_games, find
from referee.kernel.dice import Dice, shuffle
from referee.kernel.game import AnyGame, Options, asked_seats, complete_options
from referee.kernel.goods import Dealer, Hand, OwnGoods, Supply
from referee.kernel.play import follow_events, play
from tests.support.sampler import random_order

try:
    from resource import RUSAGE_SELF, getrusage

    def cpu() -> float:
        """Seconds of user CPU that this process has used."""
        return getrusage(RUSAGE_SELF).ru_utime

except ImportError:  # not on Windows
    cpu = process_time

Order = tuple[int, Any, Hand]
Recorded = tuple[Any, Dealer, list[Order]]
Choose = Callable[[Any, int, OwnGoods], Any]
"""(state, seat, what the seat knows) to one of its legal orders."""

_RECORDED = 20
_LISTED = 300
_EVERY = 11


class Rates:
    """One game with one set of options, its recorded games, and the time given to each operation."""

    def __init__(self, game: AnyGame, options: Options, seconds: float) -> None:
        self.game = game
        self.options = options
        self.seconds = seconds
        self.random = Random(3)
        self.recorded: list[Recorded] = []
        self.positions: list[tuple[Any, int, OwnGoods]] = []

    def all(self, wanted: frozenset[str] | None = None) -> Iterator[tuple[str, float]]:
        """(operation, how often a second) of every operation that this game has and that is wanted."""

        def want(*operations: str) -> bool:
            return wanted is None or not wanted.isdisjoint(operations)

        if want("playout", "move_in_playout", "replay_move_validated", "movegen_list"):
            games, moves, spent = self._play_out(self._from_list, self.seconds, keep=True)
            yield "playout", games / spent
            yield "move_in_playout", moves / spent
        if want("replay_move_validated"):
            yield "replay_move_validated", self._often(self._replay)
        if want("movegen_list"):
            yield "movegen_list", self._often(self._list)
        if self.game.info.name == "tigris" and want("playout_mask_policy"):
            words = iter(lambda: self.random.getrandbits(64), None)
            games, _, spent = self._play_out(lambda s, seat, own: random_order(s, seat, own, words), self.seconds)
            yield "playout_mask_policy", games / spent

    def play_one(self) -> Recorded:
        """A random game from the full list: the position it begins with, what a dealer knows there, the orders."""
        self._play_out(self._from_list, 0.0, keep=True)
        return self.recorded[0]

    def _from_list(self, state: Any, seat: int, own: OwnGoods) -> Any:
        return self.random.choice(list(self.game.legal_orders(state, seat, own)))

    def _play_out(self, choose: Choose, seconds: float, *, keep: bool = False) -> tuple[int, int, float]:
        games = moves = 0
        start = cpu()
        while games == 0 or cpu() - start < seconds:
            state, knowledge = self._open()
            first = (state, knowledge)
            orders: list[Order] = []
            while asked := asked_seats(self.game, state):
                seat = asked[0]
                own = knowledge.own(seat)
                if keep and len(self.positions) < _LISTED and len(orders) % _EVERY == 0:
                    self.positions.append((state, seat, own))
                move = choose(state, seat, own)
                hidden = self.game.secret(move)
                secret = tuple(sorted(self.random.sample(own.hand, hidden))) if hidden else ()
                played = play(self.game, state, seat, move, knowledge, secret=secret)
                state, knowledge = played.state, played.knowledge  # type: ignore[assignment]
                orders.append((seat, move, secret))
            games += 1
            moves += len(orders)
            if keep and len(self.recorded) < _RECORDED:
                self.recorded.append((*first, orders))
        return games, moves, max(cpu() - start, 1e-6)

    def _open(self) -> tuple[Any, Dealer]:
        key = self.random.randbytes(32)
        opening = self.game.setup(self.options, Dice(key))
        piles = tuple(
            Supply(pile.name, tuple(map(pile.labels().__getitem__, shuffle(key, pile.name, pile.size))))
            for pile in self.game.goods(self.options)
        )
        dealer = follow_events(Dealer(((),) * self.options.seats, piles), opening.events)
        assert isinstance(dealer, Dealer)
        return opening.state, dealer

    def _often(self, round_of: Callable[[], int]) -> float:
        count, start = 0, cpu()
        while cpu() - start < self.seconds:
            count += round_of()
        return count / (cpu() - start)

    def _replay(self) -> int:
        state: Any
        for start, dealer, orders in self.recorded:
            state, knowledge = start, dealer
            for seat, move, secret in orders:
                played = play(self.game, state, seat, move, knowledge, secret=secret)
                state, knowledge = played.state, played.knowledge  # type: ignore[assignment]
        return sum(len(orders) for *_, orders in self.recorded)

    def _list(self) -> int:
        for state, seat, own in self.positions:
            list(self.game.legal_orders(state, seat, own))
        return len(self.positions)


def lines(seconds: float, wanted: Collection[str] = ()) -> Iterator[str]:
    """A JSON line for every operation, or for those wanted, as `tigris playout`: first Tigris & Euphrates on the
    standard board, then with all its options, then every other game.
    """
    tigris = find("tigris")
    everything = {"board": "advanced", "buildings": "yes", "ziggurat": "yes", "english": "yes"}
    tables: list[tuple[AnyGame, dict[str, str], str]] = [
        (tigris, {}, "tigris"),
        (tigris, everything, "tigris, all options"),
        *((game, {}, game.info.name) for game in all_games() if game is not tigris),
    ]
    for game, chosen, name in tables:
        operations = frozenset(word.removeprefix(f"{name} ") for word in wanted if word.startswith(f"{name} "))
        if wanted and not operations:
            continue
        options = complete_options(game.info, game.info.seats[-1], tuple(chosen.items()))
        for operation, per_s in Rates(game, options, seconds).all(operations or None):
            yield json.dumps({"peer": "referee", "game": name, "op": operation, "per_s": round(per_s, 1)})

"""Lively games of Tigris & Euphrates of about any length, played by rehearsed players; the same bytes every time.

Such a game holds what a real one does: whole turns in a mail, plans sealed behind them, leaders that move into other
kingdoms, conflicts and support, tiles and wars as often as the bag allows, hardly a pass. It ends when the bag is
empty. Whatever stands in this file decides what is recorded: a change here records all games anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.crypto.keys import SigningKey
from referee.games.tigris import moves as m
from referee.kernel.dice import below
from referee.kernel.goods import Owner, OwnGoods
from referee.kernel.play import play
from referee.protocol.step.position import Position
from tests.support.example_games import finished
from tests.support.policies import Policy, random_order, typed
from tests.support.rehearse import SEATS, Match, open_match, play_out, test_key

LONG, LONGEST = 500, 2000
"""About how many steps the long game has; at least how many the longest one."""
_ENDING = 10  # steps in which the players swap whole hands, so that the bag is empty then
_TRIES = 8
_TOO_DEAR = ("treasure", "choosewar")
"""What a tile must not lead to: a game that shall be long must not run out of treasures."""


def example() -> Match:
    """The finished example game: four players who want to win, plans and all."""
    return finished()


def long_game() -> Match:
    """A game of four with about `LONG` steps."""
    return lively("bench long", LONG + 4, tiles=90)


def longest_game() -> Match:
    """A game of four with at least `LONGEST` steps: the same bag must do for four times as many."""
    return lively("bench longest", LONGEST + 20, tiles=16)


def club_game(number: int) -> Match:
    """A finished game of a club: 20 to 60 steps, two to four players with keys of their own."""
    label, seats = f"club {number}", 2 + number % 3
    keys = {name: test_key(f"{label} {name}") for name in (*SEATS[:seats], "host")}
    return lively(label, 20 + number * 7 % 31, tiles=200, seats=seats, keys=keys)


def lively(
    label: str, steps: int, *, tiles: int, seats: int = 4, keys: Mapping[str, SigningKey] | None = None
) -> Match:
    """A finished Tigris game with about so many steps; of 1,000 actions so many lay a tile, the others move leaders."""
    match = open_match("tigris", seats, label, keys=keys)
    play_out(match, label, policy=_player(steps - _ENDING, tiles))
    match.acknowledge()
    return match


def _player(until: int, tiles: int) -> Policy:
    def order(position: Position, seat: int, own: OwnGoods, words: Iterator[int]) -> str:
        game, state = position.table.game, position.state
        orders = list(game.legal_orders(state, seat, own))
        if position.step >= until and any(isinstance(order, m.Swap) for order in orders):
            return f"swap {' '.join(own.hand)}"
        laid = [order for order in orders if isinstance(order, m.Place)]
        led = [order for order in orders if isinstance(order, m.Leader)]
        if laid and (not led or below(words, 1000) < tiles):
            for _ in range(_TRIES):
                chosen = laid[below(words, len(laid))]
                if not _is_dear(game, state, seat, chosen, own):
                    return typed(game, chosen, own, words)
        if led:
            return typed(game, led[below(words, len(led))], own, words)
        return random_order(position, seat, own, words)

    return order


def _is_dear(game: Any, state: Any, seat: int, order: Any, own: OwnGoods) -> bool:
    events = play(game, state, seat, order, Owner(seat, own.hand), secret=()).events
    return any(type(event).__name__.lower() in _TOO_DEAR for event in events)

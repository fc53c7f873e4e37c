"""The layout: legal, complete, from the public chance alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import repeat

import pytest

from referee.games.ur import GAME
from referee.games.ur.data import PAIRS
from referee.games.ur.rules.setup import clashes, lay_tiles
from referee.kernel.dice import Dice
from referee.kernel.game import complete_options


def dice(number: int) -> Dice:
    return Dice(number.to_bytes(32, "big"))


def test_every_layout_is_legal_and_uses_each_tile_once() -> None:
    for number in range(150):
        faces, backs, left = lay_tiles(dice(number))
        pairs = Counter(frozenset(pair) for pair in [*zip(faces, backs, strict=True), *left])

        assert clashes(faces) == ()
        assert pairs == Counter({frozenset(pair): 4 for pair in PAIRS})


class Packed(Dice):
    """Dice that leave the tiles as they were packed, pair by pair, and always take the first face that fits."""

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        return tuple(range(size))

    def words(self, label: str) -> Iterator[int]:
        return repeat(0)


def test_even_the_box_as_it_was_packed_makes_a_layout() -> None:
    """Five tiles are left for the last place, and only the four of one pair can fail to fit."""
    faces, backs, left = lay_tiles(Packed(bytes(32)))

    assert clashes(faces) == ()
    assert (len(backs), len(left)) == (36, 4)


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_hands_spare_and_starting_player_are_drawn(seats: int) -> None:
    options = complete_options(GAME.info, seats, ())
    positions = [GAME.setup(options, dice(number)).state for number in range(60)]

    assert {position.first for position in positions} == set(range(seats))
    assert len({position.hands for position in positions}) > 40
    assert {bool(position.spare) for position in positions} == {seats == 3}


def test_the_same_dice_lay_the_same_board() -> None:
    options = complete_options(GAME.info, 4, ())

    assert GAME.setup(options, dice(7)) == GAME.setup(options, dice(7))
    assert GAME.setup(options, dice(7)) != GAME.setup(options, dice(8))


def test_nothing_is_hidden() -> None:
    assert GAME.goods(complete_options(GAME.info, 3, ())) == ()


def test_options_reach_the_state() -> None:
    chosen = complete_options(GAME.info, 3, (("agriculture", "literal"), ("war", "adjacent")))
    position = GAME.setup(chosen, dice(0)).state

    assert (position.literal_agriculture, position.adjacent_war) == (True, True)

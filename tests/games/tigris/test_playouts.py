"""Hundreds of random games: they end, and nothing that cannot be ever is."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games.tigris import GAME
from referee.games.tigris.board import SPACE
from referee.games.tigris.data import TILE_COUNTS
from referee.games.tigris.plain import from_json, to_json
from referee.games.tigris.state import State, replace
from referee.kernel.errors import BrokenState
from tests.games.tigris.playing import options, random_game, start
from tests.long_runs import of

GAMES = of(75, 400)
"""`scripts/fuzz.py` plays as many as one has time for."""


def test_hundreds_of_games_keep_every_invariant_and_end_in_every_way() -> None:
    """Endings by agreement need passes and have a test of their own."""
    endings: Counter[str] = Counter()
    for seed in range(GAMES):
        last = None
        for turned in random_game(seed, keen=4 if seed % 10 == 0 else 0):
            GAME.check(turned.after)
            assert tuple(map(len, turned.dealer.hands)) == turned.before.hands
            last = turned.after
        assert last is not None
        endings[last.ended] += 1

    assert set(endings) >= {"treasures", "refill", "swap"}
    assert endings.total() == GAMES


def test_every_state_of_some_games_is_read_back_from_its_json() -> None:
    for seed in range(of(12, 24)):
        for turned in random_game(seed):
            assert from_json(to_json(turned.after)) == turned.after


def test_a_turn_is_counted_when_it_passes_on() -> None:
    for turned in random_game(7):
        passed_on = turned.after.active != turned.before.active
        assert GAME.turn(turned.after) - GAME.turn(turned.before) == passed_on


def some_state() -> State:
    return start(options(3), 5)[0]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"bag": 1}, "tiles, the box holds"),
        ({"treasures_won": (1, 0, 0)}, "treasures were lost"),
        ({"catastrophes_left": (2, 2, 1)}, "catastrophes were lost"),
        ({"leaders": (SPACE["H8"],) + (0,) * 11}, "next to a face-up temple"),
        ({"leaders": (SPACE["B2"],) + (0,) * 11}, "two pieces"),
        ({"leaders": (SPACE["A2"], 0, 0, 0, SPACE["C2"]) + (0,) * 7}, "one leader of a colour"),
        ({"river": 0, "tiles": (some_state().tiles[0], 0, 0, SPACE["C1"]), "bag": 124}, "farms lie on river"),
        ({"tiles": (some_state().tiles[0], SPACE["E1"], 0, 0), "bag": 124}, "farms lie on river"),
        ({"face_down": SPACE["H8"], "bag": 124}, "under the monuments"),
        ({"buildings": (SPACE["A1"], 0, 0, 0)}, "a building stands"),
        ({"priority": SPACE["A1"]}, "a treasure lies on a temple"),
        ({"frames": ()}, "a game is over"),
        ({"ended": "swap"}, "a game is over"),
        ({"hands": (7, 6, 6), "bag": 124}, "0 to 6 tiles"),
    ],
)
def test_a_position_that_cannot_be_is_called_broken(broken: dict[str, object], said: str) -> None:
    state = some_state()
    GAME.check(state)

    with pytest.raises(BrokenState, match=said):
        GAME.check(replace(state, **broken))


def test_a_trader_with_two_treasures_at_rest_is_called_broken() -> None:
    """B8 and B2 linked by settlements, with a trader beside them."""
    state = some_state()
    link = sum(SPACE[f"A{row}"] for row in (2, 3, 5, 6, 8)) + SPACE["C2"]
    farms = SPACE["A4"] | SPACE["A7"]
    joined = replace(
        state, tiles=(state.tiles[0], link, 0, farms), leaders=(0, 0, SPACE["B3"], 0) + (0,) * 8, bag=state.bag - 8
    )

    with pytest.raises(BrokenState, match="keeps one treasure at most"):
        GAME.check(joined)


def test_the_tiles_of_a_game_are_those_of_the_box() -> None:
    for chosen in (options(2), options(4, "advanced")):
        (pile,) = GAME.goods(chosen)
        state, _ = start(chosen, 1)
        assert pile.size + state.tiles[0].bit_count() == sum(TILE_COUNTS)

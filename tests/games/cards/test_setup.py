"""The set-up, whatever the joint chance says."""

from __future__ import annotations

import pytest

from referee.games.cards import GAME
from referee.games.cards.data import CARD_TOTAL, TREASURE_COUNT
from referee.games.cards.events import TurnBegan
from referee.kernel.dice import Dice
from referee.kernel.events import Drew
from tests.games.cards.playing import options


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_seat_may_be_drawn_to_start_and_hands_are_dealt_from_it_on(seats: int) -> None:
    first = set()
    for seed in range(40):
        step = GAME.setup(options(seats), Dice(seed.to_bytes(32, "big")))
        active = step.state.active
        first.add(active)

        assert step.events == (*(Drew((active + step) % seats, 8) for step in range(seats)), TurnBegan(active, 1))
        assert GAME.requests(step.state)[0].seat == active
    assert first == set(range(seats))


@pytest.mark.parametrize("thirty_out", ["yes", "no"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_hidden_pile_is_the_same_whatever_is_set_aside(seats: int, thirty_out: str) -> None:
    """The 30 cards taken out are the last of the pile: nobody ever comes to them."""
    chosen = options(seats, thirty_out=thirty_out)
    (pile,) = GAME.goods(chosen)
    state = GAME.setup(chosen, Dice(bytes(32))).state
    aside = 30 if (seats, thirty_out) == (2, "yes") else 0

    assert pile.kinds == (("black", 40), ("red", 65), ("blue", 40), ("green", 40))
    assert pile.size == CARD_TOTAL - TREASURE_COUNT
    assert state.deck + sum(state.hands) + aside == pile.size


def test_every_option_reaches_the_state() -> None:
    chosen = {option.name: option.choices[-1] for option in GAME.info.options}
    state = GAME.setup(
        options(4, **{name.replace("-", "_"): value for name, value in chosen.items()}), Dice(bytes(32))
    ).state

    assert {name.replace("_", "-"): value for name, value in GAME.to_json(state)["variant"].items()} == chosen


def test_option_names_are_plain_words() -> None:
    for option in GAME.info.options:
        assert all(word.isalpha() and word.islower() for word in option.name.split("-"))
        assert option.default in option.choices


def test_the_first_state_of_a_game_of_two() -> None:
    """Whole value: nothing has happened yet, in no turn, and nobody has anything but what was dealt."""
    state = GAME.to_json(GAME.setup(options(2), Dice(bytes(32))).state)
    del state["variant"]

    assert state == {
        "columns": ("*",) * 8,
        "slots": ".......",
        "leaders": (("",) * 4,) * 2,
        "hands": (8, 8),
        "deck": 139,
        "piles": ({"cards": (0, 0, 0, 0), "treasures": 0, "top": ""},) * 2,
        "discards": (0, 0, 0, 0),
        "catastrophes": (1, 1),
        "active": state["active"],
        "turn": 0,
        "changed": -1,
        "quiet": 0,
        "frames": ({"step": "refill"}, {"step": "income"}, {"step": "turn", "left": 2}),
        "ending": "",
    }

"""What never comes again in a turn is known: the set-up is over, a card is in somebody's hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.games.civilization import GAME
from referee.games.civilization.state import with_player
from referee.kernel.errors import IllegalMove
from tests.games.typed_positions import position
from tests.support.rehearse import open_match, play_out


def without_chance(state: Any, seat: int, order: str) -> str:
    try:
        GAME.check_chance(state, seat, GAME.notation.parse_order(order))
    except IllegalMove as why:
        return f"{why.rule} {why.sentence()}"
    return ""


def holding(name: str, card: str) -> Any:
    """A prepared position in which the second seat holds a card."""
    state = position(GAME, name)
    return with_player(state, 1, replace(state.players[1], card=card))


@pytest.mark.parametrize(
    ("state", "order", "told"),
    [
        (position(GAME, "card"), "settle gan", ""),
        (position(GAME, "card"), "take c106", ""),
        (position(GAME, "settle"), "settle gan", ""),
        (position(GAME, "technology"), "take c101", "CV 2.6 you have taken your first card; to pick the next:"),
        (
            position(GAME, "technology"),
            "settle gal",
            "CV 2.6 you have placed your first settlement; to found another: found",
        ),
        (position(GAME, "technology"), "pick c109", "CV 3.7 Research (c109) is not among the cards nobody holds"),
        (position(GAME, "technology"), "pick c109 > c101", ""),
        (position(GAME, "technology"), "pick c101", ""),
        (holding("technology", "c106"), "pick c106", "CV 3.7 Exploration (c106) is not among the cards nobody holds"),
        (holding("technology", "c106"), "pick c106 > c103", ""),
        (holding("buying", "c106"), "pick c106", ""),
    ],
)
def test_a_moment_that_is_gone_is_told_and_no_other(state: Any, order: str, told: str) -> None:
    found = without_chance(state, state.active, order)

    assert found.startswith(told) and bool(found) == bool(told)


@pytest.mark.parametrize("label", ["one", pytest.param("two", marks=pytest.mark.long)])
def test_what_is_carried_out_in_a_turn_had_its_chance_all_the_turn(label: str) -> None:
    """Whole turns of played games: no order that came later was without a chance before it."""
    match, states, asked = open_match("civilization", 3, label), list[Any](), 0
    for _ in range(60):
        states.append(match.host.state)
        play_out(match, f"{label} {len(states)}", steps=1)
        states = [state for state in states if GAME.turn(state) == GAME.turn(states[-1])]
        for seat, order in match.host.orders:
            for state in states:
                asked += 1
                assert without_chance(state, seat, order) == "", (order, len(states))

    assert asked > 100

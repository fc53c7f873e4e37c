"""Thinking ahead: orders are tried on the own next turn while others are still asked."""

from __future__ import annotations

import pytest

from referee.games.civilization import GAME
from referee.games.civilization import frames as f
from referee.games.civilization.moves import Pick, Settler
from referee.games.civilization.state import State, replace, with_player
from referee.kernel.requests import Seat
from tests.games.civilization.positions import after, begun, placed


def ahead(state: State, seat: Seat) -> State:
    assert GAME.on_turn is not None
    return GAME.on_turn(state, seat)


def asked(state: State) -> list[tuple[Seat, str]]:
    return [(request.seat, request.question) for request in GAME.requests(state)]


def test_who_waits_thinks_of_the_upper_box_of_the_card_in_hand() -> None:
    state = placed(3, "gan 1 o1\nhim 2 o1\njav 3 o1")
    state = with_player(state, 1, replace(state.players[1], card="c107"))

    assert asked(ahead(state, 1)) == [(1, "turn")]
    assert Settler("him") in GAME.legal_orders(ahead(state, 1), 1, None)


def test_a_card_that_lies_open_can_be_picked_again_by_then() -> None:
    state = placed(2, "gan 1 o1\nhim 2 o1", playing="c109")
    state = with_player(state, 1, replace(state.players[1], card="c103"))

    assert asked(ahead(state, 1)) == [(1, "pick")]
    assert Pick("c109") in GAME.legal_orders(ahead(state, 1), 1, None)


def test_who_has_not_chosen_in_the_set_up_thinks_of_that() -> None:
    state = begun(3)
    other = next(seat for seat in range(3) if seat != GAME.requests(state)[0].seat)

    assert asked(ahead(state, other)) == [(other, "card")]


def test_who_is_out_of_the_game_is_asked_nothing_ahead() -> None:
    state = placed(3, "gan 1 o1\nhim 2 o1")

    assert [seat for seat, _ in asked(ahead(state, 2))] != [2]


def test_what_others_are_asked_now_stays_as_it_lies() -> None:
    state = placed(2, "gan 1 o1 inf1 inf1\nhim 2 o1 +2", frames=(f.Turn("bottom"), f.FirstSettlement(0)))

    assert (ahead(state, 1).units, ahead(state, 1).colonists) == (state.units, state.colonists)


@pytest.mark.parametrize("step", [0, 4, 9, 60, 200])
def test_every_seat_with_a_settlement_can_think_ahead(step: int) -> None:
    state = after(4, step, seed=2)
    seats = {town.seat for town in state.towns.values()}

    assert [seat for seat in sorted(seats) if asked(ahead(state, seat))[0][0] != seat] == []

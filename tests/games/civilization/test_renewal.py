"""Which units are offered for renewal: old ones alone."""

from __future__ import annotations

from referee.games import find
from referee.kernel.cases import given_position
from referee.protocol.opening.data_packs import game_with_pack

GIVEN = {
    "card": "c301",
    "era": 3,
    "stage": "bottom",
    "technologies": {"A": ["gun"]},
    "units": {"B": ["cha:i3", "ama:i1"]},
    "towns": {"A": {"gan": 1}, "B": {"cha": 1}},
    "credits": {"B": 20},
}


def test_a_unit_of_the_current_era_is_not_renewed_for_credits() -> None:
    """CV 9.4: it would cost 10 and change nothing."""
    game, _ = game_with_pack(find("civilization"), None)
    state = given_position(game, GIVEN)[0].state
    seat = game.requests(state)[0].seat
    orders = map(game.notation.format_order, game.legal_orders(state, seat, None))

    assert [order for order in orders if order.startswith("upgrade")] == ["upgrade ama:i"]

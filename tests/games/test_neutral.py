"""The order that does nothing, of every game."""

from __future__ import annotations

import pytest

from referee.games import find
from referee.kernel.game import complete_options
from referee.kernel.play import play
from tests.games.contract.playout import open_table, playout
from tests.games.known import GAMES

NEUTRAL = [game for game in GAMES if find(game).neutral is not None]
DOES_NOTHING = {"pass", "commit 0", "decline", "score no", "convert no", "keep", "enough"}


@pytest.mark.parametrize("game", ["cards", "claims", "tigris", "ur"])
def test_a_game_by_mail_goes_on_whoever_is_away(game: str) -> None:
    """Seats that only do nothing come to the end of the game, or through a hundred orders of it."""
    rules = find(game)
    assert rules.neutral is not None
    table = open_table(rules, complete_options(rules.info, rules.info.seats[-1], ()), 1)
    state, dealer, given = table.state, table.dealer, 0
    while rules.requests(state) and given < 100:
        seat = rules.requests(state)[0].seat
        played = play(rules, state, seat, rules.neutral(state, seat), dealer)
        state, dealer, given = played.state, played.knowledge, given + 1  # type: ignore[assignment]

    assert given == 100 or rules.outcome(state) is not None


@pytest.mark.parametrize("game", NEUTRAL)
def test_where_a_game_lets_a_seat_do_nothing_its_neutral_order_does(game: str) -> None:
    rules = find(game)
    assert rules.neutral is not None
    found = playout(rules, complete_options(rules.info, rules.info.seats[0], ()), 3, 30)
    for table in (found.first, *found.kept):
        for seat in table.asked:
            possible = {rules.notation.format_order(move) for move in table.superset(seat)}
            chosen = rules.notation.format_order(rules.neutral(table.state, seat))

            assert chosen in possible & DOES_NOTHING or not possible & DOES_NOTHING

"""What a reader looks up is given as values, the same that the commands print with `--json`."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from referee.kernel.errors import IllegalMove, OutOfOrder, RefereeError, Unreadable
from referee.service.pages.replay_page import draw_replay, draw_turn
from referee.service.pages.replay_steps import draw_film
from referee.service.views.board_lookup import board_at, position_at
from referee.service.views.lookups import legal_moves, list_log, list_moves, read_hand, trial_result, try_orders
from tests.cli.games_on_disk import asked, home_of, running
from tests.cli.terminal import inside
from tests.service.golden_views import table_of


@pytest.mark.parametrize("game", ["tigris", "civilization"])
def test_the_commands_print_what_the_service_gives(tmp_path: Path, game: str) -> None:
    match = running(game, 5)
    name = asked(match)
    table = table_of(tmp_path, match, name)
    found = legal_moves(table)
    orders = tuple(choice.order for choice in found.choices)
    trial = try_orders(table, orders[:1])
    given = {
        "moves": list_moves(table, found, orders, in_parts=True),
        "hand": read_hand(table),
        "log": list_log(table),
        "show": board_at(table, position_at(table)),
        f"try {orders[0]}": trial_result(table, trial),
    }
    for words, value in given.items():
        code, out, errors = inside([*words.split(), "--json"], home_of(tmp_path, name), tmp_path / "game")

        assert (code, errors) == (0, "")
        assert json.loads(out) == json.loads(msgspec.json.encode(value)), words


def test_only_the_named_steps_are_told(tmp_path: Path) -> None:
    table = table_of(tmp_path, running(), "anna")

    assert [one.step for one in list_log(table).steps] == [*range(6)]
    assert [one.step for one in list_log(table, last=2).steps] == [4, 5]
    assert all(one.step > table.session.position.past.signed[0] for one in list_log(table, new=True).steps)
    with pytest.raises(Unreadable):
        list_log(table, last=0)


def test_who_has_no_seat_has_no_hand_and_no_move_before(tmp_path: Path) -> None:
    table = table_of(tmp_path, running(), "zoe")

    with pytest.raises(OutOfOrder):
        read_hand(table)
    with pytest.raises(OutOfOrder):
        list_log(table, new=True)
    with pytest.raises(OutOfOrder, match="only players of this game can move"):
        legal_moves(table)


def test_what_is_refused_is_refused_as_it_would_be_signed(tmp_path: Path) -> None:
    table = table_of(tmp_path, running(), asked(running()))

    with pytest.raises((IllegalMove, Unreadable)):
        try_orders(table, ["place temple Z99"])
    with pytest.raises(RefereeError):
        position_at(table, 99)


def test_orders_that_hang_on_a_draw_are_not_certain(tmp_path: Path) -> None:
    table = table_of(tmp_path, running(), asked(running()))
    swaps = next(choice.order for choice in legal_moves(table).choices if choice.order.startswith("swap"))
    tiles = read_hand(table).hand[: int(swaps.split()[1])]

    assert not try_orders(table, [f"swap {' '.join(tiles)}"]).is_certain
    assert try_orders(table, [next(c.order for c in legal_moves(table).choices if "leader" in c.order)]).is_certain


def test_pages_of_a_game_and_of_a_turn_are_values(tmp_path: Path) -> None:
    match = running()
    name = asked(match)
    table = table_of(tmp_path, match, name)
    turn, replay, film = draw_turn(table), draw_replay(table, hand=True), draw_film(table, "2-4")
    home, game = home_of(tmp_path, name), tmp_path / "game"
    for typed, text, made in (
        (("compose", "-o"), turn.page, turn.content()),
        (("replay", "--hand", "-o"), replay.text, replay.made),
        (("replay", "--steps", "2-4", "--svg"), film.text, film.made),
    ):
        code, out, errors = inside([*typed, tmp_path / "file", "--json"], home, game)

        assert (code, errors) == (0, "")
        assert (tmp_path / "file").read_text("utf-8") == text
        assert json.loads(out) == json.loads(msgspec.json.encode(made)), typed
    with pytest.raises(OutOfOrder):
        draw_replay(table_of(tmp_path / "zoe", match, "zoe"), hand=True)

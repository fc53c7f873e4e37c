"""Positions: what may be written, what is found when one cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.games.ur import GAME
from referee.games.ur.board import CELLS, OUTER_SIDES, READING, cells_of, spread
from referee.games.ur.state import FRESH, State
from referee.kernel.dice import Dice
from referee.kernel.errors import BrokenState
from referee.kernel.game import complete_options

START: State = GAME.setup(complete_options(GAME.info, 3, ()), Dice(bytes(32))).state
PLACED: State = GAME.apply(START, START.seat, GAME.notation.parse_order("place c4"), ()).state


def test_a_position_is_written_as_rows_that_people_can_read() -> None:
    written = GAME.to_json(PLACED)

    assert written == {
        "agriculture": "exempt",
        "board": written["board"],
        "ending": "",
        "first": START.first,
        "hands": list(START.hands),
        "spare": START.spare,
        "turn": 1,
        "war": "anywhere",
        "work": {},
    }
    assert [len(row.split()) for row in written["board"]] == [6] * 6
    assert written["board"][3].split()[2][2:] == f"{START.first + 1}1"
    assert written["board"][0].split()[0] == START.board.faces[0] + START.board.backs[0].lower() + ".."


def test_cells_ascend_by_name_and_are_read_row_by_row() -> None:
    assert sorted(CELLS) == list(CELLS)
    assert [list(CELLS)[cell] for cell in READING[:8]] == ["a1", "b1", "c1", "d1", "e1", "f1", "a2", "b2"]


def test_neighbours_share_an_edge() -> None:
    names = list(CELLS)

    assert [names[cell] for cell in cells_of(spread(1 << CELLS["a1"]))] == ["a2", "b1"]
    assert [names[cell] for cell in cells_of(spread(1 << CELLS["f6"]))] == ["e6", "f5"]
    assert [names[cell] for cell in cells_of(spread(1 << CELLS["c4"]))] == ["b4", "c3", "c5", "d4"]
    assert sum(OUTER_SIDES) == 24


@pytest.mark.parametrize(
    ("finding", "broken"),
    [
        ("there are four", replace(PLACED, hands=("AT", "AT", "AT"))),
        ("there are five ziggurats", replace(PLACED, board=replace(PLACED.board, marked=(63 << 6, 0, 0)))),
        ("a tile has one owner", replace(PLACED, board=replace(PLACED.board, held=(1 << 15,) * 3, supply=(19,) * 3))),
        ("a player has twenty cubes", replace(PLACED, board=replace(PLACED.board, supply=(20, 20, 20)))),
        ("a free tile holds cubes", replace(PLACED, board=replace(PLACED.board, held=(0, 0, 0), supply=(20,) * 3))),
        ("1 cubes cannot be owed to a1", replace(PLACED, work=replace(FRESH, owed=((0, 1),)))),
    ],
)
def test_a_position_that_cannot_be_is_found(finding: str, broken: Any) -> None:
    with pytest.raises(BrokenState) as error:
        GAME.check(broken)

    assert finding in error.value.sentence()


def test_only_the_game_of_three_has_a_spare_tile() -> None:
    four = GAME.setup(complete_options(GAME.info, 4, ()), Dice(bytes(32))).state
    GAME.check(four)

    with pytest.raises(BrokenState, match="spare tile"):
        GAME.check(replace(four, spare=four.hands[3], hands=(*four.hands[:3], "")))


def test_a_good_position_passes() -> None:
    GAME.check(START)
    GAME.check(PLACED)

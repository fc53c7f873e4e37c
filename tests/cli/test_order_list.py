"""What `?` and `moves` list: how orders begin stands apart from how they end, however long it is."""

from __future__ import annotations

import pytest

from referee.cli.context import Context
from referee.cli.prompts.order_list import order_list_lines
from referee.games.civilization import GAME
from referee.games.civilization import frames as f
from referee.games.civilization.display.ways import ways
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.state import replace
from tests.games.civilization.positions import placed

STATE = replace(
    placed(2, "him 1 cav1\nmek 1 o1 inf1", pool=("c101",)),
    frames=(f.Turn("end"), f.BoxTurn(0, "top", (fx.MoveEffect(3, 1),))),
)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_two_blanks_part_the_beginning_of_orders_from_their_ends(lang: str) -> None:
    begins = [begin for begin, ends in ways(STATE, 0, lang) if ends]
    lines = list(order_list_lines(Context(lang=lang), GAME, STATE, 0, ()))

    assert max(map(len, begins)) > 24
    assert all(any(line.startswith(f"{begin}  ") for line in lines) for begin in begins)

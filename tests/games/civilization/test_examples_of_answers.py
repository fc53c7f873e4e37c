"""The order that a letter or the status shows as an example answers the question, and does something."""

from __future__ import annotations

import pytest

from referee.games.civilization import GAME
from referee.games.civilization import frames as f
from referee.games.civilization.pack import effects as fx
from referee.i18n.event_text import open_answer
from tests.games.civilization.positions import placed

TECHNOLOGY = f.BoxTurn(0, "top", (fx.BuyTech(1),))
COLONISTS = f.BoxTurn(0, "top", (fx.Colonists(2),))
MARCH = f.BoxTurn(0, "top", (fx.MoveEffect(1, 1),))


@pytest.mark.parametrize(
    ("frame", "example"),
    [
        (TECHNOLOGY, "tech alp"),
        (COLONISTS, "colonist him"),
        (MARCH, "march cat him:i"),
        (f.Spy(0), "peek sah"),
        (f.PickCard(0), "pick c101"),
    ],
)
def test_an_example_is_no_wish_and_does_something(frame: f.AnyFrame, example: str) -> None:
    state = placed(2, "jav 1 o1\nhim 1 inf1\ncha 2 o1", "sah=?", frames=(f.Turn("bottom"), frame), playing="c109")
    (request,) = GAME.requests(state)

    assert open_answer(GAME, state, request, "en", hands=True) == example

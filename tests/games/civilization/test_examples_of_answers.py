"""The order that a letter or the status shows as an example answers the question, and does something."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from referee.games.civilization import GAME
from referee.games.civilization import frames as f
from referee.games.civilization.pack import effects as fx
from referee.i18n.event_text import open_answer
from referee.messages.order_choices import example_answer
from referee.session.todo.status import status_for
from tests.games.civilization.positions import placed
from tests.support.rehearse import Match, open_match, play_out
from tests.table.players_on_disk import materialize
from tests.table.small_games import asked

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


@cache
def just_played() -> Match:
    """A game whose asked seat has just played the card that comes first in the alphabet."""
    return play_out(open_match("civilization", 2, "a"), "a", steps=14)


@cache
def with_choice() -> Match:
    """A game whose asked seat chooses between alternatives."""
    return play_out(open_match("civilization", 2, "door"), "door", steps=9)


def test_a_second_card_is_no_example_where_one_is_enough() -> None:
    position = just_played().players[asked(just_played())]
    request = position.request
    assert request is not None
    spelled = [GAME.notation.format_order(order) for order in GAME.legal_orders(position.state, request.seat, None)]

    assert next(order for order in spelled if order.startswith("pick ")) == "pick c101 > c102"
    assert example_answer(position, request) == "pick c102"


@pytest.mark.parametrize(("lang", "named"), [("en", "choose credits"), ("it", "scegli crediti")])
def test_a_choice_is_proposed_by_what_it_gives(lang: str, named: str, tmp_path: Path) -> None:
    match, name = with_choice(), asked(with_choice())
    status = status_for(materialize(match, tmp_path, (name,))[name].session(), lang)

    assert [task.command for task in status.next if task.code == "you-answer-example"] == [f"referee move {named}"]

"""Prices beside orders are what the orders take."""

from __future__ import annotations

import pytest

from referee.games.civilization import GAME
from referee.games.civilization import events as e
from referee.games.civilization import frames as f
from referee.games.civilization.display.prices import payments, price_text
from referee.games.civilization.moves import ColonistChange
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.rules.money import payment
from referee.games.civilization.state import replace, with_player
from referee.i18n.event_text import event_sentences
from referee.kernel.errors import IllegalMove
from referee.kernel.events import Event
from referee.kernel.play import play
from tests.games.civilization.positions import placed, walk

STATE = placed(2, "gan 1 o1 +1 inf1\nyuk 2 o1", "him=desert", pool=("c101",))
STATE = with_player(STATE, 0, replace(STATE.players[0], credits=50, technologies=("mas", "alp", "brz", "whe")))


def told(text: str, *effects: fx.BoxEffect, lang: str = "en") -> str:
    state = replace(STATE, frames=(f.Turn("end"), f.BoxTurn(0, "top", effects)))
    return price_text(state, 0, GAME.notation.parse_order(text), lang)


@pytest.mark.parametrize(
    ("order", "price"), [("tech mat", "40 credits"), ("tech pot", "20 credits"), ("pass", ""), ("vote yes", "")]
)
def test_a_technology_has_its_price_and_a_pass_none(order: str, price: str) -> None:
    assert told(order, fx.BuyTech(1)) == price


def test_a_discount_of_the_card_is_in_the_price() -> None:
    assert told("tech mat", fx.BuyTech(1, 10)) == "30 credits"


def test_an_amount_in_fives_says_which_colonist_is_change() -> None:
    units = fx.BuyUnits(1, ("inf", "cav"))

    assert told("buy cav gan +c gan", units) == "15: 20 in coins, a colonist to Ganges"
    assert told("buy cav gan -c gan", units) == "15: 10 in coins, a colonist from Ganges"
    assert told("buy cav gan -c gan", units, lang="it") == "15: 10 in monete, un colono da Gange"


def test_the_surcharge_of_a_desert_is_in_the_price_of_a_bought_and_of_a_given_unit() -> None:
    given = replace(STATE, frames=(f.Turn("end"), f.PlaceUnit(0, "inf", 1)))

    assert told("buy inf him -c gan", fx.BuyUnits(1, ("inf",))) == "15: 10 in coins, a colonist from Ganges"
    assert price_text(given, 0, GAME.notation.parse_order("place inf him -c gan"), "en").startswith("5: 0 in coins")
    assert price_text(given, 0, GAME.notation.parse_order("place inf gan"), "en") == ""


def test_in_a_box_of_all_at_once_each_seat_sees_its_own_prices() -> None:
    acts = (f.BoxTurn(0, "bottom", ()), f.BoxTurn(1, "bottom", (fx.BuyColonists(1),)))
    state = replace(STATE, frames=(f.Turn("end"), f.Together(acts)))

    assert price_text(state, 1, GAME.notation.parse_order("colonist yuk +c yuk"), "en").startswith("5: 10 in coins")
    assert price_text(state, 0, GAME.notation.parse_order("colonist gan"), "en") == ""


@pytest.mark.parametrize("seats", [2, 5])
def test_over_whole_games_an_order_takes_what_stands_beside_it(seats: int) -> None:
    """For every seventh position: the payments told are the first payments of the order's events."""
    compared = 0
    for number, (state, knowledge, seat) in enumerate(walk(seats, 700, seed=seats)):
        if number % 7:
            continue
        for order in list(GAME.legal_orders(state, seat, None))[:40:5]:
            foretold = payments(state, seat, order)
            events = play(GAME, state, seat, order, knowledge).events
            paid = [event for event in events if isinstance(event, e.Paid)]
            compared += len(paid)

            assert [event for event in foretold if isinstance(event, e.Paid)] == paid
            assert is_begun(foretold, events)
    assert compared > 10


def is_begun(part: list[Event], whole: tuple[Event, ...]) -> bool:
    """Whether the events of `part` happen in `whole` in their order."""
    left = iter(whole)
    return all(event in left for event in part)


def test_who_lacks_the_money_reads_that_and_nothing_of_change() -> None:
    poor = payment(with_player(STATE, 0, replace(STATE.players[0], credits=20)), 0, 40, ColonistChange("+", "gan"))

    assert isinstance(poor, IllegalMove)
    assert poor.sentence() == "this takes 40 credits; you have 20"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["Anna gains 10 for a find, 10 in coins", "Anna pays 15 for Mathematics (mat), 20 in coins"]),
        (
            "it",
            ["Anna incassa 10 per un ritrovamento, 10 in monete", "Anna paga 15 per Matematica (mat), 20 in monete"],
        ),
    ],
)
def test_what_moves_in_coins_is_not_called_what_somebody_has_now(lang: str, said: list[str]) -> None:
    moved = [e.Gained(0, 10, "find", 10), e.Paid(0, 15, "mat", 20)]

    assert list(event_sentences(GAME, moved, ("Anna", "Bert"), lang)) == said

"""What the good bot sees in Civilization beside the next order: a conquest, and an end that it wins."""

from __future__ import annotations

from referee.games.civilization import frames as f
from referee.games.civilization.bot import answer
from referee.games.civilization.moves import CivilizationOrder, End, Pick
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.rules.course import apply, asked_now
from referee.games.civilization.state import State, replace, with_player
from referee.kernel.dice import stream
from referee.kernel.goods import OwnGoods
from tests.games.civilization.positions import placed

ARMY, SPLENDOUR, TRADE, COLONISATION = "c106", "c101", "c103", "c107"


def good_order(state: State) -> CivilizationOrder:
    return answer(state, asked_now(state)[0], OwnGoods(), stream(b"civilization", "bot"), "good").move


def orders_of_a_turn(state: State) -> list[CivilizationOrder]:
    """What the good bot does until somebody else is asked, or the next card is to be picked."""
    found = list[CivilizationOrder]()
    while asked_now(state)[:1] == (0,) and not isinstance(state.frames[-1], f.PickCard):
        found.append(good_order(state))
        state = apply(state, 0, found[-1], ()).state
    return found


def test_a_settlement_that_nobody_guards_is_taken_over() -> None:
    """Two lines of the card together: the infantry that is given takes the place of the one that marches."""
    state = placed(3, "gan 1 o1 inf1\nhim 2 o2\nkal 2 o1\njav 3 o1", playing=ARMY)
    top = state.world.cards[ARMY].top
    state = replace(state, frames=(f.Turn("bottom"), f.BoxTurn(0, "top", top)))
    after = state
    for order in orders_of_a_turn(state):
        after = apply(after, 0, order, ()).state

    assert after.towns["him"].seat == 0
    assert any(unit.seat == 0 and unit.place == "gan" for unit in after.units)


def test_the_card_for_a_conquest_is_picked_before_a_count() -> None:
    quiet = placed(2, "gan 1 o1 inf1\nhim 2 o2 inf4 inf4\nkal 2 o1", pool=(SPLENDOUR, TRADE, ARMY))
    open_land = placed(2, "gan 1 o1 inf1\nhim 2 o2\nkal 2 o1", pool=(SPLENDOUR, TRADE, ARMY))

    assert good_order(open_land) == Pick(ARMY)
    assert good_order(quiet) != Pick(ARMY)


def test_who_has_few_credits_picks_a_card_that_brings_some() -> None:
    """They pay for what later cards offer; who has many takes land at once."""
    towns = "gan 1 o1 inf1\nhim 1 o1 inf1\nkal 1 o1 inf1\njav 2 o2 inf4 inf4\nsum 2 o1 inf4"
    state = placed(2, towns, pool=(TRADE, COLONISATION))
    poor, rich = (with_player(state, 0, replace(state.players[0], credits=count)) for count in (0, 200))

    assert (good_order(poor), good_order(rich)) == (Pick(TRADE), Pick(COLONISATION))


def test_a_card_that_somebody_holds_is_not_reckoned_with() -> None:
    """Named first, with another for when it is gone, it would be the other that is taken."""
    state = placed(2, "gan 1 o1 inf1\nhim 2 o2\nkal 2 o1", pool=(SPLENDOUR, TRADE))
    state = with_player(state, 1, replace(state.players[1], card=ARMY))

    assert good_order(state) in (Pick(SPLENDOUR), Pick(TRADE))


def test_who_may_declare_the_end_wishes_it_once_and_plays_on() -> None:
    state = placed(2, "gan 1 o1 inf1\nhim 2 o1 inf1", era=4)
    wonder = next(one for one in state.world.wonders.values() if one.of(fx.Declare))
    state = with_player(state, 0, replace(state.players[0], wonders=(wonder.id,)))

    assert good_order(state) == End("if-leading")
    assert not isinstance(good_order(apply(state, 0, End("if-leading"), ()).state), End)

"""Who is asked depends on public facts alone, and what happened is told in full."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.tigris import GAME
from referee.games.tigris import events as e
from referee.games.tigris import moves as m
from referee.games.tigris.moves import Move
from referee.games.tigris.state import State, replace
from referee.kernel.errors import IllegalMove, OutOfOrder
from referee.kernel.events import Discarded, Drew, Spent, event_words
from referee.kernel.goods import Dealer, Owner, OwnGoods, Stranger, Supply
from referee.kernel.play import play
from referee.kernel.requests import Request
from tests.games.tigris.playing import options, position, random_game, start

REVOLT = {"grid": [["K2", "t", ".", "."]]}
WAR = {"grid": [["t", "T1", "m", ".", "m", "m", "T2", "t"]]}


def after(case: dict[str, Any], *orders: str) -> tuple[State, tuple[e.Event, ...]]:
    """The state after some orders, and the events of the last one."""
    state, events = position(case), ()
    for text in orders:
        seat = GAME.requests(state)[0].seat
        step = GAME.apply(state, seat, GAME.notation.parse_order(text), ())
        state, events = step.state, step.events
    return state, events


def test_both_sides_of_a_revolt_are_asked_whatever_they_hold() -> None:
    state, events = after(REVOLT, "leader king C1")

    assert events == (e.Placed(0, "king", "C1"), e.Revolt("king", 0, 1, 1, 1))
    assert GAME.requests(state) == (Request(0, "commit", "TE 8.3", ("attacker", "black")),)
    state, events = after(REVOLT, "leader king C1", "commit 2")
    assert events == (Spent(0, "temple", 2),)
    assert GAME.requests(state) == (Request(1, "commit", "TE 8.3", ("defender", "black")),)


def test_a_revolt_is_told_in_the_order_in_which_it_happens() -> None:
    state, events = after(REVOLT, "leader king C1", "commit 2", "commit 1")

    assert events == (
        Spent(1, "temple", 1),
        e.Won(0, 1, 3, 2, "revolt"),
        e.Home(1, "king", "A1", "conflict"),
        e.Scored(0, "red", 1, "revolt"),
    )
    assert GAME.requests(state) == (Request(0, "turn", "TE 3.2", ("2",)),)


def test_a_war_is_told_in_the_order_in_which_it_happens() -> None:
    _, events = after(WAR, "place settlement D1", "commit 3", "commit 0")

    assert events == (
        e.Won(0, 1, 4, 2, "war"),
        e.Home(1, "trader", "G1", "conflict"),
        e.Removed("market", ("E1", "F1")),
        e.Scored(0, "green", 3, "war"),
    )


def test_the_words_of_events_are_those_of_a_turn_note() -> None:
    _, events = after(REVOLT, "leader king C1", "commit 2", "commit 1")
    names = ("anna", "bert")

    assert [event_words(event, names) for event in events] == [
        "spent bert temple 1",
        "won anna bert 3 2 revolt",
        "home bert king A1 conflict",
        "scored anna red 1 revolt",
    ]


def test_an_empty_hand_is_not_asked() -> None:
    state, events = after({**REVOLT, "hands": {"2": ""}}, "leader king C1", "commit 0")

    assert events[0] == e.Forced(1, "commit")
    assert GAME.requests(state)[0].question == "turn"


def test_a_defender_who_may_add_nothing_in_the_english_variant_is_not_asked() -> None:
    ahead = {**WAR, "opts": {"english": "yes"}}
    _, events = after(ahead, "place settlement D1", "commit 0")

    assert events[0] == e.Forced(1, "commit")


def test_an_attacker_who_cannot_win_in_the_english_variant_is_not_asked() -> None:
    """Four tiles with one on the own side cannot exceed five; the defender wins already and is not asked either."""
    grid = [["t", "T1", "m", ".", "m", "m", "m", "m", "m", "T2", "t"]]
    _, events = after({"grid": grid, "opts": {"english": "yes"}, "hands": {"1": "smmmm"}}, "place settlement D1")

    assert events[2:] == (
        e.United("D1"),
        e.War("green", 0, 1, 1, 5),
        e.Forced(0, "commit"),
        e.Forced(1, "commit"),
        e.Won(1, 0, 5, 1, "war"),
        e.Home(0, "trader", "B1", "conflict"),
        e.Removed("market", ("C1",)),
        e.Scored(1, "green", 2, "war"),
    )


def test_what_a_hand_holds_never_decides_who_is_asked() -> None:
    """Random games asked with other hands of the same size: the state does not know hands, so nothing can differ."""
    for turned in random_game(13, options(4, "english")):
        asked = GAME.requests(turned.before)
        stranger = play(GAME, turned.before, turned.seat, turned.move, Stranger(), secret=turned.secret)
        assert stranger.state == turned.after
        assert stranger.events == turned.events
        assert [request.seat for request in asked] == [turned.seat]


def test_treasures_without_a_choice_are_taken_unasked() -> None:
    case = {"grid": [["t!", ".", "t*"], ["T1", ".", "."]]}
    state, events = after(case, "place settlement B1")

    assert events[-2:] == (e.Forced(0, "treasure"), e.Treasure(0, ("A1",)))
    assert GAME.requests(state)[0].question == "turn"


def test_who_is_not_asked_cannot_order() -> None:
    state, dealer = start(options(3), 2)
    other = (state.active + 1) % 3

    with pytest.raises(OutOfOrder):
        play(GAME, state, other, m.Pass(), dealer)
    assert list(GAME.legal_orders(state, other, None)) == []


def test_a_defender_cannot_be_answered_for() -> None:
    state, _ = after(REVOLT, "leader king C1", "commit 2")

    assert list(GAME.legal_orders(state, 0, None)) == []
    assert list(GAME.legal_orders(state, 1, OwnGoods(("farm", "temple", "temple")))) == [m.Commit(n) for n in range(3)]


@pytest.mark.parametrize(
    ("move", "secret"),
    [
        (m.Place("market", "D1"), ()),
        (m.Swap(1), ("market",)),
        (m.Swap(3), ("farm", "temple", "temple")),
        (m.Swap(2), ("farm",)),
        (m.Swap(1), ("farm", "temple")),
    ],
)
def test_what_the_hand_does_not_hold_is_refused_without_saying_what_it_holds(
    move: Move, secret: tuple[str, ...]
) -> None:
    state = replace(position({"grid": [["t"]]}), hands=(2, 6))

    with pytest.raises(IllegalMove) as refusal:
        play(GAME, state, 0, move, Owner(0, ("farm", "temple")), secret=secret)
    assert refusal.value.rule in ("TE 3.5", "TE 7.2")
    assert "temple" not in str(refusal.value)


def test_an_attacker_with_one_temple_may_be_asked_and_not_add_two() -> None:
    state, _ = after(REVOLT, "leader king C1")
    dealer = Dealer((("farm",) * 5 + ("temple",), ("temple",) * 6), (Supply("tiles", ("farm",) * 60),))

    with pytest.raises(IllegalMove, match="you do not have this in your hand"):
        play(GAME, state, 0, m.Commit(2), dealer)
    assert list(GAME.legal_orders(state, 0, dealer.own(0))) == [m.Commit(0), m.Commit(1)]


def test_the_first_turn_of_a_game_is_dealt_in_seat_order_from_the_first_seat() -> None:
    from referee.kernel.dice import Dice

    step = GAME.setup(options(4), Dice(bytes([7]) * 32))
    first = step.state.active

    assert first == Dice(bytes([7]) * 32).number("first", 4)
    assert step.events == (*(Drew((first + i) % 4, 6) for i in range(4)), e.Turn(first))


def test_every_seat_can_be_the_first() -> None:
    from referee.kernel.dice import Dice

    firsts = {GAME.setup(options(4), Dice(bytes([i]) * 32)).state.active for i in range(40)}

    assert firsts == {0, 1, 2, 3}


def test_hands_are_filled_active_seat_first_then_clockwise() -> None:
    state = replace(position({"grid": [["t"]], "n": 3, "active": 2}), hands=(4, 3, 5), action=1)
    step = GAME.apply(state, 1, m.Pass(), ())

    assert step.events == (e.Passed(1), Drew(1, 3), Drew(2, 1), Drew(0, 2), e.Turn(2))
    assert step.state.hands == (6, 6, 6)


def test_the_first_hand_that_cannot_be_filled_takes_the_rest_and_later_ones_nothing() -> None:
    state = replace(position({"grid": [["t"]], "n": 3, "active": 2, "bag": 4}), hands=(5, 3, 4), action=1)
    step = GAME.apply(state, 1, m.Pass(), ())

    assert step.events == (e.Passed(1), Drew(1, 3), Drew(2, 1), e.Over("refill"))
    assert (step.state.hands, step.state.bag, step.state.ended) == ((5, 6, 5), 0, "refill")
    assert GAME.requests(step.state) == ()


def test_an_impossible_swap_discards_first_and_draws_nothing() -> None:
    state = position({"grid": [["t"]], "bag": 2})
    step = GAME.apply(state, 0, m.Swap(3), ())

    assert step.events == (Discarded(0, 3), e.Over("swap"))
    assert (step.state.hands, step.state.bag) == ((3, 6), 2)


def test_an_order_out_of_place_says_which_question_is_open() -> None:
    state, _ = after(REVOLT, "leader king C1")

    with pytest.raises(IllegalMove) as refusal:
        GAME.apply(state, 0, m.Pass(), ())
    assert str(refusal.value) == ("[TE 3.4] first answer the open question: commit")


@pytest.mark.parametrize(
    ("order", "refusal"),
    [
        ("leader king A1", "[TE 4.1] A1: a leader needs an empty space; this one is taken"),
        (
            "leader king D3",
            "[TE 4.3] D3: a leader must stand next to a face-up temple; there is none next to this space",
        ),
        ("place farm D3", "[TE 5.2] D3: a farm lies on the river; this space is land"),
        ("withdraw king", "[TE 4.6] only a leader on the board can be withdrawn; your king is not there"),
        ("catastrophe A1", "[TE 6.4] A1: a catastrophe cannot hit a leader; there is one here"),
        ("swap 7", "[TE 7.1] 1 to 6 tiles may be swapped; you swap 7"),
    ],
)
def test_a_refusal_names_rule_place_and_finding(order: str, refusal: str) -> None:
    state = position(REVOLT)

    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, 0, GAME.notation.parse_order(order), ())
    assert str(refused.value) == refusal


def ten_treasures() -> State:
    """A row of ten temples with treasures, and a trader that has just come."""
    row = ["t*"] * 10
    state = position({"grid": [row, ["."] * 10]})
    return GAME.apply(state, 0, m.Leader("trader", "A2"), ()).state


def test_of_more_than_eight_treasures_the_one_that_stays_is_named() -> None:
    """An order has forty columns; nine spaces would need more."""
    state = ten_treasures()
    orders = list(GAME.legal_orders(state, 0, None))
    step = GAME.apply(state, 0, m.Treasure((), "J1"), ())

    assert [GAME.notation.format_order(move) for move in orders] == [f"treasure all but {c}1" for c in "ABCDEFGHIJ"]
    assert step.events == (e.Treasure(0, tuple(f"{c}1" for c in "ABCDEFGHI")),)
    assert step.state.treasures_won == (9, 0)


def test_of_more_than_eight_treasures_no_list_is_taken() -> None:
    with pytest.raises(IllegalMove, match="or the one to leave") as refusal:
        GAME.apply(ten_treasures(), 0, m.Treasure(tuple(f"{c}1" for c in "ABCDEFGHI")), ())

    assert refusal.value.rule == "TE 11.1"


def test_a_typed_list_of_more_than_eight_treasures_is_spelled_by_the_one_that_stays() -> None:
    state = ten_treasures()
    (typed,) = GAME.notation.read("treasure a1 b1 c1 d1 e1 f1 g1 h1 i1", state, 0)

    assert typed.move == m.Treasure((), "J1")

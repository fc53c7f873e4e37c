"""What people type becomes the orders they mean; what they cannot mean is answered with what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.ur import GAME
from referee.games.ur.cases import Given, state_of
from referee.games.ur.state import State
from referee.kernel.dice import below, stream
from referee.kernel.errors import Unreadable
from tests.long_runs import of


def position(**fields: Any) -> State:
    return state_of(Given(**fields))


def orders(text: str, state: State) -> list[str]:
    typed = GAME.notation.read(text, state, state.seat)

    assert all(order.secret == () for order in typed)
    return [GAME.notation.format_order(order.move) for order in typed]


FARMER = position(hands={"X": "A/T"}, cubes={"X": {"b3": 2, "a4": 1, "f1": 1}, "Y": {"f6": 1}})
SOLDIER = position(hands={"X": "W/P"}, cubes={"X": {"b3": 5, "b2": 5, "f3": 2}, "Y": {"c3": 1, "f4": 1}})
BUILDER = position(cubes={"X": {"c1": 5, "d3": 5}})
SHORT = position(hands={"X": "A/T"}, cubes={"X": {"b3": 3, "a3": 5, "b2": 5, "f1": 1, "e1": 5}})
PLACING = position(turn=0)
EXCHANGING = position(turn=9)
BACK = position(cubes={"Y": {"c4": 1}})


@pytest.mark.parametrize(
    ("state", "text", "expected"),
    [
        (FARMER, "Trade", ["trade"]),
        (FARMER, "commercio", ["trade"]),
        (FARMER, "  AGRICOLTURA  ", ["agriculture"]),
        (FARMER, "agri", ["agriculture"]),
        (FARMER, "add C4", ["add c4"]),
        (FARMER, "aggiungi a4", ["add a4"]),
        (FARMER, "add a4 b3", ["add a4", "add b3"]),
        (FARMER, "aggiungi a4 e b3", ["add a4", "add b3"]),
        (FARMER, "fonda c1", ["found c1"]),
        (FARMER, "found: c 1", ["found c1"]),
        (FARMER, "passa", ["pass"]),
        (FARMER, "swap c1 A", ["swap c1 A"]),
        (FARMER, "scambia c1 agricoltura", ["swap c1 A"]),
        (FARMER, "swap c1 trade up", ["swap c1 T"]),
        (FARMER, "scambia c1 comm", ["swap c1 T"]),
        (FARMER, "exchange c1 t", ["swap c1 T"]),
        (FARMER, "swap spare", ["swap spare"]),
        (FARMER, "swap spare T", ["swap spare"]),
        (FARMER, "agriculture b3:2 f1:2", ["agriculture"]),
        (FARMER, "agriculture b3:1", ["agriculture sparing", "put b3:1", "enough"]),
        (FARMER, "agricoltura f1 1, b3 2", ["agriculture sparing", "put f1:1", "put b3:2", "enough"]),
        (SHORT, "agriculture f1:1", ["agriculture sparing", "put f1:1"]),
        (SOLDIER, "war b3>c3:3, c3>f4:2", ["war b3>c3:3", "war c3>f4:2"]),
        (SOLDIER, "guerra b3 -> c3: 3", ["war b3>c3:3"]),
        (SOLDIER, "war b3 to c3", ["war b3>c3:3"]),
        (SOLDIER, "attacca b3 c3 2", ["war b3>c3:2"]),
        (SOLDIER, "war b3 c3, c3 f4", ["war b3>c3:3", "war c3>f4:2"]),
        (SOLDIER, "politica b2>f3", ["politics b2>f3:1"]),
        (SOLDIER, "politics b2=4 f3=3", ["politics b2>f3:1"]),
        (SOLDIER, "politics b3=4 b2=3 f3=5", ["politics b2>f3:2", "politics b3>f3:1"]),
        (BUILDER, "zig c1", ["ziggurat c1"]),
        (BUILDER, "costruisci c1 d3", ["ziggurat c1", "ziggurat d3"]),
        (PLACING, "piazza c4", ["place c4"]),
        (PLACING, "put c4", ["place c4"]),
        (PLACING, "aggiungi c4", ["place c4"]),
        (EXCHANGING, "keep", ["keep"]),
        (EXCHANGING, "tieni", ["keep"]),
        (EXCHANGING, "passa", ["keep"]),
        (EXCHANGING, "scambia a4 K", ["exchange a4 C"]),
        (EXCHANGING, "exchange spare", ["exchange spare"]),
        (BACK, "rientra c1", ["enter c1"]),
        (BACK, "reenter c1", ["enter c1"]),
    ],
)
def test_typed(state: State, text: str, expected: list[str]) -> None:
    assert orders(text, state) == expected


@pytest.mark.parametrize(
    ("state", "text", "sentence", "hint"),
    [
        (FARMER, "swap a c1", "expected the face of the tile given back, A or T", "swap c1 A"),
        (FARMER, "add", "write this order like add a4; got add", "add a4, add b3, add f1"),
        (FARMER, "add z9", "expected a tile such as c4, got z9", "add a4, add b3, add f1"),
        (FARMER, "trade soon", "expected a tile such as c4, got soon", "trade"),
        (FARMER, "trade a4:1", "trade allows at most 0 on a4; you named 1", "trade"),
        (FARMER, "agriculture b3:3", "agriculture allows at most 2 on b3; you named 3", "agriculture"),
        (
            SOLDIER,
            "war",
            "write this order like war b3>c3:2; got war",
            "war b2>a1:1, war b2>a1:2, war b2>a1:3, war b2>a1:4, war b2>a2:1, ..",
        ),
        (
            SOLDIER,
            "politics b2=4 f3=4",
            "Politics keeps the total: these own tiles have 7 cubes, the numbers make 8",
            "politics b2=5 b3=5 f3=2",
        ),
    ],
)
def test_what_is_not_understood_is_answered_with_what_would_be(
    state: State, text: str, sentence: str, hint: str
) -> None:
    with pytest.raises(Unreadable) as refusal:
        orders(text, state)

    assert (refusal.value.sentence(), refusal.value.hint) == (sentence, hint)


def test_a_word_that_fits_two_orders_is_answered_with_both() -> None:
    with pytest.raises(Unreadable) as refusal:
        orders("en c4", FARMER)

    assert refusal.value.sentence() == "en could mean enough, enter"


def test_an_action_that_the_turn_does_not_allow_is_left_to_the_rules() -> None:
    """The reader does not judge: playing `trade` with another hand tile says why it is refused."""
    assert orders("trade", SOLDIER) == ["trade"]
    with pytest.raises(Unreadable, match="a4"):
        orders("trade a4:1", SOLDIER)


def test_put_alone_places_everything_that_waits_in_reading_order() -> None:
    state = GAME.apply(SHORT, 0, GAME.notation.parse_order("agriculture"), ()).state

    assert orders("metti", state) == ["put f1:1"]


def test_scarce_cubes_named_with_the_action_leave_the_rest_to_reading_order() -> None:
    trader = position(
        hands={"X": "T/C"}, tiles={"a1": "T/w"}, cubes={"X": {"a4": 3, "a1": 3, "f4": 2, "b3": 5, "c5": 5}}
    )

    assert orders("trade f4:1", trader) == ["trade", "put f4:1", "put a1:1"]
    assert orders("trade a1:2", trader) == ["trade", "put a1:2"]


def test_any_redistribution_can_be_typed_and_is_reached() -> None:
    """UR 15.3: shifts reach every distribution with at most five on each tile."""
    words = stream(b"ur", "politics")
    tiles = ("a2", "b3", "c5", "d1", "f6")
    for _ in range(of(50, 200)):
        before = {tile: 1 + below(words, 4) for tile in tiles}
        after = dict.fromkeys(tiles, 0)
        for _ in range(sum(before.values())):
            room = [tile for tile in tiles if after[tile] < 5]
            after[room[below(words, len(room))]] += 1
        state = position(hands={"X": "W/P"}, cubes={"X": before})
        text = "politics " + " ".join(f"{tile}={count}" for tile, count in after.items())
        for order in orders(text, state):
            state = GAME.apply(state, 0, GAME.notation.parse_order(order), ()).state

        reached = position(cubes={"X": {tile: count for tile, count in after.items() if count}})
        assert state.board.cubes == reached.board.cubes

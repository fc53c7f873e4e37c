"""Standing answers: what a policy says to each question, from one hand and public facts."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.tigris import GAME
from referee.games.tigris.moves import Commit, Decline, Monument, Move, Treasure, Ziggurat
from referee.games.tigris.policy import Policy, answer, format_policy, parse_policy
from referee.games.tigris.state import State
from referee.kernel.errors import Unreadable
from referee.kernel.goods import OwnGoods
from referee.kernel.sentence import Sentence
from tests.games.tigris.playing import position

KINDS = {"t": "temple", "s": "settlement", "m": "market", "f": "farm"}


def at(case: dict[str, Any], *orders: str) -> State:
    state = position(case)
    for text in orders:
        seat = GAME.requests(state)[0].seat
        state = GAME.apply(state, seat, GAME.notation.parse_order(text), ()).state
    return state


def answers(state: State, hand: str, *lines: str) -> Move | Sentence | None:
    own = OwnGoods(tuple(sorted(KINDS[letter] for letter in hand)))
    return answer(state, GAME.requests(state)[0].seat, own, parse_policy(lines))


REVOLT = {"grid": [["K2", "t", ".", "."]]}
WAR = {"grid": [["t", "T1", "m", ".", "m", "m", "T2", "t"]]}
REVOLTING = at(REVOLT, "leader king C1")  # 1 against 1
DEFENDING = at(REVOLT, "leader king C1", "commit 2")  # 3 against 1
ENGLISH = at({**REVOLT, "opts": {"english": "yes"}}, "leader king C1", "commit 2")
AT_WAR = at(WAR, "place temple D1")


@pytest.mark.parametrize(
    ("hand", "lines", "expected"),
    [
        ("tttttt", ["defend min 3"], Commit(2)),  # a tie is enough
        ("tttttt", ["defend min 1"], Commit(0)),
        ("tsssss", ["defend min 3"], Commit(0)),
        ("ssssss", ["defend min 3"], Commit(0)),
        ("tttttt", ["defend min 6 temple 1"], Commit(0)),
        ("tttttt", ["defend temple 2"], Commit(2)),
        ("tttttt", ["defend settlement 2"], None),
        ("tttttt", ["attack with 2"], None),
        ("tttttt", [], None),
    ],
)
def test_defending_a_revolt_is_answered_with_as_many_temples_as_win(
    hand: str, lines: list[str], expected: Move | None
) -> None:
    assert answers(DEFENDING, hand, *lines) == expected


@pytest.mark.parametrize(("hand", "expected"), [("tttttt", Commit(2)), ("tsssss", Commit(0))])
def test_a_defence_in_the_english_variant_is_exact(hand: str, expected: Move) -> None:
    assert answers(ENGLISH, hand, "defend min 6") == expected


@pytest.mark.parametrize(
    ("hand", "lines", "expected"),
    [
        ("tttsss", ["attack with 2"], Commit(2)),
        ("tsssss", ["attack with 2"], Commit(1)),
        ("ssssss", ["attack with 2"], Commit(0)),
        ("tttttt", ["attack with 0"], Commit(0)),
        ("tttttt", ["attack market 3"], None),
        ("tttttt", ["defend min 6"], None),
    ],
)
def test_attacking_in_a_revolt_is_answered_with_what_was_said_or_is_held(
    hand: str, lines: list[str], expected: Move | None
) -> None:
    assert answers(REVOLTING, hand, *lines) == expected


@pytest.mark.parametrize(("hand", "expected"), [("mmmmmm", Commit(2)), ("mttttt", Commit(0)), ("tttttt", Commit(0))])
def test_an_attack_that_would_stay_behind_is_not_fed(hand: str, expected: Move) -> None:
    """1 against 2: one tile more is a tie, and a tie loses."""
    assert answers(AT_WAR, hand, "attack market 2") == expected


TREASURES = at({"grid": [["t*", "T1", "t*", "t", "t*", "."]]}, "place temple F1")
FIRST = at({"grid": [["t*", "T1", "t!", "t", "t*", "."]]}, "place temple F1")


@pytest.mark.parametrize(
    ("state", "lines", "expected"),
    [
        (TREASURES, ["treasure leave C1"], Treasure(("A1", "E1"))),
        (TREASURES, ["treasure leave H9 A1"], Treasure(("C1", "E1"))),
        (TREASURES, ["treasure any"], Treasure(("A1", "C1"))),
        (TREASURES, ["treasure leave H9 any"], Treasure(("A1", "C1"))),
        (TREASURES, ["treasure leave H9"], Sentence("tigris/policy-treasures", cells="A1, C1, E1")),
        (FIRST, ["treasure leave C1 A1"], Treasure(("C1", "E1"))),
        (FIRST, ["treasure leave C1"], Sentence("tigris/policy-treasures", cells="A1, E1")),
        (TREASURES, ["monument none"], None),
    ],
)
def test_of_the_treasures_the_one_named_first_stays_that_may(
    state: State, lines: list[str], expected: Move | Sentence | None
) -> None:
    assert answers(state, "tttttt", *lines) == expected


SQUARE = at({"grid": [["t", "t"], ["t", "."]]}, "place temple B2")
SQUARES = at({"grid": [["t", "t", "t"], ["t", ".", "t"]]}, "place temple B2")
CROSS = at(
    {"grid": [[".", "t", "."], ["t", "t", "t"], [".", ".", "."]], "opts": {"ziggurat": "yes"}}, "place temple B3"
)
BUILT = at({"grid": [["t", "t"], ["t", "."]], "used": ["red-blue"]}, "place temple B2")


@pytest.mark.parametrize(
    ("state", "lines", "expected"),
    [
        (SQUARE, ["monument red-blue red-green"], Monument("red-blue")),
        (SQUARE, ["monument green-blue red-green"], Monument("red-green")),
        (BUILT, ["monument red-blue red-green"], Monument("red-green")),
        (SQUARE, ["monument none"], Decline()),
        (CROSS, ["monument red-blue ziggurat"], Ziggurat("B2")),
        (BUILT, ["monument red-blue green-blue"], Sentence("tigris/policy-monuments", names="red-black, red-green")),
        (SQUARES, ["monument red-blue"], Sentence("tigris/policy-places", name="red-blue", cells="A1, B1")),
        (SQUARE, ["treasure any"], None),
    ],
)
def test_the_monument_named_first_is_built_where_there_is_one_place_for_it(
    state: State, lines: list[str], expected: Move | Sentence | None
) -> None:
    assert answers(state, "tttttt", *lines) == expected


@pytest.mark.parametrize(
    "line",
    [
        "defend", "defend min", "defend min 7", "defend min 2 temple", "defend min 1 min 2", "defend temple 1 min 2",
        "defend min 1 temple 1 settlement 1 market 1 farm 1", "attack min 2", "treasure", "treasure leave",
        "treasure leave any", "treasure leave F7 F7", "treasure leave A1 A2 A3 A4 A5 A6 A7", "monument",
        "monument none red-blue", "monument blue-red", "defend min ٣",
    ],
)  # fmt: skip
def test_a_line_that_is_no_line_of_a_policy_is_refused(line: str) -> None:
    with pytest.raises(Unreadable):
        parse_policy((line,))


def test_a_later_line_replaces_an_earlier_one_and_letters_may_be_of_any_case() -> None:
    typed = ("Defend MIN 2 temple 3", "treasure any", "treasure LEAVE f7 any")

    assert format_policy(parse_policy(typed)) == ("defend min 2 temple 3", "treasure leave F7 any")
    assert parse_policy(()) == Policy()

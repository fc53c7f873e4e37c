"""Standing answers: what a policy says to each question, from one hand and public facts."""

from __future__ import annotations

import pytest

from referee.games.cards import GAME
from referee.games.cards.moves import CardsOrder, Commit, Convert, Decline, Score, SwapTreasure
from referee.games.cards.policy import NEVER, Policy, answer, format_policy, parse_policy
from referee.games.cards.state import Defence, Scoring, State
from referee.kernel.errors import Unreadable
from referee.kernel.goods import OwnGoods
from tests.games.cards.asked_orders import CONVERT, SWAP, TURN, at
from tests.games.cards.playing import fierce, game, some_options
from tests.long_runs import of

SCORE = at("lion: card green A", columns={"A": "* r<bull.trader>"})
ATTACKED = at("lion: leader king A2", "lion: commit 2", columns={"A": "* r<bull.king> g"})
EXTERNAL = at("lion: connect C-D", "lion: commit 1", columns={"C": "* g g r<lion.trader>", "D": "* g r<bull.trader> k"})


def answers(state: State, hand: str, *lines: str, seat: int = 1) -> CardsOrder | None:
    kinds = {"k": "black", "r": "red", "b": "blue", "g": "green"}
    return answer(state, seat, OwnGoods(tuple(sorted(kinds[code] for code in hand))), parse_policy(lines))


@pytest.mark.parametrize(
    ("hand", "lines", "expected"),
    [
        ("gkk", ["score always"], Score(True)),
        ("kkk", ["score always"], Score(False)),
        ("ggg", ["score never"], Score(False)),
        ("ggk", ["score keep 1"], Score(True)),
        ("gkk", ["score keep 1"], Score(False)),
        ("gkk", ["score always", "score green never"], Score(False)),
        ("gkk", ["score green never", "score always"], Score(False)),
        ("gkk", ["score red never"], None),
        ("gkk", ["convert yes"], None),
    ],
)
def test_scoring(hand: str, lines: list[str], expected: CardsOrder | None) -> None:
    assert answers(SCORE, hand, *lines) == expected


@pytest.mark.parametrize(
    ("hand", "lines", "expected"),
    [
        ("rrr", ["defend min 3"], Commit(1)),  # 2 against 1 + 1: a tie is enough
        ("kkk", ["defend min 3"], Commit(0)),
        ("rrr", ["defend min 0"], Commit(0)),
        ("rrr", ["defend min 3", "defend red min 0"], Commit(0)),
        ("rrr", ["defend green min 3"], None),
        ("rrr", [], None),
    ],
)
def test_defending_an_internal_conflict(hand: str, lines: list[str], expected: CardsOrder | None) -> None:
    assert answers(ATTACKED, hand, *lines) == expected


@pytest.mark.parametrize(
    ("hand", "lines", "expected"),
    [
        ("ggg", ["defend min 2"], Commit(2)),  # 2 on the table and 1 played against 1
        ("ggg", ["defend min 1"], Commit(0)),
        ("gkk", ["defend min 2"], Commit(0)),
        ("ggg", ["defend green min 2", "defend min 0"], Commit(2)),
    ],
)
def test_defending_an_external_conflict(hand: str, lines: list[str], expected: CardsOrder | None) -> None:
    assert answers(EXTERNAL, hand, *lines) == expected


def test_an_attack_is_never_answered_by_a_policy() -> None:
    attacked = at("lion: leader king A2", columns={"A": "* r<bull.king> g"})

    assert answers(attacked, "rrr", "defend min 3", seat=0) is None


@pytest.mark.parametrize(
    ("hand", "lines", "expected"),
    [
        ("rkk", ["convert yes"], Convert(True)),
        ("kkk", ["convert yes"], Convert(False)),
        ("rkk", ["convert no"], Convert(False)),
        ("rkk", ["swap none"], None),
    ],
)
def test_converting(hand: str, lines: list[str], expected: CardsOrder | None) -> None:
    assert answers(CONVERT, hand, *lines, seat=0) == expected


@pytest.mark.parametrize(
    ("hand", "lines", "expected"),
    [
        ("rkk", ["swap DC"], SwapTreasure("D0")),
        ("rkk", ["swap AC"], SwapTreasure("C0")),
        ("rkk", ["swap AB"], Decline()),
        ("kkk", ["swap DC"], Decline()),
        ("rkk", ["swap none"], Decline()),
        ("rkk", ["score always"], None),
    ],
)
def test_swapping(hand: str, lines: list[str], expected: CardsOrder | None) -> None:
    assert answers(SWAP, hand, *lines, seat=0) == expected


def test_nothing_is_answered_for_a_seat_that_is_not_asked_or_for_an_action() -> None:
    everything = ("score always", "defend min 8", "convert yes", "swap ABCDEFGH")

    assert answers(SCORE, "ggg", *everything, seat=0) is None
    assert answers(TURN, "ggg", *everything, seat=0) is None


@pytest.mark.parametrize(
    "lines",
    [
        ("score always",),
        ("score never",),
        ("score keep 2", "score green always", "score red never"),
        ("defend min 3", "defend red min 0", "convert yes", "swap CAB"),
        ("convert no", "swap none"),
        (),
    ],
)
def test_a_policy_is_spelled_and_read_back(lines: tuple[str, ...]) -> None:
    assert format_policy(parse_policy(lines)) == lines


def test_a_later_line_replaces_an_earlier_one() -> None:
    assert parse_policy(("score always", "score never", "swap A", "swap none")) == Policy(score=(("", NEVER),), swap="")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "score",
        "score pink always",
        "score keep 9",
        "score keep",
        "defend 3",
        "defend min",
        "convert",
        "swap AA",
        "swap X",
        "swap ",
    ],
)
def test_another_line_is_refused(line: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse_policy((line,))

    assert refused.value.sentence() == (
        f"write this standing order like score keep 2, defend min 3, convert yes, swap CAB; got {line!r}"
    )


def test_whatever_a_policy_answers_is_legal_for_that_hand() -> None:
    policy = parse_policy(("score keep 1", "defend min 3", "convert yes", "swap HGFEDCBA"))
    given = {}
    for seed in range(of(20, 40)):
        for turned in game(some_options(seed), seed, fierce):
            own = turned.dealer.own(turned.seat)
            found = answer(turned.before, turned.seat, own, policy)
            if found is not None:
                given[type(found)] = given.get(type(found), 0) + 1

                assert found in list(GAME.legal_orders(turned.before, turned.seat, own))
    assert min(given[sort] for sort in (Score, Commit, Convert, SwapTreasure)) > 10


def test_the_smallest_winning_defence_wins_and_one_card_less_does_not() -> None:
    """The answer is exact: the attack is known when the defender is asked."""
    policy = parse_policy(("defend min 8",))
    seen = 0
    for seed in range(of(20, 40)):
        for turned in game(some_options(seed), seed, fierce):
            frame = turned.before.frames[-1]
            if not isinstance(frame, Defence):
                continue
            found = answer(turned.before, frame.defender, turned.dealer.own(frame.defender), policy)
            assert isinstance(found, Commit)
            if found.count:
                seen += 1

                assert winner(turned.before, frame, found.count) == frame.defender
                assert winner(turned.before, frame, found.count - 1) == frame.attacker
    assert seen > 20


def winner(state: State, frame: Defence, count: int) -> int:
    from tests.games.cards.reference import settled

    return settled(state, frame, count).winner


def test_the_positions_of_this_test_ask_what_they_should() -> None:
    assert isinstance(SCORE.frames[-1], Scoring)
    assert isinstance(ATTACKED.frames[-1], Defence) and not ATTACKED.frames[-1].slot
    assert isinstance(EXTERNAL.frames[-1], Defence) and EXTERNAL.frames[-1].slot == "C-D"

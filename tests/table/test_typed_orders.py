"""How a typed line is cut: into orders, into what is done now and what is sealed, and how a plan may be typed."""

from __future__ import annotations

import pytest

from referee.games import find
from referee.kernel.errors import Unreadable
from referee.protocol.step.draft import draft
from referee.protocol.step.split_orders import (
    ALWAYS,
    LOSE,
    WIN,
    ConditionalOrders,
    orders_matching,
    parts_of_line,
    quoted_lines,
    split_policy,
)
from tests.table.plan_games import before_revolt
from tests.table.small_games import asked, copy_of

PARTS = {
    "place temple F7": [ConditionalOrders(None, "place temple F7")],
    "win place temple J5": [ConditionalOrders(WIN, "place temple j5")],
    "WIN: place temple J5": [ConditionalOrders(WIN, "place temple j5")],
    "win, pass": [ConditionalOrders(WIN, "pass")],
    "if you win temple J5": [ConditionalOrders(WIN, "temple j5")],
    "If I win, then temple J5": [ConditionalOrders(WIN, "temple j5")],
    "if i lose pass": [ConditionalOrders(LOSE, "pass")],
    "se vinci tempio J5": [ConditionalOrders(WIN, "tempio j5")],
    "se vinco, poi tempio J5": [ConditionalOrders(WIN, "tempio j5")],
    "Se perdi: passo": [ConditionalOrders(LOSE, "passo")],
    "se perdo passo": [ConditionalOrders(LOSE, "passo")],
    "priest I5, commit 3, if i win temple J5": [
        ConditionalOrders(None, "priest i5, commit 3"),
        ConditionalOrders(WIN, "temple j5"),
    ],
    "if i win temple J5, if i lose settlement N11": [
        ConditionalOrders(WIN, "temple j5"),
        ConditionalOrders(LOSE, "settlement n11"),
    ],
    "commit 2 win temple J5 lose pass": [
        ConditionalOrders(None, "commit 2"),
        ConditionalOrders(WIN, "temple j5"),
        ConditionalOrders(LOSE, "pass"),
    ],
    "se vinci tempio J5 e se perdi passo": [ConditionalOrders(WIN, "tempio j5 e"), ConditionalOrders(LOSE, "passo")],
    "carta verde e, se vinci passo": [ConditionalOrders(None, "carta verde e"), ConditionalOrders(WIN, "passo")],
    "then place temple J5": [ConditionalOrders(ALWAYS, "place temple j5")],
    "poi passo": [ConditionalOrders(ALWAYS, "passo")],
    "farm J9, then trader L6": [ConditionalOrders(None, "farm J9, then trader L6")],
    "winter palace": [ConditionalOrders(None, "winter palace")],
}


@pytest.mark.parametrize("line", PARTS)
def test_a_condition_holds_for_the_orders_behind_it_up_to_the_next(line: str) -> None:
    assert list(parts_of_line(line)) == PARTS[line]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["place", "temple", "F7"], ["place temple F7"]),
        (["place temple F7; pass"], ["place temple F7; pass"]),
        (["place farm B4", "pass"], ["place farm B4", "pass"]),
        (["place farm B4", "temple", "F7"], ["place farm B4", "temple F7"]),
        (["market", "C5,", "market", "D5"], ["market C5, market D5"]),
        ([], []),
    ],
)
def test_a_quoted_word_is_a_line_and_plain_words_make_one(words: list[str], lines: list[str]) -> None:
    assert quoted_lines(words) == lines


def test_standing_answers_are_cut_at_commas_and_semicolons_alike() -> None:
    lines = ("score keep 1", "defend red min 3", "convert yes", "swap CAB")

    assert split_policy(["score keep 1; defend red min 3\nconvert yes; swap CAB"]) == lines
    assert split_policy(["score keep 1, defend red min 3 and convert yes, swap CAB"]) == lines


PLAN = (("leader king B9", "commit 2"), ("win place temple A1", "lose pass"))
ACTIONS = (("place farm A4", "place temple A1"), ())

DRAFTS = {
    "king B9; commit 2; win place temple A1; lose pass": PLAN,
    "king B9, commit 2, win temple A1, lose pass": PLAN,
    "king B9, 2, if you win temple 1A, if you lose pass": PLAN,
    "king B9 and 2 and if i win A1 temple and if i lose pass": PLAN,
    "leader king B9 commit 2 win temple A1 lose pass": PLAN,
    "re in B9, aggiungi 2, se vinci tempio A1, se perdi passo": PLAN,
    "piazza re B9\n2 templi\nse vinco: un tempio in A1\nse perdo: passo": PLAN,
    "king B9, 2, then temple A1": (("leader king B9", "commit 2"), ("place temple A1",)),
    "king B9; 2; then temple A1, pass": (("leader king B9", "commit 2"), ("place temple A1", "pass")),
    "king B9, 2, if i win temple A1, pass": (("leader king B9", "commit 2"), ("win place temple A1", "win pass")),
    "farm A4, temple A1": ACTIONS,
    "farm A4 temple A1": ACTIONS,
    "farm A4 and temple A1": ACTIONS,
    "farm A4\ntemple A1": ACTIONS,
    "fattoria A4 e tempio A1": ACTIONS,
    "fattoria A4, poi tempio A1": ACTIONS,
    "farm A4, end": (("place farm A4", "pass"), ()),
}


@pytest.mark.parametrize("typed", DRAFTS)
def test_a_line_of_orders_is_drafted_as_its_canonical_orders(typed: str) -> None:
    match = copy_of(before_revolt())
    attacker = asked(match)
    drafted = draft(match.players[attacker], match.eyes[attacker], [typed])

    assert (drafted.do, drafted.lines) == DRAFTS[typed]


@pytest.mark.parametrize("typed", ["win", "king B9, 2, if you win", "king B9, 2, if you win castle"])
def test_a_condition_without_an_order_is_refused(typed: str) -> None:
    match = copy_of(before_revolt())
    attacker = asked(match)

    with pytest.raises(Unreadable):
        draft(match.players[attacker], match.eyes[attacker], [typed])


ORDERS = ("leader king F7", "place farm F7", "place temple F7", "place temple G8", "withdraw farmer", "withdraw king")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("tempio", ("place temple F7", "place temple G8")),
        ("re", ("leader king F7", "withdraw king")),
        ("ritira re", ("withdraw king",)),
        ("7f Tempio", ("place temple F7",)),
        ("farm", ("place farm F7",)),
        ("fatt", ("place farm F7",)),
        ("castle", ()),
        ("", ORDERS),
    ],
)
def test_orders_are_found_by_words_of_either_language(typed: str, found: tuple[str, ...]) -> None:
    assert orders_matching(ORDERS, typed, find("tigris").notation.words()) == found


@pytest.mark.parametrize(
    "line",
    [
        *("non vinco, tempio F7", "se non vinco tempio F7", "non se perdo passo", "re C8, se non vinco passo"),
        *("if I don't win, temple F7", "not if I win temple F7", "never if I lose pass"),
    ],
)
def test_a_condition_that_is_denied_seals_nothing(line: str) -> None:
    assert parts_of_line(line) == (ConditionalOrders(None, line),)


def test_a_no_before_a_comma_denies_no_condition() -> None:
    assert parts_of_line("no, se perdo passo") == (ConditionalOrders(None, "no"), ConditionalOrders(LOSE, "passo"))

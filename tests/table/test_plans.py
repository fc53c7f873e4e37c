"""Sealed lines: when they are carried out, when never, what tells a step note that lies about them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from referee.games.tigris.board import SPACE
from referee.record.notes import Step
from tests.support.rehearse import Match
from tests.table.plan_games import before_revolt, lacking, sides
from tests.table.small_games import (
    asked,
    changed,
    copy_of,
    dealt_to,
    fresh_kinds,
    hand,
    order,
    set_up,
    step_name,
    swap_all,
    with_fresh_draw,
    with_stranger,
)

Did_ = tuple[str, str]
"""(seat, order) of something carried out."""


def did(match: Match) -> list[Did_]:
    """What was carried out in the last step."""
    return [(match.table.names[seat], text) for seat, text in match.host.orders]


def question(match: Match) -> Did_:
    """Who is asked what now."""
    request = match.host.request
    assert request is not None
    return match.table.names[request.seat], request.question


# A revolt: the attacker's king on B9 against the defender's on C8, one temple each; the defender's priest on A8.


def revolt(added: int, answer: int, *lines: str, then: tuple[str, ...] = ()) -> Match:
    """The revolt, played: what each side adds, the attacker's sealed lines, the defender's."""
    match = copy_of(before_revolt())
    order(match, "leader king B9", f"commit {added}", *lines)
    return order(match, f"commit {answer}", *then)


def test_a_revolt_without_a_plan_asks_the_attacker_again() -> None:
    match = revolt(2, 0)
    attacker, defender = sides(before_revolt())

    assert did(match) == [(defender, "commit 0")]
    assert question(match) == (attacker, "turn")


CONDITIONS = {
    "won": (2, 0, ("win place temple A1", "lose pass"), ["place temple A1"]),
    "lost": (0, 1, ("win place temple A1", "lose pass"), ["pass"]),
    "tied, which the defender wins": (1, 1, ("win place temple A1", "lose pass"), ["pass"]),
    "tied at the board": (0, 0, ("win place temple A1", "lose pass"), ["pass"]),
    "whatever happened": (2, 0, ("then place temple A1",), ["place temple A1"]),
    "lost, with a line for a victory only": (0, 1, ("win place temple A1",), []),
    "won, with a line for a defeat only": (2, 0, ("lose pass",), []),
    "an answer to a question not asked is skipped": (2, 0, ("then commit 1", "win pass"), ["pass"]),
    "an answer to a question not asked, with nothing behind": (2, 0, ("then commit 1",), []),
}


@pytest.mark.parametrize("case", CONDITIONS)
def test_a_sealed_line_is_carried_out_when_its_condition_holds(case: str) -> None:
    """Attack 123. Host, owner, opponent and stranger all follow, or the match would have stopped."""
    added, answer, lines, planned = CONDITIONS[case]
    attacker, defender = sides(before_revolt())
    match = revolt(added, answer, *lines)

    assert did(match) == [(defender, f"commit {answer}"), *((attacker, text) for text in planned)]
    assert question(match) == ((defender if planned else attacker), "turn")


def test_both_sides_of_two_conflicts_in_one_turn_speak_of_the_last_one() -> None:
    """Attack 123: the attacker wins with his king, attacks with his priest; the defender's line for a defeat answers
    the second conflict, in which he ties and wins.
    """
    attacker, defender = sides(before_revolt())
    match = copy_of(before_revolt())
    order(match, "leader king B9", "commit 2", "win leader priest C8", "win commit 0", "win pass")
    order(match, "commit 0", "win commit 2", "lose commit 0")

    assert did(match) == [
        (defender, "commit 0"),
        (attacker, "leader priest C8"),
        (attacker, "commit 0"),
        (defender, "commit 0"),
    ]
    assert question(match) == (defender, "turn")


@cache
def before_wars() -> Match:
    """Two kingdoms with king and trader each, joined by a tile on E5; black stands 2 : 1 and green 1 : 1."""
    deal = dealt_to(("settlement", "market", "temple", "farm"), ("farm",))
    first = deal.table.seat(asked(deal))
    second = 1 - first
    leaders = [0] * 8
    leaders[4 * first + 1], leaders[4 * first + 2] = SPACE["C5"], SPACE["D6"]
    leaders[4 * second + 1], leaders[4 * second + 2] = SPACE["G5"], SPACE["F6"]
    return _with_tiles(deal, ("D5", "F5"), ("B5", "C6", "G6"), ("B6", "F7"), tuple(leaders))


def _with_tiles(
    match: Match, temples: tuple[str, ...], settlements: tuple[str, ...], markets: tuple[str, ...], leaders: Any
) -> Match:
    red, black, green, blue = match.host.state.tiles
    added = [sum(SPACE[cell] for cell in cells) for cells in (temples, settlements, markets)]
    return set_up(match, tiles=(red | added[0], black | added[1], green | added[2], blue), leaders=leaders)


TWO_WARS = {
    "won, then lost": (
        ("win commit 0", "win place temple A1", "lose pass"),
        ("lose commit 0",),
        ["commit 0"],
        ["commit 0"],
        ["pass"],
    ),
    "won twice": (
        ("win commit 1", "win place temple A1", "lose pass"),
        ("lose commit 0",),
        ["commit 1"],
        ["commit 0"],
        ["place temple A1"],
    ),
    "the first one's line is used up by the second": (
        ("lose pass", "win commit 0", "lose place temple A1"),
        ("lose commit 0",),
        ["commit 0"],
        ["commit 0"],
        ["place temple A1"],
    ),
    "the other side answers by hand": (("win commit 0", "lose pass"), (), ["commit 0"], [], []),
}


@pytest.mark.parametrize("case", TWO_WARS)
def test_win_and_lose_speak_of_the_last_of_two_wars(case: str) -> None:
    """Attack 123."""
    attackers, defenders, first, second, last = TWO_WARS[case]
    match = copy_of(before_wars())
    attacker, defender = sides(match)
    order(match, "place settlement E5", "war black", "commit 0", *attackers)
    order(match, "commit 0", *defenders)

    planned = [*((attacker, o) for o in first), *((defender, o) for o in second), *((attacker, o) for o in last)]
    assert did(match) == [(defender, "commit 0"), *planned]


def test_a_war_between_others_is_neither_won_nor_lost_by_the_one_who_caused_it() -> None:
    """Attack 123: two other seats fight; only the line without a condition is carried out."""
    deal = dealt_to(("settlement", "temple"), ("farm",), seats=3)
    first = deal.table.seat(asked(deal))
    second, third = (first + 1) % 3, (first + 2) % 3
    leaders = [0] * 12
    leaders[4 * second + 1], leaders[4 * third + 1] = SPACE["C5"], SPACE["G5"]
    match = _with_tiles(deal, ("D5", "F5"), ("B5",), (), tuple(leaders))
    names = match.table.names

    order(match, "place settlement E5", "win pass", "lose pass", "then place temple A1")
    order(match, "commit 0")
    order(match, "commit 0")

    assert did(match) == [(names[third], "commit 0"), (names[first], "place temple A1")]


def test_without_a_conflict_neither_win_nor_lose_applies() -> None:
    """Attack 123: behind a swap nothing was fought."""
    match = with_stranger(with_fresh_draw())
    seat = asked(match)
    order(match, "swap temple" if "temple" in hand(match, seat) else swap_all(match), "win pass", "lose pass")

    assert [text.split()[0] for _, text in did(match)] == ["swap"]
    assert question(match) == (seat, "turn")


def test_a_sealed_order_may_spend_what_the_swap_before_it_drew() -> None:
    """The owner's client must take the goods of the step in before it looks at the order behind them."""
    match = with_stranger(with_fresh_draw())
    seat, kind = asked(match), fresh_kinds(match)[0]
    order(match, swap_all(match), f"then place {kind} A1")

    assert did(match) == [(seat, "swap 6"), (seat, f"place {kind} A1")]
    assert kind not in hand(with_fresh_draw(), seat)


# What is left over


def test_a_line_left_over_at_the_end_of_the_turn_is_never_carried_out() -> None:
    """Attack 122, first vector: the attacker passes as planned; asked again in the next turn, he is asked in person."""
    attacker, defender = sides(before_revolt())
    match = revolt(2, 0, "win pass", "then commit 0")
    order(match, "leader king C8", "commit 0")

    assert did(match) == [(defender, "leader king C8"), (defender, "commit 0")]
    assert question(match) == (attacker, "commit")


def test_a_line_left_over_is_never_carried_out_after_the_next_note_of_its_seat() -> None:
    """Attack 122, second vector: the line for a defeat stays unused; a new note does not bring it back."""
    _attacker, defender = sides(before_revolt())
    match = revolt(2, 0, "lose pass", "lose leader trader C8", "lose commit 2")
    order(match, "leader priest C8", "commit 0")
    order(match, "commit 0")

    assert did(match) == [(defender, "commit 0")]
    assert question(match) == (defender, "turn")
    assert not [step_note for name in match.signed_notes for step_note in _step_notes(match, name) if step_note.opened]


def test_after_an_action_that_fails_nothing_of_the_plan_is_carried_out() -> None:
    """Attack 122, third vector: B8 is taken, so the pass behind it is not made either."""
    attacker, defender = sides(before_revolt())
    match = revolt(2, 0, "win place temple B8", "then pass")

    assert did(match) == [(defender, "commit 0")]
    assert question(match) == (attacker, "turn")
    order(match, "leader priest C8", "commit 0")
    assert did(match) == [(attacker, "leader priest C8"), (attacker, "commit 0")]


def _step_notes(match: Match, name: str) -> list[Step]:
    return [note for note in (signed.note() for signed in match.signed_notes[name]) if isinstance(note, Step)]


def test_a_sealed_order_that_the_hand_does_not_cover_leaves_no_trace() -> None:
    """Attack 125: the turn says the same as if nothing had been planned."""
    kind = lacking(before_revolt())
    with_plan, without = revolt(2, 0, f"win place {kind} A1", "win pass"), revolt(2, 0)
    turns = [_step_notes(match, step_name(match.host.step))[0] for match in (with_plan, without)]
    hidden = {"head": "", "note": ()}

    assert changed(turns[0], **hidden) == changed(turns[1], **hidden)
    assert turns[0].opened == turns[0].order == ()
    assert with_plan.host.state == without.host.state

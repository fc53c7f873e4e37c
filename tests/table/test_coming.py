"""What comes next is said before a move is signed: half a turn, a question, another seat, the end."""

from __future__ import annotations

import pytest

from referee.messages.forecast import is_unfinished, next_step_forecast
from referee.messages.order_choices import example_answer, legal_choices
from referee.protocol.step.draft import draft
from referee.record.file_names import step_name
from tests.support.rehearse import Match, open_match
from tests.table.plan_games import before_revolt, sides
from tests.table.simultaneous_game import ASKING
from tests.table.small_games import asked, copy_of, dealt, dealt_to, hand, order, small, swap_all


def said(match: Match, *typed: str, lang: str = "en") -> str:
    position = match.players[asked(match)]
    seat = match.table.seat(asked(match))
    return next_step_forecast(position, seat, draft(position, match.eyes[asked(match)], typed), lang).told(lang)


def called(match: Match, name: str) -> str:
    """How the player of a seat writes the own name."""
    return match.table.called[match.table.seat(name)]


def test_half_a_turn_is_called_half_a_turn() -> None:
    assert said(dealt(), "pass") == (
        "your turn is not over (one action left): if you sign now, the rest takes another round trip"
    )
    assert said(dealt(), "pass", lang="it").startswith("il tuo turno non è finito (resta un'azione): ")


def test_a_whole_turn_says_who_is_on_turn_then() -> None:
    match = dealt()
    other = next(name for name in match.table.names if name != asked(match))

    assert said(match, "pass, pass") == f"your turn ends; {called(match, other)} is next"


def test_what_was_drawn_must_be_waited_for_and_can_be_planned_for() -> None:
    match = dealt()

    assert said(match, swap_all(match)).startswith(
        "your turn is not over (one action left): orders you add now stay sealed"
    )


def test_an_attack_says_who_answers_and_what_happens_to_the_sealed_lines() -> None:
    match = before_revolt()
    _, defender = sides(match)
    bare, planned = "leader king B9; commit 2", "leader king B9; commit 2; if you win temple A9"

    assert said(match, bare).startswith(f"{called(match, defender)} defends in the revolt")
    assert said(match, bare).endswith("; then you continue")
    assert said(match, planned).endswith("; then your plan is carried out if it fits, otherwise you are asked")


def test_a_question_that_follows_at_once_is_told_with_its_answers() -> None:
    match = before_revolt()

    assert "you still have to answer: " in said(match, "leader king B9")
    assert "Answer now with commit 0, commit 1, commit 2" in said(match, "leader king B9")


def test_the_answer_to_a_question_out_of_turn_says_who_goes_on() -> None:
    match = order(copy_of(before_revolt()), "leader king B9; commit 2")

    assert said(match, "commit 0") == f"{called(match, sides(before_revolt())[0])} continues the turn: one action left"


@pytest.mark.parametrize("lang, unfinished", [("en", "your turn is not over"), ("it", "il tuo turno non è finito")])
def test_who_has_sealed_a_whole_answer_beside_others_is_not_told_to_answer(lang: str, unfinished: str) -> None:
    match = open_match(ASKING, 3, "at once")
    whole = said(match, "peek high; claim red", lang=lang)
    others = said(match, "peek high", "then claim red", "then peek low", lang=lang)

    assert said(match, "peek high", lang=lang).startswith(unfinished)
    assert whole == others
    assert whole.startswith("Bert ") and unfinished not in whole


def test_a_half_answer_that_is_sealed_beside_others_is_told_to_be_open() -> None:
    match = open_match(ASKING, 3, "at once")

    assert said(match, "peek high", "if you win claim red").startswith(
        "your turn is not over, you still have to answer: "
    )


def test_the_end_of_the_game_is_told() -> None:
    match = small()
    last = match.host.step
    before = copy_of(dealt())
    while before.host.step < last - 1:
        order(before, swap_all(before))

    assert step_name(last) in match.files
    assert said(before, swap_all(before)) == "this ends the game"


@pytest.mark.parametrize(("typed", "unfinished"), [("pass", True), ("pass, pass", False)])
def test_a_move_is_unfinished_as_long_as_its_author_could_go_on(typed: str, unfinished: bool) -> None:
    match = dealt()
    position, eyes = match.players[asked(match)], match.eyes[asked(match)]

    assert is_unfinished(position, match.table.seat(asked(match)), draft(position, eyes, [typed])) is unfinished


def test_an_example_is_an_order_that_the_own_hand_allows() -> None:
    """Finding 7: without a temple in the hand nobody is told `commit 1`."""
    match = order(copy_of(dealt_to(("temple", "temple"), ("market", "farm"))), "leader king C8", "leader priest A8")
    for seat in match.table.names[:1]:
        position = match.players[asked(match)]
        request = position.request
        assert request is not None
        kinds = {
            choice.order.split()[1] for choice in legal_choices(position, request.seat) if choice.order[:5] == "place"
        }

        assert kinds == set(hand(match, asked(match))), seat
        assert example_answer(position, request).split()[1] in kinds

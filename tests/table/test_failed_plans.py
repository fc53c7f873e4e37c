"""A sealed plan that cannot be carried out: warned of before it is signed, told to its owner alone when it failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.messages.forecast import failing_plans, is_plan_useful
from referee.messages.letters import step_letter
from referee.protocol.step.draft import draft
from referee.record.file_names import step_name
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.support.rehearse import Match, open_match
from tests.table.plan_games import before_revolt
from tests.table.small_games import asked, copy_of, dealt, fresh_kinds, hand, order, swap_all, with_fresh_draw


def warned(match: Match, *typed: str) -> list[tuple[str, str | None]]:
    """The sealed lines that are warned of, each with the rule that stands against it."""
    seat = asked(match)
    position, eyes = match.players[seat], match.eyes[seat]
    found = failing_plans(position, match.table.seat(seat), draft(position, eyes, typed))
    return [(doubt.line, doubt.why.rule if doubt.why is not None else None) for doubt in found if doubt.always]


REVOLT = "leader king B9; commit 2; "


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (REVOLT + "if you win temple A9", []),
        (REVOLT + "if you win farm A9", [("win place farm A9", "TE 5.2")]),
        (REVOLT + "if you lose temple B8", [("lose place temple B8", "TE 5.1")]),
        (REVOLT + "if you win leader king C8", []),
        (REVOLT + "if you win war black", [("win war black", None)]),
    ],
)
def test_a_line_is_warned_of_exactly_if_no_answer_of_the_others_allows_it(
    typed: str, expected: list[tuple[str, str | None]]
) -> None:
    assert warned(before_revolt(), typed) == expected


def test_behind_a_draw_the_board_can_forbid_a_line_and_the_hand_cannot() -> None:
    """Finding 9: `swap market; then place temple F7`, and F7 is river."""
    match = with_fresh_draw()
    drawn = fresh_kinds(match)[0]

    assert warned(match, f"{swap_all(match)}; then place temple I9") == [("place temple I9", "TE 5.3")]
    assert warned(match, f"{swap_all(match)}; then place {drawn} C11") == []


def test_a_line_whose_moment_is_gone_is_warned_of_though_the_future_is_unknown() -> None:
    """Behind `settle eup` another seat sets up, and whatever it does, the first settlement stands."""
    match = open_match("civilization", 2, "names")

    assert warned(match, "take c108; settle eup; settle gal") == [("settle gal", "CV 2.6")]
    assert warned(match, "take c108; settle eup; found gal") == []


def test_the_preview_warns_before_the_question(tmp_path: Path) -> None:
    match = running()
    seat = asked(match)
    game = lay(tmp_path / "game", match.files)
    typed = f"swap {hand(match, seat)[0]}; then place temple I9"
    code, _, errors = inside(["move", typed], home_of(tmp_path, seat), game)

    assert code == 5
    assert 'planned order "place temple I9" can never be carried out: I9: ' in errors.partition("next: ")[0]


def failed() -> tuple[Match, str]:
    """A game in which a plan has failed, and whose it was."""
    match = copy_of(dealt())
    seat = asked(match)
    kind = hand(match, seat)[0]
    return order(match, f"swap {kind}; then place temple I9"), seat


def test_a_failed_plan_is_known_to_its_owner_and_to_no_other_player() -> None:
    match, seat = failed()
    found = {name: position.failed for name, position in match.players.items()}
    (own,) = found.pop(seat)

    assert (own.step, own.order, own.rule, own.at) == (1, "place temple I9", "TE 5.3", "I9")
    assert set(found.values()) == {()}


def test_the_letter_to_all_tells_nothing_of_it() -> None:
    match, _ = failed()
    words = step_letter(match.host, match.signed_notes[step_name(1)]).decode()

    assert "I9" not in words.partition("BOARD")[0] and "TE 5.3" not in words


@pytest.mark.parametrize(("lang", "told"), [("en", "(only you see this)"), ("it", "(lo vedi solo tu)")])
def test_receive_and_status_tell_it_to_the_owner_with_the_rule_and_to_nobody_else(
    tmp_path: Path, lang: str, told: str
) -> None:
    match, seat = failed()
    letter_file = tmp_path / "mail.txt"
    letter_file.write_bytes(match.files[step_name(1)])
    for name in (*match.table.names, "host"):
        game = lay(tmp_path / name, match.files, without=(step_name(1),) if name != "host" else ())
        received = inside(["receive", letter_file, "--lang", lang], home_of(tmp_path, name), game)[1]
        status = inside(["status", "--lang", lang], home_of(tmp_path, name), game)[1]

        assert (received.count(told), status.count(told)) == ((1, 1) if name == seat else (0, 0)), name
        order = "place temple I9" if lang == "en" else "piazza tempio I9"
        assert (f"  {order}: I9: " in status and "[TE 5.3]" in status) == (name == seat)


def test_of_answers_that_are_given_at_once_nothing_is_warned_of(at_once: Match) -> None:
    """Wishes among the orders of the others leave the question open: no future ends with them. Only who is on turn is
    asked again, for the next card.
    """
    for request in at_once.host.asked:
        name = at_once.table.names[request.seat]
        position, eyes = at_once.players[name], at_once.eyes[name]
        for move in list(at_once.table.game.legal_orders(position.state, request.seat, None))[:3]:
            drafted = draft(position, eyes, [at_once.table.game.notation.format_order(move)])

            assert failing_plans(position, request.seat, drafted) == ()
            assert is_plan_useful(position, request.seat, drafted) == (request.seat == position.on_turn)


@pytest.fixture
def at_once() -> Match:
    """Civilization, where three are asked at once."""
    match = running("civilization", 10)
    assert len(match.host.asked) == 3
    return match

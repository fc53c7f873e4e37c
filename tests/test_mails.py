"""What a turn costs in mails is counted on real games, and the page shows what was counted."""

from __future__ import annotations

import re

import pytest

from referee.games import built_in
from scripts.month import BEGIN, END, PAGE, written
from tests.support.mails import TABLES, Cost, Ways, measured


@pytest.mark.parametrize("seats", [3, 4])
def test_the_set_up_of_ur_is_a_mail_a_piece_and_with_wishes_a_single_step(seats: int) -> None:
    asked, wished = (measured("ur", seats, Ways(False, standing), games=1, steps=1) for standing in (False, True))

    assert asked == Cost(mails=1, steps=1, turns=1)
    assert wished == Cost(mails=seats, steps=1, turns=3 * seats + seats)


def test_plans_and_standing_answers_save_mails_in_the_card_game() -> None:
    plain, both = (measured("cards", 4, ways, games=1, steps=30) for ways in (Ways(False, False), Ways(True, True)))

    assert both.mails * plain.turns < plain.mails * both.turns


def test_standing_answers_halve_the_mails_of_civilization_and_more() -> None:
    plain = measured("civilization", 3, Ways(False, False), games=1, steps=16)
    both = measured("civilization", 3, Ways(True, True), games=1, steps=40)
    (_, mails_before), (steps, mails) = plain.a_round(3), both.a_round(3)

    assert mails < mails_before / 2
    assert steps <= 3.2
    assert mails <= 10


def test_the_page_shows_a_row_for_every_table_and_game() -> None:
    page = PAGE.read_text("utf-8")
    shown = page.partition(BEGIN)[2].partition(END)[0]
    rows = re.findall(
        r"^\| ([a-z]+) \| (\d) \|(?: \d+\.\d\d to \d+\.\d\d \|){2}(?: \d+\.\d to \d+\.\d \|){2}$", shown, re.MULTILINE
    )

    assert [(game, int(seats)) for game, seats in rows] == list(TABLES)
    assert {game for game, _ in TABLES} == set(built_in())


def test_a_table_replaces_the_one_that_stood_on_the_page() -> None:
    page = f"before\n{BEGIN}\nold\n{END}after\n"

    assert written(page, "new\n") == f"before\n{BEGIN}\nnew\n\n{END}after\n"

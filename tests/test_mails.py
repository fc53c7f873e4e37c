"""What a turn costs in mails is counted on real games, and the page shows what was counted."""

from __future__ import annotations

import re

from referee.games import built_in
from scripts.mails import TABLES, Cost, Ways, measured
from scripts.month import BEGIN, END, PAGE, written


def test_wishes_save_the_mails_of_two_placement_rounds() -> None:
    """Three seats lay nine cubes and exchange their tiles: twelve mails, or a mail for the wishes of the two others and
    one move, and three exchanges.
    """
    asked = measured("ur", 3, Ways(plans=False, standing=False), games=1, steps=12)
    wished = measured("ur", 3, Ways(plans=False, standing=True), games=1, steps=4)

    assert asked == Cost(mails=12, turns=12)
    assert wished == Cost(mails=6, turns=12)


def test_plans_and_standing_answers_save_mails_in_the_card_game() -> None:
    plain, both = (measured("cards", 4, ways, games=1, steps=30) for ways in (Ways(False, False), Ways(True, True)))

    assert both.mails * plain.turns < plain.mails * both.turns


def test_the_page_shows_a_row_for_every_table_and_game() -> None:
    page = PAGE.read_text("utf-8")
    shown = page.partition(BEGIN)[2].partition(END)[0]
    rows = re.findall(r"^\| ([a-z]+) \| (\d) \|(?: (?:\d\.\d\d|-) \|){4}$", shown, re.MULTILINE)

    assert [(game, int(seats)) for game, seats in rows] == list(TABLES)
    assert {game for game, _ in TABLES} == set(built_in())


def test_a_table_replaces_the_one_that_stood_on_the_page() -> None:
    page = f"before\n{BEGIN}\nold\n{END}after\n"

    assert written(page, "new\n") == f"before\n{BEGIN}\nnew\n\n{END}after\n"

"""What a form asks stands beside what it leads to: an invitation, a seat, the words that are heard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.record.file_names import OFFER
from tests.cli.games_on_disk import home_of, running
from tests.web.chromium import TOOLS, visited
from tests.web.in_process_page import page_of
from tests.web.pages import served
from tests.web.rooms import at_table, game_of, pressed, seen

pytestmark = pytest.mark.needs("starlette")


def test_where_there_is_no_game_gold_begins_one_at_once(tmp_path: Path) -> None:
    with page_of(home_of(tmp_path, "anna"), tmp_path) as page:
        empty = seen(page, "/")
        begun = pressed(page, "/do/practice", {"game_name": "tigris"})

    assert (empty.heading, empty.gold) == ("No games yet", ["Practise alone now"])
    assert "referee practice" not in empty.without("details")
    assert (begun.heading, begun.gold) == ("Done", ["Play my turn"])


def test_the_usual_game_is_practised_unless_another_is_chosen(tmp_path: Path) -> None:
    chosen = []
    with page_of(home_of(tmp_path, "anna"), tmp_path) as page:
        for more in ("", "?game_name=ur"):
            options = seen(page, f"/do/practice{more}").one("select", name="game_name").all("option")
            chosen += [option["value"] for option in options if "selected" in option.attributes]

    assert chosen == ["tigris", "ur"]


def test_an_invitation_says_what_one_would_agree_to_and_what_is_signed_above_the_button(tmp_path: Path) -> None:
    with page_of(home_of(tmp_path, "dora"), tmp_path) as page:
        shown = pressed(page, "/do/receive", {}, {"files": ("mail.txt", running("ur").files[OFFER])})

    signs, agrees = "You sign that you want a seat in Ur", "A lost key, a step back: all the other players must agree"
    assert (shown.heading, shown.gold) == ("You are invited to Ur", ["Join"])
    (button,) = shown.all("button", "go")
    assert signs in shown.before(button) and agrees not in shown.before(button) and agrees in shown.text
    assert shown.one("li", aria_current="step").text == "Join"


@pytest.mark.parametrize(
    ("lang", "fourth", "again", "done"), [("en", "Word 4", "word 4", "Done"), ("it", "Parola 4", "parola 4", "Fatto")]
)
def test_each_word_that_is_heard_has_a_field_and_the_one_that_is_none_is_marked(
    lang: str, fourth: str, again: str, done: str, tmp_path: Path
) -> None:
    home, game = at_table(tmp_path, "anna")
    with page_of(home, game, lang) as page:
        at = f"{game_of(home)}/do/words"
        form = seen(page, at)
        own = [word.text for word in form.one("p", "words").all("span")]
        given = {f"heard.{number}": word for number, word in enumerate(own, 1)} | {"who": "bert"}
        slip, heard, then = pressed(page, at, {**given, "heard.4": "<b>"}), pressed(page, at, given), seen(page, at)

    marked = slip.one("input", aria_invalid="true")
    assert len(own) == len([field for field in form.all("input") if field["name"].startswith("heard.")]) == 4
    assert [marked[what] for what in ("name", "aria-label", "aria-describedby", "value")] == [
        "heard.4",
        fourth,
        "why",
        "<b>",
    ]
    assert again in slip.one(id="why").text
    assert heard.heading == done
    assert [room.one("select", name="who").all("option")[0]["value"] for room in (form, then)] == ["bert", "carl"]


@pytest.mark.parametrize(
    ("lang", "usual", "chosen", "wrong"),
    [
        ("en", "Asked for 7 days and 3 of grace", "14 days for an answer", "seat"),
        ("it", "7 giorni e 3 di tolleranza", "14 giorni", "post"),
    ],
)
def test_a_new_game_is_chosen_beside_the_invitation_as_it_reads(
    lang: str, usual: str, chosen: str, wrong: str, tmp_path: Path
) -> None:
    other = "&seats=3&title=Fr%3Cb%3E&option.board=advanced&option.deadline=14&play=1&name=Wendolin"
    with page_of(home_of(tmp_path, "anna"), tmp_path, lang) as page:
        first, then, refused = (seen(page, f"/do/offer?game_name=tigris{more}") for more in ("", other, "&seats=77"))

    reads = then.one("div", "reads")
    assert usual in first.one("div", "reads").text
    assert all(text in reads.text for text in (chosen, "Fr<b>", "Wendolin", "Tigris & Euphrates"))
    (refusal,) = refused.one("div", "reads").red
    assert wrong in refusal and "77" in refusal
    boards = then.all("input", name="option.board")
    assert [(board["value"], "checked" in board.attributes) for board in boards] == [("", False), ("advanced", True)]
    assert len(then.gold) == 1 and [each.name for each in then.all(formmethod="get")] == ["button"]


@pytest.mark.needs("uvicorn", *TOOLS)
def test_the_invitation_stands_beside_its_form_or_below_it_on_a_telephone(tmp_path: Path, chromium: Any) -> None:
    home, found = home_of(tmp_path, "anna"), []
    with served(home, tmp_path) as page, visited(chromium, page) as shown:
        tab = shown.page
        tab.goto(f"{page.origin}/do/offer")
        for width in (1280, 390):
            tab.set_viewport_size({"width": width, "height": 900})
            left, right = (tab.locator(f"form.two > {part}").bounding_box() for part in ("div", "aside"))
            found.append(right["x"] >= left["x"] + left["width"])
        tab.locator("#f-title").fill("Friday")
        tab.get_by_role("button", name="Read it as it stands now").click()
        tab.get_by_text("Friday, ").wait_for()
        title = tab.locator("#f-title").input_value()

    assert (found, title) == ([True, False], "Friday")

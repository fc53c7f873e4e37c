"""A turn clicked together in the page of a player who is asked: `referee try` accepts the line that it gives."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from referee.kernel.dice import below, stream
from tests.cli.games_on_disk import asked, running
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.support.rehearse import open_match, play_out
from tests.table.composed_games import GAMES, matches, who
from tests.web.chromium import COLOURS, TOOLS, opened
from tests.web.composed_pages import page_at

LONG = 30
"""So many steps fill more than one page."""

AT = of(range(1, 10, 3), range(20))
"""At these positions of each game whole turns are clicked, and places looked at."""

ORDERS = 2
"""So many orders are clicked; deeper ones are not certain."""

SPOTS = """() => [...document.querySelectorAll(".spot:not([hidden], .unchecked, [aria-pressed=true])")].map(
  (each) => [each.dataset.title, each.getBoundingClientRect()]).map(
  ([title, { x, y, width, height }]) => [title, x + width / 2 + scrollX, y + height / 2 + scrollY])"""
"""What is marked on the board and may still be pointed at: its name and its middle."""

WORDS = (
    """() => [...document.querySelectorAll("#words > button:not(.unchecked)")].map((each) => each.firstChild.data)"""
)

LOOKS = """() => [...document.querySelectorAll(".spot:not([hidden])")].map((spot) => {
  const seen = () => [find("move").textContent, find("words").children.length];
  const [find, click] = [(id) => document.getElementById(id), () => spot.dispatchEvent(new MouseEvent("click"))];
  click();
  const [line, offered] = seen();
  click();
  return [spot.dataset.title, line, offered, seen()[0], find("undo").disabled ? "" : "begun"];
})"""
"""Every marked spot clicked twice: its name, the line and the buttons between, the line and what is begun after it."""

BEGIN = "Click a tile in your hand and a space, or click words"
NO_HAND = "Click a place, or click words"

FOCUSED = "() => document.activeElement.dataset.title"

pytestmark = pytest.mark.needs(*TOOLS)


def point(page: Any, words: Iterator[int]) -> int:
    """Click a turn together with the mouse: on the board wherever something of it is marked, else on a word; until
    nothing certain is left. Gives how often the board was clicked.
    """
    pointed = 0
    for _ in range(24):
        spots, shown = page.evaluate(SPOTS), page.evaluate(WORDS)
        if spots:
            _, x, y = spots[below(words, len(spots))]
            page.mouse.click(x, y)
            pointed += 1
        elif shown:
            page.locator("#words > button").nth(below(words, len(shown))).click()
        else:
            break
    return pointed


@pytest.mark.parametrize("game", GAMES)
def test_whole_turns_that_are_clicked_on_the_board_are_accepted_as_they_stand(
    game: str, tmp_path: Path, chromium: Any
) -> None:
    lengths, pointed = [], 0
    for number, match in enumerate(islice(matches(game, AT.stop), AT.start, None, AT.step)):
        path, folder, home = page_at(match, tmp_path / str(number), who(match))
        words = stream(sha256(f"click {game}".encode()).digest(), "orders")
        with opened(chromium, path, height=2400) as page:
            pointed += point(page.page, words)
            line = page.page.text_content("#move")
            assert page.said == []
        command, verb, typed = shlex.split(line)
        code, out, errors = inside(["try", typed, "--json"], home, folder)
        lengths.append(typed.count(";") + 1)

        assert (command, verb, code) == ("referee", "move", 0), (line, errors)
        assert json.loads(out)["do"] or json.loads(out)["sealed"]
    assert len(lengths) == len(AT)
    assert max(lengths) == ORDERS
    assert pointed > len(AT) / 2


@pytest.mark.parametrize("game", GAMES)
def test_who_clicks_a_space_to_look_at_it_has_ordered_nothing(game: str, tmp_path: Path, chromium: Any) -> None:
    """One click gives buttons, also where one order alone names the space; a second one puts all back."""
    looked = 0
    for number, match in enumerate(islice(matches(game, AT.stop), AT.start, None, AT.step)):
        path, *_ = page_at(match, tmp_path / str(number), who(match))
        with opened(chromium, path) as page:
            before = len(page.page.evaluate(WORDS))
            found = page.page.evaluate(LOOKS)

            assert [one for one in found if one[1] or not one[2] or one[3] or one[4]] == []
            assert (len(page.page.evaluate(WORDS)), page.said) == (before, [])
        looked += len(found)
    assert looked > 2 * len(AT)


def test_a_space_whose_word_was_chosen_is_an_order_at_once(tmp_path: Path, chromium: Any) -> None:
    path, _, _ = page_at(running(), tmp_path, asked(running()))
    with opened(chromium, path) as page:
        order = next(order for order in orders_of(page.page) if order.startswith("catastrophe "))
        space = page.page.locator(f"#picture .spot[data-title='{order.split()[1]}']")
        page.page.get_by_role("button", name="catastrophe", exact=True).click()
        space.click()
        at_once = page.page.text_content("#move")
        page.page.click("#undo")
        space.click()
        offered = page.page.evaluate(WORDS)
        page.page.get_by_role("button", name=order, exact=True).click()

        assert at_once == page.page.text_content("#move") == f'referee move "{order}"'
        assert order in offered


def test_a_turn_is_clicked_taken_back_and_copied_by_mouse(tmp_path: Path, chromium: Any) -> None:
    path, _, _ = page_at(running(), tmp_path, asked(running()))
    with opened(chromium, path, permissions=["clipboard-read", "clipboard-write"]) as page:
        named = page.page.get_by_role("group", name="Words that can come next")
        assert page.page.is_disabled("#copy")
        named.get_by_role("button", name="pass", exact=True).click()
        assert page.page.text_content("#move") == 'referee move "pass"'
        named.get_by_role("button", name="pass", exact=True).click()
        assert page.page.text_content("#try") == 'referee try "pass; pass"'
        assert "referee try" in page.page.inner_text("#certain")
        page.page.click("#undo")
        page.page.click("#copy")
        page.page.locator("#certain", has_text="copied").wait_for()

        assert page.page.evaluate("navigator.clipboard.readText()") == 'referee move "pass"'
        assert page.said == []


def test_a_turn_that_is_sent_home_is_a_draft_there_and_is_signed_only_when_it_was_read(
    tmp_path: Path, chromium: Any
) -> None:
    path, game, home = page_at(running(), tmp_path, asked(running()))
    with opened(chromium, path, width=390) as seen:
        before = seen.page.evaluate('document.getElementById("home").hidden')
        seen.page.get_by_role("button", name="pass", exact=True).click()
        link = seen.page.locator("#home").get_attribute("href")
    where = urlsplit(link)
    mail = tmp_path / "home.eml"
    mail.write_text("\n".join(["Subject: orders", "", *parse_qs(where.query)["body"][0].splitlines()]))
    code, out, errors = inside(["receive", str(mail)], home, game)

    assert before and where.scheme == "mailto" and (code, seen.requests) == (0, [path.as_uri()]), errors
    assert "were saved as a draft, not signed: pass" in " ".join((out + errors).split())
    assert not list((game / "outbox").glob("*.move"))


def test_a_turn_is_pointed_at_by_the_keyboard_as_by_the_mouse(tmp_path: Path, chromium: Any) -> None:
    path, _, _ = page_at(running(), tmp_path, asked(running()))
    with opened(chromium, path) as page:
        page.page.locator("#picture .spot[tabindex='0']").focus()
        reached = [page.page.evaluate(FOCUSED)]
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            page.page.keyboard.press(key)
            reached.append(page.page.evaluate(FOCUSED))
        page.page.keyboard.press("Enter")
        pressed = page.page.evaluate("document.activeElement.getAttribute('aria-pressed')")
        shown = page.page.evaluate(WORDS)
        page.page.keyboard.press(" ")

        assert reached == ["A1", "B1", "B3", "A3", "A2"]  # on B2 lies a temple
        assert (page.count("#picture .spot[tabindex='0']"), pressed) == (1, "true")
        assert shown == [order for order in orders_of(page.page) if order.split()[-1] == "A2"]
        assert page.count("#picture .spot[aria-pressed=true]") == 0
        assert page.said == []


def test_a_hand_tile_and_a_space_are_an_order_and_what_is_picked_is_taken_back(tmp_path: Path, chromium: Any) -> None:
    path, _, _ = page_at(running(), tmp_path, asked(running()))
    with opened(chromium, path) as page:
        order = next(order for order in orders_of(page.page) if order.startswith("place "))
        _, kind, space = order.split()
        titles = page.page.locator("#layer-hand title").all_text_contents()
        page.page.locator(f"#dock .spot[data-title='{kind}']").first.click()
        page.page.click("#undo")
        taken_back = page.page.inner_text("#begun")
        page.page.locator(f"#dock .spot[data-title='{kind}']").first.click()
        page.page.locator(f"#picture .spot[data-title='{space}']").click()

        assert kind in titles
        assert taken_back == BEGIN
        assert page.page.text_content("#move") == f'referee move "{order}"'


@pytest.mark.parametrize(("game", "said"), [("tigris", BEGIN), ("ur", NO_HAND), ("civilization", NO_HAND)])
def test_who_holds_nothing_is_not_told_to_click_a_tile_of_a_hand(game: str, said: str, tmp_path: Path) -> None:
    match = next(iter(matches(game)))
    page = page_at(match, tmp_path, who(match))[0].read_text("utf-8")

    assert f'"begin":"{said}"' in page


def test_only_the_newest_board_can_be_pointed_at(tmp_path: Path, chromium: Any) -> None:
    path, *_ = page_at(running(), tmp_path, asked(running()), newest=False)
    with opened(chromium, path) as page:
        assert page.page.is_visible(".spot >> nth=0")
        page.page.click("#back")
        assert not page.page.is_visible(".spot >> nth=0")
        page.page.click("#last")
        assert page.page.is_visible(".spot >> nth=0")


PRINTED = """() => [...document.querySelectorAll("#log > li")].filter((step) => {
  const { left, right, height } = step.getBoundingClientRect();
  return height > 0 && left >= 0 && right <= document.documentElement.clientWidth;
}).length"""
"""How many steps of the log lie on the paper: what does not fit into a height goes into columns beside it."""


PRINTS = [
    pytest.param(game, composing, id=f"{game}-{name}", marks=pytest.mark.long if number % 2 == composing else ())
    for number, game in enumerate(GAMES)
    for name, composing in (("compose", True), ("replay", False))
]
"""Each game in one kind of page, the kinds in turn; in a long run in both."""


@pytest.mark.long
@pytest.mark.parametrize(("game", "composing"), PRINTS)
def test_a_printed_page_has_every_step_of_the_log(game: str, composing: bool, tmp_path: Path, chromium: Any) -> None:
    match = open_match(game, GAMES[game], f"paper {game}")
    play_out(match, f"paper {game}", steps=LONG + 5)
    path, *_ = page_at(match, tmp_path, who(match), newest=False, composing=composing)
    with opened(chromium, path, width=794, height=1123) as page:
        page.page.emulate_media(media="print")
        steps = page.count("#log > li")

        assert (steps > LONG, page.page.evaluate(PRINTED)) == (True, steps)


GHOSTS = """() => [...document.querySelectorAll("#ghosts > g")].map(
  (each) => [each.querySelector("text").textContent, each.querySelector("use")?.getAttribute("href") ?? ""])"""


def test_orders_that_are_chosen_lie_on_the_board_and_their_tiles_have_left_the_hand(
    tmp_path: Path, chromium: Any
) -> None:
    path, *_ = page_at(running(), tmp_path, asked(running()))
    with opened(chromium, path) as page:
        orders = [order for order in orders_of(page.page) if order.startswith("place ")]
        kinds = {order.split()[1] for order in orders}
        first = orders[0]
        second = next(order for order in orders if order.split()[2] != first.split()[2])
        quiet = page.count("#picture .spot:not([hidden], .quiet)")
        for order in (first, second):
            _, kind, space = order.split()
            page.page.locator(f"#dock .spot[data-title='{kind}']:visible").first.click()
            page.page.locator(f"#picture .spot[data-title='{space}']").click()
        shown, gone = page.page.evaluate(GHOSTS), page.count("#dock .gone")
        signed = page.page.inner_text("#signed")
        page.page.click("#undo")

        assert (quiet, len(kinds) > 1) == (0, True)
        assert shown == [["1", f"#tile-{first.split()[1]}"], ["2", f"#tile-{second.split()[1]}"]]
        assert (gone, signed) == (2, f"You will sign: {first}; {second}")
        assert (page.page.evaluate(GHOSTS), page.count("#dock .gone")) == (shown[:1], 1)
        assert page.page.inner_text("#chosen > li > span") != ""
        assert page.said == []


def test_after_each_choice_the_next_question_is_reached_and_keys_choose(tmp_path: Path, chromium: Any) -> None:
    path, *_ = page_at(running(), tmp_path, asked(running()))
    where = "document.activeElement.id"
    with opened(chromium, path) as page:
        first = page.page.inner_text("#words > button >> nth=0")
        assert page.page.evaluate("getComputedStyle(document.getElementById('copy')).borderStyle") == "dashed"
        page.page.keyboard.press("1")
        begun, reached = page.page.inner_text("#begun"), [page.page.evaluate(where)]
        page.page.keyboard.press("Escape")
        dropped = page.page.inner_text("#begun")
        page.page.get_by_role("button", name="pass", exact=True).click()
        reached.append(page.page.evaluate(where))
        page.page.keyboard.press("Control+Enter")
        reached.append(page.page.evaluate(where))
        page.page.keyboard.press("Backspace")

        assert (begun.startswith(first), dropped, reached) == (True, BEGIN, ["begun", "begun", "copy"])
        assert page.page.text_content("#move") == ""


def test_a_space_says_what_lies_there(tmp_path: Path, chromium: Any) -> None:
    path, *_ = page_at(running(), tmp_path, asked(running()))
    with opened(chromium, path) as page:
        labels = page.page.evaluate(
            "() => [...document.querySelectorAll('#picture .spot')].map((each) => each.getAttribute('aria-label'))"
        )

        assert any(label.partition(": ")[2].startswith("temple ") for label in labels)
        assert any(":" not in label for label in labels)


@pytest.mark.parametrize("game", GAMES)
def test_on_a_telephone_a_first_tap_brings_the_place_near_with_its_choices_and_takes_nothing(
    game: str, tmp_path: Path, chromium: Any
) -> None:
    path, *_ = page_at(running(game), tmp_path, asked(running(game)))
    least = """() => Math.min(...[...document.querySelectorAll("#picture .spot:not([hidden])")].map(
      (each) => Math.min(each.getBoundingClientRect().width, each.getBoundingClientRect().height)))"""
    with opened(chromium, path, width=390, height=844, has_touch=True) as page:
        spots = page.page.locator("#picture .spot:not([hidden])")
        assert spots.count() > 0
        spots.first.tap()
        seen = "document.querySelector('#words').getBoundingClientRect().bottom <= innerHeight"

        assert page.page.evaluate(least) >= 24
        assert page.page.evaluate(seen) is True
        assert (page.page.text_content("#move"), page.page.is_visible("#words > button >> nth=0")) == ("", True)
        page.page.click("#whole")
        assert page.page.is_hidden("#whole")
        assert page.said == []


def orders_of(page: Any) -> list[str]:
    """The first orders in the data of a page."""
    data = json.loads(page.text_content("#film"))["compose"]
    return list(data["orders"][: data["first"]])


def test_what_is_not_certain_any_more_looks_and_reads_otherwise(tmp_path: Path, chromium: Any) -> None:
    path, _, _ = page_at(running(), tmp_path, asked(running()))
    with opened(chromium, path) as page:
        assert page.count("#words > .unchecked") == 0
        for _ in range(ORDERS):
            page.page.get_by_role("button", name="pass", exact=True).click()

        assert page.count("#words > .unchecked") == page.count("#words > button") > 0


@pytest.mark.long
@pytest.mark.needs("axe.min.js")
def test_axe_finds_nothing_while_a_turn_is_clicked(tmp_path: Path, chromium: Any) -> None:
    path, _, _ = page_at(running(), tmp_path, asked(running()))
    with opened(chromium, path, width=390) as page:
        page.page.get_by_role("button", name="place", exact=True).click()
        for scheme, only in (("light", ()), ("dark", of(COLOURS, ()))):
            page.page.emulate_media(color_scheme=scheme)
            violations, passes = page.axe(*only)

            assert (scheme, violations, passes > 0) == (scheme, [], True)
        assert page.page.evaluate("document.documentElement.scrollWidth") == 390

"""A conflict in the page of a turn: both sums, what is enough, and on each choice what it leads to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.long_runs import of
from tests.support.rehearse import Match, open_match, play_out
from tests.table.plan_games import before_revolt
from tests.table.small_games import asked, copy_of, order
from tests.web.chromium import TOOLS, opened, resize
from tests.web.composed_pages import page_at

pytestmark = pytest.mark.needs(*TOOLS)

CHOICES = """() => [...document.querySelectorAll("#words > button")].map(
  (each) => [each.firstChild.data, each.querySelector("b")?.textContent.trim()])"""
COUNTED = """() => [...document.querySelectorAll("#ghosts > rect:not(.halo)")].map(
  (each) => each.classList.contains("goldline"))"""
ANEW = "document.dispatchEvent(new Event('shown'))"
"""The choices are shown anew: in a wide window all of them."""
WITHIN = """() => [...document.querySelectorAll("#compose, #compose *")].filter(
  (each) => each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY)
).map((each) => each.id)"""


def attacked() -> Match:
    """A revolt in which the attacker is asked: he holds temples, each leader stands beside one."""
    return order(copy_of(before_revolt()), "leader king B9")


def test_who_attacks_reads_both_sums_and_what_the_other_side_then_needs(tmp_path: Path, chromium: Any) -> None:
    match = attacked()
    path, *_ = page_at(match, tmp_path, asked(match))
    with opened(chromium, path) as page:
        other = next(name for name in match.table.names if name != asked(match)).title()
        sums = page.page.locator("#versus b").all_inner_texts()
        shown = page.page.evaluate(CHOICES)

        assert (sums, page.page.inner_text("#begun")) == (["1", "1"], "How many temples do you add?")
        assert page.page.inner_text("#enough") == f"With 1 you lead 2 to 1; {other} wins ties and answers next."
        assert len(shown) >= 4  # as many temples as are in the hand
        assert shown == [
            ["0", f"Too few: {other} wins, at least 1 to 1"],
            *([str(count), f"You lead {1 + count} to 1; {other} needs {count}"] for count in range(1, len(shown))),
        ]
        assert sorted(page.page.evaluate(COUNTED)) == [False, False, True, True]
        page.page.keyboard.press("3")
        assert page.page.text_content("#move") == 'referee move "commit 2"'
        assert page.said == []


def test_who_defends_reads_the_end_of_each_answer(tmp_path: Path, chromium: Any) -> None:
    match = order(attacked(), "commit 1")
    path, *_ = page_at(match, tmp_path, asked(match))
    with opened(chromium, path) as page:
        other = next(name for name in match.table.names if name != asked(match)).title()
        shown = page.page.evaluate(CHOICES)
        told = page.page.locator("#words > button >> nth=0").inner_text()
        described = page.page.evaluate(
            "() => document.getElementById(document.querySelector('#words > button').getAttribute('aria-describedby'))"
            ".textContent"
        )

        assert page.page.locator("#versus b").all_inner_texts() == ["2", "1"]
        assert shown[0] == ["0", f"{other} wins, 2 to 1"]
        assert all(said == f"You win, {1 + int(count)} to 2" for count, said in shown[1:])
        assert f"{other} scores 1 red for the revolt" in told
        assert f"{other} wins, 2 to 1" in described
        assert page.said == []


@pytest.mark.parametrize("lang", ["en", "it"])
def test_on_a_telephone_all_of_it_is_seen_at_once(lang: str, tmp_path: Path, chromium: Any) -> None:
    match = attacked()
    path, *_ = page_at(match, tmp_path, asked(match), lang=lang)
    with opened(chromium, path, width=390, height=844, has_touch=True) as page:
        boxes = page.page.evaluate(
            "() => [...document.querySelectorAll('#words > button, #enough')].map("
            "(each) => each.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
        )
        board = page.page.evaluate("document.getElementById('board').getBoundingClientRect().bottom")

        assert len(boxes) >= 5
        assert all(top >= board and bottom <= 844 for top, bottom in boxes)
        assert page.page.evaluate(WITHIN) == []


@pytest.mark.parametrize("game", ["tigris", "cards", "ur", "civilization"])
def test_on_a_telephone_the_bar_of_a_turn_never_scrolls_within_itself(game: str, tmp_path: Path, chromium: Any) -> None:
    """However many choices there are: those that have no room are behind `More`, and all of them come in turn."""
    match = play_out(open_match(game, 3, f"bar {game}"), f"bar {game}", steps=12)
    path, *_ = page_at(match, tmp_path, asked(match))
    with opened(chromium, path, width=390, height=568, has_touch=True) as page:
        folded = set[str]()
        for _ in range(of(3, 6)):
            assert page.page.evaluate(WITHIN) == []
            seen, first = set[str](), ""
            for _ in range(40):
                shown = [name for name, _ in page.page.evaluate(CHOICES)]
                if not shown:
                    break
                bottom = page.page.evaluate("document.querySelector('#words').lastChild.getBoundingClientRect().bottom")
                assert bottom <= page.page.evaluate("document.getElementById('ends').getBoundingClientRect().top")
                seen |= set(shown)
                first = first or shown[0]
                if shown[-1] != "More choices":
                    break
                page.page.locator("#words > button").last.tap()
                if page.page.evaluate(CHOICES)[0][0] == first:
                    break
            else:
                raise AssertionError("no end of More")
            if "More choices" in seen:
                resize(page.page, {"width": 1280, "height": 568})
                page.page.evaluate(ANEW)
                folded |= seen ^ {name for name, _ in page.page.evaluate(CHOICES)}
                resize(page.page, {"width": 390, "height": 568})
                page.page.evaluate(ANEW)
            if page.count("#words > button") == 0:
                break
            page.page.locator("#words > button").first.tap()
        assert folded == ({"More choices"} if game in of(("tigris",), ("tigris", "civilization")) else set())
        assert page.said == []

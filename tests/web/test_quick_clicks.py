"""Clicks that are quicker than the answers: none is lost, none counts twice, and of two that exclude each other the
last one counts. The answers are held back until all is clicked.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.chromium import TOOLS
from tests.web.open_rooms import FREE, PIECE, OpenRoom, room_of

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)

ORDERS = ":is(.strip, .chosen) li:not(.struck)"
PASS = ".ask .chip:has-text('Pass')"


def clicked_before_an_answer(room: OpenRoom, held: str, clicks: Callable[[], None]) -> None:
    """Do the clicks while nothing is answered at such addresses, then let one answer after the other come."""
    waiting: list[Any] = []
    tab = room.tab
    tab.route(held, lambda route: waiting.append(route))
    clicks()
    tab.wait_for_timeout(100)
    assert len(waiting) == 1, "the first click has asked, and the others wait for its answer"
    while waiting:
        with tab.expect_response(held):
            waiting.pop(0).continue_()
        tab.wait_for_timeout(200)
    tab.unroute(held)


def orders(room: OpenRoom) -> list[str]:
    """The orders that are chosen, in words."""
    return [str(text).strip() for text in room.tab.locator(ORDERS).all_inner_texts()]


def free_places(room: OpenRoom) -> list[str]:
    """Where the first piece could lie."""
    room.click(PIECE)
    room.tab.wait_for_selector(FREE)
    found = [each.get_attribute("data-place") for each in room.tab.locator(FREE).all()]
    room.click(PIECE)
    return found


def place(room: OpenRoom, name: str) -> None:
    room.tab.locator(f'.hit[data-place="{name}"]').click()


def test_a_whole_turn_is_clicked_before_the_first_answer(tmp_path: Path, chromium: Any) -> None:
    """Also where the pieces have other names once the first of them is gone."""
    with room_of("tigris", tmp_path, chromium, 20) as room:
        one, other = free_places(room)[5:7]
        pieces = room.tab.locator(".dock .piece").evaluate_all(
            "(all) => all.map((each) => each.dataset.piece).filter((id) => id.startsWith(all[0].dataset.piece))"
        )

        def clicks() -> None:
            for piece, spot in ((pieces[0], one), (pieces[-1], other)):
                room.tab.locator(f'[data-piece="{piece}"]').click()
                place(room, spot)

        clicked_before_an_answer(room, "**/try", clicks)
        room.tab.locator("#gold:not(:disabled)").click()
        room.tab.wait_for_selector(".ask.wait")
        signed = room.signed()

    assert len(pieces) > 1, "two of one kind"
    assert [order.split()[-1] for order in signed] == [one, other]


@pytest.mark.long
def test_a_way_to_answer_is_opened_before_an_answer(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        spot = free_places(room)[5]

        def clicks() -> None:
            room.click(PIECE)
            place(room, spot)
            room.tab.locator(".ask .chip:has-text('Swap')").click()

        clicked_before_an_answer(room, "**/try", clicks)
        assert (len(orders(room)), room.tab.locator(".ask .hb b").all_inner_texts()) == (1, ["Swap tiles"])


def test_what_is_pressed_twice_counts_once_and_behind_another_order_it_counts(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        spot = free_places(room)[5]
        clicked_before_an_answer(room, "**/try", lambda: room.tab.locator(PASS).dblclick())
        twice = orders(room)
        clicked_before_an_answer(room, "**/try", lambda: room.tab.locator(".undo").click())

        def clicks() -> None:
            room.click(PIECE)
            place(room, spot)
            room.tab.locator(PASS).click()

        clicked_before_an_answer(room, "**/try", clicks)
        both = orders(room)

    assert (len(twice), len(both)) == (1, 2)


def test_every_press_of_undo_takes_an_order_back(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        room.choose(1)
        room.choose(2)
        clicked_before_an_answer(room, "**/try", lambda: room.tab.locator(".undo").dblclick())
        assert orders(room) == []


@pytest.mark.long
def test_of_two_numbers_the_last_one_counts(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 84) as room:

        def clicks() -> None:
            for number in (0, 1):
                room.tab.locator(".tiles button").nth(number).click()

        clicked_before_an_answer(room, "**/try", clicks)
        room.tab.locator("#gold:not(:disabled)").click()
        room.tab.wait_for_selector(".ask.wait")
        assert room.signed() == ["commit 1"]


def test_two_steps_back_are_two_steps(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        clicked_before_an_answer(room, "**/data/table/*?step=*", lambda: [room.tab.keyboard.press("[") for _ in "12"])
        room.tab.wait_for_selector(".back-to-now")
        shown = room.tab.locator(".ask .body p").first.inner_text()

    assert "18" in shown


@pytest.mark.long
def test_the_log_is_not_longer_for_being_asked_for_twice(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        clicked_before_an_answer(room, "**/log?*", lambda: room.tab.locator(".older button").dblclick())
        steps = room.tab.locator(".log .at").all_inner_texts()

    assert sorted(set(steps), key=int) == steps


def test_news_that_leave_the_question_as_it_is_leave_a_half_choice(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        spot = free_places(room)[5]
        room.click(PIECE)
        with room.tab.expect_response("**/data/table/*"):
            room.tab.evaluate("() => new BroadcastChannel('events').postMessage({ lost: true })")
        room.tab.wait_for_timeout(300)
        place(room, spot)
        room.tab.wait_for_selector(ORDERS)

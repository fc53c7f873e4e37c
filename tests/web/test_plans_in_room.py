"""What is to happen behind an order that others answer: chosen on the board as it may be then, for a won and a lost
conflict or for the next question. What is clicked is the note that is typed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.masked_story import Evening
from tests.cli.terminal import inside
from tests.web.chromium import TOOLS, visited
from tests.web.open_rooms import OpenRoom, hear_no_words, pieces, place, room_of
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)

PLAN = ".ask details.plan"
CHOSEN = ":is(.strip, .chosen) li"


def piece(name: str) -> str:
    """The first free piece beside the board that is called so."""
    return f".dock {pieces(name)}"


def when(words: str) -> str:
    """The button of a moment for which something may be planned."""
    return f"{PLAN} button:text-is('{words}')"


TURNS = {
    "for either end of a revolt": (
        "tigris",
        38,
        (place("H7"), place("P1"), ".tiles button:has-text('1')"),
        ["leader farmer P1", "commit 1"],
        {"If I win": (".ask .chip:text-is('Pass')",), "If I lose": (piece("Bert's farmer, bull"), place("A2"))},
        ["win pass", "lose leader farmer A2"],
    ),
    "behind tiles that are drawn": (
        "tigris",
        38,
        (".ask .chip:has-text('Swap')", piece("temple"), ".ask .opt:has(b:has-text('temple'))"),
        ["swap temple"],
        {"When I am asked again": (piece("Bert's priest, bull"), place("A2"))},
        ["then leader priest A2"],
    ),
    "for either end of a revolt of cards": (
        "cards",
        28,
        (piece("trader of Anna"), place("A0"), ".tiles button:has-text('2')"),
        ["leader trader A0", "commit 2"],
        {"If I win": (piece("black"), place("A")), "If I lose": (".ask .chip:text-is('Pass')",)},
        ["win card black A", "lose pass"],
    ),
}


def click_in_turn(room: OpenRoom, clicks: tuple[str, ...]) -> None:
    for selector in clicks:
        room.tab.wait_for_selector(selector)
        room.click(selector)


@pytest.mark.parametrize("turn", TURNS)
def test_a_plan_that_is_chosen_is_the_typed_note_byte_for_byte(turn: str, tmp_path: Path, chromium: Any) -> None:
    game, steps, clicks, orders, plans, planned = TURNS[turn]
    with room_of(game, tmp_path / "clicked", chromium, steps) as room:
        click_in_turn(room, clicks)
        room.tab.wait_for_selector(f"{CHOSEN}:nth-child({len(orders)})")
        room.click(f"{PLAN} summary")
        sealed = room.tab.locator(f"{PLAN} p").count()  # kinds that leave the hand unseen
        for number, (moment, choice) in enumerate(plans.items(), sealed + 1):
            click_in_turn(room, (when(moment), *choice))
            room.tab.wait_for_selector(f"{PLAN} p:nth-of-type({number})")
        said = room.tab.locator(PLAN).inner_text()
        room.tab.reload()  # what is planned is kept as the orders are
        room.tab.wait_for_selector(f"{PLAN}[open] p:nth-of-type({sealed + len(planned)})")
        kept = room.tab.locator(PLAN).inner_text()
        room.click("#gold:not(:disabled)")
        room.tab.wait_for_selector(".ask.wait")
        signed = [path.read_bytes() for path in room.folder.rglob("*.move")]
        faults = room.seen.faults

    match = running(game, steps)
    laid, home = lay(tmp_path / "typed" / "game", match.files), home_of(tmp_path / "typed", asked(match))
    hear_no_words(match, home, laid)
    assert inside(["move", "--yes", "; ".join((*orders, *planned))], home, laid)[0] == 0
    assert signed == [path.read_bytes() for path in laid.rglob("*.move")]
    assert (said, faults) == (kept, [])


@pytest.mark.long
def test_a_planned_order_is_taken_back_and_the_orders_stay(tmp_path: Path, chromium: Any) -> None:
    _, steps, clicks, orders, plans, _ = TURNS["for either end of a revolt"]
    with room_of("tigris", tmp_path, chromium, steps) as room:
        click_in_turn(room, clicks)
        room.click(f"{PLAN} summary")
        click_in_turn(room, (when("If I win"), *plans["If I win"], f"{PLAN} .plain"))
        room.tab.wait_for_selector(f"{PLAN} p", state="detached")
        click_in_turn(room, (when("If I lose"),))
        room.tab.wait_for_selector(f"{PLAN} [aria-pressed=true]")
        pressed = room.tab.locator(f"{PLAN} [aria-pressed=true]").all_inner_texts()
        room.click(when("If I lose"))
        room.tab.wait_for_selector(f"{PLAN} [aria-pressed=true]", state="detached")
        chosen = room.tab.locator(CHOSEN).count()
        room.click("#gold:not(:disabled)")
        room.tab.wait_for_selector(".ask.wait")
        signed = room.signed()

    assert (pressed, chosen, signed) == (["If I lose"], len(orders), orders)


def test_where_nobody_asks_again_there_is_no_plan(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path / "open", chromium, 20) as room:
        for number in (1, 2):
            room.choose(number)
        over = room.tab.locator(PLAN).count()
    assert over == 0


@pytest.mark.long
def test_a_masked_deck_has_no_plan_in_a_browser(tmp_path: Path, chromium: Any) -> None:
    """In a usual run the view says so: tests/service/test_view.py."""
    evening = Evening(tmp_path / "masked", ("anna", "bert")).opens().dealt()
    home = evening.home(evening.asked())
    with served(home, tmp_path) as page, visited(chromium, page, "") as seen:
        room = OpenRoom(evening.game(evening.asked()), home, page, seen)
        room.enter()
        masked = []
        for number in (1, 2):
            room.choose(number)
            masked.append(room.tab.locator(PLAN).count())

    assert masked == [0, 0]

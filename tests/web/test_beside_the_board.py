"""What is the reader's own and is not picked, and the parts of a map: looked at in the room of a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside
from tests.web.chromium import TOOLS, resize, visited
from tests.web.every_room import lay_tables
from tests.web.game_forms import offer_of
from tests.web.open_rooms import FREE, pieces, place, room_of
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)

HELD = """Object.fromEntries([...document.querySelectorAll(".dock .held")].map((group) => [
  group.querySelector("h2").textContent,
  [...group.querySelectorAll("li")].map((one) => [...one.childNodes]
    .filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data.trim()).join("")
    || one.querySelector("use").getAttribute("href")),
]))"""
"""What stands under each label: the words of it, or its symbol."""

LETTERS = """Math.min(...[...document.querySelectorAll(".board .nm, .board .nl")]
  .filter((one) => getComputedStyle(one).display !== "none")
  .map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))"""
"""How high the letters of the names on the map are, in pixels."""

CHIPS = """[...document.querySelectorAll(".log li p:has(.pt)")].map((line) => [line.firstChild.data ?? "",
  ...[...line.querySelectorAll(".pt")].map((chip) => [chip.className, chip.textContent])].flat())"""

NOTICES = """window.notices = []; window.Notification = class extends EventTarget {
  static permission = "default";
  static async requestPermission() { return (this.permission = "granted"); }
  constructor(text, { tag }) { super(); window.notices.push([text, tag]); }
};"""

SEEN = 'document.querySelector("svg.board").getAttribute("viewBox").split(" ").map(Number)'
FRAME = '["x", "y", "width", "height"].map((side) => Number(document.querySelector(".world .seen").getAttribute(side)))'


def test_ur_shows_tile_cubes_ziggurats_and_spare_tile_as_the_chosen_order_leaves_them(
    tmp_path: Path, chromium: Any
) -> None:
    state = running("ur", 6).host.state
    tile, spare = (f"#tile-{pair[0]}{pair[1]}" for pair in (state.hands[state.seat], state.spare))
    with room_of("ur", tmp_path, chromium, 6) as room:
        cubes = state.board.supply[state.seat]
        wanted = {"Your tile": [tile], "Cubes left": [f"{cubes}"], "Ziggurats left": ["5 of 5"], "Spare tile": [spare]}
        before = room.tab.evaluate(HELD)
        room.click(FREE)
        room.tab.wait_for_selector(":is(.strip, .chosen) li")
        after = room.tab.evaluate(HELD)

        assert (before, after) == (wanted, wanted | {"Cubes left": [f"{cubes - 1}"]})


def test_civilization_shows_credits_card_and_technologies_with_what_they_bring(tmp_path: Path, chromium: Any) -> None:
    with room_of("civilization", tmp_path, chromium, 34) as room:
        held = room.tab.evaluate(HELD)
        room.tab.locator(".held li", has_text="Code of Laws").hover()
        shown = room.tab.locator(".tip").inner_text()

        assert held["Your credits"] == ["20"]
        assert held["You know"] == ["Pottery/Specialization", "Code of Laws"]
        assert shown


@pytest.mark.long
def test_tigris_rings_the_lowest_colours_and_no_treasure(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        read = "[...document.querySelectorAll('.points li')].map((one) => [one.textContent, one.matches('.weak')])"
        shown = [(int(text.split()[-1]), weak) for text, weak in room.tab.evaluate(read)]
        least = min(count for count, _ in shown[:-1])

        assert [weak for _, weak in shown] == [*(count == least for count, _ in shown[:-1]), False]
        assert {weak for _, weak in shown} == {True, False}


@pytest.mark.long
def test_the_names_on_a_map_can_be_read_on_a_phone(tmp_path: Path, chromium: Any) -> None:
    with room_of("civilization", tmp_path, chromium, 34) as room:
        for width, height in ((390, 844), (320, 640)):
            resize(room.tab, {"width": width, "height": height})
            room.tab.wait_for_timeout(100)

            assert room.tab.evaluate(LETTERS) >= 11, width


@pytest.mark.long
def test_the_small_world_and_the_buttons_lead_to_parts_of_the_map(tmp_path: Path, chromium: Any) -> None:
    with room_of("civilization", tmp_path, chromium, 34) as room:
        mine, framed = room.tab.evaluate(SEEN), room.tab.evaluate(FRAME)
        assert framed == pytest.approx(mine, abs=0.1)
        room.tab.locator(".world").click(position={"x": 8, "y": 8})
        corner = room.tab.evaluate(SEEN)
        assert corner[:2] == [0, 104]
        room.click(".goto button", 1)
        happened = room.tab.evaluate(SEEN)
        arabia = room.tab.locator(place("ara"))
        box = [float(arabia.get_attribute(side) or "") for side in ("x", "y", "width", "height")]
        assert all(happened[at] <= box[at] for at in (0, 1))
        assert all(box[at] + box[at + 2] <= happened[at] + happened[at + 2] for at in (0, 1))
        room.click(".goto button", 2)
        assert not room.tab.locator(".world").is_visible()
        room.click(".goto button", 0)
        assert room.tab.evaluate(SEEN) == mine


@pytest.mark.long
def test_a_line_of_the_log_has_its_points_as_a_chip(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 60) as room:
        room.tab.wait_for_selector(".log .older")
        room.click(".older button")
        room.tab.wait_for_selector(".log .older", state="detached")
        shown = room.tab.evaluate(CHIPS)
        events = [line for step in running("tigris", 60).signed_notes.items() for line in scored_in(step)]

        assert [(kind.split()[1], int(count)) for _, kind, count in shown] == events
        assert events
        assert all(f" scores {int(count)} {kind.split()[1]} " in f"{line} " for line, kind, count in shown)


def test_in_a_conflict_both_ends_are_told_before_a_number_is_pressed(tmp_path: Path, chromium: Any) -> None:
    home, addresses = lay_tables(tmp_path, [("tigris", "asked")])
    with served(home, tmp_path) as page, visited(chromium, page, addresses["tigris asked"]) as seen:
        seen.page.wait_for_selector(".tiles button")
        told = seen.page.locator(".ask .body > p.small").all_inner_texts()
        won, lost = (line for line in told if line.startswith("If you"))
        seen.page.locator(".tiles button").last.click()
        seen.page.wait_for_selector(".tiles [aria-pressed=true]")
        pressed = seen.page.locator(".ask .body > p.small").all_inner_texts()

        assert (won.split(",")[0], lost.split(",")[0]) == ("If you win", "If you lose")
        assert not any(line.startswith("If you lose") for line in pressed)


def test_what_is_still_asked_is_told_without_orders_to_type(tmp_path: Path, chromium: Any) -> None:
    with room_of("cards", tmp_path, chromium, 28) as room:
        room.click(pieces("trader of Anna"))
        room.click(place("A0"))
        room.tab.wait_for_selector(".tiles button")
        told = room.tab.locator(".then").inner_text()

        assert "you still have to answer" in told
        assert "commit" not in room.tab.locator(".ask").inner_text()


WHOLE = """[...document.querySelectorAll(".dock > div")].every((group) => {
  const [dock, { bottom }] = [group.parentElement, group.getBoundingClientRect()];
  const room = dock.getBoundingClientRect();
  const scrolls = dock.scrollHeight > dock.clientHeight && getComputedStyle(dock).overflowY === "auto";
  return scrolls || bottom <= room.bottom + 1;
})"""
"""Whether all that is beside the board is within its frame, or can be scrolled there."""


@pytest.mark.long
def test_what_stands_beside_a_map_is_whole_in_every_window(tmp_path: Path, chromium: Any) -> None:
    with room_of("civilization", tmp_path, chromium, 34) as room:
        for width, height in ((1280, 900), (1366, 768), (1920, 1080), (820, 1180), (390, 844)):
            resize(room.tab, {"width": width, "height": height})

            assert room.tab.evaluate(WHOLE), width
            assert room.tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width


@pytest.mark.needs("axe.min.js")
def test_tiles_that_are_still_face_down_are_drawn_and_it_is_said_why(tmp_path: Path, chromium: Any) -> None:
    home, addresses = lay_tables(tmp_path, [("tigris", "masked")])
    with served(home, tmp_path) as page, visited(chromium, page, addresses["tigris masked"]) as seen:
        seen.page.wait_for_selector(".dock .piece.back")
        assert seen.page.locator(".dock .piece.back").count() == 6
        assert seen.page.locator(".tasks").inner_text().startswith("6 of your tiles are still face down: Bert's")
        assert seen.axe()[0] == []


def test_a_notice_says_whose_turn_it_is_once_somebody_asked_for_it(tmp_path: Path, chromium: Any) -> None:
    before, after = running("tigris", 4), running("tigris", 5)
    who = next(seat for seat in after.table.names if seat == asked(after) != asked(before))
    laid, home = lay(tmp_path / "game", before.files), home_of(tmp_path, who)
    assert inside(["status"], home, laid)[0] == 0
    with served(home, tmp_path) as page, visited(chromium, page, "") as seen:
        seen.page.add_init_script(NOTICES)
        seen.page.goto(f"{page.origin}/table/{offer_of(home)}")
        seen.page.get_by_text("Notify me when it is my turn").click()
        seen.page.wait_for_selector(".ask .chip", state="detached")
        seen.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
        (laid / "record" / "0005.step").write_bytes(after.files["0005.step"])
        seen.page.wait_for_selector(".ask:not(.wait)")

        assert seen.page.evaluate("window.notices") == [["Tigris & Euphrates: Your turn", offer_of(home)]]


def scored_in(step: tuple[str, Any]) -> list[tuple[str, int]]:
    """The points of a step as its note has them: colour and number."""
    notes = [one.note() for one in step[1] if one.type == "step"]
    words = [event.split() for note in notes for event in note.event]
    return [(line[2], int(line[3])) for line in words if line[0] == "scored"]

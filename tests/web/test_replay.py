"""The page of `referee replay` in a real browser: stepped through by keyboard, mouse and finger, by everybody."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from referee.cli.context import Context
from referee.cli.open_games import as_table
from referee.drawing.assembly import assemble
from referee.drawing.frame_changes import make_film
from referee.drawing.page_parts import flowing_drawing
from referee.drawing.stylesheet import style_rules
from referee.drawing.svg_document import shape_markup
from referee.kernel.shapes import Drawing
from referee.messages.points_chart import PointsHistory, points_section
from referee.protocol.step.position import Position
from referee.record.store import DataFolder, GameFolder
from referee.service.pages.replay_page import page_of
from referee.service.pages.replay_steps import ReplayStep, ReplayStory, replay_story, view_of_position
from referee.session.session import Session, open_session
from tests.cli.replayed_games import HOSTILE, SEEN, hostile
from tests.long_runs import of
from tests.web.chromium import SCHEMES, TOOLS, Seen, opened

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAMES = ("tigris-4p", "cards-2p", "ur-3p", "civilization-2p")

pytestmark = pytest.mark.needs(*TOOLS)


class Pages:
    """The page of each example, made once, with the drawings it was made of."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: dict[str, tuple[Path, Session, list[Position]]] = {}

    def __call__(self, game: str) -> Path:
        return self.of(game)[0]

    def of(self, game: str) -> tuple[Path, Session, list[Position]]:
        if game not in self.made:
            session = open_session(GameFolder(EXAMPLES / game), DataFolder(self.folder / "home"))
            path = self.folder / f"{game}.html"
            path.write_text(page_of(replay_story(as_table(Context(), session), hand=False)), "utf-8")
            self.made[game] = path, session, list(session.seen.values())
        return self.made[game]

    def drawing(self, game: str, step: int) -> Drawing:
        """What is drawn of a step, for a page."""
        _, session, positions = self.of(game)
        before = positions[step - 1] if step else None
        draw = session.table.game.faces.drawing
        assert draw is not None
        return flowing_drawing(
            draw(
                positions[step].state,
                view_of_position(as_table(Context(), session), positions[step], before, hand=False),
            ),
            None,
        )


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    return Pages(tmp_path_factory.mktemp("pages"))


def step_shown(page: Seen) -> int:
    """The step that the page says it shows."""
    found = re.search(r"step (\d+) of", page.page.evaluate("document.getElementById('where').innerText"))
    assert found is not None
    return int(found[1])


def leaf(element: ElementTree.Element) -> Any:
    """An element as a value that does not depend on how it was written."""
    name = element.tag.rpartition("}")[2]
    return name, tuple(sorted(element.attrib.items())), element.text or "", tuple(map(leaf, element))


def on_the_table(page: Seen, layer: str) -> list[Any]:
    text = page.page.evaluate("(id) => new XMLSerializer().serializeToString(document.getElementById(id))", layer)
    return sorted(leaf(one) for one in ElementTree.fromstring(text))


def as_drawn(drawing: Drawing, layer: str) -> list[Any]:
    found = []
    for shape in drawing.shapes:
        if shape.layer == layer:
            group = ElementTree.fromstring(f"<g>{shape_markup(shape)}</g>")
            found.append(leaf(group[0]) if len(group) == 1 else leaf(group))
    return sorted(dict.fromkeys(found))


# Stepping


FEW = ("tigris-4p", "ur-3p")
"""Games that are stepped to their end in a usual run: one page steps them all."""
HURRY = """(number) => Array.from({ length: number }, () => {
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
  return Number(/step (\\d+) of/.exec(document.getElementById("where").textContent)[1]);
})"""
"""Steps made by a key that no hand presses, all before the next picture: where each of them has led."""


@pytest.mark.parametrize("game", [pytest.param(game, marks=() if game in FEW else pytest.mark.long) for game in GAMES])
def test_a_game_is_stepped_to_its_end_by_the_keyboard_without_a_word_or_a_request(
    game: str, pages: Pages, chromium: Any
) -> None:
    """Some steps at either end are made by hand, all of them in a long run."""
    last = len(pages.of(game)[2]) - 1
    some = of(6, last)
    with opened(chromium, pages(game)) as page:
        page.page.keyboard.press("Home")
        steps = [step_shown(page)]
        while steps[-1] < last:
            if steps[-1] == some:
                steps += page.page.evaluate(HURRY, last - 2 * some)
            page.page.keyboard.press("ArrowRight")
            steps.append(step_shown(page))
        page.page.keyboard.press("ArrowLeft")
        steps.append(step_shown(page))
        page.page.keyboard.press("End")

        assert [*steps, step_shown(page)] == [*range(last + 1), last - 1, last]
        assert (page.said, page.requests) == ([], [pages(game).as_uri()])


@pytest.mark.parametrize("game", GAMES)
def test_at_every_step_the_board_is_the_one_that_is_drawn_for_it(game: str, pages: Pages, chromium: Any) -> None:
    last = len(pages.of(game)[2]) - 1
    with opened(chromium, pages(game)) as page:
        for step in (last, 0, last // 3, last - 1, last // 2, 1)[: of(3, 6)]:
            page.page.evaluate("(step) => { location.hash = '#' + step; }", step)
            page.page.wait_for_function("(step) => document.querySelector('li.now > a').hash === '#' + step", arg=step)
            drawing = pages.drawing(game, step)
            layers = sorted({shape.layer for shape in drawing.shapes})

            assert page.page.text_content("#title") == drawing.title
            for layer in layers:
                assert on_the_table(page, f"layer-{layer}") == as_drawn(drawing, layer), (step, layer)


def test_buttons_slider_list_and_a_chosen_player_turn_the_pages_by_mouse(pages: Pages, chromium: Any) -> None:
    with opened(chromium, pages("tigris-4p")) as page:
        shown = []
        for button in ("#first", "#next", "#next", "#back", "#last"):
            page.page.click(button)
            shown.append(step_shown(page))
        page.page.click("li:nth-child(41) > a")
        shown.append(step_shown(page))
        page.page.select_option("#who", label="Carl")
        page.page.click("#since")
        told = page.page.inner_text("li.now > a")
        page.page.locator("#slider").fill("7")
        shown.append(step_shown(page))

        assert shown == [0, 1, 2, 1, 82, 40, 7]
        assert "Carl:" in told
        assert page.page.get_attribute("#slider", "aria-valuetext") == "step 7 of 82"
        assert (page.page.get_attribute("li.now > a", "aria-current"), page.count("[aria-current]")) == ("step", 1)
        assert page.said == []


def test_later_steps_are_not_told_before_they_are_shown_and_each_is_said_aloud(pages: Pages, chromium: Any) -> None:
    with opened(chromium, pages("ur-3p")) as page:
        assert page.page.text_content("#said") == ""
        page.page.keyboard.press("Home")
        page.page.keyboard.press("ArrowRight")

        assert page.page.locator("#log > li:visible").count() == 2
        assert page.page.text_content("#said").startswith("1. ")
        assert page.page.inner_text("li.now > a") in page.page.text_content("#said")


def test_an_address_leads_to_a_step_and_the_page_stays_where_it_is(pages: Pages, chromium: Any) -> None:
    with opened(chromium, pages("cards-2p")) as page:
        page.page.goto(f"{pages('cards-2p').as_uri()}#17")
        page.page.reload()

        assert step_shown(page) == 17
        assert page.page.evaluate("scrollY") == 0


def test_the_words_of_the_step_stay_in_sight_when_the_window_changes(pages: Pages, chromium: Any) -> None:
    edges = """() => ["li.now", "#log"].map((each) => document.querySelector(each).getBoundingClientRect()).flatMap(
      ({ top, bottom }) => [top, bottom])"""
    with opened(chromium, pages("tigris-4p")) as page:
        page.page.evaluate("() => { location.hash = '#40'; }")
        page.page.wait_for_function("() => document.querySelector('li.now > a').hash === '#40'")
        page.page.set_viewport_size({"width": 390, "height": 700})
        page.page.wait_for_timeout(200)
        upper, lower, top, bottom = page.page.evaluate(edges)

        assert top <= upper < lower <= bottom


def test_a_finger_turns_the_pages(pages: Pages, chromium: Any) -> None:
    swipe = """([from, to]) => {
      const board = document.getElementById("board");
      const at = (x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: 200 });
      board.dispatchEvent(new TouchEvent("touchstart", { touches: [at(from)], changedTouches: [at(from)] }));
      board.dispatchEvent(new TouchEvent("touchend", { touches: [], changedTouches: [at(to)] }));
    }"""
    with opened(chromium, pages("ur-3p"), width=390, has_touch=True) as page:
        shown = []
        for way in ((100, 300), (100, 300), (300, 100), (100, 120)):
            page.page.evaluate(swipe, way)
            shown.append(step_shown(page))

        assert shown == [32, 31, 32, 32]


def test_the_chart_goes_no_further_than_the_step_and_each_line_has_its_name_there(pages: Pages, chromium: Any) -> None:
    ends = """() => [...document.querySelectorAll("#ends > g")].map(
      (each) => each.getBoundingClientRect().left)"""
    rows = "#counts tbody tr:not([hidden])"
    with opened(chromium, pages("tigris-4p")) as page:
        widths, shown = [], []
        page.page.click("summary")
        for key in ("End", "Home"):
            page.page.keyboard.press(key)
            widths.append(page.page.evaluate("Number(document.querySelector('#until rect').getAttribute('width'))"))
            shown.append(page.count(rows))
            assert len(set(page.page.evaluate(ends))) == 1

        assert widths[1] == 1 < widths[0]
        assert shown[1] == 1 < shown[0]
        assert page.page.locator("#ends text").all_text_contents() == ["Anna", "Bert", "Carl", "Dora"]
        assert page.said == []


def test_once_a_game_is_over_all_hands_and_the_verdict_stand_in_its_page(pages: Pages, chromium: Any) -> None:
    _, session, _ = pages.of("cards-2p")
    with opened(chromium, pages("cards-2p")) as page:
        page.page.keyboard.press("Home")
        dealt = page.page.locator("#hands li").all_text_contents()
        page.page.keyboard.press("End")

        assert page.page.inner_text("#verdict") == "Audit: clean (coverage 5 of 5)"
        assert [line.partition(":")[0] for line in dealt] == list(session.table.called)
        assert [sum(map(int, re.findall(r"\d+", line))) for line in dealt] == [8, 8]
        assert page.page.locator("#hands li").all_text_contents() != dealt


def test_steps_that_only_pass_are_skipped_both_ways_if_the_reader_wants_that(tmp_path: Path, chromium: Any) -> None:
    path = tmp_path / "page.html"
    path.write_text(page_of(passing((False, True, True, False, True))), "utf-8")
    with opened(chromium, path) as page:
        shown = []
        for key in ("Home", "ArrowRight", "Home"):
            page.page.keyboard.press(key)
            shown.append(step_shown(page))
        page.page.check("#skip")
        page.page.evaluate("document.activeElement.blur()")
        for key in ("ArrowRight", "ArrowLeft", "End", "ArrowLeft", "ArrowRight"):
            page.page.keyboard.press(key)
            shown.append(step_shown(page))

        assert shown == [0, 1, 0, 3, 0, 4, 3, 4]


def passing(idle: tuple[bool, ...]) -> ReplayStory:
    """The story of a game in which some steps only pass."""
    told = hostile("x")
    steps = tuple(ReplayStep(number, "x", (), (0,), idle=one) for number, one in enumerate(idle))
    drawings = [assemble((820, 700), str(number), (), (0, 0, 820, 600)) for number in range(len(idle))]
    return told._replace(film=make_film(drawings), steps=steps, turn=None)


def test_rings_and_kingdoms_are_put_away_and_stay_away(pages: Pages, chromium: Any) -> None:
    with opened(chromium, pages("tigris-4p")) as page:
        for box in ("#rings", "#outlines"):
            page.page.uncheck(box)
        page.page.keyboard.press("Tab")
        page.page.click("#back")

        assert not page.page.is_visible("#layer-marks > *")
        assert not page.page.is_visible("#layer-outlines > *")
        assert not page.page.is_visible("#layer-tags > *")
        page.page.check("#rings")
        assert page.page.is_visible("#layer-marks > *")


# For everybody


LOOKED_AT = [
    pytest.param(game, scheme, marks=pytest.mark.long if number % 2 == at else ())
    for number, game in enumerate(GAMES)
    for at, scheme in enumerate(SCHEMES)
]
"""Each game in one scheme, the schemes in turn; in a long run in both."""


@pytest.mark.long
@pytest.mark.parametrize(("game", "scheme"), LOOKED_AT)
@pytest.mark.needs("axe.min.js")
def test_axe_finds_nothing_in_page_and_board(game: str, scheme: str, pages: Pages, chromium: Any) -> None:
    with opened(chromium, pages(game), color_scheme=scheme) as page:
        page.page.keyboard.press("ArrowLeft")
        violations, passes = page.axe()

        assert violations == []
        assert passes > 20


NUMBERS = """() => [...document.querySelectorAll("#chart text")].filter((each) => each.getBBox().x >= 0)
  .map((each) => each.textContent)"""
"""What is written in a chart, and can be read from its first figure on."""


def test_a_hundred_points_and_more_are_a_number_that_can_be_read(tmp_path: Path, chromium: Any) -> None:
    page = tmp_path / "chart.html"
    drawn = points_section(PointsHistory(((0, 0), (162, 79)), weakest=False), ("Anna", "Bert"), (0, 1), "en")
    page.write_text(f"<!doctype html><style>{style_rules()}</style>{drawn}")
    with opened(chromium, page) as seen:
        assert seen.page.evaluate(NUMBERS) == ["0", "33", "66", "99", "132", "Anna", "Bert"]


@pytest.mark.parametrize("game", GAMES)
def test_on_a_telephone_nothing_has_to_be_pushed_aside(game: str, pages: Pages, chromium: Any) -> None:
    with opened(chromium, pages(game), width=390) as page:
        for key in ("Home", "ArrowRight", "End"):
            page.page.keyboard.press(key)

            assert page.page.evaluate("document.documentElement.scrollWidth") == 390
        small = "[...document.querySelectorAll('button, select')].filter((each) => each.offsetHeight < 44).length"
        assert page.page.evaluate(small) == 0


@pytest.mark.parametrize("game", GAMES)
def test_without_script_the_last_board_and_the_words_of_all_steps_are_there(
    game: str, pages: Pages, chromium: Any
) -> None:
    _, _, positions = pages.of(game)
    with opened(chromium, pages(game), java_script_enabled=False) as page:
        assert page.page.locator("#log > li:visible").count() == len(positions)
        assert page.page.is_visible("#layer-head > * >> nth=0")
        assert not page.page.is_visible("#transport")
        assert step_shown(page) == len(positions) - 1


def test_colours_follow_the_readers_scheme(pages: Pages, chromium: Any) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    found = []
    for scheme in SCHEMES:
        with opened(chromium, pages("ur-3p"), color_scheme=scheme) as page:
            found.append(page.page.evaluate(ground))

    assert found == ["rgb(251, 246, 233)", "rgb(22, 19, 15)"]


# Text from strangers


def test_names_and_comments_of_strangers_are_text_in_every_place(tmp_path: Path, chromium: Any) -> None:
    path = tmp_path / "page.html"
    path.write_text(page_of(hostile(HOSTILE)), "utf-8")
    with opened(chromium, path) as page:
        assert page.page.text_content("#layer-head > p") == SEEN
        assert page.page.text_content("#title") == SEEN
        assert page.page.inner_text("#who option >> nth=0") == SEEN
        page.page.keyboard.press("Home")
        assert page.page.text_content("#log > li > a") == SEEN
        assert page.count("img") == 0
        assert (page.said, page.requests) == ([], [path.as_uri()])

"""Why a bot may have played so, on the page: unfolded in the log, asked for then, and no more than `log --why` says."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from referee.kernel.dice import stream
from referee.practice.opponents import Opponents, PracticeSettings
from referee.record.store import GameFolder
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.support.rehearse import Match, open_match
from tests.table.two_worlds import Worlds
from tests.web.chromium import TOOLS, visited
from tests.web.game_forms import kept, offer_of
from tests.web.in_process_page import Page, page_of
from tests.web.open_rooms import with_bot
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette")

SAID = {"en": "why Bert may have played so: ", "it": "perché Bert può aver giocato così: "}


def known(folder: Path, match: Match, who: str) -> tuple[Path, Path]:
    """The game and the home of somebody who has looked at it."""
    game, home = lay(folder / "game", match.files), home_of(folder, who)
    assert inside(["status"], home, game)[0] == 0
    return game, home


def reasons(page: Page, table: str, match: Match) -> list[Any]:
    """What is said of each step, from the deal on."""
    steps = range(match.host.step + 1)
    return [json.loads(page.ask(f"/data/table/{table}/why?step={step}").text) for step in steps]


@pytest.mark.parametrize("lang", SAID)
def test_a_step_says_on_the_page_what_the_log_says_to_every_reader(lang: str, tmp_path: Path) -> None:
    """Attack A-9: also to the bot's own key and to the host, and nothing is written."""
    match, seen = with_bot(), list[Any]()
    for who in ("anna", "bert", "host"):
        game, home = known(tmp_path / who, match, who)
        log = json.loads(inside(["log", "--why", "--json", "--lang", lang], home, game)[1])["reasons"]
        with page_of(home, tmp_path, lang) as page:
            before = kept(game)
            found = reasons(page, offer_of(home), match)
            assert page.start(f"/table/{offer_of(home)}")["view"]["bots"] == ["bert"]
            assert kept(game) == before
        told = {one["step"]: [SAID[lang] + one["told"]] for one in log}
        assert len(told) > 1
        assert found == [told.get(step, []) for step in range(len(found))]
        seen.append(found)
    assert seen == [seen[0]] * len(seen)


def test_what_names_no_step_of_the_game_has_no_reason(tmp_path: Path) -> None:
    match = with_bot()
    _, home = known(tmp_path, match, "anna")
    with page_of(home, tmp_path) as page:
        at, queries = f"/data/table/{offer_of(home)}/why", ("", "?step=99", "?step=-1", "?step=x")
        answers = [page.ask(f"{at}{query}") for query in queries]
        assert [(one.status, json.loads(one.text)) for one in answers] == [(200, [])] * len(answers)
        assert page.ask("/data/table/none/why?step=1").status == 404


def test_neither_the_page_nor_its_log_looks_for_a_reason(tmp_path: Path) -> None:
    match = with_bot()
    _, home = known(tmp_path, match, "anna")
    with page_of(home, tmp_path) as page:
        first = page.start(f"/table/{offer_of(home)}")
        log = json.loads(page.ask(f"/data/table/{offer_of(home)}/log").text)
    assert log["reasons"] == []
    assert "may have played so" not in json.dumps([log, first])


def test_where_only_people_play_there_is_no_reason(tmp_path: Path) -> None:
    match = running()
    _, home = known(tmp_path, match, "anna")
    with page_of(home, tmp_path) as page:
        assert page.start(f"/table/{offer_of(home)}")["view"]["bots"] == []
        assert not any(reasons(page, offer_of(home), match))


def test_the_page_says_the_same_in_two_worlds(tmp_path: Path) -> None:
    """Attack A-9: whatever the hands hold, at a table where all seats but the first are bots."""
    one = open_match("tigris", 4, "why 0")
    others = (open_match("tigris", 4, f"why {number}") for number in count(1))
    both = Worlds(one, next(other for other in others if asked(other) == asked(one)))
    both.play(stream(sha256(b"why").digest(), "orders"), of(10, 60))
    said = []
    for number, match in enumerate(both.matches):
        game, home = known(tmp_path / str(number), match, "anna")
        Opponents(GameFolder(game)).keep(PracticeSettings(1, "good"))
        with page_of(home, tmp_path) as page:
            bots = page.start(f"/table/{offer_of(home)}")["view"]["bots"]
            said.append((bots, reasons(page, offer_of(home), match)))
    assert said[0] == said[1]
    assert said[0][0] == list(one.table.names[1:])
    assert len({line for step in said[0][1] for line in step}) > 2


@pytest.mark.long
@pytest.mark.needs("uvicorn", *TOOLS, "axe.min.js")
def test_a_bots_step_unfolds_its_reason_by_the_keyboard(tmp_path: Path, chromium: Any) -> None:
    match = with_bot()
    _, home = known(tmp_path, match, "host")
    with served(home, tmp_path) as page, visited(chromium, page, "", viewport={"width": 1280, "height": 900}) as seen:
        tab, address = seen.page, f"/data/table/{offer_of(home)}/why?step="
        tab.goto(f"{page.origin}/table/{offer_of(home)}")
        tab.wait_for_selector(".log .why")
        steps = [line.locator(".at").inner_text() for line in tab.locator(".log li:has(.why)").all()]
        assert 0 < len(steps) < tab.locator(".log li:has(.at)").count()
        assert not [each for each in seen.requests if address in each]

        summary = tab.locator(".why summary").last
        assert summary.get_attribute("aria-label") == f"Why? Step {steps[-1]}"
        summary.focus()
        tab.keyboard.press("Enter")
        tab.wait_for_selector(".why[open] p")
        assert tab.locator(".why p").all_inner_texts()[0].lower().startswith(SAID["en"].lower())
        assert [each.partition(address)[2] for each in seen.requests if address in each] == [steps[-1]]
        assert seen.axe_at(1280) == []
        assert not seen.faults

        tab.keyboard.press("Enter")
        tab.wait_for_selector(".why[open]", state="detached")

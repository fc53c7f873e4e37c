"""The page speaks of no terminal: no room has a text of one, and none says what would be typed there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route

from referee.cli.registry import FIRST_WORDS
from tests.long_runs import of
from tests.web.chromium import TOOLS, visited
from tests.web.game_forms import made, offer_of
from tests.web.in_process_page import Page, page_of
from tests.web.pages import served
from tests.web.rooms import table_of

pytestmark = pytest.mark.needs("starlette")

STATES = ("agreed", "playing", "host", "over")
TYPED = re.compile(rf"\breferee (?:{'|'.join(word for word in FIRST_WORDS if word != 'open')})\b")
"""A command as it is typed; `referee open` is what starts a page that has stopped."""
ENDLESS = ("/events",)
"""What is never answered whole."""
CODES = {"command", "hint"}
"""Fields of data by which a script knows what a task is, or that no room shows."""


def paths(page: Page, offer: str) -> Iterator[str]:
    """Every address that can be asked for, with a game in its place."""
    routes: Any = page.app
    for route in routes._app.routes:
        assert isinstance(route, Route)
        if "GET" in (route.methods or ()) and "path}" not in route.path and route.path not in ENDLESS:
            yield re.sub(r"\{(id|offer)\}", offer, route.path)


def texts(found: Any) -> Iterator[str]:
    """All texts of some data that a room may show; a mail with notes is for whoever gets it, who may type."""
    if isinstance(found, str):
        yield "" if "BEGIN REFEREE NOTE" in found else found
    elif isinstance(found, dict):
        for name, value in found.items():
            yield from texts(value) if name not in CODES else ()
    elif isinstance(found, list):
        for value in found:
            yield from texts(value)


def forms(page: Page, offer: str) -> Iterator[tuple[str, Any]]:
    """What is found in every room, and what each form answers that nobody has filled in."""
    for table in ("", offer):
        said = json.loads(page.post("/data/find", {"table": table}).text)
        yield f"find {table}", said
        for row in said["rows"]:
            if row.get("how") == "tool":
                fields = {"does": row["does"], "table": table, "step": "1", "say": "x"}
                yield row["does"], json.loads(page.send("/data/tool", fields, {"none": []}).text)


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("state", STATES)
def test_no_address_of_the_page_speaks_of_a_terminal(state: str, lang: str, tmp_path: Path) -> None:
    """Each of them, with a game of this state behind it."""
    cwd, home, _ = made(state, tmp_path)
    found: dict[str, list[str]] = {}
    with page_of(home, cwd, lang) as page:
        for path in paths(page, offer_of(home)):
            said = page.ask(path)
            kind = said.headers.get("content-type", "")
            data = [json.loads(said.text)] if "json" in kind else []
            data += [json.loads(part) for part in re.findall(r'id="first">(.*?)</script>', said.text, re.DOTALL)]
            page_text = re.sub(r"<(script|style)\b.*?</\1>", "", said.text, flags=re.DOTALL) if "html" in kind else ""
            found[path] = [text for text in (page_text, *texts(data)) if TYPED.search(text) or "<pre" in text]
            assert said.status < 500, path

        found |= {at: [text for text in texts(data) if TYPED.search(text)] for at, data in forms(page, offer_of(home))}

    assert {path: said for path, said in found.items() if said} == {}
    assert {f"{table_of(home)}", "/", "/settings", "/new"} <= found.keys()


@pytest.mark.needs("uvicorn", *TOOLS)
@pytest.mark.parametrize("state", STATES)
def test_no_room_in_a_browser_shows_what_would_be_typed(state: str, tmp_path: Path, chromium: Any) -> None:
    """The rooms as they stand there, each tab of a table opened; those that know no table, at one alone."""
    every = state in of(("playing",), STATES)
    cwd, home, _ = made(state, tmp_path)
    found: dict[str, tuple[int, Any]] = {}
    with served(home, cwd) as page, visited(chromium, page) as seen:
        for room in ("/", *(("/new", "/settings") if every else ()), table_of(home)):
            seen.page.goto(f"{page.origin}{room}")
            seen.page.wait_for_selector("main, .bar")
            tabs = seen.page.get_by_role("tab")
            for number in range(max(1, tabs.count())):
                if tabs.count():
                    tabs.nth(number).click()
                found[f"{room} {number}"] = (seen.count("pre"), TYPED.search(seen.page.inner_text("body")))
            seen.page.keyboard.press("Control+k")
            seen.page.wait_for_selector(".rows li")
            found[f"{room} find"] = (seen.count("pre"), TYPED.search(seen.page.inner_text("dialog")))
        assert seen.faults == []

    assert {room: said for room, said in found.items() if said != (0, None)} == {}

"""A shared folder is picked from a list that names no path, for a new game and for one that runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import home_of
from tests.web.chromium import TOOLS, visited
from tests.web.game_forms import kept, offer_of
from tests.web.in_process_page import Page, page_of
from tests.web.open_rooms import signed_at
from tests.web.pages import served

JSON = "application/json"
TERMS = {"game": "tigris", "seats": 3, "name": "Hanna", "title": "Friday"}

pytestmark = pytest.mark.needs("starlette")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a person with a Dropbox, in which one folder is empty and one holds a game."""
    own = tmp_path / "person"
    for name in ("Dropbox/Friday", "Dropbox/Old/record", "Dropbox/.cache", "secret"):
        (own / name).mkdir(parents=True)
    (own / "Dropbox" / "Link").symlink_to(own / "secret")
    monkeypatch.setenv("HOME", str(own))
    return own


def listed(page: Page, at: str = "") -> Any:
    return json.loads(page.ask(f"/data/folders?at={at}").text)


def token_of(page: Page, *names: str) -> str:
    """The token of a folder, through those above it."""
    at = ""
    for name in names:
        at = next(row["token"] for row in listed(page, at)["rows"] if row["name"] == name)
    return at


def test_folders_are_shown_by_name_and_chosen_by_token(own: Path, tmp_path: Path) -> None:
    with page_of(home_of(tmp_path, "anna"), tmp_path) as page:
        first = page.ask("/data/folders")
        inside = listed(page, token_of(page, "Dropbox"))
        back = listed(page, inside["above"])

    assert [(row["name"], row["refused"]) for row in inside["rows"]] == [("Friday", False), ("Old", True)]
    assert "Dropbox" in [row["name"] for row in back["rows"]]
    assert str(tmp_path) not in first.text


@pytest.mark.parametrize("token", ["/etc", "..", "%2e%2e", "0" * 16, "Dropbox"])
def test_what_was_not_shown_is_neither_listed_nor_shared(token: str, own: Path, tmp_path: Path) -> None:
    home = home_of(tmp_path, "anna")
    with page_of(home, tmp_path) as page:
        before = kept(tmp_path)
        body = json.dumps({"terms": TERMS, "folder": token}).encode()
        said = [page.ask(f"/data/folders?at={token}"), page.ask("/data/new", "POST", body, content_type=JSON)]
        foreign = page.ask("/data/folders", origin="https://evil.example")

    assert [one.status for one in said] == [404, 404]
    assert foreign.status == 403
    assert kept(tmp_path) == before


def test_an_offer_in_a_shared_folder_leaves_nothing_to_send(own: Path, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    with page_of(home_of(tmp_path, "anna"), tmp_path / "games") as page:
        token = token_of(page, "Dropbox", "Friday")

        def post(**more: str) -> Any:
            body = json.dumps({"terms": TERMS, "folder": token, **more}).encode()
            return json.loads(page.ask("/data/new", "POST", body, content_type=JSON).text)

        table = post(digest=post()["ask"]["digest"])["table"]
        found = json.loads(page.ask(f"/data/table/{table}/post").text)

    assert any((own / "Dropbox" / "Friday").iterdir())
    assert (found["way"], found["items"]) == ("folder", [])
    assert "Friday" in found["sentence"]


def test_a_table_that_runs_goes_through_a_folder_from_now_on(own: Path, tmp_path: Path) -> None:
    home, _ = signed_at(tmp_path)
    with page_of(home, tmp_path) as page:
        at = f"/data/table/{offer_of(home)}"
        body = json.dumps({"folder": token_of(page, "Dropbox", "Friday")}).encode()
        said = page.ask(f"{at}/share", "POST", body, content_type=JSON)
        after = json.loads(page.ask(f"{at}/post").text)
        wrong = page.ask(f"{at}/share", "POST", b'{"folder": "/tmp"}', content_type=JSON)

    assert (said.status, wrong.status) == (200, 404)
    assert (after["way"], "Friday" in after["sentence"]) == ("folder", True)
    assert str(own) not in said.text
    assert b"move" in b"".join(path.read_bytes() for path in (own / "Dropbox" / "Friday").rglob("*") if path.is_file())


@pytest.mark.needs("uvicorn", *TOOLS)
def test_a_game_is_offered_in_a_folder_that_is_clicked(own: Path, tmp_path: Path, chromium: Any) -> None:
    home = home_of(tmp_path, "anna")
    with served(home, tmp_path, HOME=str(own)) as page, visited(chromium, page) as seen:
        seen.page.goto(f"{page.origin}/new")
        seen.page.locator(".opt b", has_text="A shared folder").click()
        seen.page.locator(".folders li", has_text="Dropbox").get_by_role("button").nth(1).click()
        seen.page.locator(".folders .opt", has_text="Friday").click()
        seen.page.wait_for_selector("#gold:not([disabled])")
        seen.page.locator("#gold").click()
        seen.page.wait_for_url("**/table/*")
        seen.page.wait_for_selector(".post:has-text('Friday')")

        assert seen.count(".mails") == 0
        assert seen.faults == []

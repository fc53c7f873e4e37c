"""The page of settings: keys, address, account, people, shared folders, language and light; and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.crypto.keys import SigningKey, format_private
from referee.mail.accounts import Account, mail_account
from referee.record.store import DataFolder
from tests.cli.games_on_disk import home_of
from tests.web.chromium import TOOLS, resize, visited
from tests.web.game_forms import kept
from tests.web.in_process_page import Page, Said, page_of
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette")

JSON = "application/json"
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


class SettingsPage(NamedTuple):
    """The page of somebody with one key."""

    page: Page
    home: Path
    folder: Path

    def set(self, does: str, **values: Any) -> Said:
        body = json.dumps({"does": does, **values}).encode()
        return self.page.ask("/data/settings", "POST", body, content_type=JSON)

    def after(self, does: str, **values: Any) -> Any:
        return json.loads(self.set(does, **values).text)


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[SettingsPage]:
    home = home_of(tmp_path, "anna")
    with page_of(home, tmp_path) as page:
        yield SettingsPage(page, home, tmp_path)


def test_each_thing_is_kept_as_it_is_pressed(settings: SettingsPage) -> None:
    own = settings.after("person", address="anna@example.org")
    people = settings.after("person", name="Bert", address="bert@example.org")
    account = settings.after("account", user="anna", smtp="127.0.0.1:25", imap="127.0.0.1:143")
    fewer = settings.after("forget", name="bert")
    gone = settings.after("forget_account")

    assert own["own"] == "anna@example.org"
    assert people["people"] == [{"name": "bert", "address": "bert@example.org"}]
    assert (account["user"], account["smtp"]) == ("anna", "127.0.0.1:25")
    assert (fewer["people"], fewer["own"]) == ([], "anna@example.org")
    assert (gone["user"], gone["smtp"], mail_account(DataFolder(settings.home))) == ("", "", Account())


def test_a_key_is_made_or_imported_and_its_private_half_never_shown(settings: SettingsPage) -> None:
    secret = format_private(SigningKey.from_seed(bytes(range(32))), "old").decode()
    made = settings.after("new_key", name="second")
    found = settings.set("import_key", name="old", data=secret)
    again = settings.set("new_key", name="second")
    page = settings.page.ask("/settings").text

    assert [key["name"] for key in made["keys"]] == ["anna", "second"]
    assert [key["name"] for key in json.loads(found.text)["keys"]] == ["anna", "old", "second"]
    assert again.status == 422
    assert secret.splitlines()[1] not in found.text + page


def test_language_and_light_are_those_of_every_page_from_then_on(settings: SettingsPage) -> None:
    now = settings.after("look", lang="it", light="dark")
    odd = settings.after("look", lang="../en", light="<b>")
    page = settings.page.ask("/").text

    assert (now["lang"], now["light"], odd["lang"], odd["light"]) == ("it", "dark", "it", "dark")
    assert 'lang="it"' in page and 'data-light="dark"' in page


BAD: dict[str, tuple[dict[str, Any], int]] = {
    "nothing": ({}, 400),
    "another thing": ({"does": "delete"}, 400),
    "a command that prints a password": ({"does": "account", "user": "a", "password_command": "rm"}, 400),
    "a path": ({"does": "folder", "folder": "/etc"}, 404),
    "no address": ({"does": "person", "name": "bert", "address": "bert"}, 422),
    "no server": ({"does": "account", "user": "a", "smtp": "file:///etc/passwd"}, 422),
    "no key": ({"does": "import_key", "name": "x", "data": "hello"}, 422),
    "a name that is a path": ({"does": "new_key", "name": "../x"}, 422),
    "nobody": ({"does": "forget", "name": "zoe"}, 422),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_set_says_why_and_changes_nothing(case: str, settings: SettingsPage) -> None:
    body, status = BAD[case]
    before = kept(settings.folder) | {f"{settings.home.name}/lock": b""}
    said = settings.page.ask("/data/settings", "POST", json.dumps(body).encode(), content_type=JSON)
    foreign = settings.page.ask(
        "/data/settings", "POST", b'{"does": "new_key", "name": "x"}', content_type=JSON, origin="https://evil.example"
    )

    assert (said.status, foreign.status) == (status, 403)
    assert json.loads(said.text)["refused"]["sentence"]
    assert kept(settings.folder) | {f"{settings.home.name}/lock": b""} == before


@pytest.mark.long
@pytest.mark.needs("uvicorn", *TOOLS, "axe.min.js")
def test_settings_are_reached_from_the_first_page_and_fit_into_every_window(tmp_path: Path, chromium: Any) -> None:
    home = home_of(tmp_path, "anna")
    with served(home, tmp_path) as page, visited(chromium, page) as seen:
        seen.page.get_by_role("link", name="Settings").click()
        seen.page.wait_for_selector(".part")
        for number, (width, height) in enumerate(((1280, 900), (390, 844))):
            resize(seen.page, {"width": width, "height": height})
            seen.page.emulate_media(color_scheme=("light", "dark")[number])
            assert (seen.axe()[0], seen.page.evaluate(SIDEWAYS)) == ([], 0), width
        seen.page.locator(".part", has_text="Your mail address").locator("input").fill("anna@example.org")
        seen.page.locator(".part", has_text="Your mail address").get_by_role("button").click()
        seen.page.wait_for_selector(".notice:has-text('Saved')")
        said = seen.page.locator("main").inner_text()
        seen.page.locator(".opt b", has_text="Italiano").click()
        seen.page.wait_for_selector("h1:has-text('Impostazioni')")

        assert "referee " not in said
        assert seen.faults == []

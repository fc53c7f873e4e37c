"""What can be agreed to at a table beside moves: read first, signed once, by nobody else, and only what would go."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.protected_keys import protected
from tests.cli.terminal import inside
from tests.support.rehearse import open_match, play_out
from tests.web.chromium import TOOLS, resize, visited
from tests.web.game_forms import kept
from tests.web.in_process_page import FORM, Page, page_of
from tests.web.pages import served
from tests.web.rooms import table_of

pytestmark = pytest.mark.needs("starlette")


class Menu(NamedTuple):
    """The menu of a table for one reader."""

    page: Page
    at: str
    folder: Path

    def offered(self) -> list[Any]:
        acts: list[Any] = json.loads(self.page.ask(f"{self.at}/menu").text)["acts"]
        return acts


def laid(folder: Path, match: Any, who: str) -> tuple[Path, Path]:
    game, home = lay(folder / "game", match.files), home_of(folder, who)
    assert inside(["status"], home, game)[0] == 0
    return home, game


@pytest.fixture
def menu(tmp_path: Path) -> Iterator[Menu]:
    home, _ = laid(tmp_path, running(), asked(running()))
    with page_of(home, tmp_path) as page:
        yield Menu(page, f"/data{table_of(home)}", tmp_path)


def test_what_was_agreed_stands_at_the_table(menu: Menu) -> None:
    rows = json.loads(menu.page.ask(f"{menu.at}/menu").text)["agreed"]

    assert "closed scores" in " ".join(row["text"] for row in rows)


def test_a_proposal_is_read_and_then_signed_once(menu: Menu) -> None:
    before = kept(menu.folder / "game")
    values = {"step": "3", "why": "a slip"}
    ask = json.loads(menu.page.post(f"{menu.at}/agree", {"does": "back", "values": values}).text)["ask"]
    unread = kept(menu.folder / "game")
    body = {"does": "back", "values": values, "digest": ask["digest"]}
    other = menu.page.post(f"{menu.at}/agree", body | {"values": values | {"why": "another"}})
    unsigned = kept(menu.folder / "game")
    done = menu.page.post(f"{menu.at}/agree", body)

    assert before == unread == unsigned
    assert "a slip" in ask["sentence"]
    assert (other.status, json.loads(other.text)["refused"]["code"]) == (409, "ask-reads-otherwise")
    assert (done.status, [one["told"] for one in json.loads(done.text)["view"]["proposed"]] != []) == (200, True)
    new = [name for name in kept(menu.folder / "game").keys() - before.keys() if name.startswith("outbox/")]
    assert len(new) == 1 and "back" in new[0]


HOLIDAY = (("holiday", "30"),)
OFFERED = {
    "a player": ("playing", {"back", "draw", "end", "leave", "rekey"}),
    "the host": ("host", {"rekey"}),
    "a table with holidays": ("holiday", {"back", "draw", "end", "leave", "holiday", "rekey"}),
    "the end": ("over", {"comment"}),
}


@pytest.mark.parametrize("case", OFFERED)
def test_nothing_is_offered_that_would_be_refused(case: str, tmp_path: Path) -> None:
    state, expected = OFFERED[case]
    match = finished() if state == "over" else running()
    if state == "holiday":
        match = play_out(open_match("tigris", 3, "door", HOLIDAY), "door", steps=2)
    who = "host" if state == "host" else match.table.names[0] if state == "over" else asked(match)
    home, _ = laid(tmp_path, match, who)
    with page_of(home, tmp_path) as page:
        menu = Menu(page, f"/data{table_of(home)}", tmp_path)
        offered, before = menu.offered(), kept(tmp_path)
        filled = {"step": "1", "why": "a slip", "first": "2099-01-01", "until": "2099-01-02", "text": "well done"}
        said = {}
        for act in offered:
            values = {field["name"]: filled.get(field["name"], "") for field in act["fields"]}
            values |= {"seat": who} if "seat" in values else {}
            said[act["does"]] = page.post(f"{menu.at}/agree", {"does": act["does"], "values": values}).status

    assert {act["does"] for act in offered} == expected
    assert {*said.values()} == {200}, said
    assert kept(tmp_path) == before


FOREIGN: dict[str, dict[str, str]] = {
    "another page": {"origin": "https://evil.example"},
    "a page that hides": {"origin": "null"},
    "no cookie": {"cookie": ""},
    "a form": {"content_type": FORM},
}


@pytest.mark.parametrize("case", FOREIGN)
def test_nobody_else_agrees_to_anything(case: str, menu: Menu) -> None:
    before = kept(menu.folder)
    said = menu.page.post(f"{menu.at}/agree", {"does": "draw", "digest": "0" * 64}, **FOREIGN[case])

    assert said.status == 403
    assert kept(menu.folder) == before


ODD: dict[str, Any] = {
    "nothing": b"",
    "no JSON": b"{",
    "a list": [],
    "no act": {},
    "an act that is none": {"does": "shutdown"},
    "a command": {"does": "consent draw --yes"},
    "a field more": {"does": "draw", "path": "/etc"},
    "a value that is none": {"does": "back", "values": {"step": 3}},
    "a step that is none": {"does": "back", "values": {"step": "../3", "why": "x"}},
    "an endless value": {"does": "back", "values": {"step": "3", "why": "x" * 501}},
    "two lines": {"does": "back", "values": {"step": "3", "why": "a\nb"}},
    "a seat that is none": {"does": "open", "values": {"seat": "<script>"}},
    "a key that nobody asks for": {"does": "key", "values": {"seat": "bert", "words": "a b c d e f"}},
    "days that are none": {"does": "holiday", "values": {"first": "soon", "until": "later"}},
    "a yes to nothing": {"does": "draw", "digest": "0" * 64},
}


@pytest.mark.parametrize("case", ODD)
def test_what_is_no_proposal_is_refused_and_nothing_is_written(case: str, menu: Menu) -> None:
    before = kept(menu.folder)
    said = menu.page.post(f"{menu.at}/agree", ODD[case])

    assert said.status in (400, 409, 422)
    assert json.loads(said.text)["refused"]["sentence"]
    assert "<script>" not in said.text.replace("\\u003c", "<") or case == "a seat that is none"
    assert kept(menu.folder) == before


def test_a_rule_is_looked_up_beside_the_question(menu: Menu) -> None:
    found = [json.loads(menu.page.post(f"{menu.at}/rules", {"words": words}).text) for words in ("11.1", "monument")]
    none = menu.page.post(f"{menu.at}/rules", {"words": "<script>alert(1)</script>"})

    assert [rule["id"] for rule in found[0]["rules"]] == ["TE 11.1"]
    assert found[1]["rules"] and all(rule["sentence"] for rule in found[1]["rules"])
    assert none.status == 422 and "refused" in none.text


@pytest.mark.parametrize("lang", ["en", "it"])
def test_pieces_and_places_have_names_at_the_table_and_no_codes_that_are_typed(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the terminal a code stands behind a name, for it is typed there."""
    match = running("civilization", 15)
    home, _ = laid(tmp_path, match, asked(match))
    codes = re.compile(r"\((c\d+|[a-z]{3})\)")
    (tmp_path / "person" / "Dropbox").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    with page_of(home, tmp_path, lang) as page:
        texts = [
            json.dumps(page.start(table_of(home))["view"]),
            page.ask(f"/data{table_of(home)}/log?from=1&to=15").text,
        ]
        folders = json.loads(page.ask("/data/folders?at=").text)["rows"]
        folder = next(row["token"] for row in folders if row["name"] == "Dropbox")
        texts.append(page.post(f"/data{table_of(home)}/share", {"folder": folder}).text)
    code, typed, _ = inside(["log", "--lang", lang], home, tmp_path / "game")

    assert '"board":' in texts[-1]
    assert [codes.findall(text) for text in texts] == [[], [], []]
    assert code == 0 and codes.findall(typed) != []


def test_a_protected_key_agrees_to_nothing_without_its_passphrase(tmp_path: Path) -> None:
    home, _ = laid(tmp_path, running(), asked(running()))
    protected(tmp_path, asked(running()))
    before = kept(tmp_path)
    with page_of(home, tmp_path) as page:
        said = [page.post(f"/data{table_of(home)}/agree", {"does": "draw", "secret": word}) for word in ("", "sesame")]
        menus = [page.post(f"/data{table_of(home)}/menu", {"secret": word}).status for word in ("", "sesame")]

    assert ([one.status for one in said], menus) == ([423, 423], [423, 423])
    assert kept(tmp_path) == before


def test_a_game_is_kept_in_the_file_that_a_command_writes(menu: Menu) -> None:
    said = menu.page.ask(f"{menu.at}/game.zip")
    code, out, _ = inside(["archive"], menu.folder / f"home-{asked(running())}", menu.folder / "game")

    assert (said.status, said.headers["content-type"], code) == (200, "application/zip", 0)
    assert said.data == (menu.folder / "game" / out.split()[0]).read_bytes()


@pytest.mark.needs("uvicorn", *TOOLS, "axe.min.js")
@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_turn_is_asked_back_by_clicks_alone(lang: str, tmp_path: Path, chromium: Any) -> None:
    home, game = laid(tmp_path, running(), asked(running()))
    with served(home, tmp_path, REFEREE_LANG=lang) as page, visited(chromium, page, table_of(home)) as seen:
        tab = seen.page
        tab.locator("#tab-table").click()
        tab.locator(".menu .chip").first.click()
        tab.locator("#agree-step").fill("3")
        tab.locator("#agree-why").fill("a slip <b>")
        tab.locator("#gold").click()
        tab.wait_for_selector(".ask .agreed")
        for width, height in ((1280, 900), (390, 844)):
            resize(tab, {"width": width, "height": height})
            assert seen.axe()[0] == [], width
        assert "a slip <b>" in tab.locator(".ask .body").inner_text()
        tab.locator("#gold").click()
        tab.wait_for_selector(".ask .agreed", state="detached")
        assert seen.faults == []

    assert len([*(game / "outbox").glob("*back*")]) == 1

"""The first page: all tables of a home, what is dropped there, what it answers to nobody else, and what a browser shows
of it.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.kernel.sentence import Sentence
from referee.record.file_names import OFFER
from referee.record.store import RECORD_LIMIT
from referee.web.code_files import code_address
from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.protected_keys import protected
from tests.cli.terminal import inside
from tests.support.rehearse import open_match, play_out
from tests.web.chromium import TOOLS, resize, visited
from tests.web.game_forms import kept, mail, offer_of
from tests.web.in_process_page import FORM, Page, Said, in_parts, page_of
from tests.web.pages import served
from tests.web.rooms import PLAYERS, read

pytestmark = pytest.mark.needs("starlette")

WINDOWS = ((1280, 900), (1366, 768), (1920, 1080), (820, 1180), (390, 844))
GOLD = """() => {
  const all = [...document.querySelectorAll(".go")].map((each) => each.getBoundingClientRect());
  return [all.length, all.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight)];
}"""
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
LATE = (("deadline", "7"), ("grace", "3"))


class Lobby(NamedTuple):
    """The first page of a player who is asked in one game; another game is over."""

    page: Page
    home: Path
    folder: Path

    def start(self) -> Any:
        """What the page begins with."""
        return first_data(self.page)

    def drop(self, *files: tuple[str, bytes], **headers: str) -> Said:
        """What is answered to files that are dropped."""
        kind, body = in_parts({}, {"files": list(files)})
        return self.page.ask("/data/take-in", "POST", body, **({"content_type": kind} | headers))


def english(code: str, **values: object) -> str:
    """A sentence in English."""
    return Sentence(code, **values).told("en")


def first_data(page: Page) -> Any:
    return json.loads(page.ask("/").text.partition('id="first">')[2].partition("</script>")[0])


def home_with(folder: Path, *matches: Any, who: str = "") -> Path:
    home = home_of(folder, who or asked(matches[0]))
    for number, match in enumerate(matches):
        assert inside(["status"], home, lay(folder / f"game{number}", match.files))[0] in (0, 1)
    return home


@pytest.fixture
def lobby(tmp_path: Path) -> Iterator[Lobby]:
    home = home_with(tmp_path, running(), finished())
    with page_of(home, tmp_path) as page:
        yield Lobby(page, home, tmp_path)


def test_the_first_page_brings_all_tables_with_whose_turn_it_is_and_since_when(lobby: Lobby) -> None:
    page, start = lobby.page.ask("/"), lobby.start()
    waits, over = start["lobby"]["tables"]

    assert (page.status, page.headers["cache-control"], read(page.text).one("title").text) == (
        200,
        "no-store",
        "(1) Games",
    )
    assert f"script-src {lobby.page.gate.origin}{code_address()}" in page.headers["content-security-policy"]
    assert start["lobby"] == json.loads(lobby.page.ask("/data/lobby").text)
    assert (start["lobby"]["heading"], waits["label"], over["label"]) == (
        english("page-waiting", count=1),
        english("page-play"),
        english("/label/acknowledge-end"),
    )
    assert waits["since"].startswith(english("page-your-turn-since", since=""))
    assert over["since"] == english("page-over")
    assert waits["hand"] == json.loads(lobby.page.ask(f"/data/table/{waits['table']['head']['id']}").text)["dock"]
    assert over["hand"] == []


def test_no_folder_and_no_command_stands_on_the_first_page(lobby: Lobby) -> None:
    shown = {name: text for name, text in lobby.start().items() if name != "code"}
    text = json.dumps(shown)

    assert str(lobby.folder) not in text
    assert "referee " not in text


def test_a_card_says_what_happened_last_with_whom_and_who_may_be_reminded(tmp_path: Path) -> None:
    match = play_out(open_match("tigris", 3, "late", LATE), "late", steps=2)
    mine = next(name for name in PLAYERS if name != asked(match))
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, mine)
    assert inside(["status"], home, game)[0] == 0
    cards = []
    for days in (1, 8):
        then = time.time() - days * 86_400
        for path in (game / "record").iterdir():
            os.utime(path, (then, then))
        with page_of(home, game) as page:
            cards.append(first_data(page)["lobby"]["tables"][0])
    (row,) = json.loads(inside(["games", "--json"], home, game)[1])["games"]
    others = ", ".join(row["called"][seat] for seat in row["seats"] if seat != mine)
    late = asked(match)

    assert [card["last"] for card in cards] == [row["last"]] * 2 and row["last"]
    assert [
        f"Tigris & Euphrates with {others}. {english('page-allows', days=7)}." in card["about"] for card in cards
    ] == [True, False]
    assert [card["remind"] for card in cards] == [{}, {late: english("page-remind", names=row["called"][late])}]
    assert english("page-days-over", days=7) in cards[1]["about"]
    assert [card["table"]["turn"] for card in cards] == [False, False]


@pytest.mark.parametrize(("lang", "you"), [("en", "you"), ("it", "te")])
def test_a_table_that_is_over_says_who_came_where(lang: str, you: str, tmp_path: Path) -> None:
    home = home_with(tmp_path, finished(), who="anna")
    with page_of(home, tmp_path, lang) as page:
        (card,) = first_data(page)["lobby"]["tables"]

    assert [line.split()[0] for line in card["last"]] == ["1", "2", "2"]
    assert card["last"][0] == f"1 {you}"


def test_a_step_that_is_dropped_is_taken_in_by_its_game(lobby: Lobby) -> None:
    table = lobby.start()["lobby"]["tables"][0]["table"]
    said = lobby.drop(("mail.eml", mail(6)), ("other.txt", b"hello"))
    found = json.loads(said.text)

    assert said.status == 200
    assert [(one["name"], one["table"], one["kept"]) for one in found["taken"]] == [
        ("mail.eml", table["head"]["id"], True),
        ("other.txt", "", False),
    ]
    assert found["lobby"]["waiting"] == 0
    assert str(lobby.folder) not in said.text


def test_an_invitation_that_is_dropped_waits_to_be_read_and_nothing_is_signed(lobby: Lobby) -> None:
    before = kept(lobby.folder)
    said = lobby.drop(("mail.txt", running("cards").files[OFFER]))
    (one,) = json.loads(said.text)["taken"]

    assert (said.status, one["refused"]["code"], one["kept"]) == (200, "an-invitation-is-joined", False)
    assert kept(lobby.folder) == before


def test_a_game_that_a_friend_has_kept_is_opened_where_the_page_was(tmp_path: Path) -> None:
    match, home, place = running(), home_of(tmp_path, "anna"), tmp_path / "new"
    place.mkdir()
    archive = b"".join(match.files[name] for name in sorted(match.files))
    with page_of(home, place) as page:
        kind, body = in_parts({}, {"files": ("game.txt", archive)})
        found = json.loads(page.ask("/data/take-in", "POST", body, content_type=kind).text)

    assert [(one["kept"], one["table"]) for one in found["taken"]] == [(True, offer_of(home))]
    assert (place / "record").is_dir()


NAMES = [
    "../../../../etc/passwd",
    "..\\x",
    "/etc/passwd",
    "..",
    "",
    "a" * 5000,
    "<img src=x onerror=alert(1)>",
    "\u202e.step",
]


@pytest.mark.parametrize("called", NAMES)
def test_the_name_of_a_dropped_file_leads_nowhere(called: str, lobby: Lobby) -> None:
    before = kept(lobby.folder)
    said = lobby.drop((called.encode("ascii", "replace").decode(), b"no note"))
    found = json.loads(said.text)["taken"]

    assert (said.status, [one["kept"] for one in found]) == (200, [False])
    assert kept(lobby.folder) == before


NO_BODIES: dict[str, tuple[str, bytes, int]] = {
    "a form": (FORM, b"files=x", 403),
    "JSON": ("application/json", b"{}", 403),
    "no parts": ("multipart/form-data; boundary=edge", b"x", 200),
    "no boundary": ("multipart/form-data", b"x", 200),
    "too long": ("multipart/form-data; boundary=edge", b"", 413),
}


@pytest.mark.parametrize("case", NO_BODIES)
def test_what_is_no_file_is_dropped_for_nothing(case: str, lobby: Lobby) -> None:
    kind, body, status = NO_BODIES[case]
    before = kept(lobby.folder)
    length = {"content_length": str(RECORD_LIMIT + 1)} if status == 413 else {}
    said = lobby.page.ask("/data/take-in", "POST", body, content_type=kind, **length)

    assert said.status == status
    assert json.loads(said.text).get("taken", []) == []
    assert kept(lobby.folder) == before


FOREIGN: dict[str, dict[str, str]] = {
    "no cookie": {"cookie": ""},
    "another host": {"host": "evil.example:1"},
    "another page": {"origin": "https://evil.example"},
    "another site": {"sec_fetch_site": "cross-site"},
}


@pytest.mark.parametrize("case", FOREIGN)
def test_nobody_else_drops_anything_or_reads_the_first_page(case: str, lobby: Lobby) -> None:
    before = kept(lobby.folder)
    asked_for = [lobby.page.ask(path, **FOREIGN[case]) for path in ("/", "/data/lobby")]
    said = [lobby.drop(("mail.eml", mail(6)), **FOREIGN[case]), *asked_for]

    assert {one.status for one in said} == {403}
    assert [one for one in said if '"tables"' in one.text] == []
    assert kept(lobby.folder) == before


def test_a_locked_key_opens_what_is_dropped_with_its_passphrase_which_is_kept_nowhere(tmp_path: Path) -> None:
    home = home_with(tmp_path, running())
    protected(tmp_path, asked(running()))
    with page_of(home, tmp_path) as page:
        answers = []
        for fields in ({}, {"secret": "no"}, {"secret": "open sesame"}):
            kind, body = in_parts(fields, {"files": ("mail.eml", mail(6))})
            answers.append(page.ask("/data/take-in", "POST", body, content_type=kind))
        after = page.ask("/data/lobby").text

    assert [one.status for one in answers] == [423, 423, 200]
    assert json.loads(answers[2].text)["taken"][0]["kept"]
    assert "open sesame" not in "".join(one.text for one in answers) + after


def test_where_there_is_no_table_gold_begins_one_at_once(tmp_path: Path) -> None:
    with page_of(home_of(tmp_path, "anna"), tmp_path) as page:
        start = first_data(page)

    assert (start["lobby"]["heading"], start["lobby"]["title"], next(iter(start["games"]))) == (
        english("page-no-games"),
        "Games",
        "tigris",
    )
    assert start["lobby"]["tables"] == []


@pytest.mark.needs("uvicorn", *TOOLS, "axe.min.js")
@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_first_page_has_one_gold_button_in_every_window(lang: str, tmp_path: Path, chromium: Any) -> None:
    home = home_with(tmp_path, running(), running("ur"), running("cards"), finished())
    with served(home, tmp_path, REFEREE_LANG=lang) as page, visited(chromium, page) as seen:
        seen.page.wait_for_selector(".hand svg use")
        for width, height in WINDOWS:
            resize(seen.page, {"width": width, "height": height})
            seen.page.emulate_media(color_scheme=("light", "dark")[width == 390])
            assert (seen.page.evaluate(GOLD), seen.page.evaluate(SIDEWAYS)) == ([1, True], 0), width
            assert seen.axe_at(width) == [], width
        seen.page.locator("#gold").click()
        seen.page.wait_for_url("**/table/*")

        assert seen.count("pre") == 0
        assert seen.faults == []


DROP = """(text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "mail.eml"));
  dispatchEvent(new DragEvent("dragover", { dataTransfer: data, cancelable: true }));
  dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
}"""
PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""


@pytest.mark.needs("uvicorn", *TOOLS)
@pytest.mark.parametrize("way", [DROP, PASTE])
def test_a_mail_is_dropped_or_pasted_anywhere_and_the_page_says_so(way: str, tmp_path: Path, chromium: Any) -> None:
    home = home_with(tmp_path, running())
    with served(home, tmp_path) as page, visited(chromium, page) as seen:
        seen.page.evaluate("window.marked = true")
        assert (seen.page.title(), "icon-waits.svg" in seen.page.get_attribute("link[rel=icon]", "href")) == (
            "(1) Games",
            True,
        )
        seen.page.evaluate(way, mail(6).decode())
        seen.page.locator(".came a").wait_for()
        seen.page.wait_for_selector(".hero", state="detached")
        assert seen.page.title() == "Games"

        assert seen.page.get_attribute("link[rel=icon]", "href").endswith("/icon.svg")
        assert (seen.count(".dropping"), seen.count(".hero"), seen.page.evaluate("window.marked")) == (0, 0, True)
        assert seen.faults == []


@pytest.mark.needs("uvicorn", *TOOLS)
def test_what_a_terminal_does_is_seen_without_a_reload(tmp_path: Path, chromium: Any) -> None:
    home = home_with(tmp_path, running())
    (tmp_path / "mail.eml").write_bytes(mail(6))
    with served(home, tmp_path) as page, visited(chromium, page) as seen:
        seen.page.evaluate("window.marked = true")
        assert inside(["receive", str(tmp_path / "mail.eml")], home, tmp_path / "game0")[0] == 0
        seen.page.wait_for_selector(".hero", state="detached")
        assert seen.page.title() == "Games"

        assert seen.page.evaluate("window.marked") is True


@pytest.mark.needs("uvicorn", *TOOLS)
def test_an_invitation_that_is_dropped_is_one_question_with_one_gold_button(tmp_path: Path, chromium: Any) -> None:
    (tmp_path / "invitation.txt").write_bytes(running("ur").files[OFFER])
    home = home_of(tmp_path, "dora")
    with served(home, tmp_path) as page, visited(chromium, page) as seen:
        seen.page.locator(".file input").first.set_input_files(str(tmp_path / "invitation.txt"))
        seen.page.wait_for_selector(".invited h2:has-text('Ur')")
        assert seen.page.locator(".invited input").input_value() == "Dora"
        assert seen.page.evaluate(GOLD) == [1, True]
        assert "referee " not in seen.page.locator(".invited").inner_text()
        seen.page.locator("#gold").click()
        seen.page.wait_for_url("**/table/*")

        assert seen.faults == []


@pytest.mark.needs("uvicorn", *TOOLS)
def test_what_a_friend_puts_into_a_shared_folder_comes_in_by_itself(tmp_path: Path, chromium: Any) -> None:
    """Nobody types anything; the folder is named, never its path, and what is damaged there stops nothing."""
    home, shared = home_with(tmp_path, running()), tmp_path / "friday"
    shared.mkdir()
    assert inside(["sync", str(shared)], home, tmp_path / "game0")[0] == 0
    (shared / "damaged.txt").write_bytes(b"-----BEGIN REFEREE NOTE-----\nx")
    with served(home, tmp_path) as page, visited(chromium, page) as seen:
        seen.page.wait_for_selector(".hero")
        assert "friday" in seen.page.locator(".ways p").inner_text()
        assert str(tmp_path) not in seen.page.content()
        (shared / "letter.txt").write_bytes(mail(6))
        seen.page.wait_for_selector(".hero", state="detached")

        assert seen.page.title() == "Games"
        assert (tmp_path / "game0" / "record" / "0006.step").exists()
        assert seen.faults == []

"""Only the gold button: a game from nothing to its audited end, by people who press what is gold alone.

Without a browser: `test_gold_and_typed.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.kernel.sentence import Sentence
from referee.record.note import render_bundle
from tests.cli.terminal import inside
from tests.web.chromium import TOOLS, Seen, visited
from tests.web.game_forms import offer_of
from tests.web.gold_story import CLEAN, Cell
from tests.web.open_rooms import before_the_last_move
from tests.web.pages import Served, served

pytestmark = pytest.mark.needs("starlette")
in_a_browser = pytest.mark.needs("uvicorn", *TOOLS)

DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
}"""
PRESSES = 500
LOOKS = 25
"""So many seconds without news, and every page has looked into the folder twice."""


class Person(NamedTuple):
    """Somebody at a page of their own."""

    name: str
    page: Served
    seen: Seen

    @property
    def tab(self) -> Any:
        return self.seen.page

    def go_home(self) -> None:
        self.tab.goto(f"{self.page.origin}/")
        self.tab.wait_for_selector("main h1")

    def post(self) -> list[Any]:
        """The mails that wait at the table that is open."""
        address = f"/data/table/{self.tab.url.rpartition('/')[2].partition('#')[0]}/post"
        found = json.loads(self.tab.evaluate("(address) => fetch(address).then((said) => said.text())", address))
        return [item for item in found["items"] if item["state"] != "sent"]


@contextmanager
def people(folder: Path, chromium: Any, cell: Cell) -> Iterator[dict[str, Person]]:
    (folder / "person" / "Dropbox").mkdir(parents=True)
    own = {"REFEREE_LANG": cell.lang, "HOME": str(folder / "person")}
    with ExitStack() as open_pages:
        found = {}
        for name in cell.people:
            home, games = folder / name / "home", folder / name / "games"
            home.mkdir(parents=True, mode=0o700)
            games.mkdir()
            page = open_pages.enter_context(served(home, games, **own))
            seen = open_pages.enter_context(visited(chromium, page))
            found[name] = Person(name, page, seen)
        yield found


class BrowserStory:
    """A table of people who press what is gold, and carry each other's mails."""

    def __init__(self, everyone: dict[str, Person], cell: Cell) -> None:
        self.everyone, self.cell, self.pressed = everyone, cell, list[tuple[str, str]]()

    def says(self, code: str) -> str:
        return Sentence(code).told(self.cell.lang)

    def begin(self, game: str) -> None:
        """The host chooses a game and gives a name; the others get the invitation and give theirs."""
        host = self.everyone[self.cell.people[0]]
        tab, chosen = host.tab, [game]
        chosen += [self.says("new-plays-yes")] * self.cell.host_plays
        chosen += [self.says("new-travel-folder"), "Dropbox"] if self.cell.by_folder else []
        tab.goto(f"{host.page.origin}/new")
        for label in chosen:
            tab.locator(".opt b", has_text=label).click()
            tab.locator(".opt[aria-pressed=true] b", has_text=label).wait_for()
        tab.locator(".reads input").first.fill(host.name.title())
        tab.locator("#gold:not([disabled])").click()
        tab.wait_for_url("**/table/*")
        invitation = None
        if not self.cell.by_folder:
            tab.wait_for_selector(".mails #gold")
            (invitation,) = host.post()
        for person in (each for each in self.everyone.values() if each is not host):
            self.join(person, invitation)
        if invitation:
            self.send(host.name)

    def join(self, person: Person, invitation: Any) -> None:
        """Somebody drops the invitation, or says which folder it is in; the rest is gold, but for a name."""
        tab = person.tab
        if invitation:
            person.go_home()
            tab.evaluate(DROP, ["invitation.eml", invitation["text"]])
        else:
            tab.goto(f"{person.page.origin}/settings")
            tab.locator("summary", has_text=self.says("set-add-folder")).click()
            tab.locator(".folders .opt b", has_text="Dropbox").click()
            tab.get_by_role("button", name=self.says("room-share-here")).click()
            tab.locator(".agreed bdi", has_text="Dropbox").wait_for()
            person.go_home()
            tab.locator("#gold", has_text=self.says("lobby-read-invitation")).click()
        tab.locator(".invited input").fill(person.name.title())
        tab.locator("#gold").click()
        tab.wait_for_url("**/table/*")

    def send(self, name: str) -> None:
        """Carry the mails that wait to those they are for, and say that they were sent."""
        tab = self.everyone[name].tab
        for item in self.everyone[name].post():
            to = [other for other in self.everyone if other != name and other.title() in item["name"].split()]
            for other in to or ([] if item["kind"] == "offer" else [next(iter(self.everyone))]):
                with self.everyone[other].tab.expect_response("**/data/take-in"):
                    self.everyone[other].tab.evaluate(DROP, ["mail.eml", item["text"]])
            tab.evaluate(SENT, item["id"])
        tab.reload()
        tab.wait_for_selector("#ask")

    def press(self, name: str) -> bool:
        """Press what is gold, once what it asks for is chosen; whether there was anything."""
        tab = self.everyone[name].tab
        tab.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
        tab.wait_for_timeout(150)
        for box in tab.locator("input[name=same]").all():
            box.check()
        if tab.locator("button#gold[disabled]").count():
            tab.locator(".hit.open, .ask .opt, .ask .tiles button, .piece:not(.idle, .off, .used)").first.click()
            return True
        gold = tab.locator("#gold:visible")
        if not gold.count():
            return False
        self.pressed.append((name, gold.inner_text()))
        if leads := gold.evaluate("(each) => each.tagName === 'A' && [each.href, each.download]"):
            assert "mailto:" in leads[0] or leads[1], self.pressed
            self.send(name)
        else:
            from playwright.sync_api import TimeoutError as TooLate  # for whoever has it

            with suppress(TooLate):  # what has come meanwhile asks for something else
                gold.click(timeout=3000)
        return True

    def play(self) -> None:
        """Press on until nobody has anything to press, nor has anything come by the folder."""
        idle = 0
        for _ in range(PRESSES):
            idle = 0 if [True for name in self.everyone if self.press(name)] else idle + 1
            if idle > (LOOKS if self.cell.by_folder else 0):
                return
            if idle:
                self.everyone[self.cell.people[0]].tab.wait_for_timeout(1000)
        raise AssertionError(self.pressed[-12:])


SENT = """(id) => fetch(`/data/table/${location.pathname.split("/").pop()}/post`, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ items: [id], does: "sent" }),
})"""


IN_A_BROWSER = (
    Cell(host_plays=True, by_folder=False, masked=False, lang="it", game="oxo", homes=2),
    Cell(False, False, False, "en", "oxo", 3),
    Cell(True, True, False, "en", "oxo", 2),
    Cell(False, True, False, "it", "oxo", 3),
)
"""Without a browser, by the same gold, a usual run goes the way in test_gold_and_typed.py."""


@in_a_browser
@pytest.mark.long
@pytest.mark.parametrize("cell", IN_A_BROWSER, ids=str)
def test_a_game_goes_from_nothing_to_its_end_by_the_gold_button(cell: Cell, tmp_path: Path, chromium: Any) -> None:
    with people(tmp_path, chromium, cell) as everyone:
        story = BrowserStory(everyone, cell)
        story.begin("Noughts")
        story.play()
        said = [person.tab.locator("main").inner_text() for person in everyone.values()]
        faults = [fault for person in everyone.values() for fault in person.seen.faults]

        assert [text for text in said if CLEAN[cell.lang] not in text or "referee " in text] == []
        assert {name for name, label in story.pressed if label == story.says("page-sign")} == {*cell.players}
        assert faults == []


@in_a_browser
@pytest.mark.parametrize("room", ["/", "/table/{id}"])
def test_a_move_in_a_shared_folder_ends_a_game_by_the_gold_button(room: str, tmp_path: Path, chromium: Any) -> None:
    """It comes while the room is open, and is asked about there."""
    game, home, last, move = before_the_last_move(tmp_path, "host")
    shared = tmp_path / "shared"
    shared.mkdir()
    assert inside(["sync", str(shared)], home, game)[0] == 0
    at = room.format(id=offer_of(home))
    with served(home, tmp_path / "here") as page, visited(chromium, page, at) as seen:
        seen.page.wait_for_timeout(1000)
        gold = seen.page.locator("#gold", has_text="Publish the end")
        before = gold.count()
        (shared / "last.move").write_bytes(render_bundle((move,)))
        gold.wait_for()
        said, golds = seen.page.locator("main").inner_text(), seen.page.locator(".go:visible").count()
        seen.page.screenshot(path=tmp_path / "asked.png")
        gold.click()
        gold.wait_for(state="detached")
        seen.page.wait_for_timeout(500)
        seen.page.screenshot(path=tmp_path / "over.png")

        assert (before, golds, "1. Anna" in said) == (0, 1, True)
        assert (game / "record" / last).exists()
        assert seen.faults == []

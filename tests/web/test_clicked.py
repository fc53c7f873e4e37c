"""From three empty homes to the end of a game without a terminal: offer, joins, words, turns, a draw, ack and audit.

Each person has a home, a page and a browser; what one saves the others drop. The same game is typed as well, by homes
with the same keys: the records are the same bytes.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import PATHS, inside
from tests.web.chromium import TOOLS, browser
from tests.web.pages import Served, served
from tests.web.told_chance import drawn

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)

CHANCE = os.pathsep.join((str(Path(__file__).parent / "chance"), PATHS))
PEOPLE = {"host": "Hugo", "anna": "Anna", "bert": "Bert"}


class Person:
    """Somebody with a home, a page of it and a browser; `press` is how a button or link is pressed."""

    def __init__(self, tab: Any, page: Served, mails: Path, press: Callable[[Any], None]) -> None:
        self.tab, self.page, self.mails, self._press = tab, page, mails, press
        self.presses = 0
        mails.mkdir()
        tab.goto(f"{page.origin}/#{page.ticket}")
        self.sees("No games yet")

    def sees(self, heading: str) -> None:
        """The first line of the page comes to be this."""
        self.tab.wait_for_selector(f'h1:has-text("{heading}")')

    def press(self, name: str, leads_to: str, exact: bool = True) -> None:
        """Press the first button or link of this name."""
        button, link = (self.tab.get_by_role(role, name=name, exact=exact) for role in ("button", "link"))
        self._press(button.or_(link).first)
        self.presses += 1
        self.sees(leads_to)

    def fill(self, label: str, text: str) -> None:
        self.tab.get_by_label(label).fill(text)

    def drop(self, *mails: Path, leads_to: str = "Done") -> None:
        """Drop mails where they are dropped, several at once."""
        self.tab.goto(f"{self.page.origin}/")
        self.tab.locator("#mails").set_input_files([str(mail) for mail in mails])
        self.press("Take it in", leads_to)

    def goes_to_game(self) -> None:
        self.tab.goto(f"{self.page.origin}/")
        link = self.tab.locator(".gamecard a").first
        self._press(link)
        self.presses += 1
        self.tab.wait_for_selector("#drop")
        self.tab.wait_for_selector(".tasks", state="attached")

    def saves(self) -> Path:
        """The newest file that is there to be sent, as it comes out of the browser."""
        self.goes_to_game()
        self._press(self.tab.get_by_role("link", name="Post", exact=True))
        self.tab.wait_for_selector(".came a")
        with self.tab.expect_download() as coming:
            self._press(self.tab.get_by_role("link", name="Save the file").first)
        self.presses += 2
        path = self.mails / coming.value.suggested_filename
        coming.value.save_as(path)
        return path

    def signs(self, leads_to: str = "Done") -> None:
        """What is signed stands above the button that signs it."""
        assert self.tab.locator(".told").first.inner_text()
        self.press("I have read it: sign", leads_to)


def clicks(found: Any) -> None:
    found.click()


def keys(found: Any) -> None:
    """By the keyboard alone: Tab leads there, Enter presses."""
    tab = found.page
    found.wait_for()
    tab.evaluate("document.activeElement.blur()")
    wanted = found.element_handle()
    for _ in range(200):
        tab.keyboard.press("Tab")
        if tab.evaluate("(wanted) => document.activeElement === wanted", wanted):
            tab.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab does not lead to {found}")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as started:
        yield started


def chosen_by(person: Person) -> str:
    """A turn clicked together: the first word that is offered, until the turn is whole."""
    person.goes_to_game()
    person.press("Play my turn", "Bert")
    tab = person.tab
    for _ in range(20):
        words = tab.locator("#words button:not(.unchecked)")
        if words.count() == 0 or tab.locator("#chosen li").count() >= 2:
            break
        person._press(words.first)
        person.presses += 1
    line = re.search(r'referee move "([^"]+)"', tab.locator("#move").text_content())
    assert line is not None
    person.press("Read it, then sign", "Read it, then sign")
    return line[1]


@pytest.mark.parametrize("way", [clicks, keys])
def test_a_game_without_a_terminal(
    way: Callable[[Any], None], chromium: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as open_pages:
        people = {}
        for who in PEOPLE:
            (tmp_path / who).mkdir()
            page = open_pages.enter_context(served(tmp_path / f"home-{who}", tmp_path / who, PYTHONPATH=CHANCE))
            context = open_pages.enter_context(chromium.new_context(accept_downloads=True))
            context.set_default_timeout(120_000)
            people[who] = Person(context.new_page(), page, tmp_path / f"mails-{who}", way)
        orders = clicked(people)
        presses = {who: person.presses for who, person in people.items()}

    records = {who: record(tmp_path / who / "friday") for who in PEOPLE}
    typed, lines = typed_twin(tmp_path / "typed", orders, monkeypatch)

    assert records["host"] == records["anna"] == records["bert"]
    assert records == typed
    assert presses == {"host": 32, "anna": 36, "bert": 47}  # the ways to each room counted, and each file
    assert lines == {"host": 12, "anna": 12, "bert": 13}  # without the mails that are saved and attached


def record(game: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (game / "record").iterdir()}


def clicked(people: dict[str, Person]) -> str:
    """The game from the offer to the audited end; the orders that Bert has signed."""
    host, *players = people.values()
    anna, bert = players
    opened(host, players)
    letter = host.saves()
    for player in players:
        player.drop(letter)
    hear(people)

    orders = chosen_by(bert)
    assert orders.split(";")[0] in bert.tab.locator(".told").first.inner_text()
    bert.signs()
    host.drop(bert.saves())
    letter = host.saves()
    for player in players:
        player.drop(letter)

    anna.goes_to_game()
    anna.press("Everything", "Everything")
    anna.press("Agree to a draw", "Agree", exact=False)
    anna.fill("draw, end, leave or back", "draw")
    anna.press("Agree", "Read it, then sign")
    anna.signs()
    proposal = anna.saves()
    host.drop(proposal)
    bert.drop(proposal)
    bert.goes_to_game()
    bert.press("Agree", "Read it, then sign")
    bert.signs()
    agreed = bert.saves()
    anna.drop(agreed)
    host.drop(agreed, leads_to="This waits for your yes")
    host.press("Yes, do it", "Done")
    letter = host.saves()
    for player in players:
        player.drop(letter)

    for player, others in ((anna, (host, bert)), (bert, (host, anna))):
        player.goes_to_game()
        player.press("I have seen the end", "Read it, then sign")
        player.signs()
        seen = player.saves()
        for other in others:
            other.drop(seen)
    for person in people.values():
        person.goes_to_game()
        person.press("Check every move", "Done")
        assert "clean" in person.tab.locator(".told").first.inner_text()
    return orders


def opened(host: Person, players: list[Person]) -> None:
    """From the offer to the deal."""
    host.press("Offer a game of your own", "Make the invitation")
    for label, value in (("One of the games below", "tigris"), ("How many players", "2")):
        host.tab.get_by_label(label).select_option(value)
    host.fill("What you all call", "Friday")
    host.fill("Your own name", "Hugo")
    host.press("Make the invitation", "Done")
    invitation = host.saves()
    for player, name in zip(players, ("Anna", "Bert"), strict=True):
        player.drop(invitation, leads_to="You are invited")
        player.fill("Your name in this game", name)
        player.press("Join", "Done")
    host.drop(*[player.saves() for player in players])
    host.goes_to_game()
    host.press("Make the charter", "Done")
    charter = host.saves()
    for player in players:
        player.drop(charter)
        player.goes_to_game()
        player.press("Read what was agreed, then accept", "Read it, then sign")
        player.signs()
    host.drop(*[player.saves() for player in players])


def hear(people: dict[str, Person]) -> None:
    """All say the four words, and take in those that they hear."""
    said = set()
    for person in people.values():
        person.goes_to_game()
        person.press("Hear the words", "Hear the words")
        own = re.search(r"your words: ([a-z ]+)", person.tab.locator(".told").first.inner_text())
        assert own is not None
        said.add(own[1].strip())
        person.fill("The four words that you heard", min(said))
        person.fill("Who said them", "all")
        person.press("Hear the words", "Done")
    assert len(said) == 1


def typed_twin(
    folder: Path, orders: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[str, dict[str, bytes]], dict[str, int]]:
    """The records of the same game, typed by homes with the same keys, and how many lines each has typed."""
    monkeypatch.setattr(secrets, "token_bytes", drawn)
    folder.mkdir()
    lines = dict.fromkeys(PEOPLE, 0)

    def types(who: str, *words: str, into: str = "friday") -> str:
        place = folder / who / into
        code, out, errors = inside(words, folder / f"home-{who}", place)
        assert code == 0, errors
        lines[who] += 1
        return out

    for who, name in PEOPLE.items():
        (folder / who).mkdir()
        types(who, "key", "new", name.lower(), into=".")
    types("host", "offer", "tigris", "--seats=2", "--title=Friday", "--name=Hugo", into=".")
    there = {who: folder / who / "friday" for who in PEOPLE}

    def sent(who: str, sort: str = "outbox") -> str:
        return str(max((there[who] / sort).iterdir(), key=lambda path: path.stat().st_mtime_ns))

    for who in ("anna", "bert"):
        types(who, "join", sent("host", "letters"), f"--name={PEOPLE[who]}", into=".")
    types("host", "receive", sent("anna"), sent("bert"))
    types("host", "charter")
    for who in ("anna", "bert"):
        types(who, "receive", sent("host", "letters"))
        types(who, "accept")
    types("host", "receive", sent("anna"), sent("bert"))
    for who in ("anna", "bert"):
        types(who, "receive", sent("host", "letters"))
    own = re.search(r"your words: ([a-z ]+)", types("host", "words"))
    assert own is not None
    for who in PEOPLE:
        types(who, "words", own[1].strip(), "--from=all")
    types("bert", "move", "--yes", orders)
    types("host", "receive", sent("bert"))
    for who in ("anna", "bert"):
        types(who, "receive", sent("host", "letters"))
    types("anna", "consent", "draw", "--yes")
    for who in ("host", "bert"):
        types(who, "receive", sent("anna"))
    types("bert", "consent", "draw", "--yes")
    types("anna", "receive", sent("bert"))
    types("host", "receive", "--yes", sent("bert"))
    for who in ("anna", "bert"):
        types(who, "receive", sent("host", "letters"))
    for who, others in (("anna", ("host", "bert")), ("bert", ("host", "anna"))):
        types(who, "ack", "--yes")
        for other in others:
            types(other, "receive", sent(who))
    return {who: record(there[who]) for who in PEOPLE}, lines

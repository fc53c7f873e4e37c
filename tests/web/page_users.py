"""People who click: each with a home, a folder, a language and a browser; their pages are served by this process."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import chdir, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn

from referee.cli.context import Context
from referee.cli.help_pages.page import PageWords
from referee.cli.web.server import app_of, listening
from referee.cli.web.session_auth import RunningPage, SessionAuth
from referee.kernel.sentence import Sentence

Way = Callable[[Any], None]
"""How a button, a link or a place is pressed."""


def clicks(found: Any) -> None:
    found.click()


def taps(found: Any) -> None:
    found.tap()


BEHIND = """(wanted) => {
  document.activeElement.blur();
  return document.querySelector(document.querySelector("a.skip")?.hash ?? "head").contains(wanted);
}"""
"""Whether something stands behind the bar, where the first link of a page leads."""

BETWEEN = """(wanted) => {
  const stops = document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]");
  const between = (each) => document.activeElement.compareDocumentPosition(each) & each.compareDocumentPosition(wanted);
  const stops_at = (each) => each.tabIndex >= 0 && !each.disabled && (each.type !== "radio" || each.checked);
  return [...stops].filter((each) => stops_at(each) && each.getClientRects().length && between(each) & 4).length;
}"""
"""How many places Tab stops at before it comes to something."""

REACHED = "(wanted) => [document.activeElement === wanted, wanted.isConnected]"
"""Whether something is what Enter presses, and whether it still stands in the page."""


def keys(found: Any) -> None:
    """By the keyboard alone: Tab leads there, past the bar by the link for that, and Enter presses."""
    found.wait_for()
    tab = found.page
    if found.evaluate(BEHIND):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.matches('a.skip')"):
            tab.keyboard.press("Enter")
    wanted = found.element_handle()
    for _ in range(tab.evaluate(BETWEEN, wanted)):  # to be asked at each of these takes longer than to press it
        tab.keyboard.press("Tab")
    for _ in range(200):
        tab.keyboard.press("Tab")
        reached, stands = tab.evaluate(REACHED, wanted)
        if reached:
            tab.keyboard.press("Enter")
            return
        if not stands:  # words are written again
            wanted = found.element_handle()
    raise AssertionError(f"Tab does not lead to {found}")


@contextmanager
def at_home(home: Path, cwd: Path, lang: str) -> Iterator[None]:
    """In the place of somebody: what is typed or served now is theirs."""
    kept = {name: os.environ.get(name) for name in ("REFEREE_HOME", "REFEREE_LANG")}
    os.environ.update(REFEREE_HOME=str(home), REFEREE_LANG=lang)
    try:
        with chdir(cwd):
            yield
    finally:
        for name, value in kept.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


class House:
    """The pages of several people in one thread; one request is answered after the other, each in its own home."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._lock = asyncio.Lock()
        self._servers: list[tuple[uvicorn.Server, Any]] = []
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def opens(self, home: Path, cwd: Path, lang: str) -> str:
        """The address of a new page, with its ticket."""
        at = listening(0)
        at.listen()
        address, port = at.getsockname()
        gate = SessionAuth(RunningPage(address, port, "secret"))
        app = app_of(Context(lang=lang), gate, lambda: None)

        async def inside(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
            if scope["path"].endswith("/picture.svg"):  # it is looked at elsewhere, and takes long
                scope = scope | {"path": "/nowhere"}
            async with self._lock:
                with at_home(home, cwd, lang):
                    await app(scope, receive, send)

        config = uvicorn.Config(inside, http="h11", ws="none", lifespan="off", log_config=None, access_log=False)
        server = uvicorn.Server(config)
        running = asyncio.run_coroutine_threadsafe(server.serve(sockets=[at]), self._loop)
        self._servers.append((server, running))
        return f"{gate.origin}/#{gate.ticket('/')}"

    def close(self) -> None:
        for server, _ in self._servers:
            server.should_exit = True
        for _, running in self._servers:
            running.result(20)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(20)


class Person:
    """Somebody at a page, in a language; `way` is how a button or link is pressed, `presses` counts that."""

    def __init__(self, tab: Any, address: str, lang: str, mails: Path, way: Way) -> None:
        self.tab, self.lang, self.mails, self.way, self.presses = tab, lang, mails, way, 0
        self.origin = address.partition("/#")[0]
        self.waiting: list[Path] = []
        mails.mkdir()
        tab.goto(address)
        self.sees(self.said("page-no-games"))

    def said(self, code: str, **values: object) -> str:
        """A sentence in this person's language."""
        return Sentence(code, **values).told(self.lang)

    def does(self, command: str) -> str:
        """What is on the button of a command."""
        return PageWords(command, self.lang).button()

    def sees(self, heading: str) -> None:
        """The first line of the page comes to be this."""
        self.tab.wait_for_selector(f"h1:has-text({heading!r})")

    def press(self, name: str, leads_to: str = "page-done", exact: bool = True) -> None:
        """Press the first button or link of this name; the first line is then this sentence, or these words."""
        button, link = (self.tab.get_by_role(role, name=name, exact=exact) for role in ("button", "link"))
        with self.tab.expect_navigation(wait_until="domcontentloaded"):
            self.touch(button.or_(link).first)
        self.sees(self.said(leads_to) if leads_to.startswith("page-") else leads_to)

    def touch(self, found: Any) -> None:
        self.way(found)
        self.presses += 1

    def fill(self, **fields: str) -> None:
        """Give each field what it is to hold."""
        for name, text in fields.items():
            field = self.tab.locator(f'[id="f-{name.replace("__", ".")}"]')
            kind = field.evaluate("(each) => each.options ? 'list' : each.type")
            field.select_option(text) if kind == "list" else field.check() if kind == "checkbox" else field.fill(text)

    def told(self) -> str:
        """What the command has said."""
        return "\n".join(self.tab.locator(".told").all_inner_texts())

    def signs(self) -> None:
        """What is signed stands above the button that signs it."""
        self.sees(self.said("page-read-first"))
        assert self.told()
        self.press(self.said("page-sign"))

    def drops(self, *mails: Path, leads_to: str = "page-done") -> None:
        """Drop mails, several at once, where they are dropped in every room of a game and beside all games."""
        self.tab.locator("#mails").set_input_files([str(mail) for mail in (*self.waiting, *mails)])
        self.waiting.clear()
        self.press(self.said("page-take-in"), leads_to)

    def saves(self) -> Path:
        """The file that was just written, as it comes out of the browser."""
        with self.tab.expect_download() as coming:
            self.touch(self.tab.get_by_role("link", name=self.said("page-save")).first)
        path = self.mails / f"{self.presses}-{coming.value.suggested_filename}"
        coming.value.save_as(path)
        return path

    def form(self, command: str, **fields: str) -> None:
        """Go to the form of a command by the list of all, and fill it in."""
        self._leads("page-all")
        self.touch(self.tab.get_by_role("link", name=PageWords("referee", self.lang).about(command), exact=True))
        self.sees(self.does(command))
        self.fill(**fields)

    def plays(self, *orders: str) -> str:
        """A turn clicked together, each order by words, or @ and a place or piece; the line that could be typed."""
        self.touch(self.tab.get_by_role("link", name=self.said("/label/answer-in-order")).first)
        self.tab.wait_for_selector("#compose")
        chosen, words = self.tab.locator("#chosen li"), self.tab.locator("#words")
        for number, order in enumerate(orders, 1):
            for part in order.split("/"):
                spot = self.tab.locator(f'.spot[data-title*="{part[1:]}"]:not([hidden])').first
                found = spot if part.startswith("@") else words.get_by_role("button", name=part, exact=True)
                self.touch(found)
            if chosen.count() < number:  # the first tap on a telephone brings the place near
                self.touch(found)
            assert chosen.count() == number
        line = re.search(r'referee move "([^"]+)"', self.tab.locator("#move").text_content())
        assert line is not None
        self.press(self.said("page-read-first"), "page-read-first")
        self.signs()
        return line[1]

    def _leads(self, room: str) -> None:
        self.touch(self.tab.get_by_role("link", name=self.said(room), exact=True))
        self.sees(self.said(room))

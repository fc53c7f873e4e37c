"""Debian's Chromium, driven by playwright: pages opened from disk, and everything they say or ask for on the way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.long_runs import of
from tests.needed_tools import FILES, need
from tests.support.browser import PROGRAM, launch
from tests.web.pages import Served

TOOLS = (PROGRAM, "playwright")
"""What a test of this kind needs."""

LOOK = """([...runOnly]) => axe.run({
  ...(runOnly.length && { runOnly }), resultTypes: ["violations"], selectors: false,
}).then((found) => [found.violations.map((each) => each.id), found.passes.length])"""
"""By all rules, or by some. Which elements pass, and where they lie, is asked of nobody: it takes a third."""

SCHEMES = ("light", "dark")
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe-core that look at colours. All others find the same in light and dark; a long run asks them too."""


@dataclass
class Seen:
    """A page in a window: `said` are console lines and errors, `faults` errors alone, `requests` what it asked for."""

    page: Any
    said: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def axe(self, *only: str) -> tuple[list[str], int]:
        """The violations that axe-core finds, by all its rules or by some, and how many of them pass. Where it is not
        here, the test is skipped by that name.
        """
        need("axe.min.js")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(FILES["axe.min.js"].read_text("utf-8"))
        violations, passes = self.page.evaluate(LOOK, only)
        return violations, passes

    def axe_at(self, width: int) -> list[str]:
        """The violations in a window as wide as that: a usual run looks at them on a desk and on a telephone."""
        return self.axe()[0] if width in of((390, 1280), (width,)) else []

    def count(self, selector: str) -> int:
        """How many elements there are."""
        return int(self.page.locator(selector).count())


_windows: dict[str, Any] = {}
"""The windows of the browser that runs, by the options they were made with: to make one costs as much as all that a
test does in it.
"""


@contextmanager
def browser() -> Iterator[Any]:
    """The browser of all tests of pages."""
    with launch() as started:
        yield started
        _windows.clear()


@contextmanager
def window(started: Any, **options: Any) -> Iterator[Seen]:
    """A window as nobody has used it. Options are those of a context: `color_scheme`, `java_script_enabled` .."""
    page = _windows.pop(repr(options), None) or started.new_context(**options).new_page()
    seen = Seen(page)

    def fails(error: Exception) -> None:
        seen.said.append(str(error))
        seen.faults.append(str(error))

    heard = {
        "console": lambda line: seen.said.append(line.text),
        "pageerror": fails,
        "request": lambda request: seen.requests.append(request.url),
    }
    for event, hear in heard.items():
        page.on(event, hear)
    yield seen
    for event, hear in heard.items():
        page.remove_listener(event, hear)
    page.evaluate("() => [localStorage, sessionStorage].forEach((each) => each.clear())")
    page.emulate_media(media="null", color_scheme=options.get("color_scheme", "light"))
    _windows[repr(options)] = page  # what has failed on the way is not used again


def resize(page: Any, wanted: dict[str, int]) -> None:
    """Give a page its size, unless it has it: what still stands in it would be laid out once more."""
    if page.viewport_size != wanted:
        page.set_viewport_size(wanted)


@contextmanager
def opened(started: Any, path: Path, *, width: int = 1280, height: int = 844, **options: Any) -> Iterator[Seen]:
    """A page from disk in a window to itself."""
    with window(started, **options) as seen:
        resize(seen.page, {"width": width, "height": height})
        seen.page.goto(path.as_uri())
        yield seen


@contextmanager
def visited(started: Any, served: Served, at: str = "/", **options: Any) -> Iterator[Seen]:
    """A room of a home in a window to itself, where its ticket has let somebody in; none if `at` is empty."""
    served.enter()
    with window(started, **options) as seen:
        resize(seen.page, options.get("viewport", {"width": 1280, "height": 720}))
        name, _, value = served.cookie.partition("=")
        seen.page.context.add_cookies([{"name": name, "value": value, "url": served.origin}])
        if at:
            seen.page.goto(f"{served.origin}{at}")
        yield seen
        seen.page.context.clear_cookies()
    seen.page.goto("about:blank")  # where nothing asks whether the program still runs

"""Pictures of the pages, for the docs: each example's board, the page of its steps, a turn to click together.

    python scripts/pictures.py [FOLDER]      write them (docs/pictures)

They are made of the games in `examples/` by `referee show`, `replay` and `compose`, and photographed by Chromium, which
must be installed: light and dark, on a phone, and one of each on a sheet of A4. A board looks as it did when the game
was half over.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.environment import enter  # noqa: E402
from tests.support.browser import launch  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STEPS = {"tigris-running": 42, "tigris-4p": 82, "cards-2p": 92, "ur-3p": 28, "civilization-2p": 60}
"""The step of each example that is shown; the second one is finished."""

BOARD = "tigris-running"
"""The game whose board alone is on the READMEs, in the language of each."""

REPLAYED = ("tigris-running", "civilization-2p", "tigris-4p")
"""The games whose page of all steps is shown, as it opens; the last one is finished."""

ASKED = ("tigris-running", "bert")
"""The game and the player whose page has orders to click together; the key is a test key of the examples."""


class Window(NamedTuple):
    """A window that a page is seen through; `tall` is it where all of the page is shown, however high."""

    name: str
    width: int
    height: int
    scheme: str
    tall: bool = False


WINDOWS = (Window("light", 1280, 900, "light"), Window("dark", 1280, 900, "dark"))
PHONE = Window("phone", 390, 844, "light", tall=True)


def main(folder: Path) -> None:
    """Write every picture."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="referee-pictures-") as place, launch() as browser:
        for page in _pages(Path(place)):
            for window in (*WINDOWS, PHONE):
                _photograph(browser, page, folder / f"{page.stem}-{window.name}.png", window)
            if page.stem in (BOARD, f"{BOARD}-replay"):
                _print(browser, page, folder / f"{page.stem}-a4.pdf")
        for lang, name in (("en", BOARD), ("it", f"{BOARD}-it")):
            page = _shown(Path(place), BOARD, f"{name}-board", lang)
            for window in WINDOWS:
                _photograph(browser, page, folder / f"{page.stem}-{window.name}.png", window, part="#board")


def _pages(place: Path) -> Iterator[Path]:
    """The pages, as commands write them: everybody's, and one of a player who is asked."""
    yield from (_shown(place, game, game) for game in STEPS)
    game, player = ASKED
    home = place / "home"
    _referee(home, "key", "import", f"keys/{player}", "--name", player)
    yield _written(place, f"{game}-turn", home, "compose", "--as", player, "--game", game)
    for name in REPLAYED:
        yield _written(place, f"{name}-replay", home, "replay", "--game", name)


def _shown(place: Path, game: str, name: str, lang: str = "en") -> Path:
    step = str(STEPS[game])
    return _written(place, name, place / "empty", "show", step, "--kingdoms", "--game", game, "--lang", lang)


def _written(place: Path, name: str, home: Path, *words: str) -> Path:
    page = place / f"{name}.html"
    _referee(home, *words, "--html", str(page))
    return page


def _referee(home: Path, *words: str) -> None:
    """A command in `examples/`."""
    there = {**os.environ, "REFEREE_HOME": str(home), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "referee", *words]
    subprocess.run(command, cwd=ROOT / "examples", env=there, check=True, stdout=subprocess.DEVNULL)


def _photograph(browser: Browser, page: Path, target: Path, window: Window, part: str = "") -> None:
    """What a window shows of a page, or of a `part` of it."""
    size = {"width": window.width, "height": window.height}
    seen = browser.new_page(viewport=size, color_scheme=window.scheme)  # type: ignore[arg-type]
    seen.goto(page.as_uri())
    if part:
        seen.locator(part).screenshot(path=target)
    else:
        seen.screenshot(path=target, full_page=window.tall)
    seen.close()
    print(target)


def _print(browser: Browser, page: Path, target: Path) -> None:
    seen = browser.new_page()
    seen.goto(page.as_uri())
    seen.pdf(path=target, format="A4")
    seen.close()
    print(target)


if __name__ == "__main__":
    enter("requirements/dev.txt")
    main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs" / "pictures")

"""Pictures of the pictures, for the docs: each example's board in both schemes, on a phone, and on a sheet of A4.

    python scripts/pictures.py [FOLDER]      write them (docs/pictures)

They are drawn from the games in `examples/` by `referee show --html` and `referee replay --html`, and photographed by
Chromium, which must be installed. A board looks as it did when the game was half over.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.browser import browse  # noqa: E402
from scripts.environment import enter  # noqa: E402

STEPS = {"tigris-running": 42, "tigris-4p": 82, "cards-2p": 92, "ur-3p": 28, "civilization-2p": 60}
"""The step of each example that is shown; the second one is finished."""

SHOTS = (("light", 760, 1), ("dark", 760, 0), ("phone", 390, 1))
"""(name, width of the window, the scheme as Chromium numbers it)."""

BOARD = ("tigris-running", 656)
"""The game whose board alone is on the READMEs, in the language of each, and how high it is: the first screen has room
for a turn below it.
"""

WIDE = {"civilization-2p": 1200}
"""The window for a map of the world, which has names only where there is room for them."""

_PRINTED = ("tigris-running",)

REPLAYED = ("tigris-running", "civilization-2p", "tigris-4p")
"""The games whose page of all steps is shown, as it opens; the last one is finished."""

TALL = {
    ("tigris-running-turn", "phone"): 2.0,
    ("tigris-4p-replay", "light"): 1.8,
    ("tigris-4p-replay", "dark"): 0.0,
    ("tigris-4p-replay", "phone"): 2.1,
}
"""Pages of which so many windows are shown; 0 for none."""

ASKED = ("tigris-running", "bert")
"""The game and the player whose page has orders to click together; the key is a test key of the examples."""

WINDOWS = (("light", 1280, 900, 1), ("dark", 1280, 900, 0), ("phone", 390, 844, 1))
"""(name, width and height of the window, the scheme): a page of steps is seen through a window."""


def main(folder: Path) -> None:
    """Write every picture."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="referee-pictures-") as place:
        for game, step in STEPS.items():
            page = Path(place) / f"{game}.html"
            _write(game, step, page)
            for name, usual, scheme in SHOTS:
                width = WIDE.get(game, usual) if usual > 390 else usual
                target = folder / f"{game}-{name}.png"
                _photograph(page, target, width, _height(page, width), scheme)
            if game == BOARD[0]:
                _boards(folder, game, page)
                italian = page.with_name(f"{game}-it.html")
                _write(game, step, italian, "it")
                _boards(folder, f"{game}-it", italian)
            if game in _PRINTED:
                target = folder / f"{game}-a4.pdf"
                browse(page, "--no-pdf-header-footer", f"--print-to-pdf={target}")
                print(target)
        _replays(folder, Path(place))


def _boards(folder: Path, game: str, page: Path) -> None:
    """The board alone, in both schemes."""
    for name, width, scheme in SHOTS[:2]:
        _photograph(page, folder / f"{game}-board-{name}.png", width, BOARD[1], scheme)


def _replays(folder: Path, place: Path) -> None:
    """The pages of steps: everybody's, and one of a player who is asked."""
    game, player = ASKED
    home = place / "home"
    _referee(home, "key", "import", f"keys/{player}", "--name", player)
    pages = [(f"{game}-turn", ("compose", "--as", player, "--game", game))]
    pages += [(f"{name}-replay", ("replay", "--game", name)) for name in REPLAYED]
    for name, words in pages:
        page = place / f"{name}.html"
        _referee(home, *words, "--html", str(page))
        for window, width, height, scheme in WINDOWS:
            target = folder / f"{name}-{window}.png"
            tall = TALL.get((name, window), 1.0)
            if not tall:
                continue
            _photograph(page, target, width, int(tall * height), scheme)
    target = folder / f"{pages[1][0]}-a4.pdf"
    browse(place / f"{pages[1][0]}.html", "--no-pdf-header-footer", f"--print-to-pdf={target}")
    print(target)


def _photograph(page: Path, target: Path, width: int, height: int, scheme: int) -> None:
    """What a window of this size shows of a page."""
    scheme_set = f"--blink-settings=preferredColorScheme={scheme}"
    browse(page, f"--window-size={width},{height}", scheme_set, f"--screenshot={target}")
    print(target)


def _write(game: str, step: int, page: Path, lang: str = "en") -> None:
    """The page of a step, as `referee show` writes it."""
    words = ("show", str(step), "--html", str(page), "--kingdoms", "--game", game, "--lang", lang)
    _referee(page.parent / "empty", *words)


def _referee(home: Path, *words: str) -> None:
    """A command in `examples/`."""
    there = {**os.environ, "REFEREE_HOME": str(home), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "referee", *words]
    subprocess.run(command, cwd=ROOT / "examples", env=there, check=True, stdout=subprocess.DEVNULL)


def _height(page: Path, width: int) -> int:
    """So high that the picture, the heading above it and the line below it are seen."""
    found = re.search(r'viewBox="0 0 (\d+) (\d+)" width', page.read_text())
    assert found is not None
    return (width - 16) * int(found[2]) // int(found[1]) + 110


if __name__ == "__main__":
    enter("requirements-dev.txt")
    main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs" / "pictures")

"""How long games of 200 steps take as pages: to make, to load, and to show their first board.

    python scripts/paint.py [GAME ..]      measure (all games)

Each game is played with TEST KEYS until it has 200 steps, `referee replay` makes its page, and Chromium opens it from
disk five times. Printed are the seconds of CPU that the command takes (the least of three runs), the bytes of the page,
and in milliseconds of the browser's own clock, from the start of the navigation: the first paint, and the moment when
the script has the board standing; the middle one of the five.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.environment import enter  # noqa: E402
from tests.support.browser import launch  # noqa: E402

STEPS = 200
SEATS = {"tigris": 4, "cards": 4, "ur": 4, "civilization": 3}
LABELS = {"tigris": "film 4", "cards": "film 1", "ur": "film 1", "civilization": "film 1"}
"""The chance of each game: one that goes on for so long."""

RUNS, LOOKS = 3, 5

PAINTED = """() => [
  performance.getEntriesByType("paint").find(({ name }) => name === "first-contentful-paint").startTime,
  performance.getEntriesByName("board")[0].startTime,
]"""


def main(games: list[str]) -> None:
    """Measure these games."""
    print(f"{'game':14}{'steps':>6}{'CPU s':>8}{'bytes':>9}{'paint ms':>10}{'board ms':>10}")
    with tempfile.TemporaryDirectory(prefix="referee-paint-") as place:
        for game in games:
            folder, page = Path(place) / game, Path(place) / f"{game}.html"
            steps = _played(game, folder)
            seconds = min(_made(folder, page) for _ in range(RUNS))
            paint, board = _looked(page)
            print(f"{game:14}{steps:6}{seconds:8.2f}{page.stat().st_size:9}{paint:10.0f}{board:10.0f}", flush=True)


def _played(game: str, folder: Path) -> int:
    """Play a game into a folder, as far as `STEPS`; in Tigris with one order a note, else few games are so long."""
    from tests.support import rehearse

    match = rehearse.open_match(game, SEATS[game], LABELS[game])
    policy = rehearse.sensible_order if game == "civilization" else rehearse.random_order
    rehearse.ORDERS_MOST = 1 if game == "tigris" else 12
    while not match.host.over and match.host.step < STEPS:
        label = f"{LABELS[game]} {match.host.step} {len(match.answers)}"
        rehearse.play_out(match, label, steps=1, policy=policy)
    (folder / "record").mkdir(parents=True)
    for name, data in match.files.items():
        (folder / "record" / name).write_bytes(data)
    return match.host.step


def _made(folder: Path, page: Path) -> float:
    """Seconds of CPU that the command takes."""
    there = {**os.environ, "REFEREE_HOME": str(page.with_suffix(".home")), "PYTHONPATH": str(ROOT)}
    there.pop("PYTHONDONTWRITEBYTECODE", None)
    import resource  # POSIX only

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "referee", "replay", "-o", str(page), "--game", str(folder)]
    subprocess.run(command, env=there, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _looked(page: Path) -> tuple[float, float]:
    """First paint, and the board that stands, in milliseconds."""
    found = []
    with launch() as browser:
        for _ in range(LOOKS):
            context = browser.new_context(viewport={"width": 1280, "height": 844})
            shown = context.new_page()
            shown.goto(page.as_uri())
            shown.wait_for_function("() => performance.getEntriesByType('paint').length > 1")
            found.append(shown.evaluate(PAINTED))
            context.close()
    paint, board = (statistics.median(times) for times in zip(*found, strict=True))
    return paint, board


if __name__ == "__main__":
    enter("requirements/dev.txt")
    main(sys.argv[1:] or list(SEATS))

"""What somebody types who has nothing but Python: the README's lines of installation, and then a first evening.

A host has sent the wheel as a file, so each line has its name in place of the distribution's. The home was empty.
`check_package.py` runs this.

    scripts/newcomers.py --practice tigris ur cards civilization [--seeds 1 7] [--against greedy] [--most 400]

plays practice games to their end as somebody does who reads nothing but the screens: each time `referee` shows a
command to type, that one is typed. It prints the points of everybody, and the places.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = r"\./\S+\.whl"
LINES = {
    "pipx": (r"^ +(pipx install \./\S+\.whl)",),
    "uv": (rf"(uv tool install {NAME})",),
    "pip": (r"`(python3 -m venv [\w-]+)`", rf"`([\w-]+/bin/pip install {NAME})`"),
}
"""Where the lines of each way stand on a README, in the order in which they are typed."""
EVENINGS = {"pip": ("four-friends.md", "four-friends-it.md"), "uv": ("short-game.md",), "pipx": ()}
"""The pages of tests/evening that are played with what each way has installed: four players to the first signed move in
both languages, and a short game to its end. What pipx installs hears nothing of the loaded dice of a page: it starts
Python so that no variable of the environment counts.
"""


class Failed(Exception):
    """A line did not do what the README says."""


def typed_lines(readme: str) -> dict[str, list[str]]:
    """The lines to type, by way. Raises Failed if the page lacks one."""
    found = {way: [re.search(line, readme, re.MULTILINE) for line in lines] for way, lines in LINES.items()}
    lacking = [way for way, lines in found.items() if None in lines]
    if lacking:
        raise Failed(f"no line tells how to install by {', '.join(lacking)}")
    return {way: [line[1] for line in lines if line is not None] for way, lines in found.items()}


def account(place: Path, tools: Path, names: tuple[str, ...]) -> dict[str, str]:
    """The environment of somebody with an empty home below `place`, Python, these programs of `tools`, nothing else."""
    home, commands = place / "home", place / "commands"
    home.mkdir(parents=True)
    commands.mkdir()
    for name in ("python3", *names):
        (commands / name).symlink_to(tools / "bin" / name)
    kept = {
        name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "SSL_", "HTTP", "http"))
    }
    path = os.pathsep.join([str(commands), str(home / ".local" / "bin"), "/usr/bin", "/bin"])
    return {**kept, "HOME": str(home), "PATH": path, "LANG": "C.UTF-8"}


def install(way: str, wheel: Path, place: Path, tools: Path) -> Path:
    """Type the lines of one way in a new account that has the wheel as a file; where the program is then found.

    Raises Failed if a line fails, or if there is no program after the last one.
    """
    environment = account(place, tools, () if way == "pip" else (way,))
    home = Path(environment["HOME"])
    shutil.copy(wheel, home)
    for line in typed_lines((ROOT / "README.md").read_text("utf-8"))[way]:
        _type(re.sub(NAME, f"./{wheel.name}", line), home, environment)
    found = home / "referee-program" / "bin" / "referee" if way == "pip" else home / ".local" / "bin" / "referee"
    if not found.exists():
        raise Failed(f"{way} has installed nothing at {found}")
    return found


def _type(line: str, home: Path, environment: Mapping[str, str]) -> None:
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=home,
        env=environment,
        text=True,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode != 0:
        raise Failed(f"{line}: exit {done.returncode}\n{done.stdout[-4000:]}")


def play_evening(page: Path, referee: Path) -> None:
    """Play an evening of tests/evening with the installed program. Raises Failed where it goes otherwise."""
    sys.path.insert(0, str(ROOT))  # the check of the package runs where the project is not installed
    from tests.support.transcripts import play, wrong

    os.environ["REFEREE_PAGE_BIN"] = str(referee.parent)
    try:
        for played in play(page):
            if said := wrong(*played):
                raise Failed(f"{page.name}, {said}")
    finally:
        del os.environ["REFEREE_PAGE_BIN"]


Typed = Callable[[Sequence[str], Path], str]
"""Types a command in a folder and reads what is printed."""
EXAMPLE = re.compile(r"^  referee move (\S.*(?:\n {3,}\S.*)*)$", re.MULTILINE)
"""The line of a screen that tells what to type; without orders it only begins to ask."""


def printed_example(screen: str) -> str:
    """The orders that a screen gives as an example, "" for none."""
    found = EXAMPLE.search(screen)
    return " ".join(found[1].split()).strip("\"'") if found else ""


def practise(game: str, seed: int, place: Path, typed: Typed, against: str = "greedy", most: int = 400) -> str:
    """A practice game below `place` played by the printed examples, to its end or for so many moves: moves, points and
    places. Raises Failed where a screen of a running game shows no example, or the example is refused.
    """
    typed(["practice", game, "--seed", str(seed), "--against", against, "--folder", "game"], place)
    folder, moves = place / "game", 0
    while moves < most and (example := printed_example(screen := typed([], folder))):
        typed(["move", "--yes", example], folder)
        moves += 1
    status = json.loads(typed(["status", "--json"], folder))
    over = status["stage"] == "over"
    if not over and moves < most:
        raise Failed(f"{game}, seed {seed}: no example after {moves} moves\n{screen[-2000:]}")
    points = "; ".join(f"{one['called']} {_points(one)}" for one in status["players"])
    places = ", ".join(f"{seat} {rank}" for seat, rank in (status["result"] or {"ranks": {}})["ranks"].items())
    return f"{game}, seed {seed}: {moves} moves, {points}; {f'places {places}' if over else 'not over'}"


def _points(player: Mapping[str, object]) -> str:
    """The points of a player as the status has them, those in several colours one after the other."""
    points = player["points"]
    assert isinstance(points, list)
    return " ".join(str(one["count"]) for one in points) or "?"


def _type_here(words: Sequence[str], folder: Path) -> str:
    """Type a command of this program, with a home of its own beside the game. Raises Failed if it fails."""
    sys.path.insert(0, str(ROOT))
    from tests.cli.terminal import inside

    home = folder.parent if folder.name == "game" else folder
    code, out, errors = inside(words, home / "home", folder)
    if code != 0:
        raise Failed(f"referee {' '.join(words)}: exit {code}\n{errors[-2000:]}")
    return out


def main() -> None:
    """Play the games of the command line."""
    parser = argparse.ArgumentParser(description="Practice games played by the printed examples.")
    parser.add_argument("--practice", nargs="+", metavar="GAME", required=True)
    parser.add_argument("--seeds", nargs="+", type=int, default=[1, 7])
    parser.add_argument("--against", default="greedy", help="how well the bots play")
    parser.add_argument("--most", type=int, default=400, help="after so many moves a game is left")
    given = parser.parse_args()
    for game in given.practice:
        for seed in given.seeds:
            with tempfile.TemporaryDirectory() as place:
                print(practise(game, seed, Path(place), _type_here, given.against, given.most), flush=True)


if __name__ == "__main__":
    main()

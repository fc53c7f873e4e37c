"""What somebody types who has nothing but Python: the README's lines of installation, and then a first evening.

A host has sent the wheel as a file, so each line has its name in place of the distribution's. The home was empty.
`check_package.py` runs this.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
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

"""Run the console blocks of a page as a person would: `python scripts/transcripts.py PAGE.md [--update]`.

In a block marked ```console, a line that begins with `$ ` is a command, run with bash in a copy of `examples/`; the
lines below it are what it prints (stdout and stderr). A line `...` stands for any number of lines. With `--update` the
printed lines are written into the page.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTIES = ("anna", "bert", "carl", "dora", "host")


@dataclass
class Command:
    """One command of a page: where it stands (line from 0), its text, the lines expected below it."""

    line: int
    text: str
    expected: list[str] = field(default_factory=list)


def commands(page: str) -> list[Command]:
    """The commands of all console blocks, in order."""
    found: list[Command] = []
    inside = False
    for number, line in enumerate(page.splitlines()):
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and line.startswith("$ "):
            found.append(Command(number, line[2:]))
        elif inside and found:
            found[-1].expected.append(line)
    return found


class Stage:
    """A place to run commands in: a copy of the examples, with a home for each party that holds its TEST key."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT / "examples", folder, dirs_exist_ok=True)
        for name in PARTIES:
            keys = folder / "homes" / name / "keys"
            keys.mkdir(parents=True)
            shutil.copy(ROOT / "examples" / "keys" / name, keys / name)
            (keys / name).chmod(0o600)

    def run(self, command: str) -> tuple[int, list[str]]:
        """The exit code and the printed lines of a command."""
        bin_folder = str(Path(sys.executable).parent)
        environment = {
            "PATH": os.pathsep.join([bin_folder, os.environ.get("PATH", "")]),
            "HOME": str(self.folder / "homes"),
            "REFEREE_LANG": "en",
            "COLUMNS": "100",
        }
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        lines = done.stdout.replace(f"{self.folder}{os.sep}", "").splitlines()
        return done.returncode, [line.rstrip() for line in lines]


def fits(expected: list[str], found: list[str]) -> bool:
    """Whether the printed lines are the expected ones; `...` stands for any number of lines."""
    if not expected:
        return not found
    if expected[0] == "...":
        return any(fits(expected[1:], found[at:]) for at in range(len(found) + 1))
    return bool(found) and expected[0].rstrip() == found[0] and fits(expected[1:], found[1:])


def play(page: Path) -> Iterator[tuple[Command, int, list[str]]]:
    """Run a page: each command, its exit code, and what it printed."""
    with tempfile.TemporaryDirectory(prefix="referee-page-") as folder:
        stage = Stage(Path(folder))
        for command in commands(page.read_text()):
            code, found = stage.run(command.text)
            yield command, code, found


def update(page: Path) -> None:
    """Write what the commands print into the page; expectations with `...` stay as they are."""
    lines = page.read_text().splitlines()
    for command, _, found in sorted(play(page), key=lambda played: -played[0].line):
        if "..." not in command.expected:
            lines[command.line + 1 : command.line + 1 + len(command.expected)] = found
    page.write_text("\n".join(lines) + "\n")


def main() -> None:
    """Check or update one page."""
    page = Path(sys.argv[1])
    if "--update" in sys.argv[2:]:
        update(page)
        return
    wrong = [command for command, _, found in play(page) if not fits(command.expected, found)]
    for command in wrong:
        print(f"{page}:{command.line + 1}: {command.text}")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()

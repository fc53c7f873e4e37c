"""The console blocks of a page, run as a person would; `scripts/transcripts.py` is its command and says how they are
written.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.page_stages import stage_of

LONG = 240
"""A JSON object is shown in one line up to this many characters."""
TYPED = re.compile(r"([a-z]*)\$ (.*)")


@dataclass
class Command:
    """One command of a page: where it stands (line from 0), its text, the lines expected below it."""

    line: int
    text: str
    hidden: bool = False
    who: str = ""
    expected: list[str] = field(default_factory=list)


def commands(page: str) -> list[Command]:
    """The commands of all console blocks, in order."""
    found: list[Command] = []
    inside = hidden = False
    for number, line in enumerate(page.splitlines()):
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and (typed := TYPED.fullmatch(line)):
            found.append(Command(number, typed[2], hidden, typed[1]))
        elif inside and found:
            found[-1].expected.append(line)
        elif not inside:
            hidden = (hidden or line.startswith("<!--")) and not line.endswith("-->")
    return found


def fits(expected: list[str], found: list[str]) -> bool:
    """Whether the printed lines are the expected ones; `...` stands for any text in a line, alone for any lines."""
    if not expected:
        return not found
    if expected[0] == "...":
        return any(fits(expected[1:], found[at:]) for at in range(len(found) + 1))
    return bool(found) and _fits_line(expected[0].rstrip(), found[0]) and fits(expected[1:], found[1:])


def _fits_line(expected: str, found: str) -> bool:
    parts = expected.split("...")
    return re.fullmatch(".*".join(map(re.escape, parts)), found) is not None


def wrong(command: Command, code: int, found: list[str]) -> str:
    """What is wrong with a command that was run; nothing if it did what the page says."""
    printed = "\n".join([*found, f"(exit {code})"])
    if code != 0:
        return f"line {command.line + 1}: {command.text}\nfails; a page says so with: echo $?\n{printed}"
    if not command.hidden and not fits(command.expected, found):
        return f"line {command.line + 1}: {command.text}\nprints\n{printed}"
    return ""


def play(page: Path, *, started: bool = False) -> Iterator[tuple[Command, int, list[str]]]:
    """Run a page: each command, its exit code, and what it printed; `started`: each in a program of its own."""
    with tempfile.TemporaryDirectory(prefix="referee-page-") as folder:
        stage = stage_of(page, Path(folder).resolve(), started=started)
        for command in commands(page.read_text("utf-8")):
            code, found = stage.run(command.text, command.expected, command.who)
            yield command, code, [shown for line in found for shown in shown_lines(line)]


def shown_lines(line: str) -> list[str]:
    """A printed line as a page shows it: a long JSON object with a line for each key, or as it is."""
    if len(line) <= LONG or not line.startswith("{"):
        return [line]
    try:
        found = json.loads(line)
    except ValueError:
        return [line]
    rows = [f"  {json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in found.items()]
    if not rows:
        return [line]
    return ["{", *(f"{row}," for row in rows[:-1]), rows[-1], "}"]


def update(page: Path) -> None:
    """Write what the commands print into the page; expectations with `...`, and of what fails, stay as they are."""
    lines = page.read_text("utf-8").splitlines()
    for command, code, found in sorted(play(page), key=lambda played: -played[0].line):
        kept = code != 0 or command.hidden or any("..." in line for line in command.expected)
        if not kept:
            lines[command.line + 1 : command.line + 1 + len(command.expected)] = found
        if kept and wrong(command, code, found):
            print(f"{page}: {wrong(command, code, found)}")
    page.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> None:
    """Check or update pages."""
    pages = [Path(word) for word in sys.argv[1:] if not word.startswith("--")]
    if "--update" in sys.argv[2:]:
        for page in pages:
            update(page)
        return
    complaints = [f"{page}: {said}" for page in pages for played in play(page) if (said := wrong(*played))]
    print(*complaints, sep="\n\n")
    raise SystemExit(1 if complaints else 0)

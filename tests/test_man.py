"""The pages for `man`, made of the help pages: whole, and without a word of complaint from `man` itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.help_pages.page import PageWords
from referee.cli.registry import COMMANDS, ROWS
from scripts.roff import RoffPage, escaped
from tests.long_runs import of

ROOT = Path(__file__).resolve().parents[1]


def page_of(command: str) -> str:
    """The name of a command's page."""
    return f"referee-{command.replace(' ', '-')}"


NAMES = ["referee", *(page_of(row.name) for row in ROWS)]


SOME = NAMES[:: of(3, 1)]
"""The program itself and every third command, or all of them: `man` takes long for a page."""


class Manual:
    """The pages in a folder, as they are packed."""

    def __init__(self, place: Path) -> None:
        subprocess.run([sys.executable, "scripts/built_pages.py", place, "man"], cwd=ROOT, check=True)
        self.place = place / "man"
        self._shown: dict[str, tuple[str, str]] = {}

    def shown(self, name: str) -> tuple[str, str]:
        """A page as `man` shows it on a wide paper, and what it complains about."""
        if name not in self._shown:
            self._shown[name] = shown(self.place / f"{name}.1")
        return self._shown[name]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Manual:
    return Manual(tmp_path_factory.mktemp("pages"))


def shown(page: Path) -> tuple[str, str]:
    """What `man` shows of a page, and what it complains about."""
    width = {"MANWIDTH": "400", "LC_ALL": "C.UTF-8", "MANROFFSEQ": ""}
    command = ["man", "--warnings=w", "--no-hyphenation", "--no-justification", "-E", "UTF-8", "-P", "cat", "-l"]
    done = subprocess.run([*command, str(page)], env=os.environ | width, capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


def test_there_is_a_page_of_the_program_and_of_each_command(pages: Manual) -> None:
    assert sorted(path.stem for path in pages.place.glob("*.1")) == sorted(NAMES)


@pytest.mark.needs("man")
@pytest.mark.parametrize("name", SOME)
def test_man_shows_a_page_without_a_warning(pages: Manual, name: str) -> None:
    text, complaints = pages.shown(name)

    assert complaints == ""
    assert f"{name} - " in text


@pytest.mark.needs("man")
@pytest.mark.parametrize("command", [command for command in COMMANDS if page_of(command) in SOME])
def test_the_examples_of_a_command_can_be_copied_from_its_page(pages: Manual, command: str) -> None:
    lines = [line.strip() for line in pages.shown(page_of(command))[0].splitlines()]

    assert [line for line in PageWords(command, "en").examples() if line not in lines] == []


@pytest.mark.needs("man")
def test_the_page_of_the_program_tells_environment_and_exit_codes(pages: Manual) -> None:
    words = pages.shown("referee")[0].split()

    assert {"REFEREE_HOME", "NO_COLOR", "130", "--version", "EXIT"} <= set(words)


@pytest.mark.needs("man")
def test_signs_that_mean_something_to_roff_are_printed_as_they_stand(tmp_path: Path) -> None:
    line = r""".SH 'quoted' "twice" \fB -- `x` ^ ~ \\ ..."""
    page = RoffPage()
    page.write(f"{line}\n{line}\n")
    (tmp_path / "x.1").write_text(f".TH X 1\n{page.text()}", "utf-8")
    command = ["man", "--warnings=w", "-P", "cat", "-l", str(tmp_path / "x.1")]
    env = os.environ | {"LC_ALL": "C.UTF-8", "MANWIDTH": "100"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)

    assert [text.strip() for text in done.stdout.splitlines()].count(line) == 2
    assert done.stderr == ""
    assert escaped("\u00e0") == "\\[u00E0]"

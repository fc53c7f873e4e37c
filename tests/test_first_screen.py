"""What a README shows first is what happens: its turn is played, its minute alone is typed, and it stays short."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.terminal import converse, run
from tests.needed_tools import posix

ROOT = Path(__file__).resolve().parents[1]
READMES = {"en": "README.md", "it": "docs/it/leggimi.md"}
WORDS = 700
SEED = ("--seed", "11")
"""The practice game that the READMEs show."""


def blocks(lang: str) -> list[list[str]]:
    """The indented blocks of a README, as lines."""
    text = (ROOT / READMES[lang]).read_text("utf-8")
    found = re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)
    return [[line[4:] for line in block.splitlines()] for block in found]


@pytest.mark.parametrize("lang", READMES)
def test_a_readme_is_read_in_some_minutes(lang: str) -> None:
    assert len((ROOT / READMES[lang]).read_text("utf-8").split()) <= WORDS


@pytest.mark.parametrize("lang", READMES)
def test_a_readme_names_the_two_commands_of_a_checkout_in_a_block_of_their_own(lang: str) -> None:
    """`scripts/bare.sh` cuts them out of the English one and runs them on a machine that has nothing."""
    typed = [[line.partition("#")[0].strip() for line in block] for block in blocks(lang)]

    assert ["python3 scripts/demo.py", "python3 scripts/test.py"] in typed


@pytest.mark.needs("bash", "git")
def test_every_change_runs_the_two_commands_as_the_readme_has_them(tmp_path: Path) -> None:
    """On a machine that has nothing; a README without one of them is refused before anything is run."""
    assert "bash scripts/bare.sh ||" in (ROOT / ".ci" / "run").read_text("utf-8")
    text = (ROOT / "README.md").read_text("utf-8")
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "bare.sh", tmp_path / "scripts")
    said = []
    for page in (text, text.replace("    python3 scripts/demo.py ", "    python3 scripts/demo "), ""):
        (tmp_path / "README.md").write_text(page, "utf-8")
        done = subprocess.run(["bash", tmp_path / "scripts" / "bare.sh", "lines"], capture_output=True, text=True)
        said.append((done.returncode, done.stdout.splitlines()))

    assert said == [
        (0, ["python3 scripts/demo.py", "python3 scripts/test.py"]),
        (1, ["README.md names other commands: python3 scripts/test.py"]),
        (1, ["README.md names other commands: none"]),
    ]


@posix
@pytest.mark.parametrize("lang", READMES)
def test_the_turn_that_a_readme_shows_goes_so(lang: str, tmp_path: Path) -> None:
    """Each line is printed, in this order, by the command above it; a line may be longer there."""
    shown = "\n".join(blocks(lang)[0]).removeprefix("$ ").split("\n$ ")
    assert len(shown) == 2
    yes, place = {"en": "y", "it": "s"}[lang], tmp_path
    for part in shown:
        command, *lines = part.splitlines()
        _, *words = command.split()
        more = SEED if words[0] == "practice" else ()
        code, seen = converse(
            [*words, *more],
            tmp_path / "home",
            {"[y/N/": yes, "[s/N/": yes},
            cwd=place,
            size=(80, 24),
            REFEREE_LANG=lang,
        )
        assert code == 0, seen
        rest = " ".join(seen.split())
        for line in lines:
            told = " ".join(line.split())
            assert told in rest, (line, seen)
            rest = rest.partition(told)[2]
        place = tmp_path / "practice-tigris"


@pytest.mark.parametrize("lang", READMES)
def test_the_minute_alone_goes_as_a_readme_has_it(lang: str, tmp_path: Path) -> None:
    """Typed line by line in an empty home; where a line asks, nobody answers, and it says what it waits for."""
    install, *lines = blocks(lang)[1]
    assert install.startswith("pipx install ./pbem_referee-")
    asking = {"referee move", "referee practice --back 1"}
    place = tmp_path
    for line in lines:
        typed = line.partition("#")[0].strip()
        if typed.startswith("cd "):
            place = tmp_path / typed.removeprefix("cd ")
            continue
        code, out, errors = run(typed.split()[1:], tmp_path / "home", cwd=place, REFEREE_LANG=lang)
        assert (code == 0) != (typed in asking), (typed, out, errors)
    assert [line.partition("#")[0].strip() for line in lines][:3] == [
        "referee practice tigris",
        "cd practice-tigris",
        "referee",
    ]

"""What `scripts/new_command.py` writes runs in both languages, and the tests that ask every command accept it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scripts import new_command
from tests.project_copies import copy_project, run_in

SAYS = ("--says", "Show the options of a game.", "--dice", "Mostra le opzioni di una partita.")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with a new command `options`."""
    place = copy_project(tmp_path_factory.mktemp("command") / "project")
    new_command.main(["options", "--topic", "opening", *SAYS, "--root", str(place)])
    return place


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a new command touches, in which none is written."""
    return copy_project(tmp_path_factory.mktemp("command") / "untouched", "referee/cli", "referee/i18n", "tests/cli")


def said(project: Path, *arguments: str) -> str:
    """What `referee options` prints over a running game."""
    done = run_in(project, "-m", "referee", "options", "--game", "examples/tigris-running", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_new_command_runs_in_both_languages_and_prints_json(project: Path) -> None:
    assert said(project) == "Tigris & Euphrates: step 42\n"
    assert said(project, "--lang", "it") == "Tigris & Euphrates: passo 42\n"
    assert json.loads(said(project, "--json")) == {"game": "Tigris & Euphrates", "step": 42}


def test_a_new_command_has_its_help_page_in_both_languages(project: Path) -> None:
    assert "\n  Show the options of a game.\n" in said(project, "--help")
    assert "\n  Mostra le opzioni di una partita.\n" in said(project, "--help", "--lang", "it")


@pytest.mark.parametrize("topic", sorted({"playing", "opening"}))
def test_help_lists_a_new_command_in_80_columns(topic: str, tmp_path: Path) -> None:
    place = copy_project(tmp_path / "project", "referee", "tests/cli")
    new_command.main(["options", "--topic", topic, *SAYS, "--root", str(place)])
    page = run_in(place, "-m", "referee", "help").stdout

    assert "options" in page
    assert [line for line in page.splitlines() if len(line) > 80] == []


@pytest.mark.long
def test_the_tests_that_ask_every_command_accept_a_new_one(project: Path) -> None:
    """Its examples, its help pages, its words in a made-up language, and its place among the modules."""
    asked = (
        "tests/cli/test_output.py",
        "tests/cli/test_help.py",
        "tests/words/test_pseudo.py",
        "tests/test_imports.py",
    )
    chosen = "options or registry or every_example or every_command_that or left_that_no_page"
    done = run_in(project, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *asked, "-k", chosen)

    assert done.returncode == 0, done.stdout[-3000:]
    assert re.match(r"[.]{20}", done.stdout)


@pytest.mark.long
def test_a_command_without_an_example_is_asked_for_one_by_name(tmp_path: Path) -> None:
    place = copy_project(tmp_path / "project")
    examples = (place / "tests/cli/examples.py").read_text("utf-8")
    new_command.main(["options", "--topic", "opening", "--root", str(place)])
    (place / "tests/cli/examples.py").write_text(examples, "utf-8")
    done = run_in(
        place, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "tests/cli/test_output.py", "-k", "options"
    )

    assert done.returncode == 1
    assert "add to EXAMPLES in tests/cli/examples.py how `options` is called here" in done.stdout
    assert "KeyError" not in done.stdout


def test_what_is_written_is_formatted_and_typed(project: Path) -> None:
    written = "referee/cli/commands/opening/options.py"
    for tool in (("ruff", "check"), ("ruff", "format", "--check")):
        done = run_in(project, "-m", *tool, written, "referee/cli/registry.py", "tests/cli/examples.py")
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["Options"], "a name is one word of 2 to 12 small letters; got Options"),
        (["../x"], "a name is one word of 2 to 12 small letters; got ../x"),
        (["key new"], "a command of a group goes into its module"),
        (["move"], "there is a command called move already"),
        (["options", "--topic", "nowhere"], "the topics are opening, playing, post"),
        (["options", "--says", "Show it"], "one sentence with a full stop and without quotation marks; got Show it"),
        (["options", "--dice", 'Di "sì".'], "one sentence with a full stop and without quotation marks"),
    ],
)
def test_a_command_that_cannot_be_is_refused_and_nothing_written(
    arguments: list[str], sentence: str, untouched: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in untouched.rglob("*") if path.is_file()}
    with pytest.raises(SystemExit) as left:
        new_command.main(["--topic", "opening", *arguments, "--root", str(untouched)])

    assert left.value.code == 2
    assert sentence in " ".join(capsys.readouterr().err.split())
    assert {path: path.read_bytes() for path in untouched.rglob("*") if path.is_file()} == before


def test_nothing_is_written_where_a_row_has_no_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = copy_project(tmp_path / "project", "referee/cli", "referee/i18n", "tests/cli")
    registry = place / "referee/cli/registry.py"
    registry.write_text(registry.read_text("utf-8").replace("/completion", ""), "utf-8")
    before = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}

    with pytest.raises(SystemExit):
        new_command.main(["options", "--topic", "opening", "--root", str(place)])
    assert "so no row was added to any file" in " ".join(capsys.readouterr().err.split())
    assert {path: path.read_bytes() for path in place.rglob("*") if path.is_file()} == before

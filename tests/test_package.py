"""What a person installs holds all that the program needs; what a packager is sent can be tested and built again."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from referee import __version__, games
from referee.cli.registry import ROWS

ROOT = Path(__file__).resolve().parents[1]
STEM = f"pbem_referee-{__version__}"
TRACKED = (".ci", ".github", "docs", "examples", "referee", "requirements", "schemas", "scripts", "tests")
HOME = "https://example.org/club/referee"
"""An address of the project, as it has one when it is released."""
PAGES = {"referee.1", *(f"referee-{row.name.replace(' ', '-')}.1" for row in ROWS)}
"""Those for `man`."""
MADE = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*_cache", ".hypothesis", "*.pyc", "*.mo")

pytestmark = [pytest.mark.needs("build"), pytest.mark.long]
"""It is built in a long run: `.ci/run` asks for one, and nothing is released without."""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, because building leaves files behind."""
    copy = tmp_path_factory.mktemp("source")
    for name in TRACKED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=MADE)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, copy)
    settings = (copy / "pyproject.toml").read_text("utf-8")
    (copy / "pyproject.toml").write_text(
        re.sub('^home = ".*"', f'home = "{HOME}"', settings, flags=re.MULTILINE), "utf-8"
    )
    return copy


@pytest.fixture(scope="module")
def built(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with an sdist, and the wheel made from that."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "build", "--no-isolation", "-x", "--outdir", str(folder), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(built / f"{STEM}-py3-none-any.whl")


def files_below(folder: Path) -> set[str]:
    """Every file of a folder, by its path in the project."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in found if not {"__pycache__", ".hypothesis"} & set(path.parts)}


def catalogues() -> set[Path]:
    """The sources of the words; the wheel has them compiled."""
    return {*(ROOT / "referee" / "i18n").glob("*/*.toml"), *(ROOT / "referee" / "games").glob("*/words/*.toml")}


def test_the_sdist_holds_docs_schemas_examples_scripts_and_tests_whole(built: Path) -> None:
    with tarfile.open(built / f"{STEM}.tar.gz") as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    wanted = {name for folder in TRACKED for name in files_below(ROOT / folder) if not name.endswith(".mo")}
    wanted |= {"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md", "pyproject.toml", "setup.py"}

    assert sorted(wanted - names) == []


def test_the_sdist_holds_the_pages_that_are_made_of_the_program(built: Path) -> None:
    with tarfile.open(built / f"{STEM}.tar.gz") as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    wanted = {f"man/{name}" for name in PAGES} | {"docs/commands.md", "docs/refusals.md"}
    wanted |= {f"docs/{form}{name}.md" for name in games.built_in() for form in ("orders/", "it/ordini-")}

    assert sorted(wanted - names) == []


def test_the_wheel_holds_every_file_of_the_program(wheel: zipfile.ZipFile) -> None:
    sources = {f"referee/{path.relative_to(ROOT / 'referee').as_posix()}" for path in catalogues()}
    program = files_below(ROOT / "referee") - sources

    assert {name for name in wheel.namelist() if name.startswith("referee/")} == program


def test_schemas_and_pages_for_man_are_installed(wheel: zipfile.ZipFile) -> None:
    prefix = f"{STEM}.data/data/share/"
    installed = {name.removeprefix(prefix) for name in wheel.namelist() if name.startswith(prefix)}
    pages = {f"man/man1/{name}" for name in PAGES}

    assert installed == {f"pbem-referee/schemas/{path.name}" for path in (ROOT / "schemas").iterdir()} | pages


def test_the_commands_are_called_referee_and_referee_table(wheel: zipfile.ZipFile) -> None:
    points = wheel.read(f"{STEM}.dist-info/entry_points.txt").decode()
    console, window = "referee = referee.cli.main:main", "referee-table = referee.cli.window:main"

    assert points == f"[console_scripts]\n{console}\n\n[gui_scripts]\n{window}\n"


def test_only_extras_that_a_user_may_want_are_offered(wheel: zipfile.ZipFile) -> None:
    said = Parser().parsestr(wheel.read(f"{STEM}.dist-info/METADATA").decode())

    assert sorted(said.get_all("Provides-Extra")) == ["cluster", "keyring", "masked", "page", "passphrase", "rating"]
    assert (said["Name"], said["Version"]) == ("pbem-referee", __version__)
    assert {"Author", "Classifier", "Keywords", "License-Expression", "Requires-Python", "Summary"} <= set(said)


def test_on_an_index_every_link_of_the_readme_leads_to_the_home_of_the_project(wheel: zipfile.ZipFile) -> None:
    said = Parser().parsestr(wheel.read(f"{STEM}.dist-info/METADATA").decode())
    links = re.findall(r'(?:\]\(|src="|srcset="|href=")([^)"\s]+)', said.get_payload())
    places = dict(line.split(", ") for line in said.get_all("Project-URL"))

    assert len(links) > 10 and [link for link in links if not link.startswith(("https://", "#"))] == []
    assert f"{HOME}/blob/v{__version__}/docs/open.md" in links
    assert set(places) == {"Homepage", "Documentation", "Issues", "Changelog"}
    assert all(address.startswith(HOME) for address in places.values())


def test_the_program_is_started_by_its_name_in_python_too() -> None:
    said = subprocess.run([sys.executable, "-m", "referee", "--version"], capture_output=True, text=True, check=True)

    assert said.stdout == f"referee {__version__}\n"

"""What `scripts/new_game.py` writes plays at once and keeps the whole contract, built in or as a package."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from scripts import new_game
from tests.project_copies import left_out

ROOT = Path(__file__).resolve().parents[1]
CONTRACT = """\
import sys
from referee.games import find, names, versions
from referee.kernel.dice import stream
from tests.games.contract import promises
from tests.games.contract.books import PROMISES, books_of
from tests.games.contract.golden import retold
from tests.games.contract.playout import option_sets, playout

name = sys.argv[1]
assert name in names() and find(name).info.title == "Nine Fields", names()
assert find(name).info.rule_prefix == "NF"
assert [game.info.rules_version for game in versions(name)] == [1]
for seed in range(3):
    promises.examine(playout(find(name), option_sets(name)[0], seed, 4, promises.every_step), stream(b"new", "game"))
for promise in PROMISES:
    assert list(promise(books_of(name))) == [], (promise.__name__, list(promise(books_of(name))))
assert len(books_of(name).golden) == 2
for text in books_of(name).golden:
    assert retold(name, text) == text
print(find(name).apply.__module__)
"""


def contract(name: str, *paths: Path) -> str:
    """Everything the contract asks of one game, in a process that finds it on these paths; the module it came from."""
    done = subprocess.run(
        [sys.executable, "-c", CONTRACT, name],
        env={"PYTHONPATH": os.pathsep.join(map(str, paths))},
        cwd=paths[0],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def made(*arguments: str | Path) -> None:
    new_game.main([*map(str, arguments), "--title", "Nine Fields", "--prefix", "NF"])


def test_a_new_package_keeps_the_contract(tmp_path: Path) -> None:
    made("nine", "--package", tmp_path / "site")
    project = tomllib.loads((tmp_path / "site" / "pyproject.toml").read_text("utf-8"))["project"]
    info = tmp_path / "site" / "nine-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n", "utf-8")
    (point,) = project["entry-points"]["referee.games"].items()
    info.joinpath("entry_points.txt").write_text(f"[referee.games]\n{point[0]} = {point[1]}\n", "utf-8")

    assert contract("nine", ROOT, tmp_path / "site") == "nine"


def built(project: Path, hook: str) -> zipfile.ZipFile:
    """The wheel that an installer asks the build backend of a project for."""
    asked = f"import sys; from setuptools import build_meta; build_meta.{hook}(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", asked, project], cwd=project, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    (wheel,) = project.glob("*.whl")
    return zipfile.ZipFile(wheel)


def test_a_new_package_is_built_with_all_that_the_game_reads(tmp_path: Path) -> None:
    made("nine", "--package", tmp_path)

    held = {path for path in built(tmp_path, "build_wheel").namelist() if ".dist-info/" not in path}

    assert held == {
        f"nine/{file}" for file in ("__init__.py", "prose.toml", "rules.toml", "words/en.mo", "words/it.mo")
    }


def test_a_new_package_is_found_where_its_project_lies_too(tmp_path: Path) -> None:
    made("nine", "--package", tmp_path / "nine")
    (tmp_path / "site").mkdir()
    built(tmp_path / "nine", "build_editable").extractall(tmp_path / "site")

    asked = f"import site; site.addsitedir({str(tmp_path / 'site')!r}); import nine; print(nine.GAME.info.name)"
    done = subprocess.run([sys.executable, "-c", asked], cwd=tmp_path, capture_output=True, text=True)

    assert done.stdout == "nine\n", done.stderr


def test_a_new_game_that_is_built_in_keeps_the_contract(tmp_path: Path) -> None:
    for folder in ("referee", "tests/games", "tests/words"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=left_out)
    for name in ("long_runs.py", "attack_coverage.py", "needed_tools.py", "programs.txt"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests")
    made("nine", "--root", tmp_path)

    assert contract("nine", tmp_path) == "referee.games.nine"


def test_nothing_of_the_example_is_left_in_what_is_written(tmp_path: Path) -> None:
    written = new_game.files("nine", "NF", "Nine Fields", tmp_path)

    for path, text in written.items():
        assert not re.search(r"\boxo\b|\bOX\d?\b|Noughts and Crosses", text), path
    assert "Noughts" not in written[tmp_path / "pyproject.toml"]
    assert json.loads(written[tmp_path / "cases" / "nine.json"])["game"] == "nine"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["Nine", "--prefix", "NF"], "a name is 2 to 16 small letters and digits, a letter first; got Nine"),
        (["../nine", "--prefix", "NF"], "a name is 2 to 16 small letters and digits, a letter first; got ../nine"),
        (["ur", "--prefix", "NF"], "there is a game called ur already"),
        (["nine", "--prefix", "nf"], "a prefix is two capital letters; got nf"),
        (["urbs"], "UR begins the rules of Ur; choose others with --prefix"),
        (["nine", "--prefix", "PM"], "PM begins the rules of the table; choose others with --prefix"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_written(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        new_game.main([*arguments, "--package", str(tmp_path / "site")])

    assert left.value.code == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made("nine", "--package", tmp_path)
    mine = tmp_path / "nine" / "__init__.py"
    mine.write_text("mine", "utf-8")

    with pytest.raises(SystemExit):
        made("nine", "--package", tmp_path)

    assert mine.read_text("utf-8") == "mine"
    assert "nothing was written" in capsys.readouterr().err

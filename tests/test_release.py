"""A release says the same everywhere, and what audits a repository of games does it: action, hook, workflows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from datetime import date
from importlib import import_module
from pathlib import Path
from runpy import run_path
from textwrap import dedent

import pytest

from tests.needed_tools import posix

ROOT = Path(__file__).resolve().parents[1]
release = run_path(str(ROOT / "scripts" / "release.py"))
not_ready, prepare = release["not_ready"], release["prepare"]
READY = {
    "referee/__init__.py": '__version__ = "1.2"\n',
    "referee/kernel/__init__.py": 'INDEX = ""\n',
    "README.md": "    pipx install ./pbem_referee-1.2-py3-none-any.whl\n",
    "CHANGELOG.md": "# Changelog\n\n## 1.2 (2031-05-06)\n\n- one\n\n## 1.1 (2030-01-01)\n",
    "pyproject.toml": '[tool.referee]\nhome = "https://example.org/club/referee"\n',
    "action.yml": f"# `uses: OWNER/referee@TAG`\nsteps:\n    - uses: actions/setup-python@{'a1' * 20}  # v6\n",
    ".github/workflows/release.yml": f"      - uses: actions/checkout@{'b2' * 20}\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that can be released."""
    for name, text in READY.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_a_tag_that_says_what_all_else_says_can_be_released(project: Path) -> None:
    assert list(not_ready("v1.2", project)) == []


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "referee/__init__.py",
            '__version__ = "1.3"\n',
            "the tag is v1.2, and the version of referee/__init__.py is 1.3",
        ),
        ("CHANGELOG.md", "## 1.2 (unreleased)\n", "CHANGELOG.md has no date for 1.2, but (unreleased)"),
        ("CHANGELOG.md", "## 1.1 (2030-01-01)\n", "the newest heading of CHANGELOG.md is of 1.1, not of 1.2"),
        ("pyproject.toml", '[tool.referee]\nhome = ""\n', "[tool.referee] home in pyproject.toml is no address: ''"),
        ("README.md", "`pbem_referee-1.1-py3-none-any.whl`", "README.md names the file of 1.1"),
        (
            "action.yml",
            "    - uses: actions/x@v6\n",
            "action.yml: actions/x is named by v6, which may change, not by a commit",
        ),
    ],
)
def test_what_is_not_as_it_has_to_be_is_named(project: Path, file: str, text: str, said: str) -> None:
    (project / file).write_text(text, "utf-8")

    assert said in list(not_ready("v1.2", project))


def test_a_version_is_written_wherever_it_stands_and_what_is_left_is_said(project: Path) -> None:
    changes = project / "CHANGELOG.md"
    changes.write_text(f"# Changelog\n\n## 1.3 (unreleased)\n\n- two\n{changes.read_text().partition('log')[2]}")
    left = prepare("1.3", date(2031, 7, 8), project)

    assert list(not_ready("v1.3", project)) == []
    assert changes.read_text().startswith("# Changelog\n\n## 1.3 (2031-07-08)\n\n- two\n")
    assert "## 1.2 (2031-05-06)" in changes.read_text()
    assert (project / "README.md").read_text() == "    pipx install ./pbem_referee-1.3-py3-none-any.whl\n"
    assert "registered nowhere" in left[0] and any("git tag -s v1.3" in line for line in left)


@pytest.mark.parametrize("version", ["1.3", "v1.2", "1", '1.2"\nimport x', ""])
def test_a_version_of_which_nothing_is_told_is_not_written(project: Path, version: str) -> None:
    before = {path: path.read_bytes() for path in project.rglob("*.*") if path.is_file()}
    with pytest.raises(ValueError):
        prepare(version, date(2031, 7, 8), project)

    assert {path: path.read_bytes() for path in project.rglob("*.*") if path.is_file()} == before


def test_what_is_missing_stays_named_after_a_version_was_written(project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.referee]\nhome = ""\n')
    (project / "referee/kernel/__init__.py").write_text('INDEX = "https://example.org"\n')

    assert [line for line in prepare("1.2", date(2031, 7, 8), project) if "home" in line or "registered" in line] == [
        "[tool.referee] home in pyproject.toml is no address: ''"
    ]


def test_an_sdist_has_the_same_bytes_whoever_builds_it_and_when(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two copies of one source, written at other times, in another order, by somebody with another umask."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    write_sdist, made = import_module("check_package").write_sdist, list[bytes]()
    for number, names in enumerate((("a.py", "tool.sh"), ("tool.sh", "a.py"))):
        place = tmp_path / str(number)
        place.mkdir()
        with tarfile.open(place / "built.tar.gz", "w:gz") as built:
            for name in names:
                (place / name).write_text(f"# {name}\n")
                (place / name).chmod((0o755 if name == "tool.sh" else 0o644) - 0o40 * number)
                os.utime(place / name, (number, 1e9 + number))
                built.add(place / name, f"source/{name}")
        write_sdist(place / "built.tar.gz", place / "kept.tar.gz")
        made.append((place / "kept.tar.gz").read_bytes())

    assert made[0] == made[1]
    with tarfile.open(tmp_path / "1" / "kept.tar.gz") as kept:
        assert [(each.name, each.mode) for each in kept] == [("source/a.py", 0o644), ("source/tool.sh", 0o755)]


def test_what_people_without_python_get_does_not_say_who_has_made_it_and_when(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    one_file, made = import_module("one_file"), list[bytes]()
    kept = "idna/core.py,sha256=abc,9\nidna/bin/x.py,,\n"
    for name in ("anna", "bert"):
        folder = tmp_path / name / "referee"
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "idna").write_text(f"#!/home/{name}/bin/python\n")
        (folder / "idna-3.dist-info").mkdir(mode=0o700)
        record = folder / "idna-3.dist-info" / "RECORD"
        record.write_text(f"../../bin/idna,sha256={name},9\n{kept}")
        one_file.drop_scripts(folder)
        made.append(one_file.pack(folder, tmp_path / name / "packed").read_bytes())

        assert (record.read_text(), (folder / "bin").exists()) == (kept, False)

    assert made[0] == made[1]


def test_no_workflow_may_write_unless_a_job_says_so() -> None:
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        text = path.read_text("utf-8")
        runs = re.findall(r"run: (.+)", text)
        assert "\npermissions:\n  contents: read" in text.partition("\njobs:\n")[0]
        assert "secrets." not in text
        assert runs and not [line for line in runs if "${{" in line], "what a stranger names is no part of a script"


def audit(games: Path, pattern: str) -> tuple[int, str, str]:
    """Exit code, output and summary of the step of the action that audits, in a repository of games."""
    script = dedent((ROOT / "action.yml").read_text("utf-8").rpartition("run: |\n")[2])
    temp = games.parent / "temp"
    temp.mkdir(exist_ok=True)
    referee = temp / "referee"
    referee.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m referee "$@"\n')
    referee.chmod(0o755)
    env = os.environ | {
        "GAMES": pattern,
        "INDEX": "",
        "REFEREE": str(referee),
        "RUNNER_TEMP": str(temp),
        "PYTHONPATH": str(ROOT),
        **{name: str(temp / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "REFEREE_HOME")},
        "REFEREE_LANG": "en",
    }
    done = subprocess.run(["bash", "-e", "-c", script], cwd=games, env=env, capture_output=True, text=True, check=False)
    summary = temp / "GITHUB_STEP_SUMMARY"
    return done.returncode, done.stdout, summary.read_text("utf-8") if summary.exists() else ""


@posix
@pytest.mark.needs("bash")
def test_the_action_audits_a_repository_of_games_and_names_the_one_with_a_fault(tmp_path: Path) -> None:
    games = tmp_path / "games of ours"
    shutil.copytree(ROOT / "examples" / "ur-3p", games / "ur of may")
    code, out, summary = audit(games, "ur*")
    assert (code, "clean" in out, "clean" in summary) == (0, True, True), out

    shutil.copytree(games / "ur of may", games / "ur of june")
    step = games / "ur of june" / "record" / "0003.step"
    step.write_bytes(step.read_bytes().replace(b"a", b"b", 1))
    code, out, summary = audit(games, "ur*\nnothing*")

    assert code == 1
    assert "june" in out and "::error::the audit ended with 1" in out and "june" in summary
    assert audit(games, "*.zip")[:2] == (1, "::error::no game: *.zip\n")

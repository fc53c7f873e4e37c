"""The list of attacks is whole: each is held by tests that exist and run, or says what is not built yet."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.attack_coverage import not_held, read_entries

ROOT = Path(__file__).resolve().parents[1]
NUMBER = r"(?:[A-Z]-?)?[0-9]{1,3}"
ROW = re.compile(rf"\| ({NUMBER}(?:, {NUMBER})*) \| .+ \| .+ \|")
WHY = r"(?: \([^()]*\))?"
CITED = re.compile(
    rf"\b(?:[Aa]ttack|[Ff]inding)s? ({NUMBER}{WHY}(?:(?:, and |, | and | to ){NUMBER}{WHY})*)|\b([HJLM]-[0-9]{{1,2}})\b"
)


@cache
def page() -> tuple[str, ...]:
    """The numbers of the page, in its order."""
    lines = (ROOT / "docs" / "attacks.md").read_text("utf-8").splitlines()
    return tuple(number for line in lines if (row := ROW.fullmatch(line)) for number in row[1].split(", "))


@cache
def entries() -> tuple[dict[str, Any], ...]:
    return tuple(read_entries(ROOT / "tests" / "attacks.toml"))


@cache
def functions(path: str) -> frozenset[str]:
    """The test functions of a file, as pytest collects them."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def test_every_attack_of_the_page_has_one_entry_and_every_entry_its_attack() -> None:
    twice = [number for number, times in Counter(entry["id"] for entry in entries()).items() if times > 1]

    assert (twice, len(page()), len(set(page()))) == ([], len(entries()), len(entries()))
    assert {entry["id"] for entry in entries()} == set(page())


def test_an_entry_names_tests_or_says_what_is_missing() -> None:
    odd = [
        entry["id"]
        for entry in entries()
        if not set(entry) <= {"id", "held_by", "not_yet", "pending"}
        or bool(entry.get("held_by") or entry.get("pending")) == bool(entry.get("not_yet"))
        or len(set(entry.get("held_by", ()))) != len(entry.get("held_by", ()))
    ]

    assert odd == []


def test_no_attack_waits_for_its_test() -> None:
    assert [entry["id"] for entry in entries() if "pending" in entry] == []


def test_every_test_that_holds_an_attack_exists() -> None:
    named = sorted({test for entry in entries() for test in entry.get("held_by", ())})
    missing = []
    for test in named:
        path, _, name = test.partition("::")
        if not (ROOT / path).is_file() or name not in functions(path):
            missing.append(test)

    assert len(named) > 150
    assert missing == []


# Citations


def cited(text: str) -> Iterator[str]:
    """The numbers that a text cites: `Attacks 6, 8 to 13 (why) and F7` cites eight."""
    for found in CITED.finditer(text):
        parts = re.split(r"(, and |, | and | to )", re.sub(r" \([^()]*\)", "", found[1] or found[2]))
        for at in range(0, len(parts), 2):
            if at and parts[at - 1] == " to ":
                yield from map(str, range(int(parts[at - 2]) + 1, int(parts[at])))
            yield parts[at]


def test_a_citation_is_read_as_people_read_it() -> None:
    word = "Attack"

    assert list(cited(f"{word} 7: as it is.")) == ["7"]
    assert list(cited(f"{word}s 6, 8 to 11, F7 and H-3, though ({word.lower()} 125).")) == [
        *("6", "8", "9", "10", "11", "F7", "H-3", "125")
    ]
    assert list(cited(f"{word}s 1 (small order), 2 (mixed order, of both).")) == ["1", "2"]
    assert list(cited("as H-3 says, and finding F19")) == ["H-3", "F19"]
    assert list(cited("the attacker's 6 temples, two attacks")) == []


def test_every_attack_that_is_cited_stands_on_the_page() -> None:
    texts = {path: " ".join(path.read_text("utf-8").split()) for path in (ROOT / "tests").rglob("*.py")}
    known = frozenset(page())

    assert [(path, number) for path, text in texts.items() for number in cited(text) if number not in known] == []


def test_tests_cite_attacks() -> None:
    """The measure above would be content with none."""
    texts = [" ".join(path.read_text("utf-8").split()) for path in (ROOT / "tests").rglob("test_*.py")]

    assert sum(1 for text in texts for _ in cited(text)) > 250


# Sessions

TESTS = """
import pytest
def test_one(): pass
@pytest.mark.parametrize("case", [1, 2])
def test_two(case):
    {two}
def test_three(): pass
"""
LIST = """
[[attack]]
id = "1"
held_by = ["tests/test_it.py::test_one"]
[[attack]]
id = "F2"
held_by = ["tests/test_it.py::test_two", "tests/test_it.py::test_three"]
[[attack]]
id = "3"
not_yet = "not built"
"""
HOOK = """
from pathlib import Path
from tests.attack_coverage import Ran
def pytest_configure(config):
    config.pluginmanager.register(Ran(Path(__file__).with_name("attacks.toml")))
"""


EACH = """
import json, os, sys, pytest
for folder, arguments, tools in json.load(sys.stdin):
    os.chdir(folder)
    os.environ["REFEREE_TEST_TOOLS"] = tools
    with open("said", "w") as sys.stdout:
        code = pytest.main(["-q", "-p", "no:cacheprovider", *arguments])
    with open("code", "w") as file:
        file.write(str(int(code)))
    for name in ("conftest", "test_it"):
        sys.modules.pop(name, None)
"""
"""Sessions of pytest in one process: each knows the tests of its own folder."""


def lay(folder: Path, two: str) -> None:
    """Three tests of which an attack each hangs."""
    (folder / "tests").mkdir(parents=True)
    for name, text in (("test_it.py", TESTS.format(two=two)), ("attacks.toml", LIST), ("conftest.py", HOOK)):
        (folder / "tests" / name).write_text(text)
    (folder / "pytest.ini").write_text("[pytest]\ntestpaths = tests\n")


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, list[str]]]:
    """Of each session its exit code and what it says of attacks."""
    folder = tmp_path_factory.mktemp("sessions")
    places = {what: folder / f"s{at}" for at, what in enumerate(SESSIONS)}
    for what, (_, two, _) in SESSIONS.items():
        lay(places[what], two)
    subprocess.run(
        [sys.executable, "-c", EACH],
        input=json.dumps([(str(places[what]), case[0], TOOLS.get(what, "")) for what, case in SESSIONS.items()]),
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        text=True,
        check=True,
    )
    said = {what: (place / "said").read_text().splitlines() for what, place in places.items()}
    return {
        what: (int((place / "code").read_text()), [line for line in said[what] if line.startswith("attack ")])
        for what, place in places.items()
    }


TOOLS = {"a program is missing where tools are required": "required"}
"""Which tools are required, if any."""
LACKING = "pytest.skip('zsh: not here; apt install zsh')"
SKIPPED = "attack F2: tests/test_it.py::test_two was skipped"
SESSIONS: dict[str, tuple[tuple[str, ...], str, tuple[int, list[str]]]] = {
    "all run": ((), "pass", (0, [])),
    "one case is skipped": ((), "pytest.skip('not here') if case == 2 else None", (1, [SKIPPED])),
    "a program is missing": ((), LACKING, (0, ["attack F2: tests/test_it.py::test_two: zsh: not here"])),
    "a program is missing where tools are required": ((), LACKING, (1, [SKIPPED])),
    "a program is missing, and a case is skipped": (
        (),
        f"pytest.skip('too long') if case == 2 else {LACKING}",
        (1, [SKIPPED]),
    ),
    "one is an expected failure": ((), "pytest.xfail('not yet')", (1, [SKIPPED])),
    "one is deselected": (
        ("--deselect", "tests/test_it.py::test_three"),
        "pass",
        (1, ["attack F2: tests/test_it.py::test_three did not run"]),
    ),
    "one fails": ((), "assert False", (1, [])),
    "a part by path": (("tests/test_it.py::test_one",), "pass", (0, [])),
    "a part by word": (("-k", "one"), "pass", (0, [])),
    "a part by mark": (("-m", "not slow"), "pytest.skip('not here')", (0, [])),
    "stopped at the first failure": (("-x",), "assert False", (1, [])),
    "only listed": (("--co",), "pass", (0, [])),
}


@pytest.mark.parametrize("what", SESSIONS)
def test_a_session_that_was_asked_for_everything_runs_every_test_that_holds_an_attack(
    sessions: dict[str, tuple[int, list[str]]], what: str
) -> None:
    *_, expected = SESSIONS[what]

    assert sessions[what] == expected


def test_what_did_not_run_is_told_with_its_attack() -> None:
    listed = [{"id": "1", "held_by": ["a", "b"]}, {"id": "2", "not_yet": "why"}, {"id": "F3", "held_by": ["b", "c"]}]

    assert not_held(listed, ["a", "b"], ["b"]) == [
        "attack 1: b was skipped",
        "attack F3: b was skipped",
        "attack F3: c did not run",
    ]

"""What runs the tests runs those that are asked for, with whatever tools can be had."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import long_runs

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def suite(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The script; scripts import one another from their own folder."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    yield import_module("suite")
    del sys.modules["suite"]


def test_what_is_named_behind_fast_is_run_beside_the_fast_tests(suite: Any) -> None:
    assert suite.tests_of(["--fast"]) == [*suite.FAST]
    assert suite.tests_of(["--fast", "tests/web", "-x"]) == [*suite.FAST, "tests/web", "-x"]
    assert suite.tests_of(["tests/web", "-x"]) == ["tests/web", "-x"]
    assert suite.tests_of([]) == []


def test_the_newest_packages_are_tried_on_the_fast_tests_and_the_pages_of_help(
    suite: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    canary = import_module("canary")
    monkeypatch.delitem(sys.modules, "canary")

    assert {*suite.FAST, "tests/cli/test_help.py"} <= {*canary.TESTS}
    named = [test.removeprefix("--deselect=").partition("::")[0] for test in canary.TESTS]
    assert [file for file in named if not (ROOT / file).exists()] == []
    weighed = (ROOT / "tests" / "cli" / "test_weight.py").read_text("utf-8")
    assert [name for name in canary.LOADED if f"def test_a_command_{name}(" not in weighed] == []


ROWS = [f"tests/x.py::test_many[{number}]" for number in range(60)]
FEW = [f"tests/x.py::test_few[{number}]" for number in range(long_runs.MANY)]
EVERYTHING, NAMED = pytest.Config.ArgsSource.TESTPATHS, pytest.Config.ArgsSource.ARGS


@pytest.mark.parametrize(
    ("asked", "given", "long", "left_out"),
    [
        (EVERYTHING, {}, False, range(30, 50)),
        (NAMED, {}, False, range(1)),
        (EVERYTHING, {}, True, range(1)),
        (NAMED, {"workerinput": {long_runs.EVERYTHING: True}}, False, range(30, 50)),
    ],
    ids=["everything", "a file", "a long run", "everything in a worker"],
)
def test_of_a_test_with_many_rows_a_usual_run_of_everything_asks_a_part_that_stays_the_same(
    asked: Any, given: dict[str, Any], long: bool, left_out: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(long_runs._depth, "long", long)
    deselected: list[Any] = []
    option = SimpleNamespace(keyword="", markexpr="", lf=False, collectonly=False)
    config: Any = SimpleNamespace(args_source=asked, option=option, **given)
    config.getoption, config.addinivalue_line = (lambda name: long), (lambda *_: None)
    config.hook = SimpleNamespace(pytest_deselected=lambda items: deselected.extend(items))
    runs: list[list[str]] = []
    for _ in range(2):
        items: list[Any] = [SimpleNamespace(nodeid=name, get_closest_marker=lambda _: None) for name in ROWS + FEW]
        depth = long_runs.Depth(config)
        depth.pytest_collection_modifyitems(config, items)
        runs.append([item.nodeid for item in items])
        assert depth.left_out in left_out

    assert {ROWS[0], ROWS[-1], *FEW} <= {*runs[0]}
    assert runs[0] == runs[1]
    assert len(deselected) + len(runs[0]) + len(runs[1]) == 2 * len(ROWS + FEW)


def test_a_part_of_many_rows_has_each_value_that_several_have_and_what_is_always_asked() -> None:
    def is_marked(number: int) -> Any:
        return lambda mark: mark == "always" and number == 31

    rows: list[Any] = [
        SimpleNamespace(
            nodeid=f"tests/x.py::test_many[{number}]",
            callspec=SimpleNamespace(indices={"number": number, "game": number % 3, "kind": number // 3}),
            get_closest_marker=is_marked(number),
        )
        for number in range(60)
    ]
    names = {*long_runs.some_rows(rows)}
    chosen = [row.callspec.indices for row in rows if row.nodeid in names]

    assert ({each["game"] for each in chosen}, {each["kind"] for each in chosen}) == ({*range(3)}, {*range(20)})
    assert "tests/x.py::test_many[31]" in names
    assert len(chosen) < 40


APT = """#!/bin/sh
for word do
    [ "$word" != {refused} ] || {{ echo "$word conflicts with what is here" >&2; exit 100; }}
done
echo "$@" >> {log}
"""


@pytest.mark.needs("bash")
@pytest.mark.parametrize(
    ("refused", "installed", "said"),
    [
        ("nothing", ["fish npm zsh"], []),
        ("npm", ["fish", "zsh"], ["npm: apt-get: exit 100"]),
        ("update", [], ["apt-get: exit 100"]),
    ],
)
def test_a_program_that_cannot_be_had_takes_no_other_along(
    refused: str, installed: list[str], said: list[str], tmp_path: Path
) -> None:
    """Another Node than Debian's conflicts with its `npm`; apt then installs nothing of what it is given."""
    apt, log = tmp_path / "apt-get", tmp_path / "log"
    apt.write_text(APT.format(refused=refused, log=log))
    apt.chmod(0o755)
    log.touch()
    source = (ROOT / ".ci" / "run").read_text("utf-8")
    function = source[source.index("install() {") : source.index("\n}\n", source.index("install() {")) + 3]
    script = f'PATH="{tmp_path}:$PATH"\n{function}install fish npm zsh\n'
    done = subprocess.run(["bash", "-uo", "pipefail", "-c", script], capture_output=True, text=True)

    found = [line.partition("recommends ")[2] for line in log.read_text().splitlines() if " install " in line]
    assert found == installed
    assert done.stdout.splitlines() == ["installing fish npm zsh ...", *said]


@pytest.mark.needs("git")
def test_no_file_of_the_project_is_a_link_to_elsewhere() -> None:
    """A link to what lies on one machine leads nowhere on any other, and replaces what another has in that place."""
    listed = subprocess.run(["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, text=True).stdout

    assert [line for line in listed.splitlines() if line.startswith("120000")] == []

"""`scripts/plant_faults.py` plants what its list says, and tells what nobody noticed."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from scripts.plant_faults import ROOT, Fault, Misplaced, faults, told


def stands(fault: Fault) -> bool:
    module = ROOT / "referee" / fault.place
    return module.is_file() and module.read_text("utf-8").count(fault.before) == 1


def test_the_listed_faults_can_be_planted_and_their_tests_are_there() -> None:
    listed = faults()
    named = {word for fault in listed for word in shlex.split(fault.tests) if word.startswith("tests/")}

    assert len({(fault.place, fault.before) for fault in listed}) == len(listed) >= 40
    assert [fault for fault in listed if fault.before == fault.after] == []
    assert [fault for fault in listed if not stands(fault)] == []
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with one module and its test."""
    (tmp_path / "referee").mkdir()
    (tmp_path / "referee" / "less.py").write_text("def less(a: int, b: int) -> bool:\n    return a < b\n")
    path = "import sys\nfrom pathlib import Path\n\nsys.path.insert(0, str(Path(__file__).parent / 'referee'))\n"
    test = "import less\n\n\ndef test_one_is_less_than_two():\n    assert less.less(1, 2)\n"
    (tmp_path / "test_less.py").write_text(path + test)
    return tmp_path


def test_a_fault_is_told_with_the_test_that_notices_it_or_without_one(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = (tree / "referee" / "less.py").read_text()
    seen = Fault("kernel", "less.py", "a < b", "a > b", "test_less.py")
    unseen = Fault("kernel", "less.py", "a < b", "a <= b", "test_less.py")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    assert [red for _, red in told((seen, unseen), tree)] == ["test_less.py::test_one_is_less_than_two", ""]
    assert (tree / "referee" / "less.py").read_text() == kept


@pytest.mark.parametrize(("text", "count"), [("gone", 0), ("a", 2)])
def test_a_text_that_is_not_there_once_is_misplaced(text: str, count: int) -> None:
    with pytest.raises(Misplaced, match=f"^less.py: {count} times: {text}$"):
        Fault("kernel", "less.py", text, "b", "").planted("a < a")

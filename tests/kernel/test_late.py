"""A module that is loaded late is the module itself for everybody who uses it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

import pytest

from referee.kernel.late_loading import LateModule, late

PACKAGE = "late_package"
SLOW = "from time import sleep\nloads = []\nsleep(0.05)\nloads.append(1)\n\ndef answer():\n    return 42\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A package with modules that wait: one that is slow to load, one that fails, and one that is not there."""
    folder = tmp_path / PACKAGE
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "slow.py").write_text(SLOW, encoding="utf-8")
    (folder / "failing.py").write_text("import no_such_module_anywhere\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = __import__(PACKAGE)
    late(PACKAGE, "slow", "failing", "missing")
    yield found
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


def imported(name: str) -> Any:
    """What `from package import name` gives."""
    return getattr(__import__(PACKAGE, fromlist=[name]), name)


def test_a_module_waits_until_something_of_it_is_used(package: Any) -> None:
    slow = imported("slow")

    assert isinstance(slow, LateModule)
    assert f"{PACKAGE}.slow" not in sys.modules
    assert slow.answer() == 42
    assert isinstance(package.slow, ModuleType)
    assert imported("slow") is package.slow is sys.modules[f"{PACKAGE}.slow"]


def test_what_a_test_sets_in_it_everybody_sees(package: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = imported("slow")
    with monkeypatch.context() as patch:
        patch.setattr(slow, "answer", lambda: 1)
        patch.setattr(slow, "more", 2, raising=False)

        assert (package.slow.answer(), package.slow.more) == (1, 2)
    assert slow.answer() == package.slow.answer() == 42
    assert not hasattr(package.slow, "more")


def test_threads_that_ask_at_once_load_it_once(package: Any) -> None:
    slow = imported("slow")
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: (slow.answer(), slow.loads), range(8)))

    assert answers == [(42, [1])] * 8


@pytest.mark.parametrize(("name", "lacks"), [("failing", "no_such_module_anywhere"), ("missing", f"{PACKAGE}.missing")])
def test_one_that_cannot_be_loaded_says_so_where_it_is_used(package: Any, name: str, lacks: str) -> None:
    waiting = imported(name)
    with pytest.raises(ModuleNotFoundError) as caught:
        waiting.answer()

    assert caught.value.name == lacks
    assert (
        extract_tb(caught.value.__traceback__)[0].name
        == test_one_that_cannot_be_loaded_says_so_where_it_is_used.__name__
    )


def test_a_name_that_it_lacks_is_told_as_of_any_module(package: Any) -> None:
    with pytest.raises(AttributeError, match=f"module '{PACKAGE}.slow' has no attribute 'anser'"):
        print(imported("slow").anser)


def test_a_package_loads_none_of_what_waits_in_it() -> None:
    lines = (
        "import sys; from referee.session.masked import share_handover; print('referee.session.session' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"

"""A lock file is installed in two halves at once: none of its packages is lost, and none comes without its hashes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.environment import ROOT, halves

PACKAGE = re.compile(r"^[a-z0-9][\w.-]*==\S+ \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+", re.MULTILINE)
"""A pinned package and its hashes."""
LOCKS = sorted(ROOT.glob("requirements*.txt"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_each_half_of_a_lock_file_is_one_and_both_are_the_whole(lock: Path) -> None:
    whole = lock.read_text("utf-8")
    first, second = (PACKAGE.findall(half) for half in halves(whole))

    assert sorted(first + second) == sorted(PACKAGE.findall(whole))
    assert len(first + second) == whole.count("==")
    assert abs(len(first) - len(second)) <= 1


def test_there_are_lock_files() -> None:
    assert len(LOCKS) > 4

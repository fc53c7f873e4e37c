"""The lowest versions that the tests run with are those that pyproject.toml promises."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PINNED = re.compile(r"^([a-z0-9-]+)==([0-9.]+)", re.MULTILINE)


def floors() -> dict[str, str]:
    """The lower bound of every package that the program itself needs, with and without extras."""
    extras = (line for extra in ("passphrase", "rating") for line in PROJECT["optional-dependencies"][extra])
    wanted = [*PROJECT["dependencies"], *extras]
    return dict(re.match(r"([a-z0-9-]+)>=([0-9.]+)", line).groups() for line in wanted)  # type: ignore[union-attr]


def padded(version: str) -> tuple[int, ...]:
    """A version of three numbers."""
    numbers = [int(number) for number in version.split(".")]
    return tuple(numbers + [0] * (3 - len(numbers)))


def test_the_tests_run_with_the_lowest_versions_that_are_promised() -> None:
    """Finding F18, attack 97."""
    locked = dict(PINNED.findall((ROOT / "requirements" / "lowest.txt").read_text("utf-8")))
    wanted = {name: padded(floor) for name, floor in floors().items()}

    assert {name: padded(locked[name]) for name in wanted} == wanted
    assert len(wanted) > 4


def test_the_lock_keeps_to_the_versions_that_are_named_as_lowest() -> None:
    locked = dict(PINNED.findall((ROOT / "requirements" / "lowest.txt").read_text("utf-8")))
    named = dict(PINNED.findall((ROOT / "scripts" / "lowest.txt").read_text("utf-8")))

    assert {name: locked[name] for name in named} == named


def test_the_job_of_the_lowest_versions_is_part_of_every_run() -> None:
    assert "scripts/test.py --lowest" in (ROOT / ".ci" / "run").read_text("utf-8")

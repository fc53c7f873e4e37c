"""Nobody is told to install the program by a name that an index would be asked for, as long as none has it from us."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from referee.crypto.extras import WITHOUT_BOUNDS
from referee.kernel import DISTRIBUTION, INDEX
from referee.messages.install_lines import FILE, install_lines

ROOT = Path(__file__).resolve().parents[1]
TEXTS = sorted(
    path
    for pattern in (
        "*.md",
        "docs/**/*.md",
        "examples/*.md",
        "examples/*/letters/*.txt",
        "referee/**/words/*.toml",
        "referee/i18n/**/*.toml",
    )
    for path in ROOT.glob(pattern)
    if path.name != "CHANGELOG.md"
)
OTHERS = frozenset(name for names in WITHOUT_BOUNDS.values() for name in names) | {"cryptography"}
"""Packages of other people that indexes have had for years."""

_INSTALL = re.compile(
    r"""\b(?:pipx?(?:3|\.exe)?|uv\s+(?:pip|tool))\s+(?:install|run|inject\s+\S+)\s+((?:--?[\w-]+\s+)*)["']?([^\s"'`]+)"""
    r"""|\buvx\s+(?:--from\s+)?()["']?([^\s"'`]+)"""
)


def installed_by(text: str) -> list[str]:
    """What the lines of a text install by a name, not from a file or folder that lies there."""
    found = [(match[1] or "", match[2] or match[4]) for match in _INSTALL.finditer(text)]
    return [name for options, name in found if not name.startswith(("./", "../", "{")) and "-r" not in options.split()]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_page_and_no_sentence_has_an_index_asked_for_the_program(path: Path) -> None:
    allowed = OTHERS | ({DISTRIBUTION} if INDEX else set())

    assert {re.split(r"[<>=\[.,;)]", name)[0] for name in installed_by(path.read_text("utf-8"))} <= allowed


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("pipx install pbem-referee", ["pbem-referee"]),
        ("py -m pip install --user pbem-referee", ["pbem-referee"]),
        ("`pip install\n'pbem-referee[keyring]'`", ["pbem-referee[keyring]"]),
        ("uv tool install pbem-referee, then", ["pbem-referee,"]),
        ("uvx --from pbem-referee referee", ["pbem-referee"]),
        ("pipx inject pbem-referee oxo", ["oxo"]),
        ("pipx inject pbem-referee ./oxo.whl", []),
        ("pipx install ./pbem_referee-0.1.0-py3-none-any.whl", []),
        ("pip install -r requirements/site.txt", []),
    ],
)
def test_this_reading_sees_what_is_installed_by_name(line: str, named: list[str]) -> None:
    assert installed_by(line) == named


def test_the_lines_that_the_program_tells_take_the_file_that_lies_there() -> None:
    assert INDEX == ""
    assert [installed_by(one.program) for one in install_lines()] == [[], []]
    assert all(one.program.endswith(f" ./{FILE}") for one in install_lines())


def test_what_is_named_without_metadata_is_what_the_extras_are() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    names = {extra: tuple(re.split("[<>=]", line)[0] for line in lines) for extra, lines in extras.items() if lines}

    assert names == WITHOUT_BOUNDS

"""The lines with which a newcomer begins stand on both READMEs, alike; `scripts/check_package.py` types them."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import __version__
from scripts.newcomers import EVENINGS, Failed, typed_lines

ROOT = Path(__file__).resolve().parents[1]
READMES = ("README.md", "docs/it/leggimi.md")


@pytest.mark.parametrize("page", READMES)
def test_a_readme_tells_how_to_install_by_pipx_uv_and_pip(page: str) -> None:
    assert typed_lines((ROOT / page).read_text("utf-8")) == {
        "pipx": [f"pipx install ./pbem_referee-{__version__}-py3-none-any.whl"],
        "uv": [f"uv tool install ./pbem_referee-{__version__}-py3-none-any.whl"],
        "pip": [
            "python3 -m venv referee-program",
            f"referee-program/bin/pip install ./pbem_referee-{__version__}-py3-none-any.whl",
        ],
    }


def test_a_readme_that_lacks_a_way_is_refused() -> None:
    with pytest.raises(Failed, match="no line tells how to install by uv, pip"):
        typed_lines("    pipx install ./pbem_referee-0.1.0-py3-none-any.whl\n")


def test_what_is_installed_plays_evenings_that_are_kept() -> None:
    played = {page for pages in EVENINGS.values() for page in pages}

    assert {"four-friends.md", "four-friends-it.md", "short-game.md"} == played
    assert all((ROOT / "tests" / "evening" / page).is_file() for page in played)

"""Every command on every page prints what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.transcripts import ROOT, fits, play

PAGES = [ROOT / "examples" / "README.md", *sorted((Path(__file__).parent / "transcripts").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_a_page_prints_what_it_says(page: Path) -> None:
    ran = 0
    for command, code, found in play(page):
        printed = "\n".join([*found, f"(exit {code})"])

        assert fits(command.expected, found), f"{page.name}:{command.line + 1}: {command.text}\n{printed}"
        ran += 1

    assert ran > 0

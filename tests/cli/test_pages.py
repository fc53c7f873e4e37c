"""Every command on every page prints what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.cli import codes
from referee.cli.registry import COMMANDS
from referee.kernel.errors import RefereeError
from scripts.transcripts import ROOT, fits, play

PAGES = [ROOT / "examples" / "README.md", *sorted((Path(__file__).parent / "transcripts").glob("*.md"))]
CODES = [value for name, value in vars(codes).items() if name.isupper()]
KINDS = RefereeError.__subclasses__()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_a_page_prints_what_it_says(page: Path) -> None:
    ran = 0
    for command, code, found in play(page):
        printed = "\n".join([*found, f"(exit {code})"])

        assert fits(command.expected, found), f"{page.name}:{command.line + 1}: {command.text}\n{printed}"
        ran += 1

    assert ran > 0


def test_the_pages_show_every_command_and_every_exit_code() -> None:
    """What a page shows is what it prints: the test above holds every line of it."""
    shown = "\n".join(page.read_text("utf-8") for page in PAGES)
    printed = [line for line in shown.splitlines() if line.isdecimal()]

    assert [command for command in COMMANDS if not re.search(rf"^\$ .*referee {command}\b", shown, re.MULTILINE)] == []
    assert {*map(str, (*CODES, *(kind.exit_code for kind in KINDS)))} <= set(printed)

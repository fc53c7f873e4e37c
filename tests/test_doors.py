"""The doors into the documentation: what they name exists, in both languages, and each README leads to them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.cli.registry import COMMANDS
from referee.messages.install_lines import FILE
from tests.support.transcripts import commands

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("docs/invited.md", "docs/it/invitato.md", "README.md", "docs/it/leggimi.md")
DOORS = (
    ("docs/invited.md", "docs/it/invitato.md"),
    ("docs/host.md", "docs/it/ospite.md"),
    ("docs/judge.md", "docs/it/giudice.md"),
    ("docs/gone.md", "docs/it/assente.md"),
    ("docs/practice.md", "docs/it/allenamento.md"),
    ("docs/four.md", "docs/it/quattro.md"),
)
"""The pages with which a player, a host, a judge and whoever waits begin, each in both languages."""
COMMAND = re.compile(r"(?:^    |`)referee ([a-z]+(?: [a-z]+)?)", re.MULTILINE)


def commands_on(page: str) -> list[str]:
    """What is called on a page: `key new`, `move`."""
    found = COMMAND.findall((ROOT / page).read_text("utf-8"))
    return [words if words in COMMANDS else words.partition(" ")[0] for words in found]


def programs(command: str) -> list[str]:
    """The commands of ours in a line of a page: `receive`, `move`."""
    return re.findall(r"\breferee ([a-z]+)", command)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_on_the_page_exists(page: str) -> None:
    called = commands_on(page)

    assert len(called) > 8
    assert [command for command in called if command not in COMMANDS] == []


@pytest.mark.parametrize("page", PAGES)
def test_what_is_installed_is_the_file_of_the_distribution(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    asked_for = re.findall(r"(?:pipx|tool|pip) install (?:--user )?([^\s`]+)", text)

    assert len(asked_for) >= 2
    assert set(asked_for) == {f"./{FILE}"}


@pytest.mark.parametrize(("english", "italian"), DOORS)
def test_a_door_is_the_same_in_both_languages(english: str, italian: str) -> None:
    pages = [(ROOT / page).read_text("utf-8") for page in (english, italian)]
    told, detto = ([line.count("#") for line in page.splitlines() if line.startswith("#")] for page in pages)
    typed, scritti = ([(command.hidden, programs(command.text)) for command in commands(page)] for page in pages)

    assert told == detto
    assert typed == scritti
    assert commands_on(english) == commands_on(italian)


@pytest.mark.parametrize("page", ["README.md", "docs/it/leggimi.md"])
def test_each_readme_leads_to_every_door(page: str) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", (ROOT / page).read_text("utf-8"))
    linked = {((ROOT / page).parent / link).resolve() for link in links if "://" not in link}

    assert {(ROOT / door).resolve() for pair in DOORS for door in pair} <= linked

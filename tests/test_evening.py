"""A first evening: people at terminals of their own, from nothing to the first move, and a short game to its end.

The pages in tests/evening are what they type and see, in English and in Italian. They are played as they stand.
"""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

import pytest

from tests.long_runs import of
from tests.needed_tools import posix
from tests.support.transcripts import Command, commands, play, wrong

EVENINGS = Path(__file__).parent / "evening"
PAGES = sorted(EVENINGS.glob("*.md"))
SHORT = [EVENINGS / "short-game.md", EVENINGS / "short-game-it.md"]
FOUR = [EVENINGS / "four-friends.md", EVENINGS / "four-friends-it.md"]


PLAYED = [
    pytest.param(page, marks=() if page.stem == "short-game" else pytest.mark.long, id=page.stem) for page in PAGES
]
"""Both languages play the same evening, and four friends a longer one; the tests below compare what is typed."""


@posix
@pytest.mark.parametrize("page", PLAYED)
def test_an_evening_goes_as_it_is_told(page: Path) -> None:
    for played in play(page, started=of(False, True)):
        assert wrong(*played) == ""


def typed(part: list[Command], who: str) -> list[str]:
    """What somebody types: the programs, `receive` or `mail`, with how many people a mail goes to."""
    own = (command.text.split() for command in part if command.who == who)
    return [" ".join(words[1:2]) if words[0] == "referee" else f"mail to {len(words) - 2}" for words in own]


def parts(page: Path) -> list[list[Command]]:
    """The commands of a page, by its sections."""
    lines = page.read_text("utf-8").splitlines()
    heads = [number for number, line in enumerate(lines) if re.match("##? ", line)]
    told = commands("\n".join(lines))
    return [list(part) for _, part in groupby(told, key=lambda command: sum(head < command.line for head in heads))]


@pytest.mark.parametrize("page", SHORT, ids=lambda page: page.stem)
def test_a_quiet_turn_is_two_commands_and_one_mail_for_its_player_and_one_of_each_for_the_host(page: Path) -> None:
    opening, *turns, end = parts(page)
    movers = ["anna" if number % 2 else "bert" for number in range(1, len(turns))]

    assert typed(opening, "hanna").count("receive") == 2 and len(turns) == 8 and "audit" in typed(end, "hanna")
    for mover, turn in zip(movers, turns[1:], strict=True):
        assert typed(turn, mover)[:3] == ["receive", "move", "mail to 1"]
        assert typed(turn, "hanna") == ["receive", "mail to 2"]


@pytest.mark.parametrize("page", FOUR, ids=lambda page: page.stem)
def test_the_opening_is_five_commands_for_a_player_and_five_for_the_host(page: Path) -> None:
    (evening,) = parts(page)
    first = next(at for at, command in enumerate(evening) if "referee moves" in command.text)
    before, mover = evening[:first], evening[first].who

    assert typed(before, mover) == ["join", "mail to 1", "receive", "accept", "mail to 4", "receive", "words"]
    assert typed(before, "hanna")[1:] == [
        *("offer", "mail to 4", "receive", "charter", "mail to 4", "receive", "mail to 4", "words")
    ]


@pytest.mark.parametrize("pages", [FOUR, SHORT], ids=["four", "short"])
def test_an_evening_in_italian_is_the_same_evening(pages: list[Path]) -> None:
    told = ([typed([one], one.who) for one in commands(page.read_text("utf-8"))] for page in pages)
    english, italian = told

    assert english == italian

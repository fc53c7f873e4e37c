"""A long game among friends: `scripts/friends.py` plays it all; here its two mishaps happen in a short one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.needed_tools import posix
from tests.support.friends import FOLDER, OPTIONS, PAGES, TITLE, Diary, Friends, loses_key, vanishes
from tests.support.rounds import HOST
from tests.support.transcripts import commands


@pytest.mark.long
@posix
def test_a_key_is_lost_and_a_player_vanishes_and_everybody_is_told_what_to_type(tmp_path: Path) -> None:
    friends = Friends(Diary(tmp_path.resolve()), "tigris", ("anna", "bert"), TITLE, OPTIONS)
    friends.open()
    lost, gone = next(seat for seat in friends.seats if seat not in friends.asked()), friends.asked()[0]
    loses_key(friends, lost)
    vanishes(friends, gone)
    typed = [(who, command) for who, command, code, _ in friends.seen if code == 0]
    seen = {command: " ".join(" ".join(lines).split()) for who, command, _, lines in friends.seen if who == HOST}

    assert (HOST, f"referee absent {gone}") in typed and friends.asked() == [lost]
    assert f"referee absent {gone}" in seen["referee"]
    assert friends.session(lost).role == lost and friends.session(lost).folder.path.name == FOLDER


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_page_has_a_block_for_each_moment_and_they_are_told_in_order(page: Path) -> None:
    told = page.read_text("utf-8")

    assert [len(commands(block)) > 0 for block in told.split("\n## ")[1:]] == [True] * 3 + [False]


def test_both_pages_tell_the_same_moments() -> None:
    english, italian = ([(one.who, one.text) for one in commands(page.read_text("utf-8"))] for page in PAGES.values())
    moves = [number for number, (_, text) in enumerate(english) if text.startswith("referee move")]

    assert [one for at, one in enumerate(english) if at not in moves] == [
        one for at, one in enumerate(italian) if at not in moves
    ]

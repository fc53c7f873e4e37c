"""`scripts/rounds.py` plays by what people type: a player in English, one in Italian, and a host."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.needed_tools import posix
from tests.support.rounds import HOST, PAGED, WATCH, play

MOST = 23
"""Lines that a window of 24 shows below what was typed."""


@pytest.mark.long
@posix
def test_two_players_and_a_host_come_to_their_first_step_by_typed_commands(tmp_path: Path) -> None:
    evening = play(tmp_path.resolve(), "civilization", 2, 1, steps=1)
    page = evening.page()

    assert evening.told().startswith("steps 1, ")
    assert {code for _, _, code, _ in evening.seen} == {0}
    assert "sign this? [y/N/show/undo]: y" in page or "firmo? [s/N/mostra/annulla]: s" in page
    assert "you accept this charter" in page and "accetti questo patto" in page
    assert page.count("receive mail/0001.eml") == 2


@posix
def test_by_a_shared_folder_a_quiet_turn_is_two_commands_and_the_host_types_none(tmp_path: Path) -> None:
    evening = play(tmp_path.resolve(), "tigris", 2, 1, steps=2, shared=True)
    typed = [(who, command) for who, command, _, _ in evening.seen]
    deal = max(at for at, (_, command) in enumerate(typed) if command.startswith("referee words"))
    opening, turns = typed[: deal + 1], [(who, command.partition(' "')[0]) for who, command in typed[deal + 1 :]]
    movers = list(dict.fromkeys(who for who, _ in turns if who != HOST))

    assert {code for _, _, code, _ in evening.seen} == {0}
    assert turns == [line for who in movers for line in ((who, "referee"), (who, "referee move"), (HOST, WATCH))]
    for who in movers:
        own = [command for one, command in opening if one == who and not command.startswith("cd ")]
        assert own[:3] == ["referee join $STAGE/shared", "referee", "referee"], own
    assert [(who, command) for who, command, _, lines in evening.seen if len(lines) > MOST] == []
    page = evening.page()
    assert "mail " not in " ".join(command for _, command in typed)
    assert "Already in the shared folder; nothing to send" in page
    assert "È nella cartella condivisa, niente da mandare" in page
    assert not PAGED.search(page)
    assert "\n  referee words" not in page  # the words are asked for at once, so nobody is told to type that

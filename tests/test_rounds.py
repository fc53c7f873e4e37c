"""`scripts/rounds.py` plays by what people type: a player in English, one in Italian, and a host."""

from __future__ import annotations

from pathlib import Path

from scripts.rounds import play
from tests.cli.terminal import posix


@posix
def test_two_players_and_a_host_come_to_their_first_step_by_typed_commands(tmp_path: Path) -> None:
    evening = play(tmp_path.resolve(), "civilization", 2, 1, steps=1)
    page = evening.page()

    assert evening.told().startswith("steps 1, ")
    assert {code for _, _, code, _ in evening.seen} == {0}
    assert "sign this? [y/N/show/undo]: y" in page or "firmo? [s/N/mostra/annulla]: s" in page
    assert "you accept this charter" in page and "accetti questo patto" in page
    assert page.count("receive mail/0001.eml") == 2

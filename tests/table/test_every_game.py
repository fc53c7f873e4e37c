"""What holds of one game at the table holds of all: no suite knows a game by name."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

import pytest

from referee import games
from referee.kernel.dice import below, stream
from referee.record.note import unwrap
from referee.table.reading.audit import audit
from referee.table.telling.letters import letter
from scripts.make_example import ROOT
from scripts.policies import sensible_order
from scripts.rehearse import Match, open_match, play_out

FINISHED = sorted(path.name for path in (ROOT / "examples").iterdir() if (path / "record").is_dir())


@cache
def running(game: str) -> Match:
    """A game of as many seats as it takes, some way into it."""
    return play_out(
        open_match(game, games.find(game).info.seats[-1], "every"), "every", steps=14, policy=sensible_order
    )


@cache
def record(example: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (ROOT / "examples" / example / "record").iterdir()}


def test_every_game_has_a_finished_example() -> None:
    ended = {name.partition("-")[0] for name in FINISHED if audit(record(name)).verdict == "clean"}

    assert ended == set(games.names())


@pytest.mark.parametrize("game", games.names())
def test_host_players_and_strangers_see_one_state_and_one_record(game: str) -> None:
    match = running(game)

    assert {position.head for position in match.players.values()} == {match.host.head}
    assert all(position.state == match.host.state for position in match.players.values())
    assert audit(match.files).verdict == "in progress"
    assert audit(match.files).findings == ()


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_letter_holds_exactly_the_notes_of_its_step(game: str, lang: str) -> None:
    match = running(game)
    signed_notes = match.signed_notes[f"{match.host.step:04d}.step"]

    assert unwrap(letter(match.host, signed_notes, lang)).signed_notes == signed_notes


@pytest.mark.parametrize("example", FINISHED)
def test_a_byte_changed_in_any_file_of_any_game_is_found_there(example: str) -> None:
    files = record(example)
    words = stream(sha256(example.encode()).digest(), "bytes")
    for name in sorted(files):
        at = below(words, len(files[name]))
        changed = bytearray(files[name])
        changed[at] ^= 1 + below(words, 255)
        report = audit({**files, name: bytes(changed)})

        assert report.verdict == "fault", (name, at)
        assert name in {finding.at for finding in report.findings}, (name, at, report.findings)

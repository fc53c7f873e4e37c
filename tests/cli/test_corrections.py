"""`referee move --instead` at the command line, as often as somebody thinks again."""

from __future__ import annotations

from pathlib import Path

from referee.record.note import read_bundle
from referee.record.notes import Move
from tests.cli.games_on_disk import asked, home_of, lay, remember, running
from tests.cli.terminal import inside

MATCH = running()
STEP = MATCH.host.step + 1


def test_every_correction_names_all_that_were_signed_before_and_the_host_takes_the_newest(tmp_path: Path) -> None:
    """Findings H-1 and F2. All that was mailed is handed over as a folder; the order of its files is no matter."""
    seat = asked(MATCH)
    player, host = lay(tmp_path / "player", MATCH.files), lay(tmp_path / "host", MATCH.files)
    remember(host, home_of(tmp_path, "host"), MATCH, STEP - 1)
    row, mails = [], tmp_path / "mails"
    mails.mkdir()
    for number in range(4):
        typed = ["move", "pass", "--say", f"version {number}", "--yes", *(["--instead"] if number else [])]
        assert inside(typed, home_of(tmp_path, seat), player)[0] == 0
        (sent,) = (player / "outbox").iterdir()  # what it replaces has left
        row.append(read_bundle(sent.read_bytes())[0])
        (mails / sent.name).write_bytes(sent.read_bytes())
    named = [note.instead for note in (signed.note() for signed in row) if isinstance(note, Move)]
    code, _, errors = inside(["receive", mails], home_of(tmp_path, "host"), host)

    assert named == [tuple(signed.id for signed in row[:number]) for number in range(4)]
    assert code == 0, errors
    assert row[-1].id.encode() in (host / "record" / f"{STEP:04d}.step").read_bytes()

"""Odd mails as commands meet them: in a folder of saved mails, and in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.record.note import FILE_LIMIT
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.record.mangled import rich_text

MATCH = running()
STEPS = [f"{step:04d}.step" for step in range(1, MATCH.host.step + 1)]
HEAD = b"From: hanna@example.org\nTo: anna@example.org\nSubject: step\n\n"


def half_a_letter(note: bytes) -> bytes:
    """The notes as rich text, with half of a surrogate pair in the middle of one."""
    return rich_text(note.decode("latin-1")).replace(r"\par", r"\u-10240?\par", 3).encode()


def photograph(note: bytes) -> bytes:
    """The notes, and behind them more than a mebibyte of something else."""
    return HEAD + note + b"\n" + b"/9j/4AAQSkZJRg\n" * (FILE_LIMIT // 14)


@pytest.mark.parametrize("named", [True, False], ids=["a file", "a folder"])
@pytest.mark.parametrize("made", [half_a_letter, photograph])
def test_an_odd_mail_is_entered_and_stops_no_command(tmp_path: Path, made: object, named: bool) -> None:
    """Attacks 145, 146."""
    assert callable(made)
    home, game = home_of(tmp_path, MATCH.table.names[0]), lay(tmp_path / "game", MATCH.files, without=STEPS)
    (tmp_path / "saved").mkdir()
    mail = tmp_path / "saved" / "1.eml"
    mail.write_bytes(made(MATCH.files[STEPS[0]]))
    code, out, errors = inside(["receive", mail if named else mail.parent], home, game)

    assert code == 0, errors
    assert (game / "record" / STEPS[0]).exists(), out + errors
    assert ("1048576 bytes" in out + errors) == (made is photograph)

"""A friend who has nothing is invited by a mail that brings the program: the mail is longer than any note may be."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from referee.messages.install_lines import FILE
from referee.record.note import FILE_LIMIT
from referee.service.post import due_mails
from referee.session.program_file import ProgramFile
from tests.cli.terminal import inside
from tests.support.mailed_program import Failed, Person, files_of, play, save_program

PROGRAM = ProgramFile(FILE, Random(7).randbytes(2 * FILE_LIMIT), {})
"""As long as the program is, and longer than what is read of a mail."""


def person(name: str, place: Path) -> Person:
    """Somebody with an empty folder, who types into this process."""

    def typed(folder: Path, words: Sequence[str]) -> str:
        code, out, errors = inside(words, place / name / "keys", folder)
        assert code == 0, (words, out, errors)
        return out

    (place / name).mkdir()
    return Person(name, place / name, typed)


def test_a_friend_is_invited_by_a_mail_with_the_program_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_mails, "_running_program", lambda: PROGRAM)
    lines = list[str]()
    play(person("hanna", tmp_path), person("anna", tmp_path), lambda mail: lines.append(save_program(mail)))

    assert lines == [f"pipx install ./{FILE}"]
    assert (tmp_path / "anna" / FILE).read_bytes() == PROGRAM.data
    words, _ = files_of(next((tmp_path / "anna").glob("offer-*.eml")))
    assert PROGRAM.sha256 in words and "Hanna invites you" in words


def test_a_program_that_was_exchanged_on_its_way_is_seen_by_its_sum(tmp_path: Path) -> None:
    words = f"Subject: x\n\n   Linux, macOS:  pipx install ./{FILE}\n   {hashlib.sha256(b'other').hexdigest()}\n"
    (tmp_path / "mail").write_text(words)

    with pytest.raises(Failed):
        save_program(tmp_path / "mail")


def test_mail_in_an_empty_folder_says_what_is_missing(tmp_path: Path) -> None:
    code, _, errors = inside(["mail"], tmp_path / "keys", tmp_path)

    assert (code, errors.splitlines()[0]) == (5, "referee: there is no game here: the record has no offer.note")

"""The program in a shared folder, for who has none: it is no note, and nobody who shares that sends it elsewhere."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from referee.cli.receiving import look_once
from referee.messages.install_lines import FILE
from referee.session.program_file import ProgramFile
from tests.cli.terminal import inside
from tests.needed_tools import posix
from tests.post.sharing import Client
from tests.support.rehearse import open_match

PROGRAM = ProgramFile(FILE, Random(7).randbytes(3000), {})


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A host with a folder that is shared."""
    monkeypatch.setattr(look_once, "_running_program", lambda: PROGRAM)
    (tmp_path / "shared").mkdir()
    return Client(tmp_path, "host", open_match("tigris", 2, "sync"), tmp_path / "shared")


@pytest.mark.parametrize("command", [("sync",), ("watch", "--once")])
def test_the_program_lies_in_the_folder_with_what_to_do_with_it(client: Client, command: tuple[str, ...]) -> None:
    place = client.shared / "program"
    said = client.run(*command, client.shared, "--with-program")

    assert (place / FILE).read_bytes() == PROGRAM.data and PROGRAM.sha256 in said
    assert f"pipx install ./{FILE}" in (place / "install.txt").read_text() and PROGRAM.sha256 in said
    before = {path: path.stat().st_mtime_ns for path in place.iterdir()}
    assert "is the program" in client.run(*command, "--with-program")
    assert {path: path.stat().st_mtime_ns for path in place.iterdir()} == before


def test_a_program_that_somebody_exchanged_is_put_there_again(client: Client) -> None:
    client.run("sync", client.shared, "--with-program")
    for file in (FILE, "install.txt"):
        (client.shared / "program" / file).write_bytes(b"another")

    assert "is in the folder for anyone who does not have it" in client.run("sync", "--with-program")
    assert (client.shared / "program" / FILE).read_bytes() == PROGRAM.data
    assert (client.shared / "program" / "install.txt").read_bytes() != b"another"


@posix
def test_nobody_who_shares_the_folder_sends_the_program_elsewhere(client: Client, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (client.shared / "program").symlink_to(tmp_path / "mine")
    code, _, errors = inside(["sync", client.shared, "--with-program"], client.home, client.game)

    assert (code, [*(tmp_path / "mine").iterdir()]) == (74, [])
    assert "is a link to another folder" in errors

    (client.shared / "program").unlink()
    (client.shared / "program").mkdir()
    (tmp_path / "letter").write_text("mine")
    (client.shared / "program" / FILE).symlink_to(tmp_path / "letter")
    client.run("sync", client.shared, "--with-program")
    assert (tmp_path / "letter").read_text() == "mine"
    assert not (client.shared / "program" / FILE).is_symlink()


def test_the_program_is_no_note_and_a_record_gets_none(client: Client) -> None:
    client.run("sync", client.shared, "--with-program")
    assert "program" not in client.sync()
    code, _, _ = inside(["sync", client.game, "--with-program"], client.home, client.game)

    assert code == 74 and not (client.game / "program").exists()

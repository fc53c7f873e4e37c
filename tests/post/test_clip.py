"""`referee mail --clip`: the words of a letter go to the program that each system has for its clipboard."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.needed_tools import posix

MATCH = running()


@posix
@pytest.mark.parametrize("program", ["pbcopy", "wl-copy", "xclip", "xsel", "termux-clipboard-set", "clip.exe"])
def test_the_words_of_a_letter_are_put_on_the_clipboard_and_the_notes_are_named(
    tmp_path: Path, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, game = home_of(tmp_path, "host"), lay(tmp_path / "game", MATCH.files)
    programs, kept = tmp_path / "bin", tmp_path / "clipboard"
    programs.mkdir()
    (programs / program).write_text(f'#!/bin/sh\nexec /bin/cat > "{kept}"\n')
    (programs / program).chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    code, out, errors = inside(["mail", "--clip", "--to", MATCH.table.names[0]], home, game)
    words = kept.read_bytes().decode("utf-16-le" if program == "clip.exe" else "utf-8")

    assert code == 0, errors
    assert f"letters/{MATCH.host.step:04d}.txt" in out + errors
    assert "WHAT HAPPENED" in words.upper() and "REFEREE NOTE" not in words


def test_without_a_clipboard_the_other_way_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, game = home_of(tmp_path, "host"), lay(tmp_path / "game", MATCH.files)
    monkeypatch.setenv("PATH", str(tmp_path))
    code, _, errors = inside(["mail", "--clip", "--to", MATCH.table.names[0]], home, game)

    assert code == 69
    assert "--mailto" in errors

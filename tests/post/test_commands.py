"""A command of the user's own is cut into words as his system does it."""

from __future__ import annotations

import pytest

from referee.mail.command_lines import words_of

CUT = [
    ("posix", "pass show mail/referee", ["pass", "show", "mail/referee"]),
    ("posix", "cat '/home/anna/my password'", ["cat", "/home/anna/my password"]),
    ("posix", r"cat my\ password", ["cat", "my password"]),
    ("nt", r"C:\tools\pass.exe show mail", [r"C:\tools\pass.exe", "show", "mail"]),
    ("nt", r'"C:\Program Files\pass.exe" "show mail" it\'s', [r"C:\Program Files\pass.exe", "show mail", r"it\'s"]),
    ("nt", r'C:\"my tools"\pass.exe', [r"C:\my tools\pass.exe"]),
    ("nt", "", []),
]


@pytest.mark.parametrize(("system", "command", "words"), CUT)
def test_a_command_is_cut_as_its_system_does_it(system: str, command: str, words: list[str]) -> None:
    assert words_of(command, system) == words


@pytest.mark.parametrize("system", ["posix", "nt"])
def test_an_open_quotation_mark_is_refused(system: str) -> None:
    with pytest.raises(ValueError):
        words_of('pass "show', system)

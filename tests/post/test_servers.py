"""The servers that tests start run wherever the tests do."""

from __future__ import annotations

import os

import pytest

from tests.needed_tools import posix
from tests.post.servers import account_of_server


@posix
def test_an_account_without_a_name_is_called_by_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container that was started for a number has no name for it, and no name for its group."""
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    monkeypatch.setattr(os, "getegid", lambda: 54322)

    assert account_of_server.__wrapped__() == ("54321", "54322")

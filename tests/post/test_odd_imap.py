"""A server that goes wrong at any request, in any way: whatever it did not hand over comes with the next good look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.record.note import FILE_LIMIT
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.post.odd_imap import REQUESTS, WAYS, Server, odd_server

MATCH = running()
STEPS = [f"{step:04d}.step" for step in range(1, MATCH.host.step + 1)]
HEAD = b"From: hanna@example.org\nTo: anna@example.org\nSubject: step\n\n"
MAILS = {11: HEAD + MATCH.files[STEPS[0]], 12: b"Subject: cake\n\nCome for cake.\n", 14: HEAD + MATCH.files[STEPS[1]]}
TOLD_NOTHING = {("UID SEARCH", "nothing"), ("UID SEARCH", "NIL")}
"""The server says that there is no mail, and is believed until the next look."""


class Player:
    """A player's folder at the deal, and an account on a server."""

    def __init__(self, folder: Path, server: Server, typed: str) -> None:
        self.server, self.home = server, home_of(folder, MATCH.table.names[0])
        self.game = lay(folder / "game", MATCH.files, without=STEPS)
        words = ("--imap", typed, "--user", "anna", "--password-command", "echo secret")
        inside(["account", "set", *words], self.home, self.game)

    def fetch(self) -> tuple[int, str]:
        """The exit code, and what is told beside what was taken in."""
        code, _, errors = inside(["fetch"], self.home, self.game)
        return code, errors

    def steps(self) -> list[str]:
        """The steps that are entered."""
        return sorted(path.name for path in (self.game / "record").glob("*.step"))


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    with odd_server(MAILS) as (server, typed):
        yield Player(tmp_path, server, typed)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "request_made", [*((name, 0) for name in REQUESTS), ("UID FETCH", 1), ("UID FETCH", 2)], ids=str
)
def test_whatever_goes_wrong_once_the_next_look_has_every_step(
    player: Player, request_made: tuple[str, int], way: str
) -> None:
    """Attack 147: and no look that has left out a mail says that all is well."""
    name, before = request_made
    player.server.wrong = (name, way, before)
    code, told = player.fetch()
    first = player.steps()
    again, _ = player.fetch()

    assert player.server.wrong is None
    assert (again, player.steps()) == (0, STEPS[:2])
    assert code in ((4,) if name == "LOGIN" and way in ("NO", "BAD") else (0, 3, 74)), told
    assert code != 0 or first == STEPS[:2] or (name, way) in TOLD_NOTHING or (name, before) == ("UID FETCH", 1), told


def test_a_mail_that_is_refused_once_is_asked_for_again_and_the_others_are_not(player: Player) -> None:
    player.server.wrong = ("UID FETCH", "NO", 0)
    code, told = player.fetch()
    player.server.asked.clear()

    assert (code, "the server did not hand over 1 mail" in told) == (74, True)
    assert player.fetch()[0] == 0
    assert player.server.asked.count("UID FETCH") == 1
    assert player.steps() == STEPS[:2]


def test_a_mail_that_is_gone_is_not_asked_for_for_ever(player: Player) -> None:
    player.server.wrong = ("UID FETCH", "nothing", 1)
    assert player.fetch()[0] == 74
    del player.server.mails[12]
    assert player.fetch()[0] == 0
    player.server.asked.clear()
    player.fetch()

    assert "UID FETCH" not in player.server.asked
    assert player.server.asked.count("UID SEARCH") == 1


def test_of_a_mail_with_a_photograph_the_beginning_is_read(player: Player) -> None:
    """Attack 146."""
    player.server.mails[11] += b"\n" + b"/9j/4AAQSkZJRg" * (FILE_LIMIT // 13)
    player.server.mails[15] = b"Subject: film\n\n" + b"x" * 79 * 20_000
    code, told = player.fetch()

    assert (code, player.steps()) == (0, STEPS[:2]), told
    assert "looked at 4 new mails, fetched 2" in told
    assert f"2 mails are longer than {FILE_LIMIT} bytes; only that much of each was read" in told

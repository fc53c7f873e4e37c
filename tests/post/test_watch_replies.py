"""Whom an unattended host answers, and whom never."""

from __future__ import annotations

import os
import subprocess
from base64 import encodebytes
from collections.abc import Iterator
from contextlib import suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from referee.mail.auto_replies import mail_head
from tests.cli.games_on_disk import asked, home_of, lay, move_of, remember, running
from tests.cli.terminal import COMMAND, environment, inside
from tests.needed_tools import need
from tests.post.servers import PASSWORD, Office, post_office

MATCH = running()
LAST = MATCH.host.step
FIRST, SECOND, THIRD = MATCH.table.names
PERSON = "From: Anna <anna@example.org>\nMessage-ID: <1@example.org>\n"
MACHINES = {
    "Auto-Submitted: auto-replied\n": "automatic",
    "Auto-Submitted: auto-generated\n": "automatic",
    "X-Autoreply: yes\n": "automatic",
    "X-Auto-Response-Suppress: All\n": "automatic",
    "Precedence: auto_reply\n": "automatic",
    "Precedence: bulk\n": "list",
    "List-Id: <club.example.org>\n": "list",
    "List-Unsubscribe: <mailto:x@example.org>\n": "list",
    "Return-Path: <>\n": "bounce",
    "X-Failed-Recipients: x@example.org\n": "bounce",
    "Content-Type: multipart/report; boundary=x\n": "bounce",
}


@pytest.mark.parametrize(("line", "why"), MACHINES.items())
def test_a_mail_of_a_machine_is_known_by_its_headers(line: str, why: str) -> None:
    head = mail_head(f"{PERSON}{line}\nwords\n".encode(), "host@example.org")

    assert (head.sender, head.silent) == ("anna@example.org", why)


@pytest.mark.parametrize(
    "line", ["", "Auto-Submitted: no\n", "Precedence: first-class\n", "Return-Path: <anna@x.org>\n"]
)
def test_a_mail_of_a_person_may_be_answered(line: str) -> None:
    assert mail_head(f"{PERSON}{line}\nwords\n".encode(), "host@example.org").silent == ""


@pytest.mark.parametrize(
    "head",
    [
        "From: host@example.org\nMessage-ID: <1@example.org>\n",
        "From: HOST@Example.org\n",
        "From: x@example.org\nMessage-ID: <step.abc.referee.anna@referee.pbem>\n",
    ],
)
def test_an_own_mail_is_known(head: str) -> None:
    assert mail_head(f"{head}\nwords\n".encode(), "host@example.org").silent == "own"


def test_headers_that_are_nonsense_are_no_failure() -> None:
    for nonsense in (
        b"",
        b"\xff\xfe\x00",
        b"From: \xff\xff <a@b>, c@d\n\n",
        b"From: =?utf-8?q?=0A?=\nTo: x\n\n",
        b":" * 99,
    ):
        assert mail_head(nonsense).answers == ()


class Host:
    """A host who is not there, before the last step of the game, with the post office open."""

    def __init__(self, place: Path, office: Office) -> None:
        self.office, self.home = office, home_of(place, "host")
        self.game = lay(place / "game", MATCH.files, without=[f"{LAST:04d}.step"])
        remember(self.game, self.home, MATCH, LAST - 1)
        secret = place / "secret"
        secret.write_text(f"{PASSWORD}\n")
        self.run("account", "set", "--smtp", office.smtp, "--imap", office.imap, "--user", "host")
        self.run("account", "set", "--password-command", f"cat '{secret}'")
        for name in ("host", *MATCH.table.names):
            self.run("people", "set", "me" if name == "host" else name, f"{name}@example.org")

    def run(self, *words: str) -> str:
        code, out, errors = inside(words, self.home, self.game)
        assert code == 0, (words, out, errors)
        return out + errors

    def look(self) -> str:
        return self.run("watch", "--mail", "--once")

    def told(self, name: str) -> list[EmailMessage]:
        """The mails for somebody."""
        taken = [one.data for one in self.office.taken if one.to == (f"{name}@example.org",)]
        return [message_from_bytes(data, policy=default) for data in taken]  # type: ignore[misc]

    def comes(self, name: str, number: int, body: bytes, *, line: str = "") -> None:
        """A mail of a player that answers the newest letter."""
        newest = self.told(name)[-1]["Message-ID"]
        head = f"From: {name}@example.org\nMessage-ID: <{number}@x.org>\nReferences: {newest}\n{line}\n"
        self.office.boxes["host"].put(str(number), head.encode() + body)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with post_office(("host", *MATCH.table.names)) as office:
        yield Host(tmp_path, office)


def words_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_words_alone_are_answered_once_with_what_to_type(host: Host) -> None:
    host.look()
    seat = move_of(MATCH, LAST).note().seat  # type: ignore[union-attr]
    waits = next(name for name in MATCH.table.names if name != seat)
    for number, name in enumerate((seat, seat, waits)):
        host.comes(name, number, b"I take the king, please.\n")
    host.comes(seat, 9, b"I am away.\n", line="Auto-Submitted: auto-replied\n")
    said = host.look()
    answers = {name: host.told(name)[1:] for name in MATCH.table.names}

    assert [len(answers[name]) for name in (seat, waits)] == [1, 1]
    assert sum(map(len, answers.values())) == 2
    assert "    referee move" in words_of(answers[seat][0]).splitlines()
    assert "    referee status" in words_of(answers[waits][0]).splitlines()
    assert max(map(len, words_of(answers[seat][0]).splitlines())) <= 72
    assert answers[seat][0]["Auto-Submitted"] == "auto-replied"
    assert "an automatic reply; ignored" in said


def test_words_of_somebody_else_are_not_answered(host: Host) -> None:
    """A stranger who has seen a letter, and whoever writes without one."""
    host.look()
    newest = host.told(FIRST)[-1]["Message-ID"]
    box, count = host.office.boxes["host"], len(host.office.taken)
    box.put("1", f"From: eve@example.org\nReferences: {newest}\n\nhello\n".encode())
    box.put("2", f"From: {FIRST}@example.org\n\ncake on Sunday?\n".encode())
    host.look()

    assert len(host.office.taken) == count


def test_a_move_closes_the_step_and_goes_to_all_and_coming_again_brings_the_letter_once_more(host: Host) -> None:
    host.look()
    move = move_of(MATCH, LAST)
    seat = move.note().seat  # type: ignore[union-attr]
    body = b"\n" + move.armoured().encode("latin-1")
    host.comes(seat, 1, body)
    host.look()
    after = [len(host.told(name)) for name in MATCH.table.names]
    host.comes(seat, 2, body)
    host.comes(seat, 3, body, line="Auto-Submitted: auto-replied\n")
    host.look()
    host.comes(seat, 4, body)
    host.look()

    assert after == [2, 2, 2]
    assert [len(host.told(name)) for name in MATCH.table.names] == [2 + (name == seat) for name in MATCH.table.names]
    assert words_of(host.told(seat)[-1]) == words_of(host.told(seat)[-2])
    assert asked(MATCH) in MATCH.table.names


def test_a_server_that_is_away_is_told_once_and_loses_nothing(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    host.run("account", "set", "--smtp", "127.0.0.1:1")
    said = host.look()
    host.run("account", "set", "--smtp", host.office.smtp)
    host.look()

    assert said.count("127.0.0.1:1") == 1
    assert [len(host.told(name)) for name in MATCH.table.names] == [1, 1, 1]


def test_the_password_stands_in_no_argument_list(host: Host) -> None:
    """While the host looks, the argument lists of all its processes are looked through: those of a session of its own,
    for another test may have a program whose argument is the password.
    """
    need("/proc")
    seen: set[bytes] = set()
    words = [*COMMAND, "watch", "--mail", "--once"]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "start_new_session": True}
    with subprocess.Popen(words, cwd=host.game, env=environment(host.home), **quiet) as looking:
        while looking.poll() is None:
            for path in Path("/proc").glob("[0-9]*/cmdline"):
                with suppress(OSError):
                    if os.getsid(int(path.parent.name)) == looking.pid:
                        seen.add(path.read_bytes())

    assert [len(host.told(name)) for name in MATCH.table.names] == [1, 1, 1]
    assert any(b"--once" in line for line in seen)
    assert not [line for line in seen if PASSWORD.encode() in line]


def damaged(move: str) -> bytes:
    """A move into whose signature a letter was put that no alphabet has."""
    at = move.index("U1NIU0lH") + 20
    return f"Ecco la mossa.\n\n{move[:at]}\u00e9{move[at + 1 :]}".encode()


def test_a_move_that_came_damaged_is_answered_once_a_step_with_how_to_send_it(host: Host) -> None:
    """Attack 148: whose address it is counts, with or without the letter that it answers; nobody else is told."""
    host.look()
    move = move_of(MATCH, LAST)
    seat = move.note().seat  # type: ignore[union-attr]
    for number in (1, 2):
        host.comes(seat, number, b"\n" + damaged(move.armoured()))
    host.look()
    head = f"From: {seat}@example.org\nMessage-ID: <3@x.org>\n\n".encode()
    host.office.boxes["host"].put("3", head + damaged(move.armoured()))
    host.office.boxes["host"].put("4", b"From: eve@example.org\n\n" + damaged(move.armoured()))
    host.comes(seat, 5, b"\n" + damaged(move.armoured()), line="Auto-Submitted: auto-replied\n")
    host.look()
    answers = host.told(seat)[1:]

    assert [len(host.told(name)) for name in MATCH.table.names] == [1 + (name == seat) for name in MATCH.table.names]
    assert len(host.office.taken) == len(MATCH.table.names) + 1
    assert "    referee mail" in words_of(answers[0]).splitlines()
    assert "contains something like a note that cannot be read" in " ".join(words_of(answers[0]).split())
    assert answers[0]["Auto-Submitted"] == "auto-replied"
    assert not (host.game / "record" / f"{LAST:04d}.step").exists()

    host.comes(seat, 6, b"\n" + move.armoured().encode("latin-1"))
    host.look()
    assert (host.game / "record" / f"{LAST:04d}.step").exists()


def test_a_move_in_a_misspelled_coding_is_entered_by_a_host_who_is_not_there(host: Host) -> None:
    """Attack 142."""
    host.look()
    move = move_of(MATCH, LAST)
    coded = b"\n" + encodebytes(move.armoured().encode("latin-1"))
    host.comes(move.note().seat, 1, coded, line="Content-Transfer-Encoding: base64 ;\n")  # type: ignore[union-attr]
    host.look()

    assert (host.game / "record" / f"{LAST:04d}.step").exists()


def test_a_long_mail_of_a_player_in_which_nothing_is_found_is_answered_once(host: Host) -> None:
    """Attack 148: a film before the move; from a stranger it is other mail."""
    host.look()
    move = move_of(MATCH, LAST)
    seat = move.note().seat  # type: ignore[union-attr]
    film = b"x" * 76 + b"\n"
    for number, name in ((1, seat), (2, seat), (3, "eve")):
        head = f"From: {name}@example.org\nMessage-ID: <{number}@x.org>\n\n".encode()
        host.office.boxes["host"].put(str(number), head + film * 15_000 + move.armoured().encode("latin-1"))
    host.look()
    answers = host.told(seat)[1:]

    assert [len(answers), len(host.office.taken)] == [1, len(MATCH.table.names) + 1]
    assert "is longer than 1048576 bytes" in " ".join(words_of(answers[0]).split())

"""An unattended host reminds who is late, once, by the days of the charter; what people decide waits for them."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from shutil import copytree

import pytest

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.record.store import DataFolder, GameFolder
from referee.session.session import open_session
from tests.cli.games_on_disk import asked, home_of, lay
from tests.cli.terminal import inside
from tests.post.servers import PASSWORD, Office, post_office
from tests.support.rehearse import Match, open_match, test_key
from tests.table.simultaneous_game import ASKING
from tests.table.small_games import order

DAY = 86_400
TERMS = (("deadline", "7"), ("grace", "3"))
SEATS = ("anna", "bert", "carl")


class Host:
    """The host of a game that has been dealt, with the post office open; the letters of the deal are sent."""

    def __init__(self, place: Path, office: Office, match: Match) -> None:
        self.office, self.home, self.match = office, home_of(place, "host"), match
        self.game = lay(place / "game", match.files)
        session = open_session(GameFolder(self.game), DataFolder(self.home))
        session.write_guard(session.guard().seen(session.position.step, session.position.head))
        secret = place / "secret"
        secret.write_text(f"{PASSWORD}\n")
        self.run("account", "set", "--smtp", office.smtp, "--imap", office.imap, "--user", "host")
        self.run("account", "set", "--password-command", f"cat '{secret}'")
        for name in ("host", *SEATS):
            self.run("people", "set", "me" if name == "host" else name, f"{name}@example.org")
        self.look()

    def run(self, *words: str | Path) -> str:
        code, out, errors = inside(words, self.home, self.game)
        assert code == 0, (words, out, errors)
        return out + errors

    def look(self) -> str:
        """One look; each is a process of its own, as after a restart."""
        return self.run("watch", "--mail", "--once")

    def waits(self, days: float) -> None:
        """All have waited so long: the newest note came here so many days ago."""
        then = time.time() - days * DAY
        for newest in sorted((self.game / "record").glob("0*"))[-1:]:
            os.utime(newest, (then, then))

    def types_offered(self, said: str) -> list[str]:
        """The commands in these lines, each of them accepted in a copy of the game."""
        offered = re.findall(r": (referee (?:absent|remind|people) .*)", said)
        for number, command in enumerate(offered):
            words = command.replace("ADDRESS", "post@example.org").split()[1:]
            copy = copytree(self.game, self.home.parent / f"copy-{len(said)}-{number}")
            code, _, errors = inside([*words, *(["--yes"] if words[0] == "absent" else [])], self.home, copy)
            assert code == 0, (command, errors)
        return offered

    def reminders(self) -> list[tuple[str, EmailMessage]]:
        """(address, mail) of the reminders that were sent."""
        mails = [(one.to[0], message_from_bytes(one.data, policy=default)) for one in self.office.taken]
        return [(to, mail) for to, mail in mails if "still waiting for" in str(mail["Subject"])]  # type: ignore[misc]


@pytest.fixture(scope="module")
def office() -> Iterator[Office]:
    with post_office(("host", *SEATS)) as servers:
        yield servers


def host_of(place: Path, office: Office, *options: tuple[str, str]) -> Host:
    office.taken.clear()
    return Host(place, office, open_match("tigris", 3, "late", options))


def test_nobody_is_reminded_before_the_days_of_the_charter_are_over(tmp_path: Path, office: Office) -> None:
    host = host_of(tmp_path, office, *TERMS)
    host.waits(6.9)
    host.look()

    assert host.reminders() == []


def test_who_is_late_is_reminded_once_a_step_whatever_restarts(tmp_path: Path, office: Office) -> None:
    host = host_of(tmp_path, office, *TERMS)
    for days in (7.1, 7.2, 8.5):
        host.waits(days)
        host.look()
    ((to, mail),) = host.reminders()
    body = mail.get_body(("plain",))

    assert to == f"{asked(host.match)}@example.org"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert body is not None and "After " in body.get_content() and "(7 days)" in body.get_content()


def test_after_the_days_of_grace_the_host_is_told_once_and_nobody_is_let_pass(tmp_path: Path, office: Office) -> None:
    host = host_of(tmp_path, office, *TERMS)
    host.waits(9.9)
    early = host.look()
    host.waits(10.1)
    said = [host.look(), host.look()]

    assert "action needed" not in early
    assert [host.types_offered(text) for text in said] == [[f"referee absent {asked(host.match)}"], []]
    assert not (host.game / "record" / "0001.step").exists()
    assert len(host.reminders()) == 1


@pytest.mark.parametrize("options", [(), (*TERMS, ("absence", "pause"))])
def test_where_the_charter_has_no_days_or_pauses_nobody_is_threatened(
    tmp_path: Path, office: Office, options: tuple[tuple[str, str], ...]
) -> None:
    host = host_of(tmp_path, office, *options)
    host.waits(99)
    said = host.look()

    assert "absent" not in said
    assert len(host.reminders()) == (1 if options else 0)


def test_a_reminder_that_no_server_takes_is_sent_at_a_later_look(tmp_path: Path, office: Office) -> None:
    host = host_of(tmp_path, office, *TERMS)
    host.waits(8)
    host.run("account", "set", "--smtp", "127.0.0.1:1")
    host.look()
    host.run("account", "set", "--smtp", office.smtp)
    host.look()

    assert len(host.reminders()) == 1


def test_of_who_has_no_address_the_host_is_told(tmp_path: Path, office: Office) -> None:
    host = host_of(tmp_path, office, *TERMS)
    host.run("people", "forget", asked(host.match))
    host.waits(8)
    said = host.look()

    assert f"action needed: no address known for {asked(host.match).title()}: referee people set" in said
    assert host.reminders() == []


def test_beside_a_shared_folder_the_host_is_told_to_remind(tmp_path: Path, office: Office) -> None:
    """No mail goes out where none was asked for."""
    host = host_of(tmp_path, office, *TERMS)
    (tmp_path / "shared").mkdir()
    host.waits(8)
    said = [host.run("watch", tmp_path / "shared", "--once") for _ in range(2)]

    assert [host.types_offered(text) for text in said] == [[f"referee remind {asked(host.match)}"], []]
    assert host.reminders() == []


def test_of_several_asked_at_once_the_host_is_told_to_skip_all_who_are_late(tmp_path: Path, office: Office) -> None:
    """One alone cannot be skipped: the step closes with the answers of all."""
    office.taken.clear()
    host = Host(tmp_path, office, order(open_match(ASKING, 3, "late", TERMS), "peek high"))
    host.waits(10.1)
    said = [host.look(), host.look()]

    assert [host.types_offered(text) for text in said] == [[f"referee absent {' '.join(SEATS)}"], []]
    assert len(host.reminders()) == len(SEATS)


@pytest.mark.parametrize("way", ["mail", "folder"])
def test_a_host_who_plays_is_neither_reminded_nor_told_to_skip_the_own_seat(
    tmp_path: Path, office: Office, way: str
) -> None:
    office.taken.clear()
    host = Host(tmp_path, office, open_match("tigris", 3, "late", (*TERMS, ("host", "bert"))))
    own, home = test_key("bert"), DataFolder(host.home)
    assert asked(host.match) == "bert"
    home.write_key("bert", format_private(own, "bert"), format_public(own.public, "bert"))
    (tmp_path / "shared").mkdir()
    host.waits(10.1)
    said = host.look() if way == "mail" else host.run("watch", tmp_path / "shared", "--once")

    assert host.types_offered(said) == []
    assert host.reminders() == []


def test_the_password_stands_in_no_file_and_no_word_of_an_unattended_host(tmp_path: Path, office: Office) -> None:
    host = host_of(tmp_path, office, *TERMS)
    host.waits(11)
    words = host.run("watch", "--mail", "--once", "--json") + host.look()
    host.run("account", "set", "--smtp", "127.0.0.1:1")
    words += host.run("watch", "--mail", "--once", "--json")
    held = [path for path in tmp_path.rglob("*") if path.is_file() and PASSWORD.encode() in path.read_bytes()]

    assert "mail-sent" in words
    assert PASSWORD not in words
    assert held == [tmp_path / "secret"]

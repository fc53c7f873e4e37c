"""A move that was entered long ago comes again: whom an unattended host writes to then, how often, and what.

Records are public: whoever copies moves out of one must not make a host write to anybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from functools import cache
from pathlib import Path

import pytest

from referee.mail.mail_memory import FetchResult
from referee.record.note import SignedNote, render_bundle
from referee.record.notes import Move
from referee.record.store import DataFolder
from referee.service.post import post_items
from referee.service.watching import mailbox
from tests.cli.games_on_disk import home_of, lay, move_of, remember
from tests.cli.terminal import inside
from tests.support.rehearse import Match, open_match, play_out
from tests.table.players_on_disk import materialize

LAST = 40
SEATS = ("anna", "bert", "carl")


@cache
def match() -> Match:
    return play_out(open_match("tigris", 3, "door"), "door", steps=LAST)


@cache
def moves() -> list[SignedNote]:
    return [move_of(match(), step) for step in range(1, LAST + 1)]


def of(seat: str) -> list[SignedNote]:
    return [move for move in moves() if move.read(Move).seat == seat]


class Host:
    """A host who is not there and has sent every letter; both servers are lists."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home, self.came, self.sent, self.count = home_of(place, "host"), list[bytes](), list[EmailMessage](), 0
        self.game = lay(place / "game", match().files)
        remember(self.game, self.home, match(), LAST)
        monkeypatch.setattr(mailbox, "open_mailbox", _nowhere)
        monkeypatch.setattr(mailbox, "fetch_mails", self._fetched)
        monkeypatch.setattr(post_items, "smtp_connection", _nowhere)
        monkeypatch.setattr(post_items, "submit_mail", lambda client, server, mail, sender, to: self.sent.append(mail))
        self.run("account", "set", "--smtp", "127.0.0.1:1", "--imap", "127.0.0.1:2", "--user", "host")
        self.run("account", "set", "--password-command", "echo secret")
        for name in ("host", *SEATS):
            self.run("people", "set", "me" if name == "host" else name, f"{name.title()}@example.org")
        self.look()
        self.sent.clear()

    def _fetched(self, home: DataFolder, *_: object) -> FetchResult:
        for data in self.came:
            self.count += 1
            home.write_mail(f"{self.count:04d}.eml", data)
        self.came.clear()
        return FetchResult(0, 0)

    def run(self, *words: str) -> str:
        code, out, errors = inside(words, self.home, self.game)
        assert code == 0, (words, out, errors)
        return out + errors

    def look(self) -> str:
        return self.run("watch", "--mail", "--once")

    def comes(self, sender: str, *moves: SignedNote, line: str = "") -> list[str]:
        """A mail with these moves comes; to whom this makes the host write."""
        before = len(self.sent)
        self.came.append(f"From: {sender}\nMessage-ID: <{self.count}@x.org>\n{line}\n".encode() + render_bundle(moves))
        self.look()
        return [str(mail["To"].addresses[0].username).casefold() for mail in self.sent[before:]]


@contextmanager
def _nowhere(*_: object) -> Iterator[None]:
    yield None


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    return Host(tmp_path, monkeypatch)


@pytest.mark.parametrize("sender", ["eve@example.org", f"Eve <{SEATS[0]}@example.com>", ""])
def test_a_stranger_with_moves_of_the_record_makes_the_host_write_to_nobody(host: Host, sender: str) -> None:
    assert len(moves()) == 40
    assert host.comes(sender, *moves()) == []


def test_a_player_who_sends_moves_again_gets_one_letter_and_nobody_else_gets_any(host: Host) -> None:
    first = SEATS[0]

    assert host.comes(f"{first}@example.org", *moves()) == [first]
    assert host.comes(f"{first}@example.org", *moves()) == []
    assert host.comes(f"{first}@example.org", of(first)[-1]) == []


def test_a_player_who_sends_the_move_of_another_gets_no_letter(host: Host) -> None:
    assert host.comes(f"{SEATS[1]}@example.org", *of(SEATS[0])) == []


def test_a_program_that_answers_by_itself_gets_no_letter(host: Host) -> None:
    assert host.comes(f"{SEATS[0]}@example.org", *moves(), line="Auto-Submitted: auto-replied\n") == []


def test_the_one_letter_has_all_that_its_reader_lacks(host: Host, tmp_path: Path) -> None:
    seat, move = next((seat, of(seat)[-1]) for seat in SEATS if of(seat)[-1].read(Move).step < LAST - 1)
    host.comes(f"{seat}@example.org", move)
    (mail,) = host.sent
    step = move.read(Move).step
    person = materialize(match(), tmp_path / "people", [seat], steps=step - 1)[seat]
    said = person.take(mail.as_bytes())

    assert said == [f"step {number} is recorded" for number in range(step, LAST + 1)]

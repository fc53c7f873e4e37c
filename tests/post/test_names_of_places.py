"""What mailboxes, machines and servers are called, in letters that mail protocols do not have."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from pathlib import Path
from threading import Thread

import pytest

from referee.mail.accounts import Password, parse_server
from referee.mail.imap import mailbox_name_for_server
from referee.mail.smtp import smtp_connection, submit_mail
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.post.servers import PASSWORD, smtp_server

MATCH = running()
NAME = MATCH.table.names[0]

SAID = {
    "INBOX": "INBOX",
    "Posta in arrivo": "Posta in arrivo",
    "Spiele/Größe": "Spiele/Gr&APYA3w-e",
    "Entwürfe": "Entw&APw-rfe",
    "Entw&APw-rfe": "Entw&APw-rfe",
    "R&D": "R&-D",
    "R&-D": "R&-D",
    "R&D-B": "R&-D-B",
    "Taslaklar & Çöp": "Taslaklar &- &AMcA9g-p",
    "日本語": "&ZeVnLIqe-",
    "a😀b": "a&2D3eAA-b",
    "&2D3-": "&-2D3-",
    "&AGE-": "&-AGE-",
    "tab\tname": "tab&AAk-name",
    "~peter/mail/&U,BTFw-/&ZeVnLIqe-": "~peter/mail/&U,BTFw-/&ZeVnLIqe-",
}
"""Names, and what is said to a server; the last one is of RFC 3501."""


@pytest.mark.parametrize("name", SAID)
def test_a_mailbox_is_called_as_servers_call_it(name: str) -> None:
    assert mailbox_name_for_server(name) == SAID[name]
    assert mailbox_name_for_server(SAID[name]) == SAID[name]


@contextmanager
def _imap() -> Iterator[tuple[str, list[str]]]:
    """A server with every mailbox, all empty: how it is typed, and what it was told."""
    heard: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    client, _ = listening.accept()
                    _answer(client, heard)

        Thread(target=serve, daemon=True).start()
        yield f"127.0.0.1:{listening.getsockname()[1]}", heard


def _answer(client: socket.socket, heard: list[str]) -> None:
    with client, client.makefile("rwb") as lines:
        lines.write(b"* OK IMAP4rev1\r\n")
        lines.flush()
        for line in lines:
            tag, _, said = line.decode("utf-8", "replace").strip().partition(" ")
            heard.append(said)
            first = {"CAPABILITY": "* CAPABILITY IMAP4rev1\r\n", "EXAMINE": "* OK [UIDVALIDITY 1]\r\n* 0 EXISTS\r\n"}
            lines.write(f"{first.get(said.partition(' ')[0], '')}{tag} OK done\r\n".encode())
            lines.flush()


def _player(folder: Path, *account: str) -> tuple[Path, Path]:
    secret = folder / "secret"
    secret.write_text(f"{PASSWORD}\n")
    home, game = home_of(folder, NAME), lay(folder / "game", MATCH.files)
    typed = ("account", "set", *account, "--password-command", f"cat '{secret}'")
    assert inside(typed, home, game)[0] == 0
    return home, game


def test_mail_is_fetched_from_a_mailbox_with_an_umlaut(tmp_path: Path) -> None:
    with _imap() as (typed, heard):
        home, game = _player(tmp_path, "--imap", typed, "--user", "anna", "--mailbox", "Spiele/Größe")
        code, _, errors = inside(("fetch",), home, game)

    assert (code, "looked at 0 new mails" in errors) == (0, True), errors
    assert 'EXAMINE "Spiele/Gr&APYA3w-e"' in heard


def test_a_server_whose_name_no_protocol_can_say_is_refused_in_a_sentence(tmp_path: Path) -> None:
    home, game = _player(tmp_path, "--imap", "mail..example.org", "--smtp", "mail..example.org", "--user", "anna")
    code, out, _ = inside(("fetch", "--json"), home, game)
    error = json.loads(out)["error"]

    assert (code, error["code"]) == (3, "no-letters-for-server")
    assert "mail..example.org" in error["sentence"]
    assert not list(home.rglob("bug-*")) and not list(game.rglob("bug-*"))


@pytest.mark.parametrize("user", ["änne", "anna"])
def test_a_user_that_the_server_has_no_letters_for_is_not_known_to_it(tmp_path: Path, user: str) -> None:
    with _imap() as (typed, _):
        home, game = _player(tmp_path, "--imap", typed, "--user", user)
        code, out, _ = inside(("fetch", "--json"), home, game)

    assert code == (0 if user.isascii() else 4)
    assert ("password-refused" in out) == (not user.isascii())


def test_a_machine_with_an_umlaut_hands_mails_in(monkeypatch: pytest.MonkeyPatch) -> None:
    mail = EmailMessage()
    mail.set_content("hello")
    with smtp_server() as (box, typed):
        monkeypatch.setattr(socket, "getfqdn", lambda name="": "büro.local.netz")
        at = parse_server(typed)
        with smtp_connection(at, "hanna", Password(PASSWORD)) as client:
            submit_mail(client, at, mail, "hanna@example.org", "anna@example.org")

    assert (box.logged_in, len(box.taken)) == (["hanna"], 1)

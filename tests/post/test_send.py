"""`referee send`: one mail to each recipient, none twice, nothing in the clear, and the password nowhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from referee.kernel.errors import FileTrouble, NotAuthentic, Unreadable
from referee.mail.accounts import Password, Server, parse_server
from referee.mail.smtp import smtp_connection
from referee.service.post import post_items
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.post.servers import PASSWORD, Box, smtp_server

MATCH = running()
LAST = MATCH.host.step
FIRST, SECOND, THIRD = MATCH.table.names


class Desk:
    """The host's folder and home, and a server that knows the host."""

    def __init__(self, folder: Path, box: Box, typed: str) -> None:
        self.folder, self.box, self.typed = folder, box, typed
        self.home, self.game = home_of(folder, "host"), lay(folder / "game", MATCH.files)
        self.said: list[str] = []
        self.secret = folder / "secret"
        self.secret.write_text(f"{PASSWORD}\n")
        for name, address in (("me", "hanna@example.org"), (FIRST, "one@example.org"), (SECOND, "two@example.org")):
            self.run("people", "set", name, address)
        self.run("account", "set", "--smtp", typed, "--user", "hanna", "--password-command", f"cat '{self.secret}'")

    def run(self, *words: str) -> tuple[int, str, str]:
        """A command of the host's; what it says is kept."""
        code, out, errors = inside(words, self.home, self.game)
        self.said += [out, errors]
        return code, out, errors


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Desk]:
    with smtp_server() as (box, typed):
        yield Desk(tmp_path, box, typed)


def test_each_reader_gets_the_letter_alone_and_dated(session: Desk) -> None:
    code, out, errors = session.run("send")
    mails = [message_from_bytes(taken.data, policy=default) for taken in session.box.taken]

    assert code == 0, errors
    assert [(taken.sender, taken.to) for taken in session.box.taken] == [
        ("hanna@example.org", ("one@example.org",)),
        ("hanna@example.org", ("two@example.org",)),
    ]
    assert all(mail["Date"] and not mail["X-Unsent"] for mail in mails)
    assert out.splitlines()[0].startswith(f"sent to {FIRST.title()} <one@example.org>: Tigris Euphrates {LAST} - ")
    assert f"referee people set {THIRD} ADDRESS" in errors.splitlines()


def letters(session: Desk) -> dict[str, tuple[int | None, int | None]]:
    """For each player the newest step whose letter was sent, and whose mail lies written, as `status` tells it."""
    return {
        one["seat"]: (one["sent"], one["written"]) for one in json.loads(session.run("status", "--json")[1])["letters"]
    }


def test_data_says_which_letter_went_to_whom(session: Desk) -> None:
    before = letters(session)
    session.run("mail", str(LAST - 1), THIRD)
    session.run("send")

    assert before == dict.fromkeys(MATCH.table.names, (None, None))
    assert letters(session) == {FIRST: (LAST, None), SECOND: (LAST, None), THIRD: (None, LAST - 1)}


def test_nothing_is_sent_twice_unasked(session: Desk) -> None:
    session.run("send")
    again = json.loads(session.run("send", "--json")[1])
    session.run("send", "--again")

    assert [mail["outcome"] for mail in again["mails"]] == ["before", "before"]
    assert len(session.box.taken) == 4


def test_a_recipient_that_is_refused_stops_no_other_and_is_tried_again(session: Desk) -> None:
    session.run("people", "set", FIRST, "nobody@example.org")
    code, out, _ = session.run("send", "--json")
    session.run("people", "set", FIRST, "one@example.org")
    session.run("send")

    assert code == 74
    assert [(mail["outcome"], (mail["error"] or {}).get("code")) for mail in json.loads(out)["mails"]] == [
        ("refused", "address-refused"),
        ("sent", None),
    ]
    assert [taken.to for taken in session.box.taken] == [("two@example.org",), ("one@example.org",)]


def test_what_arrives_is_taken_in_by_its_reader(session: Desk) -> None:
    session.run("send")
    mail = session.folder / "mail.eml"
    mail.write_bytes(session.box.taken[0].data)
    game = lay(session.folder / "reader", MATCH.files, without=[f"{LAST:04d}.step"])
    code, _, errors = inside(["receive", mail], home_of(session.folder, FIRST), game)

    assert (code, errors.splitlines()[0]) == (0, f"step {LAST} is recorded")


def test_the_password_is_found_nowhere(session: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A canary: sent, refused, shown, failing in the middle; then every file and every word is looked through."""
    session.run("send")
    session.run("send", "--again", "--json")
    session.run("account", "show", "--json")
    session.run("account", "set", "--user", "bert")
    refused = session.run("send", "--again", "--json")
    session.run("account", "set", "--user", "hanna")

    def broken(*given: object) -> None:
        raise RuntimeError(f"broken while sending {given!r}")

    monkeypatch.setattr(post_items, "submit_mail", broken)
    fault = session.run("send", "--again")
    files = [path for path in session.folder.rglob("*") if path.is_file() and path != session.secret]

    assert session.box.logged_in
    assert json.loads(refused[1])["error"]["code"] == "password-refused"
    assert fault[0] == 70
    assert not [path for path in files if PASSWORD.encode() in path.read_bytes()]
    assert PASSWORD not in "".join(session.said)
    assert PASSWORD not in repr(Password(PASSWORD)) + str(Password(PASSWORD))


def test_no_password_and_no_mail_goes_out_in_the_clear(session: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is not this machine and offers no encryption."""
    monkeypatch.setattr(Server, "is_loopback", False)
    code, out, _ = session.run("send", "--json")

    assert (code, json.loads(out)["error"]["code"]) == (74, "no-tls-no-mail")
    assert (session.box.taken, session.box.logged_in) == ([], [])


def test_a_command_that_does_not_know_the_password_is_told_apart(session: Desk) -> None:
    session.run("account", "set", "--password-command", "false")
    failed = json.loads(session.run("send", "--json")[1])["error"]
    session.run("account", "set", "--password-command", "no-such-command-anywhere")
    missing = json.loads(session.run("send", "--json")[1])["error"]

    assert (failed["code"], missing["code"]) == ("password-command-failed", "password-command-failed")
    assert session.box.taken == []


def test_an_account_that_is_not_set_says_how_to_set_it(session: Desk) -> None:
    session.run("account", "forget")
    code, _, errors = session.run("send")

    assert (code, errors.splitlines()[0]) == (5, "referee: no mail account has been set up")


def test_a_password_that_no_server_could_read_is_not_shown_in_its_failure() -> None:
    secret = Password("canary-\u00e9")
    with (
        smtp_server() as (_, typed),
        pytest.raises(NotAuthentic) as refusal,
        smtp_connection(parse_server(typed), "hanna", secret),
    ):
        pass

    assert "canary" not in str(refusal.value) + repr(refusal.value.__cause__)


def test_a_server_that_is_not_there_is_told_in_one_line() -> None:
    with pytest.raises(FileTrouble) as refusal, smtp_connection(Server("127.0.0.1", 1), "", None):
        pass

    assert refusal.value.code == "server-trouble"


@pytest.mark.parametrize(
    "text", ["", "a b", "mail.example.org:0", "mail.example.org:70000", "x:y", "a\nb", "m\u00e4il"]
)
def test_what_is_no_server_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        parse_server(text)

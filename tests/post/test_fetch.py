"""`referee fetch` from a real server: mails with notes are taken in, all others stay where they are, untouched."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.mail.accounts import Server
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.post.servers import PASSWORD, Mailbox, imap_server

MATCH = running()
STEPS = [f"{step:04d}.step" for step in range(1, MATCH.host.step + 1)]
NAME = MATCH.table.names[0]
HEAD = b"From: hanna@example.org\nTo: anna@example.org\nSubject: step\n\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Mailbox]:
    with imap_server() as box:
        yield box


class Player:
    """A player's folder at the deal, and a mailbox that is empty."""

    def __init__(self, folder: Path, box: Mailbox) -> None:
        self.folder, self.box, self.said = folder, box, ""
        self.home, self.game = home_of(folder, NAME), lay(folder / "game", MATCH.files, without=STEPS)
        secret = folder / "secret"
        secret.write_text(f"{PASSWORD}\n")
        command = f"cat '{secret}'"
        self.run("account", "set", "--imap", box.typed, "--user", folder.name, "--password-command", command)

    def run(self, *words: str) -> tuple[int, str, str]:
        """A command of the player's; what it says is kept."""
        code, out, errors = inside(words, self.home, self.game)
        self.said += out + errors
        return code, out, errors

    def steps(self) -> list[str]:
        """The steps that are entered."""
        return sorted(path.name for path in (self.game / "record").glob("*.step"))

    def kept(self) -> list[str]:
        """The mails that wait in the home."""
        return sorted(path.name for path in (self.home / "mails").glob("*"))


@pytest.fixture
def player(tmp_path: Path, server: Mailbox) -> Player:
    for path in [*(server.folder / "new").iterdir(), *(server.folder / "cur").iterdir()]:
        path.unlink()
    return Player(tmp_path, server)


def test_mails_with_notes_are_entered_and_all_others_are_left_alone(player: Player) -> None:
    player.box.put("1", HEAD + MATCH.files[STEPS[0]])
    player.box.put("2", b"From: aunt@example.org\nSubject: cake\n\nCome for cake on Sunday.\n")
    player.box.put("3", HEAD + MATCH.files[STEPS[1]])
    player.box.put("4", b"From: aunt@example.org\nSubject: film\n\n" + b"x" * 79 * 20_000)
    code, _, errors = player.run("fetch")

    assert (code, player.steps(), player.kept()) == (0, STEPS[:2], [])
    assert "looked at 4 new mails, fetched 2" in errors
    assert not [path for path in player.folder.rglob("*") if path.is_file() and b"cake" in path.read_bytes()]
    assert not [path.name for path in player.box.folder.rglob("*:2,*S*")]


def test_what_was_looked_at_is_not_looked_at_again(player: Player) -> None:
    player.box.put("1", HEAD + MATCH.files[STEPS[0]])
    player.run("fetch")
    again = player.run("fetch")
    player.box.put("2", HEAD + MATCH.files[STEPS[1]])
    code, _, errors = player.run("fetch")

    assert "looked at 0 new mails, fetched 0" in again[2]
    assert "looked at 1 new mails, fetched 1" in errors
    assert (code, player.steps()) == (0, STEPS[:2])


def test_a_mail_that_was_damaged_on_its_way_is_told_and_kept_no_longer(player: Player) -> None:
    whole = MATCH.files[STEPS[0]]
    player.box.put("1", HEAD + whole[: whole.rindex(b"-----BEGIN SSH")])
    code, _, errors = player.run("fetch")

    assert (code, player.steps(), player.kept()) == (3, [], []), errors
    assert "this mail is incomplete: the note of step 1 has no end" in errors


def test_a_fetched_mail_that_cannot_be_entered_yet_is_kept(player: Player) -> None:
    """A mail for a game of which this home knows nothing yet."""
    other = Player(player.folder / "elsewhere", player.box)
    (other.game / "record" / "offer.note").unlink()
    other.game.rename(other.folder / "away")
    other.game.mkdir()
    player.box.put("1", HEAD + MATCH.files[STEPS[0]])
    code, out, _ = other.run("fetch", "--json")

    assert (code, json.loads(out)["error"]["code"]) == (5, "mail-of-unknown-game")
    assert len(other.kept()) == 1


def test_a_wrong_password_and_a_mailbox_that_is_not_there_are_told(player: Player) -> None:
    player.run("account", "set", "--mailbox", "No such box")
    missing = json.loads(player.run("fetch", "--json")[1])["error"]
    player.run("account", "set", "--mailbox", "INBOX", "--password-command", "echo wrong")
    refused = json.loads(player.run("fetch", "--json")[1])["error"]

    assert (missing["code"], refused["code"]) == ("no-mailbox", "password-refused")


def test_nothing_is_fetched_in_the_clear_from_another_machine(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "is_loopback", False)
    code, out, _ = player.run("fetch", "--json")

    assert (code, json.loads(out)["error"]["code"]) == (74, "no-tls-no-mail")


def test_the_password_stays_in_no_file_and_no_output(player: Player) -> None:
    player.box.put("1", HEAD + MATCH.files[STEPS[0]])
    player.run("fetch")
    player.run("fetch", "--json")
    files = [path for path in player.folder.rglob("*") if path.is_file() and path.name != "secret"]

    assert not [path for path in files if PASSWORD.encode() in path.read_bytes()]
    assert PASSWORD not in player.said

"""What the program itself fails on stops nothing: it is set aside and told, and all other mails and files go on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.mail import inbox, prefilter
from referee.record.mails.unwrap import unwrap
from referee.record.store import DataFolder, GameFolder
from referee.service.incoming import intake
from referee.service.watching import mailbox
from referee.session.session import open_session
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.post.servers import PASSWORD, Office, post_office

MATCH = running()
STEPS = [f"{step:04d}.step" for step in range(1, MATCH.host.step + 1)]
NAME = MATCH.table.names[0]
HEAD = b"From: hanna@example.org\nTo: anna@example.org\nSubject: step\n\n"
POISON = HEAD + MATCH.files[STEPS[1]] + b"\nPOISON\n"


class Player:
    """A player at the deal, who is not there."""

    def __init__(self, place: Path, office: Office) -> None:
        self.office, self.home = office, home_of(place, NAME)
        self.game = lay(place / "game", MATCH.files, without=STEPS)
        secret = place / "secret"
        secret.write_text(f"{PASSWORD}\n")
        self.run("account", "set", "--smtp", office.smtp, "--imap", office.imap, "--user", NAME)
        self.run("account", "set", "--password-command", f"cat '{secret}'")
        self.run("people", "set", "me", f"{NAME}@example.org")
        self.run("status")

    def run(self, *words: str | Path) -> str:
        code, out, errors = inside(words, self.home, self.game)
        assert code == 0, (words, out, errors)
        return out + errors

    def entered(self) -> list[str]:
        return sorted(path.name for path in (self.game / "record").glob("*.step"))


def failing(call: Callable[..., object], at: int = 0) -> Callable[..., object]:
    """A function that fails on the bytes with the word POISON, its argument number `at`."""

    def fails(*arguments: object, **more: object) -> object:
        if b"POISON" in arguments[at]:  # type: ignore[operator]
            raise ZeroDivisionError("a fault of the program")
        return call(*arguments, **more)

    return fails


@pytest.mark.parametrize("where", ["read", "taken in"])
def test_a_mail_on_which_the_program_fails_is_told_and_kept_and_the_rest_is_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    if where == "read":
        monkeypatch.setattr(prefilter, "unwrap", failing(unwrap))
    monkeypatch.setattr(intake, "receive", failing(intake.receive, 1))
    with post_office((NAME,)) as office:
        player = Player(tmp_path, office)
        box = office.boxes[NAME]
        for number, mail in enumerate((HEAD + MATCH.files[STEPS[0]], POISON, HEAD + MATCH.files[STEPS[1]])):
            box.put(str(number), mail)
        said = player.run("watch", "--mail", "--once")

    (kept,) = (player.home / "mails").iterdir()
    assert player.entered() == STEPS[:2]
    assert said.count(f"{kept} caused an error (ZeroDivisionError) and was set aside") == 1
    assert [line.split("  ")[-1] for line in said.splitlines() if "step " in line] == [
        "step 1 is recorded",
        "step 2 is recorded",
    ]
    assert kept.read_bytes().replace(b"\r\n", b"\n") == POISON


def test_words_on_which_the_program_fails_stop_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox, "mail_head", failing(mailbox.mail_head))
    with post_office((NAME,)) as office:
        player = Player(tmp_path, office)
        office.boxes[NAME].put("1", HEAD + b"POISON\n")
        office.boxes[NAME].put("2", HEAD + MATCH.files[STEPS[0]])
        said = player.run("watch", "--mail", "--once")

    assert player.entered() == STEPS[:1]
    assert said.count("caused an error (ZeroDivisionError)") == 1


@pytest.mark.parametrize("where", ["read", "taken in"])
def test_a_shared_file_on_which_the_program_fails_is_told_and_the_rest_is_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    if where == "read":
        monkeypatch.setattr(inbox, "unwrap", failing(unwrap))
    else:
        monkeypatch.setattr(intake, "receive", failing(intake.receive, 1))
    home, game = home_of(tmp_path, NAME), lay(tmp_path / "game", MATCH.files, without=STEPS)
    shared = tmp_path / "shared"
    shared.mkdir()
    for name, data in (("a.txt", POISON), ("b.txt", MATCH.files[STEPS[0]]), ("c.txt", MATCH.files[STEPS[1]])):
        (shared / name).write_bytes(data)
    code, said, errors = inside(["sync", shared], home, game)

    assert (code, open_session(GameFolder(game), DataFolder(home)).position.step) == (0, 2), errors
    assert said.count("a.txt caused an error (ZeroDivisionError) and was set aside") == 1

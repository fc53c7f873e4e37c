"""The recipes of docs/mail.md, run as they stand there, but for the addresses of servers and folders."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from scripts.make_example import ROOT
from tests.cli.folders import home_of, lay, running
from tests.cli.terminal import COMMAND, environment, inside
from tests.post.servers import PASSWORD, imap_server

MATCH = running()
STEPS = [f"{step:04d}.step" for step in range(1, MATCH.host.step + 1)]
HEAD = b"From: hanna@example.org\nTo: anna@example.org\nSubject: step\n\n"


def recipe(heading: str) -> str:
    """The block below a heading of the page."""
    page = (ROOT / "docs" / "mail.md").read_text("utf-8").partition(f"## {heading}\n")[2]
    block = re.search(r"^```\w*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert block is not None
    return block[1]


def player(place: Path) -> tuple[Path, Path]:
    """A player's home and folder at the deal."""
    return home_of(place, MATCH.table.names[0]), lay(place / "game", MATCH.files, without=STEPS)


def entered(game: Path) -> list[str]:
    return sorted(path.name for path in (game / "record").glob("*.step"))


@pytest.mark.needs("procmail")
def test_procmail_sorts_mails_with_notes_into_a_maildir_that_is_taken_in(tmp_path: Path) -> None:
    home, game = player(tmp_path)
    (tmp_path / "Mail").mkdir()
    rules = tmp_path / "procmailrc"
    rules.write_text(recipe("procmail"))
    for mail in (MATCH.files[STEPS[0]], b"Come for cake on Sunday.\n", MATCH.files[STEPS[1]]):
        command = ["procmail", "-m", f"MAILDIR={tmp_path}", f"DEFAULT={tmp_path}/inbox", str(rules)]
        subprocess.run(command, input=HEAD + mail, check=True, cwd=tmp_path)
    code, _, errors = inside(["receive", tmp_path / "Mail" / "referee"], home, game)

    assert (code, entered(game)) == (0, STEPS[:2]), errors
    assert len(list((tmp_path / "Mail" / "referee" / "new").iterdir())) == 2


@pytest.mark.needs("mbsync", "dovecot")
def test_mbsync_copies_a_mailbox_that_is_taken_in(tmp_path: Path) -> None:
    home, game = player(tmp_path)
    (tmp_path / "Mail").mkdir()
    with imap_server() as box:
        for number, step in enumerate(STEPS[:2]):
            box.put(str(number), HEAD + MATCH.files[step])
        host, _, port = box.typed.partition(":")
        text = recipe("mbsync").replace("mail.example.org", f"{host}\nPort {port}\nAuthMechs LOGIN")
        text = text.replace("SSLType IMAPS", "SSLType None").replace("pass show mail", f"echo {PASSWORD}")
        config = tmp_path / "mbsyncrc"
        config.write_text(text.replace("~/Mail", str(tmp_path / "Mail")))
        kept = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}  # where it remembers what it has copied
        command = ["mbsync", "-c", str(config), "games"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=kept)
    code, _, errors = inside(["receive", tmp_path / "Mail" / "games"], home, game)

    assert (done.returncode, code, entered(game)) == (0, 0, STEPS[:2]), done.stderr + errors


@pytest.mark.needs("git", "bash")
def test_the_round_of_git_carries_a_game_from_one_clone_to_another(tmp_path: Path) -> None:
    """The block is typed in a shell in which `referee` is this program; the second clone has the host's newest step."""
    origin, programs = tmp_path / "origin.git", tmp_path / "bin"
    programs.mkdir()
    (programs / "referee").write_text(f'#!/bin/sh\nexec "{COMMAND[0]}" -c "{COMMAND[2]}" "$@"\n')
    (programs / "referee").chmod(0o755)
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(origin)], check=True)
    host, game = home_of(tmp_path, "host"), lay(tmp_path / "hosts", MATCH.files)
    own, ours = player(tmp_path)
    for home, folder in ((host, game), (own, ours)):
        assert inside(["status"], home, folder)[0] == 0  # the home knows where the game lies
    for name, home in (("one", host), ("two", own)):
        clone = tmp_path / name
        subprocess.run(["git", "clone", "-q", str(origin), str(clone)], check=True, capture_output=True)
        kept = environment(home, GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@x.org", HOME=str(tmp_path))
        kept |= {"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@x.org"}
        kept["PATH"] = f"{programs}:{kept['PATH']}"
        lines = recipe("git") if name == "two" else recipe("git").partition("\n")[2]  # nothing to pull as yet
        done = subprocess.run(["bash", "-euc", lines], cwd=clone, env=kept, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    assert entered(ours) == STEPS

"""The recipes of docs/mail.md and docs/it/posta.md, run as they stand there, but for addresses and folders."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import COMMAND, environment, inside
from tests.post.servers import PASSWORD, imap_server, post_office
from tests.post.syncthing import until
from tests.support import ROOT

MATCH = running()
STEPS = [f"{step:04d}.step" for step in range(1, MATCH.host.step + 1)]
HEAD = b"From: hanna@example.org\nTo: anna@example.org\nSubject: step\n\n"


PAGES = {"en": ROOT / "docs" / "mail.md", "it": ROOT / "docs" / "it" / "posta.md"}
in_both = pytest.mark.parametrize("lang", PAGES)


def recipes(lang: str, heading: str) -> list[str]:
    """The blocks below a heading of the page in a language."""
    page = PAGES[lang].read_text("utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^```\w*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def recipe(lang: str, heading: str) -> str:
    (block,) = recipes(lang, heading)
    return block


def player(place: Path) -> tuple[Path, Path]:
    """A player's home and folder at the deal."""
    return home_of(place, MATCH.table.names[0]), lay(place / "game", MATCH.files, without=STEPS)


def entered(game: Path) -> list[str]:
    return sorted(path.name for path in (game / "record").glob("*.step"))


@in_both
@pytest.mark.needs("procmail")
def test_procmail_sorts_mails_with_notes_into_a_maildir_that_is_taken_in(tmp_path: Path, lang: str) -> None:
    home, game = player(tmp_path)
    (tmp_path / "Mail").mkdir()
    rules = tmp_path / "procmailrc"
    rules.write_text(recipe(lang, "procmail"))
    for mail in (MATCH.files[STEPS[0]], b"Come for cake on Sunday.\n", MATCH.files[STEPS[1]]):
        command = ["procmail", "-m", f"MAILDIR={tmp_path}", f"DEFAULT={tmp_path}/inbox", str(rules)]
        subprocess.run(command, input=HEAD + mail, check=True, cwd=tmp_path)
    code, _, errors = inside(["receive", tmp_path / "Mail" / "referee"], home, game)

    assert (code, entered(game)) == (0, STEPS[:2]), errors
    assert len(list((tmp_path / "Mail" / "referee" / "new").iterdir())) == 2


@in_both
@pytest.mark.needs("mbsync", "dovecot")
def test_mbsync_copies_a_mailbox_that_is_taken_in(tmp_path: Path, lang: str) -> None:
    home, game = player(tmp_path)
    (tmp_path / "Mail").mkdir()
    with imap_server() as box:
        for number, step in enumerate(STEPS[:2]):
            box.put(str(number), HEAD + MATCH.files[step])
        host, _, port = box.typed.partition(":")
        text = recipe(lang, "mbsync").replace("mail.example.org", f"{host}\nPort {port}\nAuthMechs LOGIN")
        text = text.replace("SSLType IMAPS", "SSLType None").replace("pass show mail", f"echo {PASSWORD}")
        config = tmp_path / "mbsyncrc"
        config.write_text(text.replace("~/Mail", str(tmp_path / "Mail")))
        kept = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}  # where it remembers what it has copied
        command = ["mbsync", "-c", str(config), "games"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=kept)
    code, _, errors = inside(["receive", tmp_path / "Mail" / "games"], home, game)

    assert (done.returncode, code, entered(game)) == (0, 0, STEPS[:2]), done.stderr + errors


def install(folder: Path) -> None:
    """Let this program be called `referee` in a folder."""
    (folder / "referee").write_text(f'#!/bin/sh\nexec "{COMMAND[0]}" -c "{COMMAND[2]}" "$@"\n')
    (folder / "referee").chmod(0o755)


@in_both
@pytest.mark.needs("git", "bash")
def test_the_round_of_git_carries_a_game_from_one_clone_to_another(tmp_path: Path, lang: str) -> None:
    """The block is typed in a shell in which `referee` is this program; the second clone has the host's newest step."""
    origin, programs = tmp_path / "origin.git", tmp_path / "bin"
    programs.mkdir()
    install(programs)
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
        lines = (
            recipe(lang, "git") if name == "two" else recipe(lang, "git").partition("\n")[2]
        )  # nothing to pull as yet
        done = subprocess.run(["bash", "-euc", lines], cwd=clone, env=kept, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    assert entered(ours) == STEPS


UNITS = ("referee.service", "referee-look.service", "referee-look.timer")
HEADINGS = {"en": "An unattended host", "it": "Un arbitro che lavora da solo"}


def units(folder: Path, lang: str) -> list[Path]:
    """The units of the page as files, where a user's lie; the program is installed where they look for it."""
    (folder / ".local" / "bin").mkdir(parents=True)
    install(folder / ".local" / "bin")
    place = folder / ".config" / "systemd" / "user"
    place.mkdir(parents=True)
    for name, text in zip(UNITS, recipes(lang, HEADINGS[lang]), strict=True):
        (place / name).write_text(text)
    return [place / name for name in UNITS]


@in_both
@pytest.mark.needs("systemd-analyze")
def test_systemd_finds_no_fault_in_the_units(tmp_path: Path, lang: str) -> None:
    paths = units(tmp_path, lang)
    (tmp_path / "run").mkdir(mode=0o700)
    kept = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path / "run")}
    command = ["systemd-analyze", "verify", "--user", "--man=no", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, env=kept)
    ours = [line for line in done.stderr.splitlines() if "referee" in line]

    assert (done.returncode, ours) == (0, [])


@in_both
def test_what_the_units_start_looks_after_the_games_and_ends_when_the_system_does(tmp_path: Path, lang: str) -> None:
    """Each line `ExecStart` is run; that of the timer ends by itself, the other one by the signal of systemd."""
    always, once, timer = (ConfigParser(interpolation=None) for _ in UNITS)
    for parser, path in zip((always, once, timer), units(tmp_path, lang), strict=True):
        parser.read(path)
    name = MATCH.table.names[0]
    home, game = player(tmp_path)
    with post_office((name,)) as office:
        (tmp_path / "secret").write_text(f"{PASSWORD}\n")
        servers = ["--smtp", office.smtp, "--imap", office.imap, "--user", name]
        for words in (
            ["account", "set", *servers, "--password-command", f"cat '{tmp_path / 'secret'}'"],
            ["people", "set", "me", f"{name}@example.org"],
            ["status"],
        ):
            assert inside(words, home, game)[0] == 0
        office.boxes[name].put("1", HEAD + MATCH.files[STEPS[0]])
        codes = [subprocess.run(command_of(once, tmp_path), **at(home, game), check=False).returncode]
        office.boxes[name].put("2", HEAD + MATCH.files[STEPS[1]])
        with subprocess.Popen(command_of(always, tmp_path), **at(home, game)) as watching:
            try:
                until(lambda: entered(game) == STEPS[:2], "the second step")
                watching.send_signal(signal.SIGTERM)
                codes.append(watching.wait(60))
            finally:
                watching.kill()

    assert codes == [0, 0]
    assert timer["Timer"]["OnUnitActiveSec"] == "10min"


def command_of(unit: ConfigParser, folder: Path) -> list[str]:
    """What a unit starts for a user whose folder this is."""
    return shlex.split(unit["Service"]["ExecStart"].replace("%h", str(folder)))


def at(home: Path, game: Path) -> dict[str, Any]:
    """Where and how a service is started."""
    return {"cwd": game, "env": environment(home), "stdout": subprocess.DEVNULL, "start_new_session": True}

"""`referee sync` and `watch FOLDER`: two clients and a host share a folder, whatever sync tools and git do to it."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path
from shutil import copytree

import pytest

from referee.mail import inbox
from referee.record.mails.unwrap import unwrap
from tests.cli.terminal import inside
from tests.post.sharing import Client, play
from tests.support.rehearse import Match, open_match


@pytest.fixture
def table(tmp_path: Path) -> tuple[Client, Client, Client]:
    match, shared = open_match("tigris", 2, "sync"), tmp_path / "shared"
    shared.mkdir()
    host, anna, bert = (Client(tmp_path, name, match, shared) for name in ("host", "anna", "bert"))
    return host, anna, bert


CONFLICTS = (
    "{stem}.sync-conflict-20261122-101500-ABCDEFG.txt",
    "{stem} (Anna's conflicted copy 2026-11-22).txt",
    "{stem} (Anna's conflicted copy 2026-11-22) (Bert's conflicted copy 2026-11-22).txt",
    "{stem}-LAPTOP.txt",
    "{stem} (1).txt",
)
"""What Syncthing, Dropbox (once and nested), OneDrive and browsers call a copy in conflict."""


def test_copies_in_conflict_and_half_files_of_sync_tools_do_no_harm(table: tuple[Client, Client, Client]) -> None:
    host, *players = table
    shared = host.shared
    for round_ in range(3):
        play(host, tuple(players), 1)
        for path in sorted(shared.glob("0*.txt")):
            data = path.read_bytes()
            for number, form in enumerate(CONFLICTS):
                half = number % 2 and round_
                (shared / form.format(stem=path.stem)).write_bytes(data[: len(data) // (number + 2)] if half else data)
            (shared / f".syncthing.{path.name}.tmp").write_bytes(data[:50])
            (shared / f"~{path.name}").write_bytes(data[:50])
            (shared / f"{path.name}.partial").write_bytes(data[:50])
        (shared / "desktop.ini").write_bytes(b"[x]\n")
    for client in table:
        client.sync()

    assert {client.step() for client in table} == {3}
    assert len({client.head() for client in table}) == 1


def test_a_look_opens_each_file_once_for_all_that_it_wants_to_know(
    table: tuple[Client, Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is whole, for whom it is, and whether it has to do with this game."""
    opened = Counter[bytes]()
    host, *players = table
    play(host, tuple(players), 2)
    for client in table:
        opened.clear()
        monkeypatch.setattr(inbox, "unwrap", lambda data: opened.update([data]) or unwrap(data))
        client.sync()

        assert len(opened) >= 2 and set(opened.values()) == {1}


def test_a_half_file_is_left_alone_and_taken_once_it_is_whole(table: tuple[Client, Client, Client]) -> None:
    host, anna, bert = table
    mover = anna if anna.is_asked() else bert
    mover.swap()
    mover.sync()
    (sent,) = host.shared.glob("0001-*.txt")
    whole = sent.read_bytes()
    sent.write_bytes(whole[:-30])
    said = host.sync()
    step_then = host.step()
    sent.write_bytes(whole)
    host.sync()

    assert "1 file holds no complete note and was left alone; it may still be arriving" in said
    assert (step_then, host.step()) == (0, 1)


def test_files_that_vanish_are_told_and_put_there_again(table: tuple[Client, Client, Client]) -> None:
    """A restored backup, a forced push, somebody who tidies up."""
    host, *players = table
    play(host, tuple(players), 2)
    before = {path.name: path.read_bytes() for path in host.shared.iterdir()}
    for path in host.shared.iterdir():
        path.unlink()
    said = [client.sync() for client in table]
    later = {path.name: path.read_bytes() for path in host.shared.iterdir()}

    assert "5 files were missing from" in said[0] and "put back" in said[0]
    assert {name for name in before if name not in later} <= {
        name for name in before if "-anna-" in name or "-bert-" in name
    }
    assert later == {name: before[name] for name in later}


@pytest.mark.parametrize("name", ["record", "."])
def test_a_record_is_never_shared(table: tuple[Client, Client, Client], name: str) -> None:
    host, *_ = table
    code, out, _ = inside(["sync", host.game / name, "--json"], host.home, host.game)

    assert (code, json.loads(out)["error"]["code"]) == (74, "record-is-not-shared")


def test_a_player_leaves_the_orders_of_others_to_the_host(table: tuple[Client, Client, Client]) -> None:
    host, anna, bert = table
    mover, other = (anna, bert) if anna.is_asked() else (bert, anna)
    mover.swap()
    mover.sync()
    said = other.sync()

    assert "the move" not in said and "entered" not in said
    assert other.step() == host.step() == 0


def test_who_stands_in_a_copy_of_a_game_goes_on_with_that(table: tuple[Client, Client, Client]) -> None:
    host, anna, bert = table
    mover = anna if anna.is_asked() else bert
    mover.sync()
    mover.game = Path(copytree(mover.game, mover.game.with_name("copy")))
    mover.swap()
    for client in (mover, host, mover):
        client.sync()

    assert (host.step(), mover.step()) == (1, 1)


# git


def git(folder: Path, *words: str) -> str:
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-C", str(folder), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Cloned(Client):
    """A client whose shared folder is a clone of its own, handled by the commands of the docs."""

    def __init__(self, place: Path, name: str, match: Match, origin: Path, *options: str) -> None:
        shared = place / f"clone-{name}"
        subprocess.run(["git", "clone", "-q", *options, str(origin), str(shared)], check=True, capture_output=True)
        super().__init__(place, name, match, shared)

    def sync(self) -> str:
        git(self.shared, "pull", "-q", "--rebase")
        said = super().sync()
        git(self.shared, "add", "-A")
        if git(self.shared, "status", "--porcelain"):
            git(self.shared, "commit", "-q", "-m", f"{self.name} at step {self.step()}")
            git(self.shared, "push", "-q")
        return said


@pytest.mark.needs("git")
def test_a_game_goes_through_git_with_autocrlf_and_a_forced_push_loses_nothing(tmp_path: Path) -> None:
    match, origin = open_match("tigris", 2, "sync"), tmp_path / "origin.git"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(origin)], check=True)
    seed = tmp_path / "seed"
    subprocess.run(["git", "clone", "-q", str(origin), str(seed)], check=True, capture_output=True)
    (seed / "README").write_text("The notes of our game.\n")
    git(seed, "checkout", "-q", "-b", "main")
    git(seed, "add", "-A")
    git(seed, "commit", "-q", "-m", "begin")
    git(seed, "push", "-q", "-u", "origin", "main")
    host = Cloned(tmp_path, "host", match, origin)
    anna = Cloned(tmp_path, "anna", match, origin, "-c", "core.autocrlf=true")
    bert = Cloned(tmp_path, "bert", match, origin)
    play(host, (anna, bert), 2)
    old = git(bert.shared, "rev-list", "--max-parents=0", "HEAD").strip()
    git(bert.shared, "push", "-q", "--force", "origin", f"{old}:main")
    git(host.shared, "fetch", "-q")
    git(host.shared, "reset", "-q", "--hard", "origin/main")
    said = host.sync()
    for player in (anna, bert):
        git(player.shared, "fetch", "-q")
        git(player.shared, "reset", "-q", "--hard", "origin/main")
    play(host, (anna, bert), 1)

    assert "put back" in said
    assert {client.step() for client in (host, anna, bert)} == {3}
    assert len({client.head() for client in (host, anna, bert)}) == 1
    (step,) = (path for path in anna.shared.glob("0003-*.txt") if path.name.count("-") == 1)
    assert b"\r\n" in step.read_bytes()


@pytest.mark.parametrize("words", [(), ("status",), ("--full",), ("status", "--full")], ids=" ".join)
def test_where_a_game_stands_is_not_told_before_a_look_terminal_or_not(
    table: tuple[Client, Client, Client], words: tuple[str, ...]
) -> None:
    """What lies in the folder is taken in; nothing is said of a step that is old by then."""
    host, *players = table
    (mover,) = (player for player in players if player.is_asked())
    mover.swap()
    mover.sync()
    host.sync()
    said = mover.run(*words)

    assert mover.step() == 1
    heads = [line for line in said.splitlines() if line.startswith("Tigris & Euphrates, step ")]
    assert len(heads) == 1 and ", step 1" in heads[0], said
    assert "to record it" not in said
    assert ("step 1 is recorded" in said) == ("--full" in words)

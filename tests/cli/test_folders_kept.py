"""Where saved mails land is said once: `receive` and `join` look there, and `sync` and `watch` where people share."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.terminal import converse
from tests.cli.typing_players import Player, offered
from tests.needed_tools import posix


def saved(folder: Path, *mails: Path) -> Path:
    """A folder as browsers fill it: with mails, and with much else."""
    folder.mkdir(exist_ok=True)
    for number, mail in enumerate(mails):
        (folder / f"Re_ Friday [{number}] & more.eml").write_bytes(mail.read_bytes())
    (folder / "holiday.jpg").write_bytes(b"\xff\xd8\xff" + bytes(1000))
    return folder


def test_join_and_receive_without_a_name_look_where_mails_are_saved(people: Callable[[str], Player]) -> None:
    anna, host = people("anna"), people("host")
    landing = saved(anna.root / "landing", offered(people))
    kept = anna.types("receive", landing, "--keep")
    joined = anna.types("join", "--name", "Anna")
    (landing / "new.eml").write_bytes(b"Subject: lunch\n\nAt one?\n")
    again = anna.types("receive", at=anna.place / "friday-tigris")
    home = saved(host.root / "mails", anna.place / "friday-tigris" / "outbox" / "join-anna.note")
    host.types("receive", home, "--keep")

    assert "referee join" in kept[2]
    assert joined[0] == 0, joined
    assert again[0] == 0, again
    assert host.told("status", "--game", "friday")["joined"] == ["anna"]


@pytest.mark.parametrize("command", ["receive", "join"])
def test_nobody_who_cannot_be_asked_is_guessed_a_folder(people: Callable[[str], Player], command: str) -> None:
    code, _, errors = people("anna").types(command)

    assert (code, errors) == (
        3,
        "referee: referee does not know yet where you save mails\n"
        "hint: name the mails, or the folder to check from now on: referee receive FOLDER --keep\n",
    )


@posix
@pytest.mark.parametrize(
    ("lang", "asked", "kept"),
    [
        ("en", "In which folder do you save mails", "From now on referee receive checks ~/Downloads by itself"),
        ("it", "Dove finiscono le mail che salvi", "D'ora in poi referee receive guarda da solo in ~/Downloads"),
    ],
)
def test_where_mails_land_is_asked_once(people: Callable[[str], Player], lang: str, asked: str, kept: str) -> None:
    anna = people("anna")
    saved(anna.root / "Downloads")
    house = {"HOME": str(anna.root), "REFEREE_LANG": lang}
    first = converse(["receive"], anna.home, {f"{asked} [~/Downloads]: ": ""}, cwd=anna.place, **house)
    second = converse(["receive"], anna.home, {}, cwd=anna.place, **house)

    assert first[0] == second[0] == 0
    assert kept in first[1] and asked not in second[1]


def test_the_folder_for_downloads_is_that_of_the_desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.cli.folders.paths import download_folder

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    usual = download_folder()
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "user-dirs.dirs").write_text('XDG_DOWNLOAD_DIR="$HOME/Scaricati"\n')

    assert (usual, download_folder()) == (tmp_path / "Downloads", tmp_path / "Scaricati")


def test_a_kept_folder_that_is_gone_is_told_and_the_others_are_looked_through(people: Callable[[str], Player]) -> None:
    anna = people("anna")
    landing, shared = saved(anna.root / "landing"), saved(anna.root / "shared", offered(people))
    anna.types("receive", landing, "--keep")
    anna.types("sync", shared)
    (landing / "holiday.jpg").unlink()
    landing.rmdir()
    code, _, errors = anna.types("join", "--name", "Anna")
    for path in shared.iterdir():
        path.unlink()
    shared.rmdir()

    assert code == 0 and f"the folder {landing}, where you save mails, does not exist" in errors
    assert anna.types("receive")[0] == 74


@pytest.mark.parametrize("command", [("sync",), ("watch", "--once")], ids=["sync", "watch"])
def test_a_shared_folder_that_is_gone_is_told_and_the_others_go_on(
    people: Callable[[str], Player], command: tuple[str, ...]
) -> None:
    host = people("host")
    offered(people)
    game, shared, lost = host.place / "friday-tigris", host.root / "shared", host.root / "lost"
    shared.mkdir()
    host.types("sync", saved(lost), at=game)
    host.types("sync", shared, at=game)
    for path in lost.iterdir():
        path.unlink()
    lost.rmdir()
    went_on = host.types(*command, at=game)
    for path in shared.iterdir():
        path.unlink()
    shared.rmdir()

    assert went_on[0] == 0 and f"the folder {lost}, where you save mails, does not exist" in went_on[2]
    assert host.types(*command, at=game)[0] == 74


def test_what_hostile_files_lie_where_mails_are_saved_does_no_harm(people: Callable[[str], Player]) -> None:
    """A link in a circle, one into the keys, a pipe, a name with an escape, a mailbox of garbage, a huge file."""
    anna = people("anna")
    landing = saved(anna.root / "landing", offered(people))
    (landing / "circle").symlink_to(landing / "circle")
    (landing / "keys.eml").symlink_to(anna.home / "keys" / "anna")
    (landing / "\x1b]0;gone\x07.eml").write_bytes(b"-----BEGIN REFEREE NOTE-----\nhalf")
    (landing / "box").write_bytes(b"From a\n" + b"\xff\n" * 1000)
    with (landing / "film.mkv").open("wb") as film:
        film.truncate(2**34)
    if hasattr(os, "mkfifo"):
        os.mkfifo(landing / "pipe.eml")
    told = anna.types("receive", landing, "--keep")
    joined = anna.types("join", "--name", "Anna")

    assert "\x1b" not in told[1] + told[2] and "PRIVATE KEY" not in told[1] + told[2]
    assert joined[0] == 0, joined


def test_of_a_huge_folder_the_newest_files_are_looked_through(
    people: Callable[[str], Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.mail.inbox import newest_mails

    folder = people("anna").root / "many"
    folder.mkdir()
    for number in range(30):
        (folder / f"{number:02}.eml").write_bytes(b"x")
        os.utime(folder / f"{number:02}.eml", (number, number))

    assert [Path(mail.name).name for mail in newest_mails(folder, 3)] == ["27.eml", "28.eml", "29.eml"]


def test_sync_and_watch_know_the_folder_that_was_shared_before(people: Callable[[str], Player]) -> None:
    host = people("host")
    offered(people)
    shared = host.root / "shared"
    shared.mkdir()
    nothing = host.types("sync")
    game = host.place / "friday-tigris"
    first = host.told("sync", shared, at=game)["events"]
    for path in shared.iterdir():
        path.unlink()
    again = host.told("sync", at=game)["events"]
    watched = json.loads(host.types("watch", "--once", "--json", at=game)[1])["events"]

    assert (nothing[0], nothing[2]) == (
        5,
        "referee: no shared folder has been set\nhint: name it once: referee sync FOLDER\n",
    )
    assert [event["code"] for event in first] == ["shared-put"]
    assert [event["code"] for event in again] == ["shared-put-again"]
    assert watched == []


@pytest.mark.parametrize("shared", [True, False])
def test_a_join_goes_into_the_folder_that_the_host_shares_and_never_where_mails_are_saved(
    people: Callable[[str], Player], shared: bool
) -> None:
    anna, host = people("anna"), people("host")
    folder = anna.root / "common"
    folder.mkdir()
    offered(people)
    assert host.types("sync", folder, at=host.place / "friday-tigris")[0] == 0
    if not shared:
        anna.types("receive", folder, "--keep")
    code, told, errors = anna.types("join", folder, "--name", "Anna")
    assert code == 0, errors

    assert [path.name.partition("-")[0] for path in sorted(folder.iterdir())] == (["join"] if shared else []) + [
        "offer"
    ]
    assert ("in the shared folder" in told) is shared and ("Send this file to the host" in told) is not shared


def test_what_is_signed_before_the_first_move_lies_in_the_shared_folder_at_once(
    people: Callable[[str], Player],
) -> None:
    host, folder = people("host"), people("host").root / "common"
    folder.mkdir()
    offered(people)
    at = {name: people(name).place / "friday-tigris" for name in ("host", "anna", "bert")}
    host.types("sync", folder, at=at["host"])
    for name in ("anna", "bert"):
        assert people(name).types("join", folder, "--name", name.title())[0] == 0
    host.types("sync", at=at["host"])
    charter = host.types("charter", at=at["host"])
    for name in ("anna", "bert"):
        people(name).types("sync", at=at[name])
        accepted = people(name).types("accept", "--yes", at=at[name])
        assert accepted[:2] == (0, "Already in the shared folder; nothing to send\n"), accepted
    host.types("sync", at=at["host"])

    assert "in the shared folder" in charter[1] and "mail " not in charter[1], charter
    assert host.told("status", at=at["host"])["step"] == 0

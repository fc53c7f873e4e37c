"""`referee audit` where folder, key or machine are not as they should be: a sentence, and the right exit code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.crypto import sealing
from tests.cached_reads import forget
from tests.cli.games_on_disk import finished, home_of, lay, running
from tests.cli.protected_keys import protected
from tests.cli.terminal import COMMAND, converse, environment, inside, run
from tests.needed_tools import posix

STRANGER = "your key was not used; this is what someone without a key sees: "


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return lay(tmp_path / "game", running().files)


# --- files beside the record ----------------------------------------------------------------------


def test_foreign_files_are_noted_on_the_page_and_change_no_exit_code(game: Path) -> None:
    """Attack 66."""
    (game / "record" / ".DS_Store").write_bytes(b"\0")
    (game / "record" / "0002 (1).step").write_bytes(running().files["0002.step"])
    code, out, errors = inside(["audit"], home_of(game.parent, "mallory"), game)

    assert (code, errors) == (0, "")
    assert out.splitlines()[-4:-2] == [
        "  remarks    .DS_Store: not part of the record; ignored",
        "             0002 (1).step: a copy of 0002.step; it can be deleted",
    ]


def test_of_several_folders_the_line_counts_the_foreign_files(game: Path, tmp_path: Path) -> None:
    other = lay(tmp_path / "other", running().files)
    (other / "record" / "Thumbs.db").write_bytes(b"\0")
    code, out, _ = inside(["audit", game, other], home_of(tmp_path, "mallory"), tmp_path)
    plain, noted = out.splitlines()

    assert code == 0
    assert noted == plain.replace(str(game), str(other)) + " (remarks: 1)"


def test_play_goes_on_beside_foreign_files(game: Path) -> None:
    """Attack 66: what is no part of the record is in nobody's way."""
    before = inside(["status", "--json"], home_of(game.parent, "anna"), game)
    for name in (".DS_Store", "0003.step~", "0000.step", "0001.deal", "0002.sync-conflict-20261122-081500-ABC.step"):
        (game / "record" / name).write_bytes(running().files["0002.step"])

    assert inside(["status", "--json"], home_of(game.parent, "anna"), game) == before


@posix
def test_a_file_name_that_is_not_utf_8_is_written_with_backslashes_and_stops_no_other_folder(
    game: Path, tmp_path: Path
) -> None:
    """Finding F14."""
    other = lay(tmp_path / "other", running().files)
    (game / "record" / os.fsdecode(b"caf\xe9.step")).write_bytes(b"")
    home = home_of(tmp_path, "mallory")
    code, out, errors = run(["audit", "--json", game, other], home)
    first, second = map(json.loads, out.splitlines())

    assert (code, errors) == (0, b"")
    assert [remark["at"] for remark in first["remarks"]] == ["caf\\xe9.step"]
    assert (second["folder"], second["remarks"]) == (str(other), [])
    assert "caf\\u{dce9}.step" in inside(["audit", game], home, tmp_path)[1]


# --- line ends ------------------------------------------------------------------------------------

ROOT = Path(__file__).resolve().parents[2]
LINE_ENDS = "the line ends of this file were changed by a checkout or an editor, nothing else: git config core.autocrlf"
needs_git = pytest.mark.needs("git")


def _git(folder: Path, *arguments: str | Path) -> None:
    """Git as it comes, without the settings of this machine."""
    bare = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}
    identity = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *identity, *map(str, arguments)], cwd=folder, env=bare, check=True, capture_output=True)


def _checked_out(source: Path, target: Path) -> Path:
    """The folder as a repository, cloned on a machine on which git turns every line end into CRLF."""
    _git(source, "init", "-q")
    _git(source, "add", "--all")
    _git(source, "commit", "-q", "-m", "all")
    _git(source, "clone", "-q", "-c", "core.autocrlf=true", source, target)
    return target


@needs_git
def test_the_examples_are_clean_after_a_checkout_that_changes_line_ends(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "source" / "examples")
    shutil.copy(ROOT / ".gitattributes", tmp_path / "source")
    clone = _checked_out(tmp_path / "source", tmp_path / "clone")
    games = sorted(path.parent for path in clone.glob("examples/*/record"))
    codes = {game.name: inside(["audit", game], home_of(tmp_path, "mallory"), tmp_path)[0] for game in games}

    assert codes == {game.name: 0 for game in games}
    assert len(games) > 3


@needs_git
def test_a_record_whose_line_ends_a_checkout_has_changed_is_told_the_cure_and_accuses_nobody(
    game: Path, tmp_path: Path
) -> None:
    clone = _checked_out(game, tmp_path / "clone")
    code, out, _ = inside(["audit", clone], home_of(tmp_path, "mallory"), tmp_path)
    faults = [line.split(maxsplit=1)[1] for line in out.splitlines() if line.startswith("  fault ")]
    refused = inside(["status", "--game", clone], home_of(tmp_path, "anna"), tmp_path)

    assert b"\r\n" in (clone / "record" / "0000.deal").read_bytes()
    assert code == 1
    assert faults == [f"offer.note: not understood: {LINE_ENDS} false, and check it out again"]
    assert (refused[0], LINE_ENDS in refused[2]) == (3, True)


@needs_git
@pytest.mark.parametrize("how", ["offer", "join", "receive"])
def test_the_folder_of_a_new_game_is_safe_from_a_checkout_that_changes_line_ends(tmp_path: Path, how: str) -> None:
    host, home = tmp_path / "host", home_of(tmp_path, "host")
    host.mkdir()
    assert inside(["offer", "ur", "--seats", "3", "--folder", "."], home, host)[0] == 0
    offer = host / "record" / "offer.note"
    folder = host if how == "offer" else tmp_path / "player"
    folder.mkdir(exist_ok=True)
    if how != "offer":
        arguments = ["join", offer, "--seat", "anna", "--folder", "."] if how == "join" else ["receive", offer]
        assert inside(arguments, home_of(tmp_path, "anna"), folder)[0] == 0
    clone = _checked_out(folder, tmp_path / "clone")

    assert (clone / "record" / "offer.note").read_bytes() == offer.read_bytes()


def test_a_mail_with_other_line_ends_is_taken_in(game: Path) -> None:
    last = f"{running().host.step:04d}.step"
    (game / "record" / last).unlink()
    mail = game.parent / "mail.txt"
    mail.write_bytes(running().files[last].replace(b"\n", b"\r\n"))
    code, _, _ = inside(["receive", mail], home_of(game.parent, "anna"), game)

    assert (code, (game / "record" / last).read_bytes()) == (0, running().files[last])


# --- the size of a record -------------------------------------------------------------------------


def _memory_of(arguments: list[str | Path], home: Path) -> tuple[int, str, int]:
    """(exit code, stderr, most memory in KiB) of the command as a process that waits for it alone."""
    script = (
        "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], capture_output=True, text=True);"
        "print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, done.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *COMMAND, *map(str, arguments)],
        env=environment(home),
        capture_output=True,
        text=True,
        check=True,
    )
    code, memory, said = done.stdout.split(" ", 2)
    return int(code), said.strip(), int(memory)


@pytest.mark.needs("Linux")
@pytest.mark.parametrize("folder", [[], ["other"]], ids=["one folder", "two folders"])
def test_a_record_of_gibibytes_is_refused_in_bounded_memory(game: Path, folder: list[str]) -> None:
    """Finding F15: sparse files cost their sender nothing."""
    lay(game.parent / "other", running().files)
    home = home_of(game.parent, "mallory")
    code, _, ordinary = _memory_of(["audit", game], home)
    assert code == 0
    for step in range(1000, 3000):
        with (game / "record" / f"{step}.step").open("wb") as file:
            file.truncate(2**20)
    code, said, memory = _memory_of(["audit", game, *(game.parent / name for name in folder)], home)

    assert code == 74
    assert folder or said == f"referee: {game}/record: a record has at most 67108864 bytes"
    assert memory < ordinary + 160 * 1024


def test_a_folder_of_more_files_than_a_game_has_is_refused(game: Path) -> None:
    """Finding F15: names alone cost memory too."""
    for number in range(20_001):
        (game / "record" / f"{number}.tmp").touch()
    code, _, errors = inside(["audit"], home_of(game.parent, "mallory"), game)

    assert (code, errors) == (74, f"referee: {game}/record: more than 20000 files\n")


# --- keys that cannot be used ---------------------------------------------------------------------


@posix
def test_a_protected_key_is_asked_for_at_the_terminal(game: Path) -> None:
    """Finding F11."""
    home = protected(game.parent, "anna")
    question = "the passphrase of your key: "
    opened = converse(["audit"], home, {question: "open sesame"}, cwd=game)
    wrong = converse(["audit"], home, {question: "open barley"}, cwd=game)
    said = " ".join(wrong[1].split())

    assert (opened[0], "coverage   2 of 5: own hand" in opened[1], STRANGER in opened[1]) == (0, True, False)
    assert (wrong[0], f"{STRANGER}wrong passphrase" in said) == (0, True)


@posix
@pytest.mark.parametrize("count", [1, 2], ids=["one folder", "two folders"])
def test_where_nobody_can_be_asked_the_owner_of_a_protected_key_looks_as_a_stranger(game: Path, count: int) -> None:
    """Finding F11: an audit needs no key, so that none must be opened for it; and it says what it did not use."""
    code, out, _ = run(["audit", "--json", *[game] * count], protected(game.parent, "anna"))
    report = json.loads(out.splitlines()[-1])

    assert (code, report["depth"], report["findings"]) == (0, 1, [])
    assert report["remarks"][0]["sentence"].startswith(f"{STRANGER}this private key file is protected by a passphrase")


@posix
def test_a_report_for_others_says_nothing_of_the_keys_of_this_machine(game: Path) -> None:
    page = game.parent / "report.html"
    code, out, _ = run(["audit", game, "--html", page], protected(game.parent, "anna"))

    assert (code, f"--as: {STRANGER}" in " ".join(out.decode().split())) == (0, True)
    assert "--as" not in page.read_text("utf-8")


@posix
def test_a_protected_key_that_is_named_must_open(game: Path) -> None:
    code, _, errors = run(["audit", game, "--as", "anna"], protected(game.parent, "anna"))

    assert code == 3
    assert b"this private key file is protected by a passphrase" in errors


# --- a machine that lacks a cipher ----------------------------------------------------------------


@pytest.fixture
def without_aes_siv(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cryptography library whose OpenSSL has no AES-SIV."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.bindings._rust import openssl

    def lacking(key: bytes) -> None:
        raise UnsupportedAlgorithm("AES-SIV is not supported by this version of OpenSSL.")

    forget()
    sealing._cipher.cache_clear()
    monkeypatch.setattr(openssl.aead, "AESSIV", lacking)


@pytest.mark.usefixtures("without_aes_siv")
@pytest.mark.parametrize("arguments", [["hand"], ["status"], ["audit"], ["audit", ".", "."]])
def test_a_library_without_aes_siv_is_named_with_its_cure_and_accuses_nobody(game: Path, arguments: list[str]) -> None:
    """Finding F13, attack 98."""
    code, out, errors = inside(arguments, home_of(game.parent, "anna"), game)

    assert code == 69
    assert (
        "the cryptography library on this computer lacks AES-SIV, which is needed to read sealed hands" in out + errors
    )
    assert "FAULT" not in out
    assert arguments[1:] or errors.splitlines()[1] == "hint: pip install --force-reinstall cryptography"


@pytest.mark.usefixtures("without_aes_siv")
def test_what_needs_no_aes_siv_works_without_it(tmp_path: Path) -> None:
    """Ur hides nothing: its games are played and audited on any machine."""
    game = lay(tmp_path / "ur", finished("ur").files)

    assert inside(["audit"], home_of(tmp_path, "anna"), game)[0] == 0

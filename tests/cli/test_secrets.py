"""Attacks 69 to 77 at the door: where keys lie, how they are asked for, and that no output holds a secret."""

from __future__ import annotations

import base64
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.cli.app import command_of_row
from referee.cli.registry import COMMANDS
from referee.crypto import boxes, joint_randomness
from referee.crypto.keys import format_private
from referee.drawing.text_picture import plain_text_of
from referee.kernel.canonical_json import encode_b64
from referee.kernel.game import Viewer
from referee.messages.board_text import hand_lines
from referee.protocol.seating import own_game_secret
from referee.record.store import DataFolder
from tests.cli.games_on_disk import asked, home_of, lay, mail_with, move_of, remember, running
from tests.cli.protected_keys import protected
from tests.cli.terminal import converse, inside, run
from tests.crypto.foreign_keys import KINDS, file_of, protected_file
from tests.needed_tools import posix
from tests.support.rehearse import test_key


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return lay(tmp_path / "game", running().files)


# --- where keys lie -------------------------------------------------------------------------------


@posix
def test_a_key_that_others_may_read_is_refused_with_the_fix(game: Path) -> None:
    """Attack 69."""
    home = home_of(game.parent, "anna")
    key = home / "keys" / "anna"
    key.chmod(0o644)
    code, _, errors = inside(["status"], home, game)

    assert (code, errors) == (74, f"referee: {key}: other users can read this private file\nhint: chmod 600 {key}\n")
    key.chmod(0o600)
    assert inside(["status"], home, game)[0] == 0


@posix
@pytest.mark.parametrize("part", ["", "keys"])
def test_a_home_in_which_others_may_write_is_refused_with_the_fix(game: Path, part: str) -> None:
    """F12: of mode 0777 it was used without a word."""
    home = home_of(game.parent, "anna")
    (home / part).chmod(0o777)
    code, _, errors = inside(["status"], home, game)

    assert (code, errors) == (
        74,
        f"referee: {home / part}: others can put files into this private folder\nhint: chmod 700 {home / part}\n",
    )
    (home / part).chmod(0o700)
    assert inside(["status"], home, game)[0] == 0


@posix
def test_a_home_that_others_may_only_read_is_told_when_a_key_is_made(tmp_path: Path) -> None:
    """F12: its secrets have modes of their own, so once is enough."""
    home = tmp_path / "home"
    home.mkdir(0o755)
    home.chmod(0o755)
    told = [inside(arguments, home, tmp_path) for arguments in (["key", "new", "anna"], ["key", "list"])]

    assert [code for code, _, _ in told] == [0, 0]
    assert [f"others can list the files in {home}" in errors for _, _, errors in told] == [True, False]


@posix
@pytest.mark.needs("root")
def test_a_key_of_somebody_else_is_refused(game: Path) -> None:
    home = home_of(game.parent, "anna")
    os.chown(home / "keys" / "anna", 4242, 4242)
    code, _, errors = inside(["status"], home, game)

    assert (code, "this private file belongs to another user" in errors) == (74, True)


def test_a_home_inside_a_games_folder_is_refused(game: Path) -> None:
    home = home_of(game, "anna")
    code, _, errors = inside(["status"], home, game)

    assert code == 74
    assert errors.startswith(
        f"referee: your data folder {home} is inside the game folder {game}, which others get to see\n"
    )


def test_no_game_is_begun_around_a_home(tmp_path: Path) -> None:
    """In the folder that holds ~/.referee, for example."""
    home = home_of(tmp_path, "anna")

    assert inside(["offer", "ur", "--seats", "3", "--folder", "."], home, tmp_path)[0] == 74
    assert not (tmp_path / "record").exists()
    assert inside(["key", "list"], home, tmp_path)[0] == 0


def test_a_home_that_git_would_take_in_is_refused_and_the_hint_mends_it(game: Path) -> None:
    tree = game.parent
    (tree / ".git").mkdir()
    home = home_of(tree, "anna")
    (home / ".gitignore").unlink()
    code, _, errors = inside(["status"], home, game)
    fix = errors.splitlines()[1].removeprefix("hint: ")

    assert (code, errors.splitlines()[0]) == (
        74,
        f"referee: your data folder {home} is inside a git repository, which could publish your keys",
    )
    subprocess.run(fix, shell=True, check=True)
    assert inside(["status"], home, game)[0] == 0


def test_a_new_home_in_a_git_work_tree_is_never_taken_in(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True, capture_output=True)
    assert inside(["key", "new", "anna"], tmp_path / "home", tmp_path)[0] == 0
    seen = subprocess.run(["git", "status", "--porcelain"], cwd=tmp_path, check=True, capture_output=True).stdout

    assert seen == b""


# --- keys that one has ----------------------------------------------------------------------------


@posix
@pytest.mark.needs("ssh-keygen")
def test_a_key_of_ssh_keygen_is_taken_in_under_a_name_and_shown(tmp_path: Path) -> None:
    path, home = tmp_path / "id_ed25519", tmp_path / "home"
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-C", "anna", "-N", "", "-f", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    path.chmod(0o644)
    printed = subprocess.run(["ssh-keygen", "-lf", str(path)], check=True, capture_output=True).stdout.decode()
    fingerprint = printed.split()[1]
    nameless = inside(["key", "import", path], home, tmp_path)
    taken = inside(["key", "import", path, "--name", "anna"], home, tmp_path)
    kept = home / "keys" / "anna"

    assert (nameless[0], nameless[2].splitlines()[1]) == (3, "hint: choose one: --name anna")
    assert (taken[0], taken[1].splitlines()[0]) == (0, f"anna: {fingerprint}")
    assert (kept.read_bytes(), kept.stat().st_mode & 0o777) == (path.read_bytes(), 0o600)
    shown = inside(["key", "show"], home, tmp_path)[1].splitlines()
    public = path.with_suffix(".pub").read_text().split()[:2]
    assert shown == [" ".join([*public, "anna"]), fingerprint]
    assert inside(["key", "import", path, "--name", "anna"], home, tmp_path)[0] == 5


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_of_another_type_is_not_taken_in(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "key"
    path.write_bytes(file_of(kind))
    code, _, errors = inside(["key", "import", path, "--name", "anna"], tmp_path / "home", tmp_path)

    assert code == 3 and "expected an Ed25519 key" in errors
    assert DataFolder(tmp_path / "home").keys() == ()


def test_a_key_in_another_kind_of_file_is_not_taken_in(tmp_path: Path) -> None:
    """Attack 76: the passphrase of such a file holds off nobody for long."""
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    path = tmp_path / "anna.pem"
    encrypted = form.BestAvailableEncryption(b"open sesame")
    path.write_bytes(Ed25519PrivateKey.generate().private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, encrypted))
    code, _, errors = inside(["key", "import", path, "--name", "anna"], tmp_path / "home", tmp_path)

    assert code == 3
    assert "expected a private key file that begins with -----BEGIN OPENSSH PRIVATE KEY-----" in errors


@posix
def test_a_protected_key_is_taken_in_once_its_passphrase_has_opened_it(tmp_path: Path) -> None:
    path, home = tmp_path / "id_ed25519", tmp_path / "home"
    path.write_bytes(protected_file(format_private(test_key("anna"), "anna"), "open sesame"))
    arguments, question = ["key", "import", path, "--name", "anna"], "the passphrase of your key: "

    assert converse(arguments, home, {question: "open barley"}, cwd=tmp_path)[0] == 4
    assert DataFolder(home).keys() == ()
    assert converse(arguments, home, {question: "open sesame"}, cwd=tmp_path)[0] == 0
    assert DataFolder(home).read_key("anna") == path.read_bytes()
    assert '"protected":true' in inside(["key", "show", "--json"], home, tmp_path)[1]


# --- passphrases ----------------------------------------------------------------------------------


@posix
def test_a_passphrase_is_asked_for_at_the_terminal_and_never_shown(game: Path) -> None:
    """Attacks 70 and 77."""
    home = protected(game.parent, "anna")
    code, seen = converse(["hand"], home, {"the passphrase of your key: ": "open sesame"}, cwd=game)
    wrong_code, wrong = converse(["hand"], home, {"the passphrase of your key: ": "open barley"}, cwd=game)

    assert (code, "sesame" in seen, "temple" in seen or "farm" in seen) == (0, False, True)
    assert (wrong_code, "barley" in wrong) == (4, False)
    assert "referee: wrong passphrase" in wrong


@posix
def test_where_nobody_can_be_asked_a_protected_key_says_so(game: Path) -> None:
    code, _, errors = run(["hand"], protected(game.parent, "anna"), cwd=game)

    assert code == 3
    assert b"is protected by a passphrase, and there is no terminal here to ask for it" in errors


def test_without_bcrypt_a_protected_key_names_what_is_missing(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    home = protected(game.parent, "anna")
    monkeypatch.setitem(sys.modules, "bcrypt", None)
    code, _, errors = inside(["hand"], home, game)

    assert code == 3
    assert errors.splitlines()[1] == f'hint: {sys.executable} -m pip install "bcrypt>=4"'


def test_a_damaged_memory_is_refused_with_a_sentence(game: Path) -> None:
    home = home_of(game.parent, "anna")
    assert inside(["words", "--without", "bert", "--yes"], home, game)[0] == 0
    (guard,) = (home / "games").glob("*/guard-anna")
    guard.write_bytes(guard.read_bytes()[:-9])
    code, _, errors = inside(["status"], home, game)

    assert code == 3
    assert errors.startswith("referee: what this computer remembers about the game cannot be read\nhint: ")


def test_no_command_takes_a_secret_as_an_argument() -> None:
    """Attack 70: what stands on a command line can be read by every process of the machine."""
    for word, row in COMMANDS.items():
        names = {option.lstrip("-") for param in command_of_row(row).params for option in param.opts}
        names -= {"seed"} if word == "practice" else set()  # its deals are nobody's secret: its keys are published

        assert names  # the shared options at least
        assert names.isdisjoint({"passphrase", "password", "secret", "seed", "private", "key-data"})


# --- canaries -------------------------------------------------------------------------------------


def canaries() -> Iterator[tuple[str, bytes]]:
    """Every secret of the running game in every spelling that output could hold."""
    match = running()
    for name in (*match.table.names, "host"):
        secret = own_game_secret(match.table, match.keys[name])
        yield from spelled(f"key of {name}", test_key(name)._seed)
        yield from spelled(f"game secret of {name}", secret)
        yield from spelled(f"box key of {name}", boxes.box_private(secret))
    yield from spelled("r_0", joint_randomness.seed_share_of(own_game_secret(match.table, match.keys["host"])))
    assert match.host_eyes.hidden_seed is not None
    yield from spelled("hidden seed", match.host_eyes.hidden_seed)


def spelled(name: str, secret: bytes) -> Iterator[tuple[str, bytes]]:
    yield name, secret
    yield name, secret.hex().encode()
    yield name, encode_b64(secret).encode()
    yield name, base64.b64encode(secret).rstrip(b"=")
    yield name, str(list(secret)).encode()
    yield name, repr(secret).encode()


def hands() -> Iterator[tuple[str, bytes]]:
    match = running()
    for seat in match.table.names:
        own = match.players[seat].knowledge.own(match.table.seat(seat))
        assert own is not None
        told = plain_text_of(hand_lines(match.table.game, Viewer(match.table.names, match.table.seat(seat), own)))
        yield f"hand of {seat}", told.strip().partition(": ")[2].encode()
        yield f"hand of {seat}", ('"' + '","'.join(own.hand) + '"').encode()


LOOKS = [
    ["status"],
    ["show"],
    ["show", "3"],
    ["log"],
    ["letter"],
    ["words"],
    ["audit"],
    ["rule", "TE 6.2"],
    ["key", "list"],
    ["key", "show"],
    ["receive", "../mail.txt"],
    ["receive", "../letter.txt"],
    ["judge", "../mail.txt"],
    ["ack"],
    ["accept"],
    ["charter"],
    ["standing", "x", "--yes"],
    ["move", "place temple A1", "--yes"],
    ["try", "gibberish"],
    ["moves"],
    [],
]


OF_THE_HAND = (["moves"], ["receive"], ["status"], [])
"""What tells whoever is asked of the own hand."""


@pytest.mark.parametrize("who", ["host", "asked", "stranger"])
def test_no_command_prints_or_writes_a_secret(tmp_path: Path, who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attacks 71 to 73: the host knows every hand, and a player his own; neither is told unasked, not even in a bug."""
    match = running()
    name = asked(match) if who == "asked" else who
    last = match.host.step
    game = lay(tmp_path / "game", match.files, without=(f"{last:04d}.step",) if who == "host" else ())
    home = home_of(tmp_path, name) if who != "stranger" else tmp_path / "nobody"
    if who == "host":
        remember(game, home, match, last - 1)
    mail_with(tmp_path / "mail.txt", move_of(match, last))
    (tmp_path / "letter.txt").write_bytes(match.files[f"{last:04d}.step"])
    monkeypatch.setenv("REFEREE_TRACE", "1")
    seen = shown = b""
    for arguments in LOOKS:
        for more in ([], ["--json"], ["--lang", "it"]):
            _, out, errors = inside([*arguments, *more], home, game)
            shown += out.encode() + errors.encode()
            if who != "asked" or arguments[:1] not in OF_THE_HAND:
                seen += out.encode() + errors.encode()
    written = b"".join(path.read_bytes() for path in sorted(game.rglob("*")) if path.is_file())

    assert len(seen) > 10_000
    assert [name for name, secret in canaries() if secret in shown or secret in written] == []
    assert [name for name, held in hands() if held in seen] == []


def test_a_hand_is_printed_when_it_is_asked_for(game: Path) -> None:
    name = asked(running())
    home = home_of(game.parent, name)
    held = dict(hands())[f"hand of {name}"]

    told = next(text for of, text in hands() if of == f"hand of {name}").decode()

    assert held.decode() in inside(["hand", "--json"], home, game)[1]
    assert told in inside(["hand"], home, game)[1]
    assert told in inside(["show", "--hand"], home, game)[1]
    assert inside(["show"], home, game)[1] != inside(["show", "--hand"], home, game)[1]

"""What commands are measured on: folders of recorded games, a home, signed commits, a signature of minisign.

Everything is made once and kept below the folder for temporary files.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.record.file_names import step_name
from scripts.bench.recordings import club_folder, first_steps, long_game, place, write_record
from tests.support.rehearse import test_key


def running_game(steps: int) -> tuple[Path, Path]:
    """A folder of the long game after `steps` steps, and a mail with the next one."""
    files = long_game()
    folder = write_record(place() / f"game-{steps}", first_steps(files, steps))
    mail = folder / "next.mail"
    mail.write_bytes(files[step_name(steps + 1)])
    return folder, mail


def forget_next(folder: Path, steps: int) -> None:
    """Undo what receiving the next step wrote."""
    (folder / "record" / step_name(steps + 1)).unlink(missing_ok=True)
    shutil.rmtree(folder / "letters", ignore_errors=True)


def home_of(name: str, called: str = "") -> Path:
    """A home with the test key of `name`; the one that is `called` so where there are several."""
    home = place() / f"home-{called or name}"
    keys = home / "keys"
    keys.mkdir(parents=True, exist_ok=True)
    home.chmod(0o700)
    keys.chmod(0o700)
    key = test_key(name)
    private = keys / name
    if not private.exists():
        private.touch(0o600)
        private.write_bytes(format_private(key, name))
        (keys / f"{name}.pub").write_text(f"{format_public(key.public, name)}\n")
    return home


def club(count: int) -> tuple[Path, tuple[str, ...]]:
    """A folder, and the names in it of finished games, each with keys of its own."""
    names = tuple(f"{number:04d}" for number in range(count))
    if not (place() / "club" / names[-1] / "complete").exists():
        print(f"recording {count} games of a club (once) ...", flush=True)
    for number in range(count):
        club_folder(number)
    return place() / "club", names


def signed_commits(count: int) -> Path | None:
    """A git repository of `count` commits signed by two SSH keys in turn, or None where git cannot sign so."""
    repo = place() / f"git-{count}" / "repo"
    if (repo / "complete").exists():
        return repo
    if shutil.which("git") is None or shutil.which("ssh-keygen") is None:
        return None
    shutil.rmtree(repo.parent, ignore_errors=True)
    repo.mkdir(parents=True)
    try:
        _commit_signed(repo, count)
    except subprocess.CalledProcessError:
        return None
    (repo / "complete").touch()
    return repo


def _commit_signed(repo: Path, count: int) -> None:
    keys = repo.parent
    allowed = []
    for name in ("anna", "bert"):
        _run(repo, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(keys / name))
        words = (keys / f"{name}.pub").read_text().split()
        allowed.append(f'{name}@example.org namespaces="git" {words[0]} {words[1]}\n')
    (keys / "allowed").write_text("".join(allowed))
    _run(repo, "git", "init", "-q", "-b", "main")
    settings = {
        "user.name": "bench",
        "user.email": "bench@example.org",
        "gc.auto": "0",
        "gpg.format": "ssh",
        "gpg.ssh.allowedSignersFile": str(keys / "allowed"),
    }
    for name, value in settings.items():
        _run(repo, "git", "config", name, value)
    for number in range(count):
        signer = keys / f"{('anna', 'bert')[number % 2]}.pub"
        (repo / "moves.txt").write_text(f"move {number}: {sha256(str(number).encode()).hexdigest() * 4}\n")
        _run(repo, "git", "add", "moves.txt")
        _run(repo, "git", "-c", f"user.signingkey={signer}", "commit", "-q", "-S", "-m", f"move {number}")


def _run(folder: Path, *command: str) -> None:
    subprocess.run(
        command, cwd=folder, check=True, capture_output=True, env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull}
    )


def minisigned() -> Path:
    """A folder with a note as long as most and its signature by minisign."""
    folder = place() / "minisign"
    if not (folder / "note.minisig").exists():
        folder.mkdir(exist_ok=True)
        (folder / "note").write_bytes(sha256(b"note").hexdigest().encode() * 10)
        _run(folder, "minisign", "-G", "-W", "-f", "-p", "key.pub", "-s", "key.sec")
        _run(folder, "minisign", "-S", "-W", "-s", "key.sec", "-m", "note")
    return folder

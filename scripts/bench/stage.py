"""What the benchmarks are measured on: recorded games, folders of them, and a signed git history of the same length.

Everything is made once and kept below the folder for temporary files; the long game is checked before it is used.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from referee.crypto.keys import format_private, format_public
from referee.games import find
from referee.kernel.dice import below, stream
from referee.kernel.errors import RefereeError
from referee.kernel.goods import Own
from referee.record.names import CHARTER, DEAL, OFFER, step_name
from referee.record.note import read_bundle
from referee.table.opening.charter import rules_of
from referee.table.reading.audit import audit
from referee.table.step.position import Position
from scripts.make_example import finished
from scripts.rehearse import Match, open_match, random_order, test_key

LONG = 500
"""About how many steps the long game has."""

_LABEL = "bench 1"
_PASSES = 7  # of ten questions for an action that a tired player lets go by
_TIRED_UNTIL = 490

Files = Mapping[str, bytes]
Signed = tuple[bytes, str, bytes, bytes]


@cache
def place() -> Path:
    """The folder of everything that is kept from one run to the next."""
    made = f"{_LABEL} {_PASSES} {_TIRED_UNTIL} {rules_of(find('tigris'))}"
    folder = Path(tempfile.gettempdir()) / f"referee-bench-{sha256(made.encode()).hexdigest()[:12]}"
    folder.mkdir(exist_ok=True)
    return folder


@cache
def long_game() -> Files:
    """The record of a finished Tigris game of four with about `LONG` steps, one order a note, most of them passes."""
    return _kept("long", _play_long)


@cache
def lively_game() -> Files:
    """The record of the finished example game: four players who want to win, plans and all."""
    return _kept("lively", finished)


def _kept(name: str, play: Callable[[], Match]) -> Files:
    folder = place() / name
    files = _read(folder / "record")
    if not files or not _is_clean(files):
        print(f"recording a {name} game (once) ...", flush=True)
        files = dict(play().files)
        write_record(folder, files)
    return files


def _is_clean(files: Files) -> bool:
    try:
        return audit(files).verdict == "clean"
    except RefereeError:
        return False


def _play_long() -> Match:
    match = open_match("tigris", 4, _LABEL)
    words = stream(sha256(_LABEL.encode()).digest(), "orders")
    while not match.host.over:
        request = match.host.request
        assert request is not None
        seat = match.table.names[request.seat]
        position = match.players[seat]
        own = position.knowledge.own(request.seat)
        assert own is not None
        match.enter(match.write(seat, [_tired_order(position, request.seat, own, words)]))
    match.acknowledge()
    return match


def _tired_order(position: Position, seat: int, own: Own, words: Iterator[int]) -> str:
    """Mostly a pass; in the end swaps of whole hands, which empty the bag and so end the game."""
    if position.request is not None and position.request.question == "turn":
        if position.step >= _TIRED_UNTIL and own.hand:
            return f"swap {' '.join(own.hand)}"
        if below(words, 10) < _PASSES:
            return "pass"
    return random_order(position, seat, own, words)


def steps_of(files: Files) -> int:
    """How many turns a record holds."""
    return sum(name.endswith(".step") for name in files)


def first_steps(files: Files, steps: int) -> dict[str, bytes]:
    """The record as it was after so many steps."""
    wanted = {OFFER, CHARTER, DEAL, *(step_name(step) for step in range(1, steps + 1))}
    return {name: data for name, data in files.items() if name in wanted}


def write_record(folder: Path, files: Files) -> Path:
    """Let the folder of a game hold exactly these files as its record."""
    record = folder / "record"
    shutil.rmtree(record, ignore_errors=True)
    record.mkdir(parents=True)
    for name, data in files.items():
        (record / name).write_bytes(data)
    return folder


def _read(record: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(record.iterdir())} if record.is_dir() else {}


def running_game(steps: int) -> tuple[Path, Path]:
    """A folder of the long game after `steps` steps, and a mail with the next one."""
    files = long_game()
    folder = write_record(place() / f"game-{steps}", first_steps(files, steps))
    mail = folder / "next.mail"
    mail.write_bytes(files[step_name(steps + 1)])
    return folder, mail


def forget_next(folder: Path, steps: int) -> None:
    """Undo what receiving the next step wrote."""
    (folder / "record" / step_name(steps + 1)).unlink()
    shutil.rmtree(folder / "letters", ignore_errors=True)


def home_of(name: str) -> Path:
    """A home with the test key of `name`."""
    home = place() / f"home-{name}"
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


def short_games(count: int) -> tuple[Path, tuple[str, ...]]:
    """A folder, and the names in it of games of 12 to 40 steps, taken from the beginning of the long one."""
    files = long_game()
    names = tuple(f"{number:04d}" for number in range(count))
    for number, name in enumerate(names):
        if not (place() / "many" / name).is_dir():
            write_record(place() / "many" / name, first_steps(files, 12 + number * 7 % 29))
    return place() / "many", names


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


def signed_notes(files: Files) -> list[Signed]:
    """(key, namespace, body, signature) of every note of a record, for whoever checks signatures and nothing else."""
    return [
        (signed.key, signed.namespace, signed.body, signed.signature)
        for name in sorted(files)
        for signed in read_bundle(files[name])
    ]


def minisigned() -> Path:
    """A folder with a note as long as most and its signature by minisign."""
    folder = place() / "minisign"
    if not (folder / "note.minisig").exists():
        folder.mkdir(exist_ok=True)
        (folder / "note").write_bytes(sha256(b"note").hexdigest().encode() * 10)
        _run(folder, "minisign", "-G", "-W", "-f", "-p", "key.pub", "-s", "key.sec")
        _run(folder, "minisign", "-S", "-W", "-s", "key.sec", "-m", "note")
    return folder

"""Files: the folder of a game and the home of a person's keys. The only module that touches the file system.

A file of the record appears whole or not at all (temp, fsync, link) and is never written over. Whatever is written
passes `effect`, so that tests can stop the machine at every point.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from referee.kernel.errors import FileTrouble, OutOfOrder
from referee.record.frame import FILE_LIMIT

RECORD_NAME = re.compile(r"\A(?:offer\.note|charter\.note|[0-9]{4}\.(?:deal|turn)|ack-[a-z][a-z0-9-]{0,11}\.note)\Z")
_KEY_NAME = re.compile(r"\A[a-z][a-z0-9-]{0,31}\Z")
_PART_NAME = re.compile(r"\A[a-z0-9][a-z0-9.-]{0,63}\Z")
_GAME_ID = re.compile(r"\A[A-Za-z0-9_-]{43}\Z")
_KEY_LIMIT = 65536

effects: list[Callable[[str], None]] = []
"""Called with a name before every change on disk; a test appends a function that raises."""


def _effect(name: str) -> None:
    for hook in effects:
        hook(name)


@contextmanager
def _trouble(path: Path | str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = (error.strerror or "it did not work").lower()
        raise FileTrouble("{path}: {reason}", path=str(path), reason=reason) from error


def read_input(path: Path | str) -> bytes:
    """The bytes of a mail or note file somebody names, at most 1 MiB. Raises FileTrouble."""
    with _trouble(path):
        return _read_regular(Path(path), FILE_LIMIT, follow=True)


def _read_regular(path: Path, limit: int, *, follow: bool = False) -> bytes:
    # Opened once, looked at through the descriptor, read once: what is checked is what is used.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    if not follow:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags)
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise FileTrouble("{path}: not a regular file", path=str(path))
        data = file.read(limit + 1)
    if len(data) > limit:
        raise FileTrouble("{path}: more than {limit} bytes", path=str(path), limit=limit)
    return data


def _write_new(path: Path, data: bytes, mode: int) -> bool:
    """Let `path` appear with `data`, whole or not at all. False if it is there with the same bytes."""
    temp = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        _write_temp(temp, data, mode)
        _effect(f"link {path.name}")
        try:
            os.link(temp, path)
        except FileExistsError:
            return _same_bytes(path, data)
    finally:
        with suppress(FileNotFoundError):
            temp.unlink()
    _sync_folder(path.parent)
    return True


def _same_bytes(path: Path, data: bytes) -> bool:
    if _read_regular(path, FILE_LIMIT) != data:
        raise OutOfOrder("{name} is there already, with other bytes", name=path.name)
    return False


def _replace(path: Path, data: bytes, mode: int) -> None:
    temp = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        _write_temp(temp, data, mode)
        _effect(f"replace {path.name}")
        temp.replace(path)
    finally:
        with suppress(FileNotFoundError):
            temp.unlink()
    _sync_folder(path.parent)


def _write_temp(temp: Path, data: bytes, mode: int) -> None:
    _effect(f"write {temp.name}")
    with suppress(FileNotFoundError):
        temp.unlink()
    descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        _effect(f"sync {temp.name}")
        os.fsync(descriptor)


def _sync_folder(folder: Path) -> None:
    _effect(f"sync {folder.name}")
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _make_folder(folder: Path, mode: int) -> None:
    if not folder.is_dir():
        _effect(f"folder {folder.name}")
        folder.mkdir(mode=mode, parents=True, exist_ok=True)


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of one game: `record/`, `outbox/`, `pending/`, `letters/`."""

    path: Path

    @property
    def record_path(self) -> Path:
        """Where the record lies."""
        return self.path / "record"

    def record_names(self) -> tuple[str, ...]:
        """The names of the record's files, sorted. Other names are left to `unknown_names`."""
        return tuple(name for name in self._names("record") if RECORD_NAME.match(name))

    def unknown_names(self) -> tuple[str, ...]:
        """What else lies in `record/`: never read, to be reported."""
        return tuple(name for name in self._names("record") if not RECORD_NAME.match(name))

    def read(self, name: str) -> bytes:
        """The bytes of a file of the record. Raises FileTrouble."""
        path = self.record_path / _allowed(RECORD_NAME, name)
        with _trouble(path):
            return _read_regular(path, FILE_LIMIT)

    def commit(self, name: str, data: bytes) -> bool:
        """Let a file of the record appear, whole or not at all. False if it is there with the same bytes.

        Raises:
            OutOfOrder: it is there with other bytes.
            FileTrouble: the file system did not do it; nothing has changed.
        """
        return self._write_once("record", _allowed(RECORD_NAME, name), data)

    def write_outbox(self, name: str, data: bytes) -> bool:
        """Keep a note that was signed. Never written over; see `commit`."""
        return self._write_once("outbox", _allowed(_PART_NAME, name), data)

    def write_pending(self, name: str, data: bytes) -> bool:
        """Keep a note that waits to be bundled. Never written over; see `commit`."""
        return self._write_once("pending", _allowed(_PART_NAME, name), data)

    def write_letter(self, name: str, data: bytes) -> None:
        """Write a letter, over an older one."""
        path = self.path / "letters" / _allowed(_PART_NAME, name)
        with _trouble(path):
            _make_folder(path.parent, 0o755)
            _replace(path, data, 0o644)

    def list_outbox(self) -> tuple[str, ...]:
        """The names of the notes kept in the outbox, sorted."""
        return tuple(name for name in self._names("outbox") if _PART_NAME.match(name))

    def list_pending(self) -> tuple[str, ...]:
        """The names of the notes that wait, sorted."""
        return tuple(name for name in self._names("pending") if _PART_NAME.match(name))

    def read_outbox(self, name: str) -> bytes:
        """The bytes of a note in the outbox. Raises FileTrouble."""
        return self._read_part("outbox", name)

    def read_pending(self, name: str) -> bytes:
        """The bytes of a note that waits. Raises FileTrouble."""
        return self._read_part("pending", name)

    def drop_pending(self, name: str) -> None:
        """Remove a note that waits; it is no error if it is gone."""
        path = self.path / "pending" / _allowed(_PART_NAME, name)
        with _trouble(path):
            _effect(f"drop {name}")
            path.unlink(missing_ok=True)

    def _read_part(self, part: str, name: str) -> bytes:
        path = self.path / part / _allowed(_PART_NAME, name)
        with _trouble(path):
            return _read_regular(path, FILE_LIMIT)

    def _write_once(self, part: str, name: str, data: bytes) -> bool:
        path = self.path / part / name
        with _trouble(path):
            _make_folder(path.parent, 0o755)
            return _write_new(path, data, 0o644)

    def _names(self, part: str) -> list[str]:
        folder = self.path / part
        with _trouble(folder):
            return sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []


@dataclass(frozen=True, slots=True)
class Home:
    """Where a person's secrets live, never inside a game folder: `keys/`, and `games/<id>/` with guards."""

    path: Path

    def keys(self) -> tuple[str, ...]:
        """The names of the private keys, sorted."""
        folder = self.path / "keys"
        with _trouble(folder):
            names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
        return tuple(sorted(name for name in names if _KEY_NAME.match(name)))

    def read_key(self, name: str) -> bytes:
        """The bytes of a private key file.

        Raises:
            FileTrouble: missing, a symbolic link, or readable by others than its owner.
        """
        path = self.path / "keys" / _allowed(_KEY_NAME, name)
        with _trouble(path):
            _check_private(path)
            return _read_regular(path, _KEY_LIMIT)

    def write_key(self, name: str, private: bytes, public: str) -> Path:
        """Keep a new key pair; `public` is the line of its `.pub` file. Never written over; gives the path.

        Raises:
            OutOfOrder: there is another key of this name.
        """
        path = self.path / "keys" / _allowed(_KEY_NAME, name)
        with _trouble(path):
            self._make_private(path.parent)
            _write_new(path, private, 0o600)
            _write_new(path.with_name(f"{name}.pub"), f"{public}\n".encode(), 0o644)
        return path

    def guard(self, game_id: str, name: str = "guard") -> bytes | None:
        """What was kept about a game under `name`, or None."""
        path = self._game_path(game_id, name)
        with _trouble(path):
            return _read_regular(path, FILE_LIMIT) if path.exists() else None

    def write_guard(self, game_id: str, data: bytes, name: str = "guard") -> None:
        """Keep `data` about a game under `name`, in place of what was there, at once or not at all."""
        path = self._game_path(game_id, name)
        with _trouble(path):
            self._make_private(path.parent)
            _replace(path, data, 0o600)

    def _game_path(self, game_id: str, name: str) -> Path:
        return self.path / "games" / _allowed(_GAME_ID, game_id) / _allowed(_PART_NAME, name)

    def _make_private(self, folder: Path) -> None:
        for step in (self.path, *reversed([p for p in folder.parents if self.path in p.parents]), folder):
            _make_folder(step, 0o700)


def _check_private(path: Path) -> None:
    found = os.lstat(path)
    if stat.S_ISLNK(found.st_mode):
        raise FileTrouble("{path}: a private key is no symbolic link", path=str(path))
    if os.name == "posix" and found.st_mode & 0o077:
        raise FileTrouble(
            "{path}: others than its owner may read this private key", path=str(path), hint=f"chmod 600 {path}"
        )


def _allowed(grammar: re.Pattern[str], name: str) -> str:
    if not grammar.match(name):
        raise FileTrouble("{name} is no name of a file here", name=ascii(name[:80]))
    return name

"""Reading and writing single files so that a crash leaves the old state or the new one, and nothing else.

Every change on disk first passes `_effect`, so that a test can stop the machine at each of them.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

from referee.kernel.errors import FileTrouble, NotAuthentic, OutOfOrder, Unreadable
from referee.record.signed import FILE_LIMIT, read_bundle

_CHUNK = 4096

effects: list[Callable[[str], None]] = []
"""Called in turn with the name of each change just before it happens (`link 0017.step`). Empty outside tests."""


def read(path: Path, limit: int, *, follow: bool = False, private: bool = False) -> bytes:
    """The bytes of a regular file of at most `limit` bytes.

    Symbolic links are not followed unless `follow`; `private` refuses a file that others own or may read.
    Raises FileTrouble.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if not follow:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    with _trouble(path):
        descriptor = os.open(path, flags)
        try:
            # Looked at through the descriptor and read once: what was checked is what is used.
            status = os.fstat(descriptor)
            _check_status(path, status, private)
            data = _read_up_to(descriptor, limit + 1, status.st_size + 1)
        finally:
            os.close(descriptor)
    if len(data) > limit:
        raise FileTrouble("{path}: more than {limit} bytes", path=str(path), limit=limit)
    return data


def read_if_there(path: Path, limit: int, *, private: bool = False) -> bytes | None:
    """As `read`, or None if there is no such file."""
    try:
        return read(path, limit, private=private)
    except FileTrouble as trouble:
        if isinstance(trouble.__cause__, FileNotFoundError):
            return None
        raise


def names(folder: Path, limit: int | None = None) -> tuple[str, ...]:
    """The names in a folder, sorted; none if it is missing. Raises FileTrouble, also for more than `limit` names."""
    found: list[str] = []
    with _trouble(folder), suppress(FileNotFoundError), os.scandir(folder) as entries:
        found.extend(entry.name for entry in islice(entries, None if limit is None else limit + 1))
    if limit is not None and len(found) > limit:
        raise FileTrouble("{path}: more than {limit} files", path=str(folder), limit=limit)
    return tuple(sorted(found))


def make_folder(folder: Path, mode: int) -> None:
    """Make a folder if it is missing. Raises FileTrouble."""
    with _trouble(folder):
        if not folder.is_dir():
            _effect(f"folder {folder.name}")
            folder.mkdir(mode=mode, parents=True, exist_ok=True)
            _sync_folder(folder.parent)


def write_once(path: Path, data: bytes, mode: int) -> bool:
    """Let a file appear, whole or not at all. False if it is there with the same bytes or notes.

    Raises:
        OutOfOrder: it is there and differs; it is never written over.
        FileTrouble: the file system did not do it.
    """
    with _trouble(path):
        temp = _write_temp(path, data, mode)
        try:
            _effect(f"link {path.name}")
            # A link fails if the name is taken; renaming would silently replace what another process wrote.
            os.link(temp, path)
            new = True
        except FileExistsError:
            new = False
        except FileNotFoundError:
            # The process that won swept our temporary file away. If nobody won, the folder itself is gone.
            if not path.exists():
                raise
            new = False
        finally:
            temp.unlink(missing_ok=True)
        if new:
            _sync_folder(path.parent)
        elif not _is_same(read(path, FILE_LIMIT), data):
            raise OutOfOrder("{name} is there already and differs; it is left as it is", name=path.name)
        _sweep(path)
    return new


def replace(path: Path, data: bytes, mode: int) -> None:
    """Write a file in place of an older one, at once. Raises FileTrouble."""
    with _trouble(path):
        temp = _write_temp(path, data, mode)
        try:
            _effect(f"replace {path.name}")
            temp.replace(path)
        finally:
            temp.unlink(missing_ok=True)
        _sync_folder(path.parent)
        _sweep(path)


def remove(path: Path) -> None:
    """Remove a file; it is no error if it is gone. Raises FileTrouble."""
    with _trouble(path):
        _effect(f"remove {path.name}")
        path.unlink(missing_ok=True)


@contextmanager
def lock(path: Path) -> Iterator[None]:
    """Hold a lock file; the lock goes with the process. Raises OutOfOrder if another process holds it."""
    with _trouble(path):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        _take(descriptor)
        yield
    finally:
        os.close(descriptor)


def _take(descriptor: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: the link in `write_once` alone decides between two processes.
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise OutOfOrder("another process is working on this game", hint="wait for it to end, then repeat") from None


def _effect(name: str) -> None:
    for hook in effects:
        hook(name)


class _trouble:
    """Turns what the system says about a path into FileTrouble."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if not isinstance(error, OSError):
            return
        if error.errno == errno.ELOOP:
            raise FileTrouble("{path}: a symbolic link is not followed", path=str(self.path)) from error
        reason = (error.strerror or "it did not work").lower()
        raise FileTrouble("{path}: {reason}", path=str(self.path), reason=reason) from error


def _check_status(path: Path, found: os.stat_result, private: bool) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise FileTrouble("{path}: not a regular file", path=str(path))
    if not private or os.name != "posix":
        return
    if found.st_uid != os.geteuid():
        raise FileTrouble("{path}: this private file belongs to somebody else", path=str(path))
    if found.st_mode & 0o077:
        raise FileTrouble("{path}: others may read this private file", path=str(path), hint=f"chmod 600 {path}")


def _read_up_to(descriptor: int, size: int, expected: int) -> bytes:
    parts = []
    # Each read makes room for as much as it is asked for, so it is asked for what is likely there, not for the limit.
    while size > 0 and (part := os.read(descriptor, min(size, max(expected, _CHUNK)))):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _is_same(found: bytes, wanted: bytes) -> bool:
    # Ids do not cover signatures: one key can sign one text in many valid ways, and these are one note.
    if found == wanted:
        return True
    try:
        return [signed.id for signed in read_bundle(found)] == [signed.id for signed in read_bundle(wanted)]
    except (Unreadable, NotAuthentic):
        return False


def _write_temp(path: Path, data: bytes, mode: int) -> Path:
    temp = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    _effect(f"write {path.name}")
    temp.unlink(missing_ok=True)
    descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            _effect(f"sync {path.name}")
            os.fsync(descriptor)
    except BaseException:
        temp.unlink(missing_ok=True)
        raise
    return temp


def _sync_folder(folder: Path) -> None:
    _effect(f"sync folder {folder.name}")
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sweep(path: Path) -> None:
    # What a process that was killed left behind. Whoever still writes this file has lost it already.
    for entry in path.parent.glob(f".{path.name}.*.tmp"):
        with suppress(OSError):
            entry.unlink(missing_ok=True)

"""Reading and writing single files so that a crash leaves the old state or the new one, and nothing else.

Every change on disk first passes `_run_hooks`, so that a test can simulate a crash at each of them.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import threading
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from referee.kernel.errors import FileTrouble, NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record import locks
from referee.record.note import FILE_LIMIT, read_bundle
from referee.record.os_errors import os_error_reason

T = TypeVar("T")

_CHUNK = 4096
_LINE = 65536
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_READ_HERE = _READ | getattr(os, "O_NOFOLLOW", 0)
_NO_LINKS = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}
_TEMP = r"\A\..+\.([0-9a-f]{8})-([0-9]+)-[0-9]+\.tmp\Z"
_LEFT_BEHIND = 60
_IS_WINDOWS = os.name == "nt"
_TRIES, _PAUSE = 40, 0.05

effects: list[Callable[[str], None]] = []
"""Called in turn with the name of each change just before it happens (`link 0017.step`). Empty outside tests."""


def read_file(path: Path | str, limit: int, *, follow: bool = False, private: bool = False, cut: bool = False) -> bytes:
    """The bytes of a regular file of at most `limit` bytes.

    Symbolic links are not followed unless `follow`; `private` refuses a file that others own or may read. With `cut`
    the first `limit + 1` bytes of a longer file are given.
    Raises FileTrouble.
    """
    try:  # and no block for it: each command reads all the files of a record
        descriptor = _patiently(os.open, path, _READ if follow else _READ_HERE)
        try:
            # Looked at through the descriptor and read once: what was checked is what is used.
            status = os.fstat(descriptor)
            _check_status(path, status, private)
            data = _read_up_to(descriptor, limit + 1, status.st_size + 1)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise _trouble(path, error) from error
    if len(data) > limit and not cut:
        raise FileTrouble("more-bytes", path=str(path), limit=limit)
    return data


@contextmanager
def open_named_file(path: Path) -> Iterator[BinaryIO]:
    """A regular file that somebody names, open for reading where it matters what is read first. Raises FileTrouble."""
    with _as_file_trouble(path), os.fdopen(os.open(path, _READ), "rb") as file:
        _check_status(path, os.fstat(file.fileno()), private=False)
        yield file


def file_lines(path: Path) -> Generator[bytes, None, None]:
    """The lines of a regular file of any size, one after another; of a very long one parts. Raises FileTrouble."""
    with open_named_file(path) as file:
        yield from iter(lambda: file.readline(_LINE), b"")


def read_if_there(path: Path | str, limit: int, *, private: bool = False) -> bytes | None:
    """As `read`, or None if there is no such file."""
    try:
        return read_file(path, limit, private=private)
    except FileTrouble as trouble:
        if isinstance(trouble.__cause__, FileNotFoundError):
            return None
        raise


def file_states(path: str, *, around: bool) -> list[str]:
    """A file with its size and times, as lines; or all that lie `around` it and below, sorted, except what Python has
    compiled. Raises FileTrouble.
    """
    place = Path(path)
    with _as_file_trouble(place):
        # As text, for a path made of each of some hundred names takes longer than all the rest. With the time of the
        # last change of the entry as well: who installs a file may set the other one back.
        return sorted(_state(one) for one in (_below(str(place.parent)) if around else (path,)))


class Stamp(msgspec.Struct, frozen=True, array_like=True):
    """By what a file is known as the one that it was. Who sets its time back leaves that of its entry on the disk."""

    size: int
    written: int
    changed: int
    number: int


def stamp_of(path: str) -> Stamp | None:
    """The stamp of a regular file, its times in nanoseconds; None of anything else."""
    try:
        found = os.stat(path)  # noqa: PTH116 - a path made of each of a million names takes longer than all the rest
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def _state(path: str) -> str:
    found = os.stat(path)  # noqa: PTH116
    return f"{path} {found.st_size} {found.st_mtime_ns} {found.st_ctime_ns}"


def _below(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_file():
                yield entry.path
            elif entry.name != "__pycache__":
                yield from _below(entry.path)


def modified_at(path: Path) -> float:
    """When a file was written, in seconds since 1970 by the clock of this computer. Raises FileTrouble."""
    with _as_file_trouble(path):
        return path.stat().st_mtime


def date_like(path: Path, other: Path) -> None:
    """Let a file say that it was written when the `other` one was. Raises FileTrouble."""
    with _as_file_trouble(path):
        times = other.stat()
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def written_since(path: Path, moment: float) -> bool:
    """Whether a file is there that was written since a moment, in seconds since 1970."""
    try:
        return path.stat().st_mtime >= moment
    except OSError:
        return False


def names_in(folder: Path | str, limit: int | None = None) -> tuple[str, ...]:
    """The names in a folder, sorted; none if it is missing. Raises FileTrouble, also for more than `limit` names."""
    found: list[str] = []
    with _as_file_trouble(folder), suppress(FileNotFoundError), os.scandir(folder) as entries:
        found.extend(entry.name for entry in islice(entries, None if limit is None else limit + 1))
    if limit is not None and len(found) > limit:
        raise FileTrouble("more-files", path=str(folder), limit=limit)
    return tuple(sorted(found))


def make_folder(folder: Path, mode: int) -> None:
    """Make a folder if it is missing. Raises FileTrouble."""
    with _as_file_trouble(folder):
        if not folder.is_dir():
            _run_hooks(f"folder {folder.name}")
            folder.mkdir(mode=mode, parents=True, exist_ok=True)
            _sync_folder(folder.parent)


def write_once(path: Path, data: bytes, mode: int) -> bool:
    """Let a file appear, whole or not at all. False if it is there with the same bytes or notes.

    Raises:
        OutOfOrder: it is there and differs; it is never written over.
        FileTrouble: the file system did not do it.
    """
    with _as_file_trouble(path):
        temp = _write_temp(path, data, mode)
        try:
            new = _appear(temp, path)
        finally:
            temp.unlink(missing_ok=True)
        if new:
            _sync_folder(path.parent)
        elif not _is_same(read_file(path, FILE_LIMIT), data):
            raise OutOfOrder("already-differs-left", name=path.name)
        _sweep(path)
    return new


def replace_file(path: Path, data: bytes, mode: int) -> None:
    """Write a file in place of an older one, at once; a device or a pipe stays one. Raises FileTrouble."""
    with _as_file_trouble(path):
        if path.exists() and not (path.is_file() or path.is_dir()):
            path.write_bytes(data)
            return
        temp = _write_temp(path, data, mode)
        try:
            _run_hooks(f"replace {path.name}")
            _patiently(temp.replace, path)
        finally:
            temp.unlink(missing_ok=True)
        _sync_folder(path.parent)
        _sweep(path)


def _patiently(work: Callable[..., T], path: Path | str, *more: int) -> T:
    """What `work` does with a path. On Windows a file that a scanner, a sync tool or a second process of ours has open
    for a moment is told as a missing permission; so for two seconds it is tried again.
    """
    for _ in range(_TRIES if _IS_WINDOWS else 0):
        try:
            return work(path, *more)
        except PermissionError:
            if Path(path).is_dir():  # that is told so too, and does not pass
                break
            threading.Event().wait(_PAUSE)
    return work(path, *more)


def write_file(path: Path, text: str) -> None:
    """Write a text to a file that somebody names, in place of what is there. Raises FileTrouble."""
    with _as_file_trouble(path):
        path.write_bytes(text.encode())


def remove_file(path: Path) -> None:
    """Remove a file; it is not an error if it is gone. Raises FileTrouble."""
    with _as_file_trouble(path):
        _run_hooks(f"remove {path.name}")
        with suppress(FileNotFoundError):
            _patiently(Path.unlink, path)


@contextmanager
def lock_file(path: Path) -> Iterator[None]:
    """Hold a lock file of mode 0600; the lock goes with the process, whatever becomes of the file.

    Another process is waited for, at most `locks.PATIENCE` seconds. A symbolic link is not followed.

    Raises:
        OutOfOrder: another process holds the lock all this time.
        FileTrouble: the file system has no locks, or does not let the file be made.
    """
    with ExitStack() as held:
        with _as_file_trouble(path):
            try:
                held.enter_context(locks.hold_lock(path))
            except TimeoutError:
                raise OutOfOrder("game-locked", hint=Sentence("wait-end-repeat")) from None
        yield


def check_private_folder(folder: Path | str) -> None:
    """Check that nobody else may put files into a folder, or take them away. A missing folder is private.

    Raises:
        FileTrouble: it belongs to somebody else, or others may write in it; or its disk knows no owners.
    """
    found = _status_of(folder)
    if found is None:
        return
    if found.st_uid != os.geteuid():
        raise FileTrouble("folder-of-another-user", path=str(folder))
    if found.st_mode & 0o022:
        raise _open_to_others(Path(folder), "folder-open-to-write", Sentence("chmod-700", path=Path(folder)))


def _open_to_others(folder: Path, code: str, cure: Sentence) -> FileTrouble:
    """What is said of a private place that is open to others: its `cure`, or that its disk has none."""
    if _keeps_modes(folder):
        return FileTrouble(code, path=str(cure.values["path"]), hint=cure)
    return FileTrouble("disk-without-owners", path=str(folder), hint=Sentence("home-elsewhere"))


def _keeps_modes(folder: Path) -> bool:
    """Whether a file can be made in a folder that nobody else may read; where none can be made, that is not known."""
    probe = folder / f".{_machine()}-{os.getpid()}-{threading.get_native_id()}.tmp"
    try:
        descriptor = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError:
        return True
    try:
        return not os.fstat(descriptor).st_mode & 0o077
    finally:
        os.close(descriptor)
        probe.unlink(missing_ok=True)


def is_open_to_readers(folder: Path | str) -> bool:
    """Whether others may list a folder or look files up in it."""
    found = _status_of(folder)
    return found is not None and bool(found.st_mode & 0o055)


def _status_of(folder: Path | str) -> os.stat_result | None:
    if os.name != "posix":  # what others may do is not told by a mode there
        return None
    with _as_file_trouble(folder):
        try:
            return os.stat(folder)  # noqa: PTH116
        except FileNotFoundError:
            return None


def _run_hooks(name: str) -> None:
    for hook in effects:
        hook(name)


@contextmanager
def _as_file_trouble(path: Path | str) -> Iterator[None]:
    """Turns what the system says about a path into FileTrouble."""
    try:
        yield
    except OSError as error:
        raise _trouble(path, error) from error


def _trouble(path: Path | str, error: OSError) -> FileTrouble:
    if error.errno == errno.ELOOP:
        return FileTrouble("symbolic-link", path=str(path))
    return FileTrouble("file-trouble", path=str(path), reason=os_error_reason(error))


def _check_status(path: Path | str, found: os.stat_result, private: bool) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise FileTrouble("not-regular-file", path=str(path))
    if not private or os.name != "posix":
        return
    if found.st_uid != os.geteuid():
        raise FileTrouble("file-of-another-user", path=str(path))
    if found.st_mode & 0o077:
        raise _open_to_others(Path(path).parent, "file-open-to-read", Sentence("chmod-600", path=Path(path)))


def _read_up_to(descriptor: int, size: int, expected: int) -> bytes:
    parts, found = list[bytes](), 0
    # Each read makes room for as much as it is asked for, so it is asked for what is likely there, not for the limit.
    while part := os.read(descriptor, min(size - found, max(expected, _CHUNK))):
        parts.append(part)
        found += len(part)
        if found == expected - 1:  # all there was when it was opened; less may be no end on a file system of pieces
            break
    return b"".join(parts)


def _is_same(found: bytes, wanted: bytes) -> bool:
    # Ids do not cover signatures: one key can sign one text in many valid ways, and these are one note.
    if found == wanted:
        return True
    try:
        return [signed.id for signed in read_bundle(found)] == [signed.id for signed in read_bundle(wanted)]
    except (Unreadable, NotAuthentic):
        return False


def _appear(temp: Path, path: Path) -> bool:
    """Give a finished file its name. False if the name is taken."""
    _run_hooks(f"link {path.name}")
    try:
        # A link fails if the name is taken; renaming would silently replace what another process wrote.
        os.link(temp, path)
    except FileExistsError:
        return False
    except AttributeError:
        return _rename_to_free_name(temp, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        return _rename_to_free_name(temp, path)
    return True


def _rename_to_free_name(temp: Path, path: Path) -> bool:
    """As a link, on a file system without any (exFAT, some network shares). False if the name is taken.

    Windows refuses to rename onto a file. On other systems the folder is locked while the name is looked at and given,
    which leaves no file behind. If folders cannot be locked there, the lock of the home remains.
    """
    _run_hooks(f"rename {path.name}")
    if os.name != "posix":
        try:
            _patiently(temp.rename, path)
        except FileExistsError:
            return False
        return True
    descriptor = os.open(path.parent, os.O_RDONLY)
    try:
        with suppress(OSError):
            locks.lock_folder(descriptor)
        if os.path.lexists(path):
            return False
        temp.rename(path)
        return True
    finally:
        os.close(descriptor)


def _machine() -> str:
    """Eight hex digits for this computer, because the numbers of its processes mean nothing on another one."""
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return f"{zlib.crc32(name.encode('utf-8', 'replace')):08x}"


def _write_temp(path: Path, data: bytes, mode: int) -> Path:
    temp = path.with_name(f".{path.name}.{_machine()}-{os.getpid()}-{threading.get_native_id()}.tmp")
    _run_hooks(f"write {path.name}")
    temp.unlink(missing_ok=True)
    descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            _run_hooks(f"sync {path.name}")
            os.fsync(descriptor)
    except BaseException:
        temp.unlink(missing_ok=True)
        raise
    return temp


def _sync_folder(folder: Path) -> None:
    _run_hooks(f"sync folder {folder.name}")
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sweep(path: Path) -> None:
    """Remove what killed processes left beside a file that was just written; what another one still writes stays."""
    with suppress(OSError, FileTrouble):
        # Both times are the file system's own, so a clock that differs from it does no harm.
        latest = path.parent.stat().st_mtime - _LEFT_BEHIND
        for name in names_in(path.parent):
            found = name.startswith(".") and re.match(_TEMP, name)
            if found and (_is_dead(found[1], int(found[2])) or (path.parent / name).lstat().st_mtime < latest):
                (path.parent / name).unlink(missing_ok=True)


def _is_dead(machine: str, process: int) -> bool:
    if os.name != "posix" or machine != _machine():  # on Windows this signal would end the process
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False

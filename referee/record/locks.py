"""File locks that end with the process that holds them, whatever becomes of their files.

POSIX has them in one call. `filelock` does the same there in ten thousand lines, for sorts of locks that nobody here
asks for, and importing it took as long as reading fifty steps; so it is left to the systems without that call.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PATIENCE = 5.0
"""Seconds for which a process waits for another one's lock. What is done under a lock takes a few milliseconds."""

_PAUSE = 0.05
_HELD = (errno.EAGAIN, errno.EACCES)


@contextmanager
def hold_lock(path: Path) -> Iterator[None]:
    """Hold a lock file of mode 0600. Another process is waited for; a symbolic link is not followed.

    Raises:
        TimeoutError: another process holds it for `PATIENCE` seconds.
        OSError: the file system has no locks, or does not let the file be made.
    """
    if fcntl is None:
        with _held_elsewhere(path):
            yield
        return
    descriptor = _lock(path)
    try:
        yield
    finally:
        os.close(descriptor)  # and with it the lock


def lock_folder(descriptor: int) -> None:
    """Hold an open folder until it is closed, as long as another process needs. Raises OSError if that cannot be."""
    if fcntl is not None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


def _lock(path: Path) -> int:
    """The descriptor of a lock file that is locked."""
    for _ in range(1 + round(PATIENCE / _PAUSE)):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(descriptor).st_nlink:  # else it was removed in between, and locks nobody out
                return descriptor
        except OSError as error:
            if error.errno not in _HELD:
                os.close(descriptor)
                raise
        os.close(descriptor)
        threading.Event().wait(_PAUSE)
    raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT), str(path))


@contextmanager
def _held_elsewhere(path: Path) -> Iterator[None]:
    from filelock import FileLock, Timeout

    # A lock made of a file's mere existence would outlive a killed process, so there is no falling back to one.
    lock = FileLock(path, timeout=PATIENCE, mode=0o600, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT), str(path)) from None
    try:
        yield
    finally:
        lock.release()

"""The standard streams of the process, which may be closed, full, or read by somebody who has gone."""

from __future__ import annotations

import errno
import os
import sys

_NAMES = {"stdin": "r", "stdout": "w", "stderr": "w"}


def open_streams() -> None:
    """Put the null device in the place of each stream that the process was started without."""
    for name, mode in _NAMES.items():
        if getattr(sys, name) is None:
            setattr(sys, name, _null_stream(mode))


def let_terminals_read() -> None:
    """Let a terminal that lacks a letter show its number instead: no output is worth a crash."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure") and (stream.encoding or "").lower().replace("-", "") != "utf8":
            stream.reconfigure(errors="backslashreplace")


def has_no_reader(error: BaseException) -> bool:
    """Whether what failed is that the reader of our output has gone; the command line may have made it an exit."""
    if isinstance(error, SystemExit) and isinstance(error.__context__, OSError):
        return error.__context__.errno == errno.EPIPE
    return isinstance(error, BrokenPipeError)


def failed_stream(error: BaseException) -> str:
    """The name of one's own stream on which writing failed with this error, and is given up; "" for none."""
    if not isinstance(error, OSError) or error.filename is not None:
        return ""
    for name in ("stdout", "stderr"):
        try:
            getattr(sys, name).flush()
        except (OSError, ValueError):
            give_up(name)
            return name
    return ""


def give_up(*names: str) -> None:
    """Write to these streams no more, nor what they still hold."""
    for name in names:
        setattr(sys, name, _null_stream("w"))


def _null_stream(mode: str) -> object:
    return open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123 - it stays open as long as the process

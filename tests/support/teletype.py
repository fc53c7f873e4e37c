"""A terminal of POSIX systems, for a program that is looked at in it. On Windows both raise ImportError."""

from __future__ import annotations

import os
import signal
import struct
from typing import Any


def opened(columns: int, rows: int) -> tuple[int, int]:
    """(the end for who looks, the end for the program) of a new terminal with a window of this size."""
    import fcntl  # these three: POSIX only
    import pty
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    return master, slave


def taken(interrupted: Any) -> None:
    """In a new process: a session whose terminal is stdin, so that Ctrl-C is a signal and getpass asks there."""
    import fcntl  # these two: POSIX only
    import termios

    os.setsid()
    signal.signal(signal.SIGINT, interrupted)  # who was started in the background ignores it
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)

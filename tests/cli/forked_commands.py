"""Processes of the command at a fifth of the price: copies of one that has loaded the program, as in `support/warm.py`.

A copy has its own number, streams, folder, environment and terminal, and is killed and waited for as any other. What
Python and packages read before the first line of a command (`EARLY`) it cannot be given: then, and where the system
cannot copy like this, it is a process from scratch. That the command comes up from nothing other tests show.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from tests.support.teletype import taken
from tests.support.warm import become, load

EARLY = ("PYTHON", "LC_", "LANG", "LD_", "TZ", "TERMINAL_", "FORCE_COLOR", "PY_COLORS", "GITHUB_ACTIONS", "_TYPER")
"""What begins like this is read when Python starts or a package is imported."""

LONGEST = 100_000
"""So many bytes fit into one message on every Linux."""

ORIGINAL = """import sys
from referee.cli.main import main
from tests.cli.forked_commands import serve
serve(int(sys.argv[1]))
main()"""


class Copy:
    """A process, as `subprocess.Popen` has it."""

    def __init__(self, original: Original, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._original = original
        self._ended = os.pidfd_open(pid)

    def poll(self) -> int | None:
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        """Raises subprocess.TimeoutExpired."""
        code = self._look(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("referee", timeout or 0)
        return code

    def kill(self) -> None:
        if self.returncode is None:
            os.kill(self.pid, signal.SIGKILL)

    def _look(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._ended], [], [], seconds)[0]:
            os.close(self._ended)
            self.returncode = self._original.ask({"ended": self.pid})
        return self.returncode


class Original:
    """The process that is copied, and the line to it."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._line, end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = Lock()
        with end:
            command = [sys.executable, "-c", ORIGINAL, str(end.fileno())]
            none = subprocess.DEVNULL
            self._process = subprocess.Popen(
                command, env=env, pass_fds=[end.fileno()], stdin=none, stdout=none, stderr=none
            )
        atexit.register(self.close)

    def ask(self, said: Mapping[str, Any], descriptors: Sequence[int] = ()) -> int:
        """The number that is answered."""
        with self._lock:
            socket.send_fds(self._line, [json.dumps(said).encode()], descriptors)
            return int(self._line.recv(64))

    def close(self) -> None:
        self._line.close()
        self._process.wait()


@cache
def _original(early: tuple[tuple[str, str], ...], worker: int) -> Original:
    return Original(dict(early))


def copied(
    arguments: Sequence[str],
    env: Mapping[str, str],
    cwd: Path | None,
    streams: Sequence[int],
    *,
    terminal: bool = False,
) -> Copy | None:
    """A process of the command with these three streams; in a `terminal` stdin is that of a session of its own."""
    said = {"arguments": arguments, "env": env, "terminal": terminal}
    if not hasattr(os, "pidfd_open") or len(json.dumps(said)) > LONGEST:
        return None
    early = {name: text for name, text in env.items() if name.startswith(EARLY)}
    original = _original(tuple(sorted(early.items())), os.getpid())
    place = os.open(cwd or ".", os.O_RDONLY | os.O_DIRECTORY)
    try:
        return Copy(original, original.ask(said, [*streams, place]))
    finally:
        os.close(place)


def serve(descriptor: int) -> None:
    """In the original: make a copy for each message until the line is closed. Comes back in each copy."""
    load()
    gc.freeze()
    line = socket.socket(fileno=descriptor)
    while True:
        data, descriptors, *_ = socket.recv_fds(line, 2 * LONGEST, 4)
        if not data:
            os._exit(0)
        said = json.loads(data)
        if "ended" in said:
            line.send(b"%d" % os.waitstatus_to_exitcode(os.waitpid(said["ended"], 0)[1]))
        elif pid := os.fork():
            line.send(b"%d" % pid)
            for each in descriptors:
                os.close(each)
        else:
            line.close()
            *streams, place = descriptors
            os.fchdir(place)
            os.close(place)
            env = {os.fsencode(name): os.fsencode(text) for name, text in said["env"].items()}
            become(said["arguments"], env, streams)
            if said["terminal"]:
                taken(signal.default_int_handler)
            return

"""The command as a process, in a terminal of its own (what a person sees and types; POSIX only), or in this process."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from codecs import getincrementaldecoder
from collections.abc import Mapping, Sequence
from contextlib import chdir, nullcontext, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryFile

from tests.cli.forked_commands import EARLY, Copy, copied
from tests.needed_tools import need
from tests.support.teletype import opened, taken

ROOT = Path(__file__).resolve().parents[2]
PATHS = os.pathsep.join(map(str, (ROOT, ROOT / "tests" / "oxo", ROOT / "tests" / "claims")))
"""Where a process of the suite finds the project and the package with a game."""

COMMAND = (sys.executable, "-c", "from referee.cli.main import main; main()")


def environment(home: Path, **more: str) -> dict[str, str]:
    """An environment in which nothing of the machine shows: English, a wide terminal, a home."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT") if name in os.environ}
    return {**kept, "REFEREE_HOME": str(home), "REFEREE_LANG": "en", "TERM": "xterm", "PYTHONPATH": PATHS, **more}


def run(
    arguments: Sequence[str | Path], home: Path, *, cwd: Path | None = None, stdin: bytes = b"", **more: str
) -> tuple[int, bytes, bytes]:
    """The command without a terminal: its exit code, stdout and stderr."""
    words, env = [*map(str, arguments)], environment(home, **more)
    with TemporaryFile() as typed, TemporaryFile() as out, TemporaryFile() as errors:
        typed.write(stdin)
        typed.seek(0)
        process = started(words, env, cwd, (typed.fileno(), out.fileno(), errors.fileno()))
        code = process.wait()
        out.seek(0)
        errors.seek(0)
        return code, out.read(), errors.read()


def started(
    arguments: Sequence[str],
    env: Mapping[str, str],
    cwd: Path | None,
    streams: Sequence[int],
    *,
    terminal: bool = False,
) -> Copy | subprocess.Popen[bytes]:
    """A process of the command: a copy, unless it is to be given what a copy cannot be given."""
    plain = environment(Path())
    if all(plain.get(name) == text for name, text in env.items() if name.startswith(EARLY)):
        process = copied(arguments, env, cwd, streams, terminal=terminal)
        if process is not None:
            return process
    own = _own_terminal if terminal else None
    three = dict(zip(("stdin", "stdout", "stderr"), streams, strict=True))
    return subprocess.Popen([*COMMAND, *arguments], env=env, cwd=cwd, preexec_fn=own, **three)


def inside(arguments: Sequence[str | Path], home: Path, cwd: Path | None) -> tuple[int, str, str]:
    """The same as `run` without a process, for the many cases in which a process would tell no more.

    Without `cwd` it is typed in the folder where this process is, whether that is still there or not.
    """
    from referee.cli.main import run as call

    out, errors = StringIO(), StringIO()
    kept = {name: os.environ.get(name) for name in ("REFEREE_HOME", "REFEREE_LANG")}
    os.environ.update(REFEREE_HOME=str(home), REFEREE_LANG="en")
    try:
        with chdir(cwd) if cwd is not None else nullcontext(), redirect_stdout(out), redirect_stderr(errors):
            code = call([str(word) for word in arguments])
    finally:
        for name, value in kept.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
    return code, out.getvalue(), errors.getvalue()


def converse(
    arguments: Sequence[str | Path],
    home: Path,
    answers: Mapping[str, str],
    *,
    cwd: Path | None = None,
    size: tuple[int, int] = (1000, 400),
    closed_at: str = "",
    **more: str,
) -> tuple[int, str]:
    """The command in a terminal: its exit code and everything that was seen. A command that waits for an answer which
    nobody has is an AssertionError.

    `answers` has what is typed once a text has been seen; each is typed once, in the order in which they are asked.
    `size` is the window's columns and rows; unless a test is about it, everything fits. The window is closed once the
    text `closed_at` has been seen behind all answers.
    """
    need("terminals of POSIX")
    master, slave = opened(*size)
    process = started([*map(str, arguments)], environment(home, **more), cwd, (slave, slave, slave), terminal=True)
    os.close(slave)
    text = getincrementaldecoder("utf-8")("replace")  # a letter may come in two parts
    seen, waiting, deadline = "", dict(answers), time.monotonic() + 30
    try:
        while time.monotonic() < deadline:
            ready, _, _ = select.select([master], [], [], 0.2)
            part = _read(master) if ready else b""
            seen += text.decode(part)
            due = next((text for text in waiting if text in seen), None)
            if closed_at and not waiting and closed_at in seen:
                os.close(master)
                return process.wait(10), seen
            if due is not None:
                os.write(master, waiting.pop(due).encode() + b"\n")
            elif not part and process.poll() is not None:
                break
        else:
            raise AssertionError(f"{arguments} still waits behind:\n{seen}")
    finally:
        if process.returncode is None or not closed_at:
            process.kill()
            process.wait()
            os.close(master)
    return process.returncode, seen.replace("\r\n", "\n")


def _own_terminal() -> None:
    taken(signal.SIG_DFL)


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # Linux says so when the other end has gone
        return b""

"""Commands out of a process that has loaded the program: a page of sixty commands loads it once, not sixty times.

`warm(python_path)` gives a folder for the path, with a `referee` in it. Each call of that is a process still: forked
from one that has imported every module and looked at two games, with the arguments, the folder, the environment, the
terminal and the exit code of the call. What a page of the documentation shows is proved by programs that are started,
too: some pages in every run of the tests, all of them in a long one.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import marshal
import os
import pkgutil
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from io import StringIO
from itertools import product
from pathlib import Path
from typing import NoReturn

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

CALLER = """\
#!{python} -IS
import _socket, marshal, posix, sys
call = _socket.socket(_socket.AF_UNIX)
call.connect({address!r})
said = marshal.dumps((sys.argv, posix.getcwd(), posix.environ))
files = b"".join(number.to_bytes(4, sys.byteorder) for number in (0, 1, 2))
call.sendmsg([len(said).to_bytes(4, "big")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, files)])
while said:
    said = said[call.send(said):]
code = call.recv(1)
posix._exit(code[0] if code else 70)
"""
"""Without `site` and a module from a file: it starts in a tenth of the time of the program."""
MAIL = "page-mail"
"""What lies beside the program, and writes the mails of a page (page_mail.py)."""
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LOOK, LOOKED_AT = ("status", "--lang"), (("en", "tigris-4p"), ("it", "ur-3p"))
"""What is done once before the first call."""


@cache
def warm(python_path: str) -> str:
    """A folder whose `referee` runs out of a warm process that was started with such a path of Python."""
    folder = tempfile.mkdtemp(prefix="referee-warm-")
    address, caller = f"{folder}/socket", Path(folder, "referee")
    environment = {**os.environ, "PYTHONPATH": python_path}
    command = [sys.executable, str(Path(__file__).resolve()), address]
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout is not None and process.stdin is not None
    process.stdout.readline()
    caller.write_text(CALLER.format(python=sys.executable, address=address), "utf-8")
    caller.chmod(0o755)
    caller.with_name(MAIL).symlink_to(caller)
    atexit.register(process.communicate)
    return folder


class Call:
    """A call of the program out of the warm process in such a folder (`warm`), without a shell and a caller between."""

    def __init__(
        self, folder: str, words: Sequence[str], cwd: Path, environment: Mapping[str, str], files: Sequence[int]
    ) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(f"{folder}/socket")
        said = marshal.dumps(
            (["referee", *words], str(cwd), {os.fsencode(k): os.fsencode(v) for k, v in environment.items()})
        )
        socket.send_fds(self._socket, [len(said).to_bytes(4, "big")], list(files))
        self._socket.sendall(said)

    def poll(self) -> int | None:
        """The exit code, or None as long as it runs."""
        return self.wait() if select.select([self._socket], [], [], 0)[0] else None

    def wait(self) -> int:
        """The exit code, once it has ended."""
        code = self._socket.recv(1, socket.MSG_PEEK) if self._socket.fileno() >= 0 else b""
        return code[0] if code else LOST

    def kill(self) -> None:
        """Wait no longer for a call that does not end."""
        self._socket.close()


LOST = 70
"""The exit code of a call whose process has died."""


def serve(address: str) -> None:
    """Fork for each call, until whoever started this has ended."""
    load()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen(64)
    gc.freeze()
    print("ready", flush=True)
    while 0 not in (ready := select.select([0, listener], [], [], 1)[0]):
        if ready:
            call = listener.accept()[0]
            if os.fork() == 0:
                _answer(call)
            call.close()
        with suppress(ChildProcessError):  # nobody is left to be buried
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
    shutil.rmtree(Path(address).parent)


def load() -> None:
    """Import every module of the program, and make what follows from these alone and is made when it is first needed:
    the options of commands, the forms of notes, the catalogues. A finished game that is looked at once has most made.
    """
    import referee
    from referee.cli.app import command_of_row
    from referee.cli.main import run
    from referee.cli.registry import COMMANDS

    for module in pkgutil.walk_packages(referee.__path__, "referee."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for row, (lang, _) in product(COMMANDS.values(), LOOKED_AT):
        command_of_row(row, lang)
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as home, redirect_stdout(StringIO()) as told, redirect_stderr(told):
        os.environ["REFEREE_HOME"] = home
        codes = [run([*LOOK, lang, "--game", str(EXAMPLES / game)]) for lang, game in LOOKED_AT]
    os.environ.clear()
    os.environ.update(before)
    assert not any(codes), told.getvalue()


def _answer(call: socket.socket) -> NoReturn:
    from referee.cli.main import main
    from tests.support import page_mail

    head, files, _, _ = socket.recv_fds(call, 4, 3)
    said = b""
    while len(said) < int.from_bytes(head, "big"):
        said += call.recv(65536)
    (called, *arguments), folder, environment = marshal.loads(said)
    os.chdir(folder)
    become(arguments, environment, files)
    leave = os._exit

    def answered(code: int) -> NoReturn:
        call.send(bytes([code & 255]))
        leave(code)

    os._exit = answered
    try:
        page_mail.main() if Path(called).name == MAIL else main()
    except SystemExit as left:
        print(left, file=sys.stderr)
        answered(1)
    sys.stdout.flush()
    answered(0)


def become(arguments: Sequence[str], environment: Mapping[bytes, bytes], files: Sequence[int]) -> None:
    """Have the words, the environment and the three streams of a call, as if Python had just started."""
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.environb.clear()
    os.environb.update(environment)
    time.tzset()
    sys.argv = ["referee", *arguments]
    for number, (name, mode) in enumerate({"stdin": "r", "stdout": "w", "stderr": "w"}.items()):
        old, at_once = getattr(sys, name), number == 2 or (number == 1 and os.isatty(1))
        told = {"encoding": old.encoding, "errors": old.errors, "closefd": False}
        setattr(sys, name, os.fdopen(number, mode, 1 if at_once else -1, **told))


if __name__ == "__main__":
    serve(sys.argv[1])

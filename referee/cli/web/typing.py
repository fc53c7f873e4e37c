"""A command as if it were typed, in this process: the same function, the same lock of the home, the same JSON."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from threading import Lock
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from referee.cli.asking.prompt import AtPage
from referee.cli.context import Context
from referee.cli.main import run
from referee.cli.printing.errors import Failure, Refused, as_data
from referee.table.desk.desk import Desk

_ONE_AT_A_TIME = Lock()
"""What a command prints goes where the whole process prints."""


class Answer(NamedTuple):
    """What a command has answered: its exit code, what it printed, its words beside that, the line to type, and the
    refusal, if it is one.
    """

    code: int
    printed: str
    words: str
    line: str
    refused: Refused | None = None

    def read(self, shape: Any) -> Any:
        """What it printed with `--json`, as values of its published shape. Raises msgspec.DecodeError."""
        return msgspec.json.decode(self.printed, type=shape)


def typed(words: Sequence[str], lang: str, secret: str = "") -> Answer:
    """Run the command that these words are with `--json`; nobody is asked, `secret` is the passphrase if one is."""
    code, printed, errors = _run(words, ["--json", f"--lang={lang}"], AtPage(b"", secret))
    try:
        refused = msgspec.json.decode(printed, type=Failure).error if code else None
    except msgspec.DecodeError:  # it has printed its own object with it
        refused = None
    return Answer(code, printed, errors, line(words), refused)


def told(words: Sequence[str], lang: str, secret: str = "") -> Answer:
    """The same for somebody who reads what it says; what needs a yes is refused without one, once it was shown."""
    page = AtPage(b"", secret)
    code, printed, errors = _run(words, [f"--lang={lang}"], page)
    refused = as_data(page.refused, lang) if page.refused is not None else None
    return Answer(code, printed, errors, line(words), refused)


def desk_at(context: Context, folder: str, secret: str = "") -> Desk:
    """The desk of a game, for a room that tells more than a command prints. Nobody is asked in the terminal from which
    the page was opened; `secret` is the passphrase of the key. Raises what the record or the key gives reason to.
    """
    with _ONE_AT_A_TIME, _standard_input(AtPage(b"", secret)):
        return replace(context, game=folder).desk()


def line(words: Sequence[str]) -> str:
    """How it is typed."""
    return shlex.join(["referee", *words])


def _run(words: Sequence[str], shared: Sequence[str], came: AtPage) -> tuple[int, str, str]:
    end = words.index("--") if "--" in words else len(words)
    out, errors = StringIO(), StringIO()
    with _ONE_AT_A_TIME, redirect_stdout(out), redirect_stderr(errors), _standard_input(came):
        code = run([*words[:end], *shared, *words[end:]])
    return code, out.getvalue(), errors.getvalue()


@contextmanager
def _standard_input(came: AtPage) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = came
    try:
        yield
    finally:
        sys.stdin = before

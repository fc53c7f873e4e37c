"""A command as if it were typed, in this process: the same function, the same lock of the home, the same JSON."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from threading import Lock
from typing import Any, NamedTuple

import msgspec

from referee.cli.main import run
from referee.cli.printing.errors import Failure, Refused

_ONE_AT_A_TIME = Lock()
"""What a command prints goes where the whole process prints."""


class Answer(NamedTuple):
    """What a command has answered: its exit code, what it printed with `--json`, its words, and the line to type."""

    code: int
    printed: str
    words: str
    line: str

    @property
    def refused(self) -> Refused | None:
        """The refusal, if it is one."""
        try:
            return msgspec.json.decode(self.printed, type=Failure).error
        except msgspec.DecodeError:
            return None

    def read(self, shape: Any) -> Any:
        """What it printed, as values of its published shape. Raises msgspec.DecodeError."""
        return msgspec.json.decode(self.printed, type=shape)


def typed(words: Sequence[str], lang: str, came: bytes = b"", *, json: bool = True) -> Answer:
    """Run the command that these words are, with `came` on its standard input; nobody is there to be asked. Without
    `json` it prints what people read.
    """
    out, errors = StringIO(), StringIO()
    with _ONE_AT_A_TIME, redirect_stdout(out), redirect_stderr(errors), _standard_input(came):
        code = run([*_before_the_end(words), *(["--json"] if json else []), f"--lang={lang}", *_behind_it(words)])
    return Answer(code, out.getvalue(), errors.getvalue(), shlex.join(["referee", *words]))


def _before_the_end(words: Sequence[str]) -> Sequence[str]:
    return words[: words.index("--")] if "--" in words else words


def _behind_it(words: Sequence[str]) -> Sequence[str]:
    return words[words.index("--") :] if "--" in words else ()


@contextmanager
def _standard_input(came: bytes) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = TextIOWrapper(BytesIO(came), "utf-8")
    try:
        yield
    finally:
        sys.stdin = before

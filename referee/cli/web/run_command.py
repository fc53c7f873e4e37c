"""A command as if it were typed, in this process: the same function, the same lock of the home, the same JSON."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from hashlib import sha256
from io import StringIO
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.main import run
from referee.cli.printing.errors import RefusalReply
from referee.cli.prompts.terminal import PageInput
from referee.cli.web.stamp import stamp_of
from referee.kernel.errors import RefereeError
from referee.record.store import GameFolder
from referee.service.errors import Refused, refusal_of
from referee.session.session import Session

_ONE_AT_A_TIME = Lock()
"""What a command prints goes where the whole process prints."""


class Yes(NamedTuple):
    """What a form brings where a command asks for a yes: the stamps of what was read, the folder of the game it is
    about, and the folder of the files that came, which is another one each time and is left out of what is read.
    """

    stamps: tuple[str, ...] = ()
    game: str | None = None
    apart: str = ""


_NO = Yes()


class CommandOutput(NamedTuple):
    """What a command has answered: its exit code, what it printed, its words beside that, the line to type, and the
    refusal, if it is one. `asked` is the stamp of the question that it ended with, `met` those of the questions before
    it that were answered with yes.
    """

    code: int
    printed: str
    words: str
    line: str
    refused: Refused | None = None
    asked: str = ""
    met: tuple[str, ...] = ()

    def read(self, shape: Any) -> Any:
        """What it printed with `--json`, as values of its published shape. Raises msgspec.DecodeError."""
        return msgspec.json.decode(self.printed, type=shape)


def run_json(words: Sequence[str], lang: str, secret: str = "", yes: Yes = _NO) -> CommandOutput:
    """Run the command that these words are with `--json`; nobody is asked, `secret` is the passphrase if one is."""
    questions = _Questions(yes)
    code, printed, errors = _run(
        words, ["--json", f"--lang={lang}"], PageInput(b"", secret, questions.agrees), questions
    )
    try:
        refused = msgspec.json.decode(printed, type=RefusalReply).error if code else None
    except msgspec.DecodeError:  # it has printed its own object with it
        refused = None
    return CommandOutput(code, printed, errors, typed_line(words), refused, questions.asked, tuple(questions.met))


def run_text(words: Sequence[str], lang: str, secret: str = "", yes: Yes = _NO) -> CommandOutput:
    """Run the command that these words are, and keep what it prints for a person. A question without its yes is shown,
    and then refused.
    """
    questions = _Questions(yes)
    page = PageInput(b"", secret, questions.agrees)
    code, printed, errors = _run(words, [f"--lang={lang}"], page, questions)
    refused = refusal_of(page.refused, lang) if page.refused is not None else None
    return CommandOutput(code, printed, errors, typed_line(words), refused, questions.asked, tuple(questions.met))


class _Questions:
    """The questions of a command that runs: `asked` is the stamp of the one that was not answered with yes, `met` those
    of the others; `said` tells what the command has said so far.
    """

    def __init__(self, yes: Yes) -> None:
        self._yes, self.asked, self.met = yes, "", list[str]()
        self.said: Callable[[], str] = str

    def agrees(self, question: str, about: str | None) -> bool:
        """Whether a yes was brought to this very question about this record, behind what stands above it now."""
        told = self.said().replace(self._yes.apart, "") if about is None else about
        stamp = stamp_of(question, _newest_in(self._yes.game), told)
        if stamp in self._yes.stamps:
            self.met.append(stamp)
            return True
        self.asked = stamp
        return False


def _newest_in(game: str | None) -> str:
    """The names of the record of a game and the digest of its newest file, as it lies there now; "" for no game."""
    if game is None:
        return ""
    folder = GameFolder(Path(game))
    with suppress(RefereeError):
        names = sorted(folder.record_names())
        return " ".join([*names, *(sha256(folder.read(name)).hexdigest() for name in names[-1:])])
    return ""


def session_at(context: Context, folder: str, secret: str = "") -> Session:
    """The session of a game, for a room that tells more than a command prints. Nobody is asked in the terminal from
    which the page was opened; `secret` is the passphrase of the key. Raises what the record or the key gives reason to.
    """
    with unasked(secret):
        return replace(context, game=folder).session()


@contextmanager
def unasked(secret: str = "") -> Iterator[None]:
    """While nothing else of this process reads or prints: whoever opens a game here asks nobody in the terminal."""
    with _ONE_AT_A_TIME, _standard_input(PageInput(b"", secret)):
        yield


def typed_line(words: Sequence[str]) -> str:
    """How it is typed."""
    return shlex.join(["referee", *words])


def _run(words: Sequence[str], shared: Sequence[str], came: PageInput, questions: _Questions) -> tuple[int, str, str]:
    end = words.index("--") if "--" in words else len(words)
    out, errors = StringIO(), StringIO()
    questions.said = lambda: f"{out.getvalue()}{errors.getvalue()}"
    with _ONE_AT_A_TIME, redirect_stdout(out), redirect_stderr(errors), _standard_input(came):
        code = run([*words[:end], *shared, *words[end:]])
    return code, out.getvalue(), errors.getvalue()


@contextmanager
def _standard_input(came: PageInput) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = came
    try:
        yield
    finally:
        sys.stdin = before

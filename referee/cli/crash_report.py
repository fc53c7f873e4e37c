"""What is needed to find a bug, as one file that opens as a game folder and holds no secret.

Unpacked the ZIP is a folder for `referee --game`: `record/` with the notes that all parties have, `mail/` with those of
the mail that was being received, and `bug.json`: the command and where the error arose. Left out are values, orders,
words, and names of files.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import msgspec

from referee import __version__
from referee.cli.folders.paths import current_folder, game_folder_above
from referee.kernel.errors import BrokenState, RefereeError
from referee.kernel.sentence import Sentence
from referee.record import note, store
from referee.record.mails import unwrap

EVERYTHING = "2"
"""What $REFEREE_TRACE says where a developer breaks the program: the whole traceback, and no file to send."""


class CrashReport(msgspec.Struct, frozen=True):
    """What is told about a failure: versions, the command without what was typed, and the calls that led there."""

    referee: str
    python: str
    system: str
    command: str
    options: tuple[str, ...]
    error: str
    calls: tuple[str, ...]
    folder: tuple[str, ...]


def crash_refusal(error: BaseException, arguments: Sequence[str]) -> BrokenState:
    """The refusal for a failure of this program, with a file to send, or without one if that fails too."""
    if (trace := os.environ.get("REFEREE_TRACE", "")) == EVERYTHING:
        traceback.print_exception(error, file=sys.stderr)
    elif trace:
        # Lines of the program, never the values in them; what the error itself says may be one, so it is left out.
        print("".join(traceback.format_tb(error.__traceback__)), type(error).__name__, sep="", file=sys.stderr)
    path = None if trace == EVERYTHING else _kept_file(error, arguments)
    hint = Sentence("send-bug-report", path=path)
    if path is None:
        hint = Sentence("report-game-folders-record")
    if isinstance(error, BrokenState):  # it says itself what cannot be
        error.hint = error.hint or hint
        return error
    kind = type(error).__name__
    if isinstance(error, ImportError):  # the name of a module was not typed by anyone
        kind = f"{kind} of {error.name}"
    return BrokenState("program-failed", kind=kind, place=_calls(error)[-1], hint=hint)


def audit_crash(error: Exception, path: str) -> BrokenState:
    """The refusal for a failure at one of many games that are audited: its report is with that game."""
    place = Path(path)
    return crash_refusal(error, ("audit", f"--game={place.parent if place.name == 'record' else place}"))


def _kept_file(error: BaseException, arguments: Sequence[str]) -> Path | None:
    """The file, in the `pending/` of the game or else in the system's folder for temporary files."""
    try:
        data = _pack_report(error, arguments)
        name = f"bug-{sha256(data).hexdigest()[:8]}.zip"
        folder = _game_meant(arguments)
        if folder is not None:
            try:
                store.GameFolder(folder).write_pending(name, data)
                return folder / "pending" / name
            except RefereeError:
                pass
        path = Path(tempfile.gettempdir()) / name
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        return path
    except Exception:  # a report that cannot be written must not hide the failure itself
        return None


def _pack_report(error: BaseException, arguments: Sequence[str]) -> bytes:
    folder = _game_meant(arguments)
    files = dict(_record(folder)) if folder is not None else {}
    files |= dict(_mails(arguments))
    bug = CrashReport(
        referee=__version__,
        python=platform.python_version(),
        system=platform.system(),
        command=next((word for word in arguments if not word.startswith("-")), ""),
        options=tuple(word.partition("=")[0] for word in arguments if word.startswith("-") and word != "-"),
        error=type(error).__name__,
        calls=_calls(error),
        folder=tuple(sorted(files)),
    )
    files["bug.json"] = msgspec.json.format(msgspec.json.encode(bug), indent=1) + b"\n"
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name in sorted(files):
            archive.writestr(ZipInfo(name), files[name])  # always the same date: same failure, same bytes
    return packed.getvalue()


def _calls(error: BaseException) -> tuple[str, ...]:
    """Where the error arose, outermost call first: `receive.py:57 receive`."""
    calls = [call for call in traceback.extract_tb(error.__traceback__) if not call.filename.startswith("<frozen ")]
    return tuple(f"{Path(call.filename).name}:{call.lineno} {call.name}" for call in calls) or ("unknown",)


def _game_meant(arguments: Sequence[str]) -> Path | None:
    for index, word in enumerate(arguments):
        if word in ("--game", "-g") and index + 1 < len(arguments):
            return game_folder_above(Path(arguments[index + 1]))
        if word.startswith("--game="):
            return game_folder_above(Path(word.partition("=")[2]))
    return game_folder_above(current_folder())


def _record(folder: Path) -> Iterator[tuple[str, bytes]]:
    game = store.GameFolder(folder)
    for name in game.record_names():
        yield f"record/{name}", game.read(name)


def _mails(arguments: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The notes of the files that were being received: they are signed to be read by all, the mail around is not."""
    if next(iter(arguments), "") not in ("receive", "join", "judge"):
        return
    for number, word in enumerate(arguments[1:], 1):
        if not word.startswith("-") and Path(word).is_file():
            try:
                yield f"mail/{number}.note", note.render_bundle(unwrap.unwrap(store.read_mail_file(word)).signed_notes)
            except Exception:  # perhaps this very mail is what the program fails on
                continue

"""A program of the user's own is told what happens, event by event, and can stop nothing; or the desktop shows it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from html import escape
from queue import SimpleQueue
from threading import Thread

from referee.cli.context import Context
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import FileTrouble, Unreadable
from referee.kernel.sentence import Sentence
from referee.mail.command_lines import words_of
from referee.service.incoming.taken import ReceiveResult
from referee.service.json_text import json_line
from referee.service.watching.watcher import Event, events_of

LONGEST = 30.0
"""Seconds after which a program that does not come to an end is stopped."""

DESKTOP = "desktop"
"""The command that stands for the notices of the system, in which `news` is not shown."""

_NOTICE_MOST = 200
_NOTIFIERS = {
    "linux": ("notify-send", "--app-name=referee", "--"),
    # osascript takes words that begin with a dash for options until the first other word
    "darwin": (
        *("osascript", "-e", "on run argv", "-e"),
        "display notification (item 3 of argv) with title (item 2 of argv)",
        *("-e", "end run", "referee"),
    ),
}
"""For each system the program that shows a title and a text given as its last two arguments."""


class Hook:
    """Runs a program once for each event, one after the other.

    No shell reads its name or its arguments. An event is a line of JSON on the standard input, in ASCII; for `DESKTOP`
    two arguments, and no news.

    Raises:
        Unreadable: the quotes are not closed.
        FileTrouble: there is no such program, or nothing here shows notices.
    """

    def __init__(self, context: Context, command: str | None) -> None:
        self.context = context
        self.notifies = command == DESKTOP
        self.words = _notifier() if self.notifies else _command_words(command) if command is not None else []
        self.told: SimpleQueue[Event | None] = SimpleQueue()
        self.faults: SimpleQueue[str] = SimpleQueue()
        self.last = ""
        self.closed = self.closing = False
        self.hung = False
        self.running: subprocess.Popen[bytes] | None = None
        self.thread = Thread(target=self._run, daemon=True)
        if self.words:
            self.thread.start()

    def tell(self, event: Event) -> None:
        """Tell the program; it is not waited for."""
        if self.words and not (self.notifies and event.kind == "news"):
            self.told.put(event)

    def announce_receipts(self, answers: Iterable[ReceiveResult]) -> Iterator[Event]:
        """Tell the program what was received, and wait for it; what has gone wrong with it."""
        events = [event for received in answers for event in events_of(self.context.lang, received)]
        for event in sorted(events, key=lambda event: event.kind != "asked"):  # nobody keeps these back by many others
            self.tell(event)
        yield from self.close(patient=True)

    def look(self) -> Iterator[Event]:
        """What has gone wrong with the program since; the same thing is told once."""
        while not self.faults.empty():
            fault = self.faults.get()
            if fault and fault != self.last:
                said = self.context.sentence("on-event-failed", program=self.words[0], fault=fault)
                yield Event("", "on-event-failed", said, "wrong")
            self.last = fault

    def close(self, *, patient: bool = False) -> Iterator[Event]:
        """Wait until the program knows everything, `LONGEST` at most, and stop it; what has gone wrong since. Who is
        `patient` waits so long for each event, and no more once one has taken longer.
        """
        if self.thread.is_alive():
            self.told.put(None)
            self.closing = True
            self.thread.join(None if patient else LONGEST)
            self.closed = True
            if self.running is not None:
                _stop(self.running)
                self.thread.join()
        yield from self.look()

    def _run(self) -> None:
        while (event := self.told.get()) is not None and not self.closed:
            shown = _notice(event) if self.notifies else []
            self.faults.put(self._told(b"" if shown else json_line(event).encode() + b"\n", shown))
            if self.closing and self.hung:
                return

    def _told(self, line: bytes, shown: list[str]) -> str:
        """What has gone wrong with the program, nothing if it is done."""
        nowhere, stopped = subprocess.DEVNULL, False
        try:
            with subprocess.Popen(
                [*self.words, *shown], stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, start_new_session=True
            ) as self.running:
                try:
                    self.running.communicate(line, timeout=LONGEST)
                except subprocess.TimeoutExpired:
                    stopped = self.hung = True
                    _stop(self.running)
        except OSError as error:
            return self.context.sentence("on-event-trouble", reason=error.strerror or type(error).__name__)
        number, self.running = self.running.returncode, None
        if stopped or self.closed:
            return self.context.sentence("on-event-hangs", seconds=round(LONGEST))
        return self.context.sentence("on-event-exit", number=number) if number else ""


def _stop(program: subprocess.Popen[bytes]) -> None:
    """Stop a program, and what it has started itself."""
    with suppress(OSError):
        if os.name == "posix":
            os.killpg(program.pid, signal.SIGKILL)
        else:
            program.kill()


def _notice(event: Event) -> list[str]:
    """The title and the text of a notice, on one line each; the text is taken for markup where it is shown."""
    title, text = (safe_text(said)[:_NOTICE_MOST] for said in (event.game or "referee", event.sentence))
    return [title, escape(text, quote=False) if sys.platform == "linux" else text]


def _notifier() -> list[str]:
    words = _NOTIFIERS.get(sys.platform, ())
    if not words or shutil.which(words[0]) is None:
        hint = Sentence("desktop-notices-by", program=words[0]) if words else Sentence("on-event-so")
        raise FileTrouble("no-desktop-notices", hint=hint)
    return [*words]


def _command_words(command: str) -> list[str]:
    how = Sentence("on-event-so")
    try:
        words = words_of(command)
    except ValueError:
        raise Unreadable("on-event-quotes", hint=how) from None
    if not words or shutil.which(words[0]) is None:
        raise FileTrouble("on-event-no-program", program=words[0] if words else "", hint=how)
    return words

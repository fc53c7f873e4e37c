"""What somebody at the terminal of a running `watch` is asked: the move too, and all of it once Enter is pressed."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event as Flag

import msgspec
import typer

from referee.cli.context import Context
from referee.cli.printing.errors import StoppedByUser, print_refusal
from referee.cli.printing.my_games import status_here
from referee.cli.printing.output import print_notice
from referee.cli.prompts.due_prompts import ASKED_FOR, begin_due_command, call_command, task_due
from referee.cli.prompts.terminal import typed_line
from referee.kernel.errors import RefereeError
from referee.session.todo.task import TaskText

ASKED_AT_ENTER = {**ASKED_FOR, "answer-in-order": "move", "acknowledge-end": "ack"}
"""The same beside a running command, where somebody has to say first that they are there."""

_TICK = 0.25
"""Seconds after which somebody who waits for Enter looks whether the command is to end."""


def watch_on(context: Context) -> None:
    """Go on as `watch`, if the person at the terminal agrees. Raises what that does."""
    if context.can_ask and context.agrees(context.sentence("keep-watching")):
        call_command(context, "watch", None)


class DueQuestion(msgspec.Struct, frozen=True):
    """What waits for an answer in the game of a folder, at a step."""

    folder: str
    title: str
    step: int | None
    todo: TaskText


class DueQuestions:
    """What somebody at the terminal of a running command is asked in the games of some folders. A question is told when
    it is due, and asked once Enter is pressed: nobody may be there, and as long as it is open nothing is received.
    """

    def __init__(self, context: Context, folders: Callable[[], Iterable[Path]]) -> None:
        self.context, self.folders = context, folders
        self._told: tuple[DueQuestion, ...] | None = None

    def news(self, *, moved: bool) -> Iterator[DueQuestion]:
        """What is due and was not when this was asked last; looked for at first, and where something has `moved`."""
        if moved or self._told is None:
            before, self._told = self._told or (), tuple(self._due())
            yield from (one for one in self._told if one not in before)

    def rest(self, stop: Flag, seconds: int) -> bool:
        """Wait so many seconds, or until Enter was pressed and what is due has been asked; whether the command is to
        end: the flag is up, or the input is at its end. Raises KeyboardInterrupt: Ctrl-C was pressed at a question.
        """
        for _ in range(int(seconds / _TICK)):
            typed = None if stop.is_set() else typed_line(_TICK)
            if stop.is_set() or typed == "":
                return True
            if typed is not None:
                before = signal.signal(signal.SIGINT, signal.default_int_handler)
                try:
                    self._ask()
                finally:
                    signal.signal(signal.SIGINT, before)
                break
        return False

    def _ask(self) -> None:
        """Ask what is due, in one game after the other, each thing once: an answer may make the next thing due."""
        asked = set[tuple[str, str]]()
        while due := next((one for one in self._due() if (one.folder, one.todo.code) not in asked), None):
            asked.add((due.folder, due.todo.code))
            try:
                begin_due_command(self.context, due.folder, ASKED_AT_ENTER[due.todo.code])
            except typer.Exit:  # told already
                continue
            except (RefereeError, EOFError) as refused:
                refusal = refused if isinstance(refused, RefereeError) else StoppedByUser("nothing-done")
                print_refusal(refusal, ["--lang", self.context.lang])
        if not asked:
            print_notice(self.context.sentence("nothing-to-do"))

    def _due(self) -> Iterator[DueQuestion]:
        for folder in self.folders():
            with suppress(RefereeError):  # told where its notes are received
                status = status_here(self.context, self.context.session(folder=folder, reads=True))
                if (todo := task_due(status, ASKED_AT_ENTER)) is not None:
                    yield DueQuestion(str(folder), status.title, status.step, todo)

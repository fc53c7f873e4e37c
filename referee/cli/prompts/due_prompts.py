"""What somebody at a terminal is asked as soon as notes make it due: to make a charter or accept it, to compare words;
beside a running `watch` also the move, and all of it only once Enter is pressed.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event as Flag
from typing import NamedTuple

import typer
from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.open_games import open_game
from referee.cli.printing.errors import StoppedByUser, print_refusal
from referee.cli.printing.my_games import status_here
from referee.cli.printing.output import print_notice
from referee.cli.printing.turn_screen import print_turn_screen
from referee.cli.prompts.confirm import sign_charter
from referee.cli.prompts.terminal import typed_line
from referee.cli.registry import COMMANDS
from referee.kernel.errors import RefereeError
from referee.service.incoming.taken import ReceiveResult
from referee.session.todo.status import Status
from referee.session.todo.task import TaskText

ASKED_FOR = {
    "all-seats-taken": "charter",
    "look-then-accept": "accept",
    "hear-words-first": "words",
    "hear-words-from": "words",
}
"""What is to do, and the command that does it; at a terminal it is asked at once."""

ASKED_AT_ENTER = {**ASKED_FOR, "answer-in-order": "move", "acknowledge-end": "ack"}
"""The same beside a running command, where somebody has to say first that they are there."""

_TICK = 0.25
"""Seconds after which somebody who waits for Enter looks whether the command is to end."""


def ask_what_is_due(context: Context, answers: Iterable[ReceiveResult]) -> None:
    """Go on with what the latest mails of each game have made due. Raises what the commands do."""
    for folder, command in due_commands(answers).items() if context.can_ask else ():
        _begin(context, folder, command)


def ask_what_remains(context: Context, folder: Path, status: Status) -> None:
    """Go on with what is due in the game of a folder, though nothing has arrived now: `watch` has received it. Raises
    what the commands do.
    """
    if context.can_ask and (due := _task_due(status, ASKED_FOR)):
        _begin(context, str(folder), ASKED_FOR[due.code])


def _begin(context: Context, folder: str, command: str) -> None:
    there = replace(context, game=folder)
    if command == "charter":
        sign_charter(there, open_game(there, side="hosts"), None, asks=True)
        return
    if command == "move":
        session = there.session()
        print_turn_screen(there, session, (), replace(status_here(there, session), next=()))
    _call(context, command, folder)


def _call(context: Context, command: str, game: str | None) -> None:
    COMMANDS[command].load()(game=game, as_name=context.as_name, json=False, plain=context.plain, lang=context.lang)


def watch_on(context: Context) -> None:
    """Go on as `watch`, if the person at the terminal agrees. Raises what that does."""
    if context.can_ask and context.agrees(context.sentence("keep-watching")):
        _call(context, "watch", None)


def prompts_below(context: Context, received: ReceiveResult) -> Collection[str]:
    """What is to do and the reader is asked right below what is printed: nobody is told and asked the same."""
    return ASKED_FOR if context.can_ask and due_commands([received]) else ()


def due_commands(answers: Iterable[ReceiveResult]) -> dict[str, str]:
    """The command that is due in each folder, by what was received last there: one game is asked about once, in
    however many parts its mails came.
    """
    newest = {received.folder: received.status for received in answers if received.taken}
    due = {folder: _task_due(status, ASKED_FOR) for folder, status in newest.items()}
    return {folder: ASKED_FOR[todo.code] for folder, todo in due.items() if todo is not None}


def _task_due(status: Status | None, asked: Collection[str]) -> TaskText | None:
    """What the reader is asked for first by this status: a player, or the host of a table that is not closed yet."""
    if status is None or not (status.you in status.seats or status.stage == "offer"):
        return None
    return next((todo for todo in status.next if todo.code in asked), None)


class DueQuestion(NamedTuple):
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
                _begin(self.context, due.folder, ASKED_AT_ENTER[due.todo.code])
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
                if (todo := _task_due(status, ASKED_AT_ENTER)) is not None:
                    yield DueQuestion(str(folder), status.title, status.step, todo)

"""What somebody at a terminal is asked as soon as notes make it due: a charter to make or accept, words to compare."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.open_games import open_game
from referee.cli.printing.my_games import status_here
from referee.cli.printing.turn_screen import print_turn_screen
from referee.cli.registry import COMMANDS
from referee.kernel.late_loading import Lazy
from referee.service.incoming.taken import ReceiveResult
from referee.session.session import Session
from referee.session.todo.status import Status
from referee.session.todo.task import TaskText

CONFIRM = Lazy("referee.cli.prompts.confirm")
"""Asks for a yes: few commands come so far."""

ASKED_FOR = {
    "all-seats-taken": "charter",
    "look-then-accept": "accept",
    "hear-words-first": "words",
    "hear-words-from": "words",
}
"""What is to do, and the command that does it; at a terminal it is asked at once."""


PROMPT_ROWS = 3
"""So many rows the prompt for orders has above the one that is typed into."""


def ask_what_is_due(context: Context, answers: Iterable[ReceiveResult]) -> None:
    """Go on with what the latest mails of each game have made due. Raises what the commands do."""
    for folder, command in due_commands(answers).items() if context.can_ask else ():
        begin_due_command(context, folder, command)


def ask_what_remains(context: Context, folder: Path, status: Status) -> None:
    """Go on with what is due in the game of a folder, though nothing has arrived now: `watch` has received it. Raises
    what the commands do.
    """
    if context.can_ask and (due := task_due(status, ASKED_FOR)):
        begin_due_command(context, str(folder), ASKED_FOR[due.code])


def begin_due_command(context: Context, folder: str, command: str) -> None:
    there = replace(context, game=folder)
    if command == "charter":
        CONFIRM.sign_charter(there, open_game(there, side="hosts"), None, asks=True)
        return
    if command == "move":
        session = there.session()
        status = replace(status_here(there, session), next=())
        print_turn_screen(there, session, _unread_steps(session), status, below=PROMPT_ROWS)
    call_command(context, command, folder)


def _unread_steps(session: Session) -> list[int]:
    """The steps from the reader's last move on, what that has led to included: `watch` receives them and shows none."""
    seat = session.eyes.seat
    return [step for step in session.seen if seat is not None and step >= max(session.position.past.signed[seat], 1)]


def call_command(context: Context, command: str, game: str | None) -> None:
    COMMANDS[command].load()(game=game, as_name=context.as_name, json=False, plain=context.plain, lang=context.lang)


def prompts_below(context: Context, received: ReceiveResult) -> Collection[str]:
    """What is to do and the reader is asked right below what is printed: nobody is told and asked the same."""
    return ASKED_FOR if context.can_ask and due_commands([received]) else ()


def due_commands(answers: Iterable[ReceiveResult]) -> dict[str, str]:
    """The command that is due in each folder, by what was received last there: one game is asked about once, in
    however many parts its mails came.
    """
    newest = {received.folder: received.status for received in answers if received.taken}
    due = {folder: task_due(status, ASKED_FOR) for folder, status in newest.items()}
    return {folder: ASKED_FOR[todo.code] for folder, todo in due.items() if todo is not None}


def task_due(status: Status | None, asked: Collection[str]) -> TaskText | None:
    """What the reader is asked for first by this status: a player, or the host of a table that is not closed yet."""
    if status is None or not (status.you in status.seats or status.stage == "offer"):
        return None
    return next((todo for todo in status.next if todo.code in asked), None)

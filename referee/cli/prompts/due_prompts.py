"""What somebody at a terminal is asked as soon as mails make it due: to accept a charter, to compare four words."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from referee.cli.context import Context
from referee.cli.registry import COMMANDS
from referee.service.incoming.taken import ReceiveResult
from referee.session.todo.status import Status

ASKED_FOR = {"look-then-accept": "accept", "hear-words-first": "words", "hear-words-from": "words"}
"""What is to do, and the command that does it; at a terminal it is asked at once."""


def ask_what_is_due(context: Context, answers: Iterable[ReceiveResult]) -> None:
    """Go on with what the latest mails of each game have made due. Raises what the commands do."""
    for folder, command in due_commands(answers).items() if context.can_ask else ():
        _begin(context, folder, command)


def ask_what_remains(context: Context, folder: Path, status: Status) -> None:
    """Go on with what is due in the game of a folder, though nothing has arrived now: `watch` has received it. Raises
    what the commands do.
    """
    if context.can_ask and (commands := _commands_due(status)):
        _begin(context, str(folder), commands[0])


def _begin(context: Context, folder: str, command: str) -> None:
    COMMANDS[command].load()(game=folder, as_name=context.as_name, json=False, plain=context.plain, lang=context.lang)


def prompts_below(context: Context, received: ReceiveResult) -> Collection[str]:
    """What is to do and the reader is asked right below what is printed: nobody is told and asked the same."""
    return ASKED_FOR if context.can_ask and due_commands([received]) else ()


def due_commands(answers: Iterable[ReceiveResult]) -> dict[str, str]:
    """The command that is due in each folder, by what was received last there: one game is asked about once, in
    however many parts its mails came.
    """
    newest = {received.folder: received for received in answers if received.taken}
    found: dict[str, str] = {}
    for folder, received in newest.items():
        commands = _commands_due(received.status) if received.status is not None else []
        found |= {folder: commands[0]} if commands else {}
    return found


def _commands_due(status: Status) -> list[str]:
    """What a player is asked for by this status."""
    return [ASKED_FOR[todo.code] for todo in status.next if todo.code in ASKED_FOR and status.you in status.seats]

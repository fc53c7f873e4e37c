"""What somebody at a terminal is asked as soon as mails make it due: to accept a charter, to compare four words."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from referee.cli.context import Context
from referee.cli.registry import COMMANDS
from referee.service.incoming.taken import ReceiveResult

ASKED_FOR = {"look-then-accept": "accept", "hear-words-first": "words", "hear-words-from": "words"}
"""What is to do, and the command that does it; at a terminal it is asked at once."""


def ask_what_is_due(context: Context, answers: Iterable[ReceiveResult]) -> None:
    """Go on with what the newest mails of each game have made due. Raises what the commands do."""
    if not context.can_ask:
        return
    for folder, command in due_commands(answers).items():
        COMMANDS[command].load()(
            game=folder, as_name=context.as_name, json=False, plain=context.plain, lang=context.lang
        )


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
        status = received.status
        if status is not None and status.you in status.seats:
            commands = [ASKED_FOR[todo.code] for todo in status.next if todo.code in ASKED_FOR]
            found |= {folder: commands[0]} if commands else {}
    return found

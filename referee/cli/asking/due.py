"""What somebody at a terminal is asked as soon as mails make it due: to accept a charter, to compare four words."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cli.asking.prompt import is_terminal
from referee.cli.context import Context
from referee.cli.receiving.taking import Received
from referee.cli.registry import COMMANDS

ASKED_FOR = {"look-then-accept": "accept", "hear-words-first": "words", "hear-words-from": "words"}
"""What is to do, and the command that does it; at a terminal it is asked at once."""


def ask_what_is_due(context: Context, answers: Iterable[Received]) -> None:
    """Go on with what the newest mails of each game have made due. Raises what the commands do."""
    if context.json or not is_terminal():
        return
    for received in answers:
        status = received.status
        if status is None or not received.taken or status.you not in status.seats:
            continue
        due = next((ASKED_FOR[todo.code] for todo in status.next if todo.code in ASKED_FOR), None)
        if due is not None:
            COMMANDS[due].load()(
                game=received.folder, as_name=context.as_name, json=False, plain=context.plain, lang=context.lang
            )

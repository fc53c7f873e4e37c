"""The results of receiving files."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.messages.step_news import StepNews
from referee.service.ask import Ask
from referee.service.errors import Refused
from referee.session.todo.status import Status


class ReceivedItem(msgspec.Struct, frozen=True):
    """One thing that happened while mails were received."""

    file: str
    """The name of the file that it came with."""
    code: str
    """The code of the sentence, the same in every language."""
    values: dict[str, Any]
    """The values in the places of the sentence, by name."""
    sentence: str
    """What happened, in a sentence."""
    letter: str | None = None
    """The path of a letter to send on; null if there is none."""


class RefusedFile(msgspec.Struct, frozen=True):
    """A file that was refused, or belongs to another game."""

    file: str
    """The name of the file."""
    error: Refused
    """Why it was left out."""
    reply: str | None = None
    """The path of the letter to the player about it; null if there is none."""


class ReceiveResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `receive` did."""

    taken: tuple[ReceivedItem, ...]
    """What happened while the mails were received."""
    refused: tuple[RefusedFile, ...]
    """The files that were refused or belong to another game."""
    news: tuple[StepNews, ...]
    """What happened in the steps that are new."""
    status: Status | None
    """Where the game stands now; null if nothing was received."""
    error: Refused | None = None
    """The first refusal of a file that was named, or that one's own key was replaced."""
    known: int = 0
    """How many notes were here before."""
    others: int = 0
    """How many files are for no game of this home."""
    folder: str = ""
    """The path of the folder of the game; empty if no game is here."""
    also: tuple[ReceiveResult, ...] = ()
    """What became of mails for further games."""
    passed: tuple[Refused, ...] = ()
    """Which new steps skipped somebody whose move was here."""


class ReceivedFile(msgspec.Struct, frozen=True):
    """The result for one file."""

    name: str
    """The name of the file."""
    table: str
    """The id of the table it belongs to; empty if it belongs to none that is known here."""
    sentence: str
    """The result, in one or more sentences."""
    kept: bool
    """Whether something in it was recorded, or kept for later."""
    refused: Refused | None = None
    """Why it was refused; null if it was not."""
    ask: Ask | None = None
    """The yes it waits for, if it ends a game that the reader hosts; null if it waits for none."""

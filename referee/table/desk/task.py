"""What a reader should do: what is said, and the command that does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from referee.drawing.safe import shell_word
from referee.kernel.grammar.spelling import Spelled
from referee.kernel.sentence import Sentence

Wanted = Mapping[str, tuple[str, ...]]
"""For a seat the seats of which it waits for something."""


class Todo(msgspec.Struct, frozen=True):
    """What the reader should do now: a sentence, its code, and the command that does it, if one does."""

    code: str
    sentence: str
    command: str = ""


class Task(msgspec.Struct, frozen=True):
    """Something to do or to wait for, before it is said: a path among the values stays one, for the reader's door to
    shorten. `command` is what does it, if one does; `order` or `file` stands after it.
    """

    said: Sentence
    command: str = ""
    order: Spelled | None = None
    file: Path | None = None


def task_told(task: Task, lang: str, shown: Callable[[Path], str]) -> Todo:
    """A task in the reader's language; `shown` is how a path is told."""
    values = {name: shown(value) if isinstance(value, Path) else value for name, value in task.said.values.items()}
    order = f" {task.order.told(lang)}" if task.order is not None else ""
    file = f" {shell_word(shown(task.file))}" if task.file is not None else ""
    return Todo(task.said.code, Sentence(task.said.code, **values).told(lang), f"{task.command}{order}{file}")

"""What a reader should do: what is said, and the command that does it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from referee.drawing.safe_text import shell_word
from referee.i18n.catalogue import HOUSE, catalogue_text
from referee.kernel.grammar.spelling import Spelled
from referee.kernel.sentence import Sentence

Wanted = Mapping[str, tuple[str, ...]]
"""For a seat the seats of which it waits for something."""


FIRST, NOW, ALSO, WAITING = 1, 2, 3, 4
"""How soon a task is done: before the turn; as the turn and all that others wait for; if one likes; after others."""

_RANKS = {
    **dict.fromkeys(("tell-key-not-yours", "hear-words-first", "hear-words-from", "hear-six-from"), FIRST),
    **dict.fromkeys(("consent-is-asked", "key-consent-asked", "host-consent-asked"), ALSO),
    **dict.fromkeys(("late-let-pass", "late-again", "late-remind", "you-answer-example"), ALSO),
    **dict.fromkeys(("late-words-here", "late-words-without", "late-locks", "late-host", "late-host-of-two"), ALSO),
    **dict.fromkeys(("word-due", "word-due-unheard", "words-missing", "host-left-behind"), ALSO),
    **dict.fromkeys(("everything-open-now", "check-it-all", "see-it-again"), ALSO),
    **dict.fromkeys(("own-tiles-face-down", "tiles-face-down", "shares-wanted"), WAITING),
    **dict.fromkeys(("waiting-move-take", "waiting-accepts-take", "waiting-mix-take", "waiting-more-joins"), WAITING),
    **dict.fromkeys(("accepts-awaited", "joins-awaited"), WAITING),
}


BY_POST = frozenset(("send-host-if-unsent", "send-all-if-unsent", "mail-all-players", "newest-letter-all"))
"""The codes of what is to be sent, which a list of mails says by itself."""


class TaskText(msgspec.Struct, frozen=True):
    """What the reader should do now."""

    code: str
    """The code of the sentence, the same in every language."""
    sentence: str
    """What to do, in a sentence."""
    command: str = ""
    """The command that does it; empty if none does."""
    label: str = ""
    """The words on its button; empty for what nobody does here."""
    rank: int = NOW
    """1: before the turn; 2: the turn; 3: if you like; 4: waiting for others."""
    signs: str = ""
    """What is signed when it is done; empty for nothing."""


class Task(msgspec.Struct, frozen=True):
    """Something to do or to wait for, before it is said; the reader's door shortens the paths in it. `command` does it,
    with `order` or `file` after it, and `signs` is what is signed then. `bare` is said where no command is shown.
    """

    said: Sentence
    command: str = ""
    order: Spelled | None = None
    file: Path | None = None
    signs: Sentence | None = None
    bare: Sentence | None = None


def moment_sentence(seconds: float) -> Sentence:
    """A moment in seconds since 1970 by the clock on the wall here: `Fri 20 Nov 21:10`."""
    at = time.localtime(seconds)
    day, month = Sentence(f"/weekday/{at.tm_wday}"), Sentence(f"/month/{at.tm_mon}")
    return Sentence("moment", weekday=day, day=at.tm_mday, month=month, time=f"{at.tm_hour:02}:{at.tm_min:02}")


def task_text(task: Task, lang: str, shown: Callable[[Path], str], *, bare: bool = False) -> TaskText:
    """A task in the reader's language; `shown` gives a path as it is written, and `bare` means that no command is below
    it.
    """
    values = {name: shown(value) if isinstance(value, Path) else value for name, value in task.said.values.items()}
    order = f" {task.order.told(lang)}" if task.order is not None else ""
    file = f" {shell_word(shown(task.file))}" if task.file is not None else ""
    code, label = task.said.code, Sentence(f"/label/{task.said.code}", **values)
    named = label.told(lang) if catalogue_text(HOUSE, "label", code, lang) is not None else ""
    return TaskText(
        code=code,
        sentence=(task.bare if bare and task.bare else Sentence(code, **values)).told(lang),
        command=f"{task.command}{order}{file}",
        label=named,
        rank=_RANKS.get(code, NOW if named else WAITING),
        signs=task.signs.told(lang) if task.signs is not None else "",
    )

"""The commands, one row each, in the order of a game's life. What lists commands reads it here and loads none of them.

A command is the function called like its last word in the module called like its first one: `key list` is
`commands.key.list_`, with an underscore where the word is one of Python's own.
"""

from __future__ import annotations

import builtins
import keyword
from importlib import import_module
from typing import Any


class Command:
    """A command as it is typed after `referee`, and the section that lists it; its words are in the catalogue of the
    help pages.
    """

    def __init__(self, name: str, section: str) -> None:
        self.name = name
        self.section = section

    @property
    def group(self) -> str:
        """`key` for `key new`; nothing for a command of one word."""
        return self.name.rpartition(" ")[0]

    @property
    def word(self) -> str:
        """The last word of its name."""
        return self.name.rpartition(" ")[2]

    @property
    def module(self) -> str:
        """The module below `commands` that holds it."""
        return _python_name(self.group or self.word)

    def load(self) -> Any:
        """Its function, as `context.command` has made it; only now its module is imported."""
        return getattr(import_module(f"referee.cli.commands.{self.module}"), _python_name(self.word))


def _python_name(word: str) -> str:
    return f"{word}_" if keyword.iskeyword(word) or hasattr(builtins, word) else word


_OPENING = "opening"
_PLAYING = "playing"
_BACK = "looking-back"
_END = "end"

ROWS = (
    Command("practice", _OPENING),
    Command("key", _OPENING),
    Command("key new", _OPENING),
    Command("key list", _OPENING),
    Command("key show", _OPENING),
    Command("key import", _OPENING),
    Command("offer", _OPENING),
    Command("pack", _OPENING),
    Command("pack check", _OPENING),
    Command("join", _OPENING),
    Command("charter", _OPENING),
    Command("accept", _OPENING),
    Command("words", _OPENING),
    Command("receive", _PLAYING),
    Command("mail", _PLAYING),
    Command("send", _PLAYING),
    Command("fetch", _PLAYING),
    Command("sync", _PLAYING),
    Command("watch", _PLAYING),
    Command("account", _PLAYING),
    Command("account set", _PLAYING),
    Command("account show", _PLAYING),
    Command("account forget", _PLAYING),
    Command("people", _PLAYING),
    Command("people list", _PLAYING),
    Command("people set", _PLAYING),
    Command("people forget", _PLAYING),
    Command("games", _PLAYING),
    Command("status", _PLAYING),
    Command("show", _PLAYING),
    Command("hand", _PLAYING),
    Command("moves", _PLAYING),
    Command("try", _PLAYING),
    Command("compose", _PLAYING),
    Command("move", _PLAYING),
    Command("standing", _PLAYING),
    Command("remind", _PLAYING),
    Command("absent", _PLAYING),
    Command("consent", _PLAYING),
    Command("back", _PLAYING),
    Command("rekey", _PLAYING),
    Command("log", _BACK),
    Command("replay", _BACK),
    Command("letter", _BACK),
    Command("rule", _BACK),
    Command("ack", _END),
    Command("audit", _END),
    Command("archive", _END),
    Command("stats", _END),
    Command("claim", _END),
    Command("answer", _END),
    Command("judge", _END),
    Command("cases", _END),
    Command("cases run", _END),
    Command("completion", _END),
)
"""Every command. A row whose name begins other rows is their group and has no function of its own."""

GROUPS = frozenset(row.group for row in ROWS if row.group)
"""Words that stand before further words."""

COMMANDS = {row.name: row for row in ROWS if row.name not in GROUPS}
"""What can be called, by its whole name."""

FIRST_WORDS = tuple(row.name for row in ROWS if not row.group)
"""What can stand after `referee`."""


def rows_in(group: str) -> tuple[Command, ...]:
    """The rows that stand after the words of a group; after `referee` itself for none."""
    return tuple(row for row in ROWS if row.group == group)


def shapes() -> dict[str, Any]:
    """The shape of what each command prints with `--json`, by its name. This loads them all."""
    return {name: row.load().prints for name, row in COMMANDS.items()}

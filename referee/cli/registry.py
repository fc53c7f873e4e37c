"""The commands, one row each, in the order of a game's life. What lists commands reads it here and loads none of them.

A command is the function called like its last word in the module called like its first one, in the folder of its topic:
`key list` is `commands.opening.key.list_`.
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
        return getattr(import_module(f"referee.cli.commands.{self.section}.{self.module}"), _python_name(self.word))


def _python_name(word: str) -> str:
    return f"{word}_" if keyword.iskeyword(word) or hasattr(builtins, word) else word.replace("-", "_")


MONTH = "playing"
"""The topic of what a player needs in a month; all others are asked for by name."""

TOPICS = {
    "opening": "practice/key/key new/key list/key show/key import/key paper/key restore"
    "/offer/join/charter/accept/words/help/completion",
    MONTH: "status/receive/move/show/hand/moves/try/log/rule/standing/games/back",
    "post": "sync/mail/letter/send/fetch/watch/account/account set/account show/account forget"
    "/people/people list/people set/people forget",
    "gone": "holiday/stand-in/remind/absent/consent/rekey",
    "pictures": "open/compose/replay",
    "end": "jot/comment/ack/audit/archive/stats/league",
    "checking": "judge/claim/answer/program/pack/pack check/cases/cases run",
}
"""What `help` knows of by name, and its commands."""

ROWS = tuple(Command(name, topic) for topic, names in TOPICS.items() for name in names.split("/"))
"""Every command. A row whose name begins other rows is their group and has no function of its own."""

GROUPS = frozenset(row.group for row in ROWS if row.group)
"""Words that stand before further words."""

ALONE = {"key": "list", "people": "list", "account": "show"}
"""The command that a group stands for where nothing follows it; any other one shows its page."""

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

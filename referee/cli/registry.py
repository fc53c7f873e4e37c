"""The commands, one row each, in the order of a game's life. What lists commands reads it here and loads none of them.

A command is the function called like its last word in the module called like its first one: `key list` is
`commands.key.list_`, with an underscore where the word is one of Python's own.
"""

from __future__ import annotations

import builtins
import keyword
from importlib import import_module
from typing import Any, NamedTuple


class Command(NamedTuple):
    """A command as it is typed behind `referee`, the section that lists it, and what it does in one sentence."""

    name: str
    section: str
    about: str

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


_OPENING = "To open a game"
_PLAYING = "While it is played"
_BACK = "To look back"
_END = "At the end, and for whoever checks"

ROWS = (
    Command("key", _OPENING, "Your keys: make one, list and show them, take in one you have."),
    Command("key new", _OPENING, "Make a key."),
    Command("key list", _OPENING, "List your keys with their fingerprints."),
    Command("key show", _OPENING, "Show a key's public half and fingerprint, to tell the others."),
    Command("key import", _OPENING, "Take in a key that you have."),
    Command("offer", _OPENING, "Host: offer a game, in a folder of its own."),
    Command("join", _OPENING, "Player: join an offered game; it gets a folder of its own."),
    Command("charter", _OPENING, "Host: make the charter once all have joined."),
    Command("accept", _OPENING, "Player: accept the charter."),
    Command("words", _OPENING, "Compare the four words, once a game, by telephone or chat, before your first move."),
    Command("receive", _PLAYING, "Take in what came by mail: every note is checked, then entered, kept or refused."),
    Command("games", _PLAYING, "All your games: who is asked, since when, and where it is your turn."),
    Command("status", _PLAYING, "Who is asked what, what you should do now, and how many mails this turn still needs."),
    Command("show", _PLAYING, "Show the board."),
    Command("hand", _PLAYING, "Player: show your hidden hand."),
    Command("moves", _PLAYING, "List every order that may be given now."),
    Command("try", _PLAYING, "Player: try orders on your own knowledge, with the referee's own code."),
    Command("move", _PLAYING, "Player: sign your orders."),
    Command(
        "standing", _PLAYING, "Player: give standing answers to what you are asked out of turn, sealed to the host."
    ),
    Command("log", _BACK, "Tell what happened, step by step."),
    Command("letter", _BACK, "Write the letter of a step again, and print it: the words, the board, and the notes."),
    Command("rule", _BACK, "Explain a rule: its sentence, where it stands, and our rulings."),
    Command("ack", _END, "Player: acknowledge the end of the game."),
    Command("audit", _END, "Check every rule, signature and tile of a game, offline."),
    Command(
        "judge",
        _END,
        "Judge disputed notes against the record: exit 1 if any proves something against a key, 0 if none does.",
    ),
    Command("cases", _END, "Rule cases as data."),
    Command("cases run", _END, "Run rule cases; one line for each that fails, with expected and found."),
)
"""Every command. A row whose name begins other rows is their group and has no function of its own."""

GROUPS = frozenset(row.group for row in ROWS if row.group)
"""Words that stand before further words."""

COMMANDS = {row.name: row for row in ROWS if row.name not in GROUPS}
"""What can be called, by its whole name."""

FIRST_WORDS = tuple(row.name for row in ROWS if not row.group)
"""What can stand behind `referee`."""


def rows_in(group: str) -> tuple[Command, ...]:
    """The rows that stand behind the words of a group; behind `referee` itself for none."""
    return tuple(row for row in ROWS if row.group == group)


def shapes() -> dict[str, Any]:
    """The shape of what each command prints with `--json`, by its name. This loads them all."""
    return {name: row.load().prints for name, row in COMMANDS.items()}

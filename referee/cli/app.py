"""The commands. Importing all of them takes longer than most of them run, so only the one that is called is imported;
the help page needs them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any

import typer

from referee.cli.help import Command, Group
from referee.cli.usage import check_command

COMMANDS = {
    "key new": "commands.key.new",
    "key list": "commands.key.list_",
    "key show": "commands.key.show",
    "key import": "commands.key.import_",
    "offer": "commands.offer.offer",
    "join": "commands.join.join",
    "charter": "commands.offer.charter",
    "accept": "commands.join.accept",
    "words": "commands.words.words",
    "receive": "commands.receive.receive",
    "status": "commands.status.status",
    "show": "commands.show.show",
    "hand": "commands.show.hand",
    "moves": "commands.show.moves",
    "try": "commands.move.try_",
    "move": "commands.move.move",
    "standing": "commands.move.standing",
    "log": "commands.log.log",
    "letter": "commands.log.letter",
    "rule": "commands.log.rule",
    "ack": "commands.move.ack",
    "audit": "commands.audit.audit",
    "judge": "commands.judge.judge",
    "cases run": "commands.cases.run",
}
"""Where each command is: module and function. Two words make a command of a group."""

GROUPS = {
    "key": "Your keys: make one, list and show them, take in one you have.",
    "cases": "Rule cases as data.",
}

FIRST_WORDS = tuple(dict.fromkeys(name.partition(" ")[0] for name in COMMANDS))
"""What can stand behind `referee`, in the order of a game's life."""


def _games() -> Iterable[tuple[str, list[str]]]:
    from referee.cli.offers import games_told

    return games_told()


TAILS: dict[str, Callable[[], Iterable[tuple[str, list[str]]]]] = {"offer": _games}
"""What stands behind the examples of a help page: sections of title and lines, made only when the page is printed."""


def app_for(arguments: Sequence[str]) -> typer.Typer:
    """The command line, as much of it as `arguments` need: the command they begin with, or all.

    Raises:
        Misused: they begin with a word that is no command.
    """
    first = next(iter(arguments), "")
    if first and not first.startswith("-"):
        check_command(first, FIRST_WORDS, "referee")
    app = _group(
        "A referee for board games by mail. It knows the rules, keeps hidden hands hidden, and can prove it all.",
        "\n".join(
            (
                "referee                           what is asked of you now, in the folder of a game",
                "referee receive mail.txt          take in what came,",
                "referee move place temple F7      and answer it",
                "referee move --help               a command with its options and examples",
            )
        ),
    )
    groups: dict[str, typer.Typer] = {}
    for name, place in COMMANDS.items():
        word, _, second = name.partition(" ")
        if first in FIRST_WORDS and word != first:
            continue
        if second and word not in groups:
            groups[word] = _group(GROUPS[word])
            app.add_typer(groups[word], name=word)
        _add(groups.get(word, app), second or word, place)
    return app


def _group(about: str, epilog: str = "") -> typer.Typer:
    app = typer.Typer(
        name="referee",
        cls=Group,
        help=about,
        epilog=epilog,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(epilog=epilog)(_about)
    return app


def _add(app: typer.Typer, name: str, place: str) -> None:
    module, _, attribute = place.rpartition(".")
    found: Any = getattr(import_module(f"referee.cli.{module}"), attribute)
    settings = {"help_option_names": ["-h", "--help"]}
    app.command(name=name, cls=Command, epilog="\n".join(found.examples), context_settings=settings)(found)


def _about() -> None:
    return

"""The options of every command, and the language that they choose."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from referee.cli.completion import choices
from referee.i18n.catalogue import known_language


def choices_of(name: str) -> Callable[[Any, str], Any]:
    """What a shell may offer for a parameter: the function `name` of `completion.choices`, loaded when it is called."""
    return lambda ctx, incomplete: getattr(choices, name)(ctx, incomplete)


Game = Annotated[str | None, typer.Option("--game", "-g", metavar="TITLE", autocompletion=choices_of("game_titles"))]
As = Annotated[str | None, typer.Option("--as", autocompletion=choices_of("key_names"))]
Json = Annotated[bool, typer.Option("--json")]
Plain = Annotated[bool, typer.Option("--plain")]
Lang = Annotated[str | None, typer.Option("--lang", autocompletion=choices_of("language_names"))]

COMMON = {"game": Game, "as_name": As, "json": Json, "plain": Plain, "lang": Lang}
"""The options of every command, by the name of their parameter."""


def language(arguments: Sequence[str] = ()) -> str:
    """The language to speak: `--lang`, else $REFEREE_LANG, else that of the system; English if it has no catalogue."""
    for index, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return language_for(argument.partition("=")[2])
        if argument == "--lang" and index + 1 < len(arguments):
            return language_for(arguments[index + 1])
    names = ("REFEREE_LANG", "LC_ALL", "LANG")
    return language_for(next((os.environ[name] for name in names if os.environ.get(name)), "en"))


def language_for(name: str) -> str:
    """The language that is spoken to somebody who asks for `name`: English if it has no catalogue."""
    return known_language(name) or "en"


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether `--json` stands among the options."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options

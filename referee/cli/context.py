"""What every command shares: which game, whose home and key, which language, how to print."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

import typer

if TYPE_CHECKING:
    from referee.record.store import Folder, Home
    from referee.table.desk.desk import Desk
    from referee.table.step.position import Position


def _key_names(incomplete: str) -> list[str]:
    from referee.cli.completion import key_names

    return key_names(incomplete)


Game = Annotated[
    Path | None, typer.Option("--game", "-g", help="The game's folder; else the current one or one above it.")
]
As = Annotated[
    str | None,
    typer.Option(
        "--as", help="The key to use, when several of yours have a part in the game.", autocompletion=_key_names
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Plain = Annotated[bool, typer.Option("--plain", help="No colour: for screen readers and files.")]
Lang = Annotated[str | None, typer.Option("--lang", help="en or it; else the language of the system.")]

COMMON = {"game": Game, "as_name": As, "json": Json, "plain": Plain, "lang": Lang}
"""The options of every command, by the name of their parameter."""

LANGUAGES = ("en", "it")

F = TypeVar("F", bound=Callable[..., Any])


class Setting(NamedTuple):
    """The shared options of one command."""

    game: Path | None = None
    as_name: str | None = None
    json: bool = False
    plain: bool = False
    lang: str = "en"

    def sentence(self, template: str, **values: object) -> str:
        """What the door says, in the reader's language; `template` is its English, and the key of the Italian."""
        if self.lang == "en":
            return template.format(**values) if values else template
        from referee.table.explain import say

        return say(template, values, self.lang)

    def phrase(self, text: str) -> str:
        """A phrase of a report in the reader's language: a layer, or how deep an audit could look."""
        if self.lang == "en":
            return text
        from referee.table.explain import phrase

        return phrase(text, self.lang)

    def folder(self) -> Folder:
        """The folder of the game: the one named, or the current one, or the nearest above that holds a record."""
        from referee.record.store import Folder

        return Folder(self.game or game_above(Path.cwd()) or Path.cwd())

    def new_folder(self) -> Folder:
        """The folder of a game that begins: the one named, or the current one. Raises as `home` does."""
        from referee.record.store import Folder, Home

        folder = Folder(self.game or Path.cwd())
        Home(home_path()).check_place(folder.path)
        return folder

    def home(self) -> Home:
        """The home: $REFEREE_HOME, or ~/.referee.

        Raises:
            FileTrouble: it lies where others would get the keys: in a game's folder, or in a git work tree.
        """
        from referee.record.store import Home

        home = Home(home_path())
        home.check_place(game_above(self.game or Path.cwd()))
        return home

    def desk(self, *, watch: Callable[[Position], None] | None = None) -> Desk:
        """The own desk at the game. Raises what the record or the keys give reason to."""
        from referee.cli.output import passphrase
        from referee.table.desk.desk import sit_down

        return sit_down(self.folder(), self.home(), as_name=self.as_name, passphrase=passphrase(self), watch=watch)


def shown(path: Path) -> str:
    """A path as it can be typed here: short if it lies below the current folder."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def home_path() -> Path:
    """Where the home is: $REFEREE_HOME, or ~/.referee."""
    named = os.environ.get("REFEREE_HOME")
    return Path(named) if named else Path.home() / ".referee"


def game_above(here: Path) -> Path | None:
    """`here` or the nearest folder above it that holds a record."""
    return next((place for place in (here, *here.parents) if (place / "record").is_dir()), None)


def language(arguments: Sequence[str] = ()) -> str:
    """The language to speak: `--lang`, else $REFEREE_LANG, else that of the system; en or it."""
    for index, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return _known(argument.partition("=")[2])
        if argument == "--lang" and index + 1 < len(arguments):
            return _known(arguments[index + 1])
    return _known(next((os.environ[name] for name in ("REFEREE_LANG", "LC_ALL", "LANG") if os.environ.get(name)), "en"))


def _known(name: str) -> str:
    return "it" if name.lower().startswith("it") else "en"


def example(*lines: str) -> Callable[[F], F]:
    """Give a command the examples that its help page ends with; they are whole command lines."""

    def keep(function: F) -> F:
        function.examples = lines  # type: ignore[attr-defined]
        return function

    return keep


def shared(function: F) -> F:
    """Give a command the shared options; it receives them as one `Setting`, its first argument."""
    signature = inspect.signature(function, eval_str=True)
    own = list(signature.parameters.values())[1:]
    kind = inspect.Parameter.KEYWORD_ONLY
    defaults: dict[str, Any] = {"json": False, "plain": False}
    common = [
        inspect.Parameter(name, kind, default=defaults.get(name), annotation=option) for name, option in COMMON.items()
    ]

    @wraps(function)
    def command(*args: Any, **values: Any) -> Any:
        lang = values.pop("lang")
        if lang is not None and lang[:2].lower() not in LANGUAGES:
            from referee.cli.usage import Misused

            raise Misused("no language is called {name}; there are {known}", name=lang, known=", ".join(LANGUAGES))
        names = ("game", "as_name", "json", "plain")
        chosen = Setting(**{name: values.pop(name) for name in names}, lang=_known(lang) if lang else language())
        return function(chosen, *args, **values)

    command.__signature__ = signature.replace(parameters=[*own, *common])  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *common)}
    return command  # type: ignore[return-value]


def is_terminal() -> bool:
    """Whether a person can be asked: both ends are terminals."""
    return sys.stdin.isatty() and sys.stdout.isatty()

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
    from referee.table.desk import Desk
    from referee.table.position import Position

Game = Annotated[
    Path | None, typer.Option("--game", "-g", help="The game's folder; else the current one or one above it.")
]
As = Annotated[str | None, typer.Option("--as", help="The key to use, when several of yours have a part in the game.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Plain = Annotated[bool, typer.Option("--plain", help="No colour, no pictures: for screen readers and files.")]
Lang = Annotated[str | None, typer.Option("--lang", help="en or it; else the language of the system.")]

F = TypeVar("F", bound=Callable[..., Any])


class Setting(NamedTuple):
    """The shared options of one command."""

    game: Path | None = None
    as_name: str | None = None
    json: bool = False
    plain: bool = False
    lang: str = "en"

    def folder(self) -> Folder:
        """The folder of the game: the one named, or the current one, or the nearest above that holds a record."""
        from referee.record.store import Folder

        if self.game is not None:
            return Folder(self.game)
        here = Path.cwd()
        for place in (here, *here.parents):
            if (place / "record").is_dir():
                return Folder(place)
        return Folder(here)

    def home(self) -> Home:
        """The home: $REFEREE_HOME, or ~/.referee."""
        from referee.record.store import Home

        named = os.environ.get("REFEREE_HOME")
        return Home(Path(named) if named else Path.home() / ".referee")

    def desk(self, *, watch: Callable[[Position], None] | None = None) -> Desk:
        """The own desk at the game. Raises what the record or the keys give reason to."""
        from referee.table.desk import sit_down

        return sit_down(
            self.folder(),
            self.home(),
            as_name=self.as_name,
            passphrase=lambda: typer.prompt("passphrase", hide_input=True, err=True),
            watch=watch,
        )


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


def shared(function: F) -> F:
    """Give a command the shared options; it receives them as one `Setting`, its first argument."""
    signature = inspect.signature(function, eval_str=True)
    own = list(signature.parameters.values())[1:]
    kind = inspect.Parameter.KEYWORD_ONLY
    common = [
        inspect.Parameter("game", kind, default=None, annotation=Game),
        inspect.Parameter("as_name", kind, default=None, annotation=As),
        inspect.Parameter("json", kind, default=False, annotation=Json),
        inspect.Parameter("plain", kind, default=False, annotation=Plain),
        inspect.Parameter("lang", kind, default=None, annotation=Lang),
    ]

    @wraps(function)
    def command(*args: Any, **values: Any) -> Any:
        lang = values.pop("lang")
        names = ("game", "as_name", "json", "plain")
        chosen = Setting(**{name: values.pop(name) for name in names}, lang=_known(lang) if lang else language())
        return function(chosen, *args, **values)

    command.__signature__ = signature.replace(parameters=[*own, *common])  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *common)}
    return command  # type: ignore[return-value]


def is_terminal() -> bool:
    """Whether a person can be asked: both ends are terminals."""
    return sys.stdin.isatty() and sys.stdout.isatty()

"""What every command is given: which game, whose home and key, which language, how to print."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from referee.cli.folders.find_game import game_folder, named_folder
from referee.cli.folders.paths import current_folder, game_folder_above
from referee.cli.options import COMMON, language, language_for
from referee.cli.prompts import terminal
from referee.i18n.catalogue import known_language, languages
from referee.kernel.errors import UsageError
from referee.kernel.lazy_values import cached_on_instance
from referee.kernel.sentence import Sentence
from referee.record.store import DataFolder, GameFolder, home_path
from referee.service.reader import Reader
from referee.service.table import session_in

if TYPE_CHECKING:
    from referee.session.own_keys import Side
    from referee.session.session import Session

F = TypeVar("F", bound=Callable[..., Any])

More = Callable[[str], Iterable[tuple[str, list[str]]]]
"""The text after the examples of a help page, in a language: sections of title and lines, made only when the page is
printed.
"""


class Context(msgspec.Struct, frozen=True, dict=True):
    """The shared options of one command."""

    game: str | None = None
    as_name: str | None = None
    json: bool = False
    plain: bool = False
    lang: str = "en"

    def sentence(self, code: str, **values: object) -> str:
        """What the door says, in the reader's language."""
        return Sentence(code, **values).told(self.lang)

    def sentences(self, *codes: str) -> tuple[str, ...]:
        """Several sentences without values, such as the heads of a table."""
        return tuple(map(self.sentence, codes))

    def folder(self) -> GameFolder:
        """The folder of the game: `whereabouts.folder_of`, with what was named."""
        return game_folder(self.game)

    def home(self) -> DataFolder:
        """The home: $REFEREE_HOME, or ~/.referee.

        Raises:
            FileTrouble: it lies where others would get the keys: in a game's folder, or in a git work tree.
        """
        return self._checked_home

    @cached_on_instance
    def _checked_home(self) -> DataFolder:
        home = DataFolder(home_path())
        home.check_place(game_folder_above(current_folder()) if self.game is None else named_folder(self.game))
        return home

    def session(
        self,
        *,
        folder: Path | None = None,
        look_on: bool = False,
        side: Side = "shows",
        whole: bool = False,
        reads: bool = False,
    ) -> Session:
        """The session of this reader at the game, or in `folder`; the home remembers where. Of several own keys none is
        taken to `look_on`, and that of the `side` by a host who plays. At a practice table bots act, unless it only
        `reads`. Raises what the record or the keys give reason to.
        """
        place = self.folder() if folder is None else GameFolder(folder)
        reader = Reader(self.home(), self.lang, self.as_name, passphrase=self.passphrase())
        return session_in(reader, place, look_on=look_on, side=side, whole=whole, reads=reads)

    def passphrase(self) -> Callable[[], str] | None:
        """How to ask for the passphrase of a key; None where nobody can be asked."""
        return terminal.passphrase_prompt(self.sentence("passphrase-your-key"))

    @property
    def can_ask(self) -> bool:
        """Whether a person can be asked: one sits at the terminal, and wants no JSON."""
        return terminal.is_terminal() and not self.json

    def confirm(self, question: str) -> bool:
        """A yes or no from the person at the terminal."""
        return self.ask(question).lower() in terminal.YES

    def agrees(self, question: str) -> bool:
        """A yes from the person at the terminal, who says it with Enter alone."""
        return terminal.ask_line(f"{question} {self.sentence('yes-unless-no')}").lower() not in terminal.NO

    def ask(self, question: str) -> str:
        """What the person at the terminal types who is asked for a yes or no."""
        return terminal.ask_line(f"{question} {self.sentence('yes-or-no')}").strip()


def command(*, prints: object, more: More | None = None) -> Callable[[F], F]:
    """Make a function a command: it gets the shared options as one `Context`, its first argument.

    `prints` is the shape of what it prints with `--json`. The words of its help page are in the catalogue `help.toml`;
    `more` gives the sections after them.
    """

    def made(function: F) -> F:
        given = _with_shared_options(function)
        given.prints, given.more = prints, more  # type: ignore[attr-defined]
        return given

    return made


def _with_shared_options(function: F) -> F:
    signature = inspect.signature(function, eval_str=True)
    own = list(signature.parameters.values())[1:]
    if taken := {parameter.name for parameter in own} & {*COMMON}:
        raise TypeError(f"{function.__module__}: every command has {min(taken)!r} already, as a shared option")
    kind = inspect.Parameter.KEYWORD_ONLY
    defaults: dict[str, Any] = {"json": False, "plain": False}
    common = [
        inspect.Parameter(name, kind, default=defaults.get(name), annotation=option) for name, option in COMMON.items()
    ]

    @wraps(function)
    def called(*args: Any, **values: Any) -> Any:
        return function(_context(values), *args, **values)

    called.__signature__ = signature.replace(parameters=[*own, *common])  # type: ignore[attr-defined]
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *common)}
    return called  # type: ignore[return-value]


def _context(values: dict[str, Any]) -> Context:
    """The shared options, taken out of all that were typed. Raises Misused for an unknown language."""
    lang = values.pop("lang")
    if lang is not None and known_language(lang) is None:
        raise UsageError("no-language-called", name=lang, known=", ".join(languages()))
    names = ("game", "as_name", "json", "plain")
    shared = {name: values.pop(name) for name in names}
    return Context(**shared, lang=language_for(lang) if lang else language())

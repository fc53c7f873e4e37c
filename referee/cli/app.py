"""The command line as it is parsed. A command is loaded when it is called or its own page is asked for, not before:
importing all of them takes longer than most of them run.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from copy import copy
from functools import cache
from typing import Annotated, Any

import typer
from typer.core import TyperCommand
from typer.main import get_command, get_group

from referee import __version__
from referee.cli import registry
from referee.cli.help_pages.page import CommandPage, GroupPage, PageWords
from referee.cli.help_pages.usage import check_command

_HELP = {"help_option_names": ["-h", "--help"]}


class CommandGroup(GroupPage):
    """Commands under a common word. Until one is called it is a name and a sentence, so that completion is fast."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called; a mistyped one is answered with the nearest."""
        words = {row.word: row for row in registry.rows_in(self.group)}
        check_command(args[0], words, ctx.command_path)
        return args[0], command_of_row(words[args[0]], self.words.lang), args[1:]


def root(lang: str = "en") -> CommandGroup:
    """The whole command line, `referee`, with its pages in a language."""
    return _group_listing("", lang)


def command_of_row(row: registry.Command, lang: str = "en") -> TyperCommand | CommandGroup:
    """The command of a row, or the group that it names."""
    if row.name in registry.GROUPS:
        return _group_listing(row.name, lang)
    return _command(row.load(), row.name, row.word, lang)


@cache
def _command(function: Any, name: str, word: str, lang: str) -> CommandPage:
    # Once a process: a page that runs runs many commands, and to look through the options of one takes some time.
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(name=word, cls=CommandPage, context_settings=_HELP)(function)
    command = get_command(app)
    assert isinstance(command, CommandPage)
    command.more, command.words = function.more, PageWords(name, lang)
    return command


def _typer(options: Callable[..., None]) -> typer.Typer:
    app = typer.Typer(
        name="referee",
        cls=CommandGroup,
        add_completion=False,  # `referee completion` prints a script and changes no file of the shell
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings=_HELP,
    )
    app.callback()(options)
    return app


def _group_listing(name: str, lang: str) -> CommandGroup:
    group = copy(_group(name))
    group.group, group.words = name, PageWords(name or "referee", lang)
    about = group.words.about if "_REFEREE_COMPLETE" in os.environ else _unsaid
    group.commands = {row.word: TyperCommand(row.word, short_help=about(row.name)) for row in registry.rows_in(name)}
    return group


@cache
def _group(name: str) -> CommandGroup:
    group = get_group(_typer(_do_nothing)) if name else get_command(_typer(_without_command))
    assert isinstance(group, CommandGroup)
    return group


def _unsaid(name: str) -> None:
    return


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"referee {__version__}")
        raise typer.Exit


def _do_nothing() -> None:
    return


def _without_command(
    version: Annotated[bool, typer.Option("--version", "-V", callback=_tell_version, is_eager=True)] = False,
) -> None:
    return

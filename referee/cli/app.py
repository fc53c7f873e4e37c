"""The command line as it is parsed. A command is loaded when it is called or its own page is asked for, not before:
importing all of them takes longer than most of them run.
"""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand
from typer.main import get_command, get_group

from referee.cli import registry
from referee.cli.help import CommandPage, GroupPage
from referee.cli.usage import check_command

_ABOUT = "A referee for board games by mail. It knows the rules, keeps hidden hands hidden, and can prove it all."
_FIRST_STEPS = (
    "referee                           what is asked of you now, in the folder of a game",
    "referee receive mail.txt          take in what came,",
    "referee move place temple F7      and answer it",
    "referee move --help               a command with its options and examples",
)
_HELP = {"help_option_names": ["-h", "--help"]}


class Group(GroupPage):
    """Commands under a common word. Until it is called each is a name and a sentence, for the shell to offer."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called; a mistyped one is answered with the nearest."""
        words = {row.word: row for row in registry.rows_in(self.group)}
        check_command(args[0], words, ctx.command_path)
        return args[0], built(words[args[0]]), args[1:]


def root() -> Group:
    """The whole command line, `referee`."""
    return _listing(get_command(_typer(_ABOUT, "\n".join(_FIRST_STEPS))), "")


def built(row: registry.Command) -> TyperCommand | Group:
    """The command of a row, or the group that it names."""
    if row.name in registry.GROUPS:
        return _listing(get_group(_typer(row.about)), row.name)
    function = row.load()
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(name=row.word, cls=CommandPage, epilog="\n".join(function.examples), context_settings=_HELP)(function)
    command = get_command(app)
    assert isinstance(command, CommandPage)
    command.more = function.more
    return command


def _typer(about: str, epilog: str = "") -> typer.Typer:
    app = typer.Typer(
        name="referee",
        cls=Group,
        help=about,
        epilog=epilog,
        add_completion=False,  # `referee completion` prints a script and changes no file of the shell
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings=_HELP,
    )
    app.callback(epilog=epilog)(_nothing)
    return app


def _listing(group: Any, name: str) -> Group:
    assert isinstance(group, Group)
    group.group = name
    group.commands = {
        row.word: TyperCommand(row.word, help=row.about, short_help=row.about) for row in registry.rows_in(name)
    }
    return group


def _nothing() -> None:
    return

"""The commands, in the order of a game's life.

Importing all of them takes longer than most commands run, so only the one that is called is imported; the help page
and a word that is no command need them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import typer

_COMMANDS = {
    "key": "keys.app",
    "offer": "opening.offer",
    "join": "opening.join",
    "charter": "opening.charter",
    "accept": "opening.accept",
    "words": "opening.words",
    "receive": "post.receive",
    "letter": "post.letter",
    "status": "look.status",
    "show": "look.show",
    "hand": "look.hand",
    "moves": "look.moves",
    "log": "look.log",
    "rule": "look.rule",
    "try": "moves.try_",
    "move": "moves.move",
    "standing": "moves.standing",
    "ack": "moves.ack",
    "audit": "audit.audit",
    "judge": "judge.judge",
    "cases": "cases.app",
}


def app_for(arguments: Sequence[str]) -> typer.Typer:
    """The command line, as much of it as `arguments` need: the command they begin with, or all."""
    app = typer.Typer(
        name="referee",
        help="A referee for board games by mail. It knows the rules, keeps hidden hands hidden, and can prove it all.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(epilog="A player's day: referee receive MAIL, then referee move place temple F7.")(_about)
    called = [name for name in arguments[:1] if name in _COMMANDS]
    for name in called or _COMMANDS:
        module, _, attribute = _COMMANDS[name].partition(".")
        found = getattr(import_module(f"referee.cli.{module}"), attribute)
        if isinstance(found, typer.Typer):
            app.add_typer(found, name=name)
        else:
            app.command(name=name)(found)
    return app


def _about() -> None:
    return

"""`referee completion`: the script with which a shell completes commands, games, options and orders."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.completion.shell_scripts import PLACES, SCRIPTS
from referee.cli.context import Context, command
from referee.cli.options import choices_of
from referee.cli.printing.output import print_result
from referee.kernel.errors import UsageError
from referee.kernel.sentence import Sentence


class Script(msgspec.Struct, frozen=True):
    """The script that completes commands in a shell."""

    shell: str
    """The name of the shell."""
    place: str
    """The file in which the shell looks for the script."""
    script: str
    """The text of the script."""


def _places(lang: str) -> list[tuple[str, list[str]]]:
    kept = [f"referee completion {shell} > {place}" for shell, place in PLACES.items()]
    alone = ['eval "$(referee completion bash)"']
    return [(Sentence("completion-kept").told(lang), kept), (Sentence("completion-once").told(lang), alone)]


@command(prints=Script, more=_places)
def completion(
    context: Context, shell: Annotated[str, typer.Argument(metavar="SHELL", autocompletion=choices_of("shell_names"))]
) -> None:
    """Print the script with which a shell completes commands, games, options and orders.

    Nothing is installed or changed: the script goes where the shell looks for it.
    """
    if shell not in SCRIPTS:
        raise UsageError(
            "no-script-for-shell", shell=shell, known=", ".join(SCRIPTS), hint=Sentence("referee-completion-bash")
        )
    script = SCRIPTS[shell].lstrip("\n")
    print_result(context, Script(shell, PLACES[shell], script), script.splitlines())

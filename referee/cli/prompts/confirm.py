"""What is agreed to with a signature that is not a move: the yes to it, and the charter."""

from __future__ import annotations

from referee.cli.context import Context
from referee.cli.printing.errors import StoppedByUser
from referee.cli.printing.output import print_aside
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.service.ask import Ask


def ask_to_sign(context: Context, *, yes: bool) -> None:
    """Ask for a yes where a person watches; who writes into a script has given it. Raises as `confirm`."""
    if not yes and context.can_ask and not context.confirm(context.sentence("sign-this")):
        raise StoppedByUser("nothing-signed")


def print_ask(context: Context, ask: Ask, indent: str = "") -> None:
    """Say to people what waits for their yes, and its consequences."""
    print_aside(context, ask.sentence, *(f"{indent}{line}" for line in ask.then), *ask.warnings)


def confirm(context: Context, question: str, *, yes: bool, hint: str = "read-then-repeat") -> None:
    """Ask for the yes without which nothing is signed. What has been said before is what it is a yes to.

    Raises:
        OutOfOrder: nobody is there to say yes. Stopped: the answer is no.
    """
    if not yes:
        if not context.can_ask:
            raise OutOfOrder("not-confirmed", hint=Sentence(hint))
        if not context.confirm(context.sentence(question)):
            raise StoppedByUser("nothing-signed")

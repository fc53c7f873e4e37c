"""What is agreed to with a signature that is not a move: the yes to it, and the charter."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.folders.paths import path_text
from referee.cli.printing.errors import StoppedByUser
from referee.cli.printing.output import print_aside, print_notice, print_result
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.service.ask import Ask
from referee.service.opening.charters import ask_begin, begin_table
from referee.service.signed_notes import Signed
from referee.service.table import OpenTable


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


def sign_charter(context: Context, table: OpenTable, order: Sequence[str] | None, *, asks: bool = False) -> None:
    """Make the charter and say whom it seats; one who `asks` says it first, and makes it after a yes. Raises as
    `ask_begin`, and StoppedByUser.
    """
    ask = ask_begin(table, order)
    if asks:
        print_ask(context, ask)
        ask_to_sign(context, yes=False)
    signed = begin_table(table, ask.digest, order)
    seated, warnings = ([], ()) if asks else ([ask.sentence, *ask.then], ask.warnings)
    print_opening_note(context, signed, "mail-all-players", "accepts-come-next", above=seated, warnings=warnings)


def print_opening_note(
    context: Context, signed: Signed, *by_mail: str, above: Sequence[str] = (), warnings: Sequence[str] = ()
) -> None:
    """Say what a charter or an acceptance led to and how it gets to the others; `by_mail` are the sentences where no
    folder brings it to them.
    """
    path = path_text(Path(signed.file))
    print_aside(context, *(signed.led or ()))
    for warning in warnings:
        print_notice(warning)
    sent = ("lies-in-shared",) if signed.way == "folder" else by_mail
    lines = [*above, *(context.sentence(code, path=path) for code in sent)]
    print_result(context, replace(signed, file=path, way=UNSET, led=UNSET), lines)

"""`referee claim`: a player complains, and may open one thing of theirs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.signed_note import print_signed_note
from referee.cli.prompts.confirm import confirm, print_ask
from referee.kernel.errors import UsageError
from referee.service.complaints import Reveals, ask_claim, named_notes
from referee.service.complaints import claim as signed_claim
from referee.service.signed_notes import Signed


@command(prints=Signed)
def claim(
    context: Context,
    notes: Annotated[list[Path] | None, typer.Argument(metavar="[NOTE|STEP]...")] = None,
    position: Annotated[str | None, typer.Option("--position", metavar="[PILE:]N")] = None,
    line: Annotated[str | None, typer.Option("--line", metavar="STEP:N")] = None,
    box: Annotated[str | None, typer.Option("--box", metavar="STEP")] = None,
    say: Annotated[list[str] | None, typer.Option("--say")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Player: claim that something went wrong, in a note beside the record that may open one thing of your own."""
    if sum(thing is not None for thing in (position, line, box)) > 1:
        raise UsageError("claim-opens-one-thing")
    table = open_game(context, side="named")
    steps = [int(str(path)) for path in notes or () if _is_step(path)]
    named = named_notes(table, [path for path in notes or () if not _is_step(path)], steps)
    opens = _reveals(position, line, box)
    ask = ask_claim(table, named, opens, say or ())
    print_ask(context, ask)
    confirm(context, "sign-claim", yes=yes)
    print_signed_note(context, table.session, signed_claim(table, named, opens, say or (), ask.digest))


def _is_step(path: Path) -> bool:
    """Whether a step is meant, and no file that is called by its number."""
    typed = str(path)
    return typed.isascii() and typed.isdigit() and len(typed) < 6 and not path.exists()


def _reveals(position: str | None, line: str | None, box: str | None) -> Reveals:
    if position is not None:
        pile, _, number = position.rpartition(":")
        return Reveals(_number("--position", number, position), pile or None)
    if line is not None:
        step, colon, number = line.partition(":")
        at = _number("--line", step, line)
        return Reveals(step=at, line=_number("--line", number, line) if colon else 1)
    return Reveals(box=_number("--box", box, box) if box is not None else None)


def _number(option: str, digits: str, typed: str) -> int:
    if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
        raise UsageError("bad-number-option", option=option, found=typed)
    return int(digits)

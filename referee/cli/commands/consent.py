"""`referee consent`: somebody agrees to a draw, to ending the game, to leaving it, to a step back or to a new key."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.asking.consenting import check_plays, one_key, only_one, sign_consent
from referee.cli.completion.choices import agreements, steps_or_seats
from referee.cli.context import Context, command
from referee.cli.going_back import agree_to_back
from referee.cli.new_keys import agree_to_key, asked_in, refuse_key
from referee.cli.opening_seats import agree_to_open
from referee.cli.passed_over import passes_before
from referee.cli.printing.lines import proposal_lines
from referee.cli.printing.output import Signed, aside
from referee.cli.saying import say_of_seat
from referee.drawing.safe import safe_text
from referee.kernel.errors import Unreadable
from referee.table.desk.proposals import AGREEMENTS, CONSENTED, WORDS, agreement_named


@command(prints=Signed)
def consent(
    context: Context,
    what: Annotated[str | None, typer.Argument(metavar="WHAT", autocompletion=agreements)] = None,
    which: Annotated[str | None, typer.Argument(metavar="STEP|SEAT", autocompletion=steps_or_seats)] = None,
    words: Annotated[str | None, typer.Option("--words")] = None,
    no: Annotated[bool, typer.Option("--no")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Agree to a draw, to the end of the game, to leaving it, to a step back, or to a new key; or say no to a key."""
    desk = context.desk(side="named")
    asked = asked_in(Path(what)) if what is not None and _is_file(what) else None
    if no:
        refuse_key(context, desk, asked or one_key(desk, what, context.lang), yes=yes)
        return
    if asked is not None:
        agree_to_key(context, desk, asked, words, yes=yes)
        return
    word = agreement_named(what) if what is not None else None
    if word is None:
        chosen = only_one(desk, what, context.lang)
        if chosen.rekey is not None:
            agree_to_key(context, desk, chosen.rekey, words, yes=yes)
            return
        word, _, named = chosen.typed.partition(" ")
        which = named or which
    if word == "back":
        agree_to_back(context, _step_typed(which), yes)
        return
    if word == "open":
        agree_to_open(context, desk, which, yes=yes)
        return
    if word in WORDS:
        say_of_seat(context, desk, word, which, yes=yes)
        return
    check_plays(desk)
    opens = [context.sentence("leaving-shows-hand")] if word == "leave" and desk.table.masked else []
    passes = passes_before(context, desk) if word != "leave" else []
    aside(context, context.sentence(CONSENTED[word]), *opens, *passes, *proposal_lines(context, desk))
    sign_consent(context, desk, AGREEMENTS[word], yes=yes)


def _step_typed(which: str | None) -> int | None:
    """The step that was typed. Raises Unreadable: it is none."""
    if which is not None and not (which.isascii() and which.isdecimal()):
        raise Unreadable("no-such-step", step=safe_text(which))
    return int(which) if which is not None else None


def _is_file(what: str) -> bool:
    """Whether a file is meant, there or mistyped: no word, seat or person has a suffix or lies in a folder."""
    path = Path(what)
    return path.is_file() or path.suffix in (".note", ".eml", ".txt") or len(path.parts) > 1

"""`referee consent`: somebody agrees to a draw, to ending the game, to leaving it, to a take-back or to a new key."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.options import choices_of
from referee.cli.prompts.consents import (
    hear_and_agree,
    key_request_in_file,
    propose_or_agree,
    say_no_to_key,
    single_key_request,
    single_request,
)
from referee.service.agreements import agreement_word, read_agreement
from referee.service.signed_notes import Signed


@command(prints=Signed)
def consent(
    context: Context,
    what: Annotated[str | None, typer.Argument(metavar="WHAT", autocompletion=choices_of("agreement_choices"))] = None,
    which: Annotated[
        str | None, typer.Argument(metavar="STEP|SEAT", autocompletion=choices_of("step_numbers_or_seats"))
    ] = None,
    words: Annotated[str | None, typer.Option("--words")] = None,
    no: Annotated[bool, typer.Option("--no")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Agree to a draw, to the end of the game, to leaving it, to a take-back, or to a new key; or say no to a key."""
    table = open_game(context, side="named")
    session = table.session
    asked = key_request_in_file(Path(what)) if what is not None and _is_file(what) else None
    if no:
        say_no_to_key(context, table, asked or single_key_request(session, what, context.lang), yes=yes)
        return
    if asked is not None:
        hear_and_agree(context, table, asked, words, yes=yes)
        return
    word = agreement_word(what) if what is not None else None
    if word is None:
        chosen = single_request(session, what, context.lang)
        if chosen.rekey is not None:
            hear_and_agree(context, table, chosen.rekey, words, yes=yes)
            return
        word, _, named = chosen.typed.partition(" ")
        which = named or which
    if word == "back":
        table = open_game(context)
    propose_or_agree(context, table, read_agreement(word, which), yes=yes)


def _is_file(what: str) -> bool:
    """Whether a file is meant, there or mistyped: no word, seat or person has a suffix or is in a folder."""
    path = Path(what)
    return path.is_file() or path.suffix in (".note", ".eml", ".txt") or len(path.parts) > 1

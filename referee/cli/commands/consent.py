"""`referee consent`: somebody agrees to a draw, to ending the game, to leaving it, to a step back or to a new key."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.asking.consenting import check_plays, sign_consent
from referee.cli.completion.choices import agreements, steps
from referee.cli.context import Context, command
from referee.cli.going_back import agree_to_back
from referee.cli.new_keys import agree_to_key
from referee.cli.printing.lines import proposal_lines
from referee.cli.printing.output import Signed, note
from referee.kernel.errors import Unreadable
from referee.kernel.grammar.vocabulary import healed
from referee.words.catalogue import HOUSE, entry, languages

AGREEMENTS = {"draw": "end draw", "end": "end agreed", "leave": "left", "back": "back"}
"""What can be typed, and what the consent says; behind `back` it says which step."""


_SAID = {"draw": "consent-draw", "end": "consent-end", "leave": "consent-leave"}
"""What is said before it is signed."""


def meant(typed: str, lang: str) -> str:
    """Which of `AGREEMENTS` was typed, in any language. Raises Unreadable with what there is."""
    words = {
        word: {word, *(entry(HOUSE, "agreement", word, one) or word for one in languages())} for word in AGREEMENTS
    }
    found = next((word for word, known in words.items() if healed(typed) in map(healed, known)), None)
    if found is None:
        known = ", ".join(entry(HOUSE, "agreement", word, lang) or word for word in AGREEMENTS)
        raise Unreadable("no-such-agreement", found=typed, known=known)
    return found


@command(prints=Signed)
def consent(
    context: Context,
    what: Annotated[str, typer.Argument(metavar="WHAT", autocompletion=agreements)],
    step: Annotated[int | None, typer.Argument(metavar="STEP", autocompletion=steps)] = None,
    words: Annotated[str | None, typer.Option("--words")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Agree to a draw, to the end of the game, to leaving it, to a step back, or to a new key."""
    if Path(what).is_file():
        agree_to_key(context, Path(what), words, yes)
        return
    word = meant(what, context.lang)
    if word == "back":
        agree_to_back(context, step, yes)
        return
    desk = context.desk()
    check_plays(desk)
    if not context.json:
        note(context.sentence(_SAID[word]))
        for line in proposal_lines(context, desk):
            note(line)
    sign_consent(context, desk, AGREEMENTS[word], yes=yes)

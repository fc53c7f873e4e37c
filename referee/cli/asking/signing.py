"""The last question before a move is signed: yes or no, the board as it would be, one line back, what is still open."""

from __future__ import annotations

from collections.abc import Callable

from referee.cli.asking.dialogue import Dialogue, drawn
from referee.cli.asking.prompt import ask
from referee.cli.context import Context
from referee.cli.printing.errors import Stopped
from referee.cli.printing.output import note
from referee.kernel.grammar.vocabulary import healed
from referee.table.step.draft import Draft
from referee.table.telling.coming import is_unfinished

YES, NO, SHOW, UNDO = "yes", "no", "show", "undo"

_WORDS = {
    YES: {"en": "y yes si", "it": "s si y yes"},
    NO: {"en": "n no", "it": "n no"},
    SHOW: {"en": "s show mostra", "it": "m mostra show"},
    UNDO: {"en": "u undo annulla", "it": "a annulla undo"},
}
"""What may be typed for each answer, in each language; Enter is a no, and anything else the next line of orders."""


def sign_in_the_end(context: Context, talk: Dialogue, preview: Callable[[Draft], None], question: str) -> Draft:
    """The draft that somebody agrees to sign, once it was shown and asked about as often as it takes.

    Raises:
        Stopped: the person said no, or left.
    """
    while True:
        assert talk.drafted is not None
        preview(talk.drafted)
        if _goes_on(context, talk):
            continue
        if talk.drafted.ends_game and not context.confirm(context.sentence("confirm-game-end")):
            raise Stopped("nothing-signed")
        answer, line = _ask_to_sign(context, question)
        while answer == SHOW:
            for row in drawn(context, talk):
                note(row)
            answer, line = _ask_to_sign(context, question)
        if answer == YES:
            return talk.drafted
        if answer == UNDO:
            talk.take_back()
        elif answer or not line:
            raise Stopped("nothing-signed")
        else:  # an order more, or another one, and no answer at all
            talk.take(line)
        talk.go_on()


def _goes_on(context: Context, talk: Dialogue) -> bool:
    """Ask once what a turn that is not over still has; whether there was an answer."""
    assert talk.drafted is not None
    if talk.asked_for_rest or not is_unfinished(talk.desk.position, talk.seat, talk.drafted):
        return False
    talk.asked_for_rest = True
    line = ask(f"{talk.label()} {context.sentence('enter-signs-without')}", "> ", talk.following)
    if not line.strip():
        return False
    talk.take(line)
    talk.go_on()
    return True


def _ask_to_sign(context: Context, question: str) -> tuple[str, str]:
    """The answer, "" for none of them, and the line that was typed."""
    line = ask(f"{question} {context.sentence('sign-answers')}").strip()
    typed = healed(line)
    said = (answer for answer, words in _WORDS.items() if typed in words.get(context.lang, words["en"]).split())
    return next(said, ""), line

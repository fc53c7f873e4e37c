"""The last question before a move is signed: yes or no, the board as it would be, one line back, what is still open."""

from __future__ import annotations

from collections.abc import Callable

from referee.cli.context import Context
from referee.cli.printing.errors import StoppedByUser
from referee.cli.printing.output import print_notice
from referee.cli.prompts.move_prompt import MovePrompt, board_lines_now
from referee.cli.prompts.terminal import ask_line
from referee.kernel.grammar.lexer import healed
from referee.messages.forecast import is_unfinished
from referee.protocol.step.draft import MoveDraft

YES, NO, SHOW, UNDO = "yes", "no", "show", "undo"

_WORDS = {
    YES: {"en": "y yes si", "it": "s si y yes"},
    NO: {"en": "n no", "it": "n no"},
    SHOW: {"en": "s show mostra", "it": "m mostra show"},
    UNDO: {"en": "u undo annulla", "it": "a annulla undo"},
}
"""What may be typed for each answer, in each language; Enter is asked about once more and then a no, and anything else
is the next line of orders.
"""


def confirm_and_sign(
    context: Context, talk: MovePrompt, preview: Callable[[MoveDraft], None], question: str
) -> MoveDraft:
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
            raise StoppedByUser("nothing-signed")
        answer, line = _ask_to_sign(context, question)
        while answer == SHOW:
            for row in board_lines_now(context, talk):
                print_notice(row)
            answer, line = _ask_to_sign(context, question)
        if answer == YES:
            return talk.drafted
        if answer == UNDO:
            talk.take_back()
        elif answer or not line:
            raise StoppedByUser("nothing-signed")
        else:  # an order more, or another one, and no answer at all
            talk.take(line)
        talk.go_on()


def _goes_on(context: Context, talk: MovePrompt) -> bool:
    """Ask once what a turn that is not over still has; whether there was an answer."""
    assert talk.drafted is not None
    if talk.asked_for_rest or not is_unfinished(talk.session.position, talk.seat, talk.drafted):
        return False
    talk.asked_for_rest = True
    line = ask_line(f"{talk.label()} {context.sentence('enter-signs-without')}", "> ", talk.following)
    if not line.strip():
        return False
    talk.take(line)
    talk.go_on()
    return True


def _ask_to_sign(context: Context, question: str) -> tuple[str, str]:
    """The answer, "" for none of them, and the line that was typed."""
    asked = f"{question} {context.sentence('sign-answers')}"
    line = ask_line(asked).strip()
    if not line:
        print_notice(context.sentence("enter-does-not-sign"))
        line = ask_line(asked).strip()
    typed = healed(line)
    said = (answer for answer, words in _WORDS.items() if typed in words.get(context.lang, words["en"]).split())
    return next(said, ""), line

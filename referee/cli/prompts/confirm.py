"""What is agreed to with a signature that is no move: the yes to it, and the charter."""

from __future__ import annotations

from referee.cli.context import Context
from referee.cli.printing.errors import StoppedByUser
from referee.cli.printing.output import print_aside, print_notice
from referee.cli.prompts.terminal import is_agreed, page_input
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import AnyGame
from referee.kernel.sentence import Sentence
from referee.protocol.masked.note_rules import options_mask_deck
from referee.protocol.terms import ESCROW_LEAST
from referee.service.ask import Ask


def ask_to_sign(context: Context, *, yes: bool) -> None:
    """Ask for a yes where a person watches; who writes into a script has given it. Raises as `confirm`."""
    if page_input() is not None:
        confirm(context, "sign-this", yes=yes)
    elif not yes and context.can_ask and not context.confirm(context.sentence("sign-this")):
        raise StoppedByUser("nothing-signed")


def print_ask(context: Context, ask: Ask, indent: str = "") -> None:
    """Say to people what waits for their yes, and what follows from it."""
    print_aside(context, ask.sentence, *(f"{indent}{line}" for line in ask.then), *ask.warnings)


def confirm(
    context: Context, question: str, *, yes: bool, hint: str = "read-then-repeat", about: str | None = None
) -> None:
    """Ask for the yes without which nothing is signed. What has been said before is what it is a yes to, or `about`.

    Raises:
        OutOfOrder: nobody is there to say yes. Stopped: the answer is no.
    """
    if not is_agreed(question, yes=yes, about=about):
        if not context.can_ask:
            raise OutOfOrder("not-confirmed", hint=Sentence(hint))
        if not context.confirm(context.sentence(question)):
            raise StoppedByUser("nothing-signed")


def ask_escrow(
    context: Context, game: AnyGame, seats: int, chosen: list[tuple[str, str]], *, yes: bool
) -> list[tuple[str, str]]:
    """The options of an offer; where the deck is masked and nothing is said of escrow, a person is told what it is and
    asked, and a silent answer is no.
    """
    fits = options_mask_deck(chosen) and game.info.maskable and seats >= ESCROW_LEAST and "escrow" not in dict(chosen)
    if not fits or yes or page_input() is not None or not context.can_ask:
        return chosen
    print_notice(context.sentence("escrow-is-asked", count=seats - 1))
    wanted = context.confirm(context.sentence("have-escrow"))
    return sorted([*chosen, ("escrow", "yes")]) if wanted else chosen

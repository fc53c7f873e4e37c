"""What is agreed to with a signature that is no move: the yes to it, and the charter."""

from __future__ import annotations

from referee.cli.context import Context
from referee.cli.printing.errors import StoppedByUser
from referee.cli.printing.output import print_aside, print_notice
from referee.cli.prompts.terminal import is_agreed, page_input
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import AnyGame
from referee.kernel.sentence import Sentence, in_language
from referee.protocol.masked.note_rules import options_mask_deck
from referee.protocol.seating import Table
from referee.protocol.terms import ESCROW_LEAST
from referee.record.file_names import CHARTER
from referee.record.notes import Offer
from referee.service.ask import Ask
from referee.session.opening.invitation import (
    bot_seat_sentences,
    data_pack_words,
    host_sentence,
    options_summary,
    people_at,
    table_terms_summary,
)
from referee.session.session import Session

_MANY = 8
"""A charter of so many options does not speak for itself."""


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


def print_charter(context: Context, session: Session) -> None:
    """Say what the charter binds to: who plays in which order, and what, by which options and which pack."""
    table, terms = session.table, session.history.signed_notes[CHARTER][0].read(Offer)
    rows = [
        ("label-players", context.sentence(_seated_code(table), players=_players(table))),
        (
            "label-game",
            ": ".join(
                filter(None, (in_language(table.game.info.title, context.lang), options_summary(terms, context.lang)))
            ),
        ),
        *table_terms_summary(terms, context.lang, people_at(table)).items(),
    ]
    pack = data_pack_words(terms, context.lang)
    if pack:
        rows.append(("label-pack", pack))
    _tell_rows(context, context.sentence("you-accept", title=table.title, seat=_own_name(session)), rows)
    if table.terms.host != session.role and (hosted := host_sentence(table, context.lang)):
        print_aside(context, hosted)
    if len(table.game.info.options) >= _MANY:
        print_aside(context, context.sentence("options-hint"))
    print_aside(context, *bot_seat_sentences(table, context.lang))


def _seated_code(table: Table) -> str:
    if table.terms.host:
        return "players-drawn-one-hosts" if table.terms.drawn else "players-one-hosts"
    if table.names_host:
        return "players-drawn-and-host" if table.terms.drawn else "players-and-host"
    return "players-drawn-whoever-hosts" if table.terms.drawn else "players-whoever-hosts"


def _tell_rows(context: Context, head: str, rows: list[tuple[str, str]]) -> None:
    labels = [context.sentence(label) for label, _ in rows]
    width = max(map(len, labels))
    told = (f"  {label:<{width}}  {text}" for label, (_, text) in zip(labels, rows, strict=True))
    print_aside(context, head, *told)


def _own_name(session: Session) -> str:
    called = session.table.called_by_seat
    return safe_text(called.get(session.role or "", session.role or "-"))


def _players(table: Table) -> str:
    return ", ".join(map(safe_text, table.called))

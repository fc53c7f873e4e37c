"""`referee words`: the comparison that nobody in the middle survives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.errors import StoppedByUser
from referee.cli.printing.lines import comparison_lines
from referee.cli.printing.output import print_result
from referee.cli.prompts.terminal import ask_line
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable, UsageError
from referee.kernel.sentence import Sentence
from referee.protocol.history.safety_words import KNOWN, SafetyWords, parties_to_compare
from referee.protocol.seating import REFEREE
from referee.service.errors import refusal_of
from referee.service.spoken_words import (
    ask_without,
    compare_by_voice,
    go_without,
    parties_of_name,
    party_of_name,
    read_words,
)
from referee.service.table import OpenTable
from referee.service.views.capabilities import capabilities_of


@command(prints=SafetyWords)
def words(
    context: Context,
    heard: Annotated[list[str] | None, typer.Argument(metavar="WORD...")] = None,
    who: Annotated[str | None, typer.Option("--from")] = None,
    without: Annotated[str | None, typer.Option("--without", metavar="NAME")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Compare the four words, once a game, by phone or chat, before your first move."""
    table = open_game(context)
    session = table.session
    if without is not None:
        _ = session.position
        _go_without(context, table, party_of_name(session, without), yes)
    elif heard or who is not None:
        _ = session.position
        session.signer()
        if who is None:
            raise UsageError("from-missing")
        names = parties_of_name(session, who)
        if not compare_by_voice(session, heard or (), names):
            raise _differs(table, names)
        _tell_words(context, table, [context.sentence("words-equal", names=session.table.people(names))])
    elif context.can_ask and session.role is not None:
        session.signer()
        _ask_each(context, table)
    else:
        _tell_words(context, table, _own_words(context, table), last=True)


def _own_words(context: Context, table: OpenTable) -> list[str]:
    """What the reader says to the others."""
    ours = read_words(table)
    lines = [context.sentence("your-words", words=" ".join(ours.words))]
    return [*lines, context.sentence("your-six-words", words=" ".join(ours.own_key))] if ours.own_key else lines


def _differs(table: OpenTable, roles: Sequence[str]) -> NotAuthentic:
    (hint,) = capabilities_of(table.session).offer("send", (Sentence("compare-keys"),)) or (None,)
    return NotAuthentic("words-differ-no-slip", names=table.session.table.people(roles), hint=hint)


def _go_without(context: Context, table: OpenTable, role: str, yes: bool) -> None:
    session, ask = table.session, ask_without(table, role)
    if ask is None:
        _tell_words(context, table, [context.sentence("heard-no-more", name=session.table.person(role))])
        return
    if not yes:
        if not context.can_ask:
            raise OutOfOrder("leaving-out-unconfirmed", hint=Sentence("hear-then-repeat"))
        print_result(context, None, ask.sentence)
        if not context.confirm(context.sentence("go-without", name=session.table.person(role))):
            raise StoppedByUser("nothing-kept")
    go_without(table, role, ask.digest)
    _tell_words(context, table, [ask.sentence] if yes else [])


def _ask_each(context: Context, table: OpenTable) -> None:
    """Ask for the words of one person after another, and keep each as it comes. Raises NotAuthentic if some differ."""
    session = table.session
    print_result(context, None, _comparison_lines(context, table))
    standing = session.word_comparisons()
    asked = [role for role, verdict in standing.items() if verdict not in (KNOWN, "equal")]
    called = session.table.called_by_seat | {REFEREE: context.sentence("prompt-host")}
    width = max((len(called[role]) for role in asked), default=0)
    for role in asked:
        _ask_one(context, table, role, f"{called[role]:<{width}}> ")
    _tell_words(context, table, [])
    different = [role for role, verdict in session.word_comparisons().items() if verdict == "different"]
    if different:
        raise _differs(table, different)


def _comparison_lines(context: Context, table: OpenTable) -> list[str]:
    own, session = _own_words(context, table), table.session
    new = [role for role in parties_to_compare(session.word_comparisons()) if session.table.party_at(role).since]
    return [
        context.sentence("hear-four-words", title=session.table.title),
        context.sentence("hear-from-people"),
        context.sentence("words-not-said"),
        *([context.sentence("six-instead", names=session.table.people(new))] if new else []),
        "",
        *(f"  {line}" for line in own),
        "",
        context.sentence("type-words-heard"),
    ]


def _ask_one(context: Context, table: OpenTable, role: str, prompt: str) -> None:
    while True:
        typed = ask_line(prompt, end="")
        if not typed:
            print_result(context, None, "  " + context.sentence("not-heard-yet"))
            return
        try:
            equal = compare_by_voice(table.session, (typed,), (role,))
        except Unreadable as slip:
            refused = refusal_of(slip, context.lang)
            print_result(context, None, [f"  {text}" for text in (refused.sentence, refused.hint) if text])
            continue
        print_result(context, None, "  " + context.sentence("equal" if equal else "different-words"))
        return


def _tell_words(context: Context, table: OpenTable, lines: Sequence[str], *, last: bool = False) -> None:
    """Print `lines`, then how everybody's words compare; `last` ends with the command that records them."""
    found = read_words(table)
    missing = parties_to_compare(found.heard)
    page = [*lines, *comparison_lines(context, table.session.table, found.heard, found.other_names, found.new_keys)]
    if last and set(missing) - set(found.new_keys):
        page.append(context.sentence("say-yours-enter-heard"))
    if last and set(missing) & set(found.new_keys):
        page.append(context.sentence("enter-six-heard"))
    print_result(context, found, page)

"""`referee words`: the comparison that nobody in the middle survives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.help_pages.usage import UsageError
from referee.cli.printing.errors import StoppedByUser
from referee.cli.printing.lines import comparison_lines
from referee.cli.printing.output import print_result
from referee.cli.prompts.terminal import ask_line, is_agreed
from referee.i18n.catalogue import in_any_language
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.history.key_history import spoken_words_of
from referee.protocol.history.safety_words import (
    ALL,
    KNOWN,
    SafetyWords,
    compare_words,
    earlier_names,
    four_words,
    other_parties,
    parties_to_compare,
    skip_comparison,
    typed_role,
)
from referee.protocol.seating import REFEREE
from referee.service.errors import refusal_of
from referee.session.session import Session


@command(prints=SafetyWords)
def words(
    context: Context,
    heard: Annotated[list[str] | None, typer.Argument(metavar="WORD...")] = None,
    who: Annotated[str | None, typer.Option("--from")] = None,
    without: Annotated[str | None, typer.Option("--without", metavar="NAME")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Compare the four words, once a game, by telephone or chat, before your first move."""
    session = context.session()
    _ = session.position
    ours = four_words(session.history)
    if without is not None:
        _go_without(context, session, _party(session, without), yes)
    elif heard or who is not None:
        session.signer()
        names = _said_by(session, who)
        equal = _compare(session, heard or (), names)
        session.keep_comparison(names, "equal" if equal else "different")
        if not equal:
            raise _differs(session, names)
        _tell_words(context, session, [context.sentence("words-equal", names=session.table.people(names))])
    elif context.can_ask and session.role is not None:
        session.signer()
        _ask_each(context, session)
    else:
        _tell_words(context, session, _own_words(context, session, ours), last=True)


def _own_words(context: Context, session: Session, ours: Sequence[str]) -> list[str]:
    """What the reader says to the others."""
    lines = [context.sentence("your-words", words=" ".join(ours))]
    six = _six_of_own(session)
    return [*lines, context.sentence("your-six-words", words=" ".join(six))] if six else lines


def _six_of_own(session: Session) -> tuple[str, ...]:
    role = session.role
    return spoken_words_of(session.history, role) if role is not None and session.table.party_at(role).since else ()


def _compare(session: Session, typed: Sequence[str], names: Sequence[str]) -> bool:
    """Whether the words that these parties say are theirs.

    Raises:
        Unreadable: a slip; or the four words of the game, of one who has a new key since.
    """
    name = names[0] if len(names) == 1 else ""
    theirs = spoken_words_of(session.history, names[0]) if names else four_words(session.history)
    count = len(" ".join(typed).replace(",", " ").split())
    if len(theirs) != len(four_words(session.history)) == count:
        since = session.table.party_at(name).since
        raise Unreadable(
            "six-not-four",
            name=session.table.person(name),
            step=since,
            hint=Sentence("six-words-then-enter", name=typed_role(name)),
        )
    return compare_words(typed, theirs, session.table.person(name) if name else "")


def _said_by(session: Session, who: str | None) -> tuple[str, ...]:
    """Whose words were typed: one party, or all that the four words speak of. Raises Misused where nobody is named."""
    if who is None:
        raise UsageError("from-missing")
    if who in in_any_language("party", ALL) and who not in session.table.names:
        return tuple(party.role for party in other_parties(session.table, session.role) if not party.since)
    return (_party(session, who),)


def _party(session: Session, name: str) -> str:
    """The role of another party as it is typed. Raises NotAuthentic."""
    hosts = {REFEREE, *in_any_language("party", "host")}
    role = REFEREE if name.lower() in hosts and name.lower() not in session.table.names else name.lower()
    roles = [party.role for party in other_parties(session.table, session.role)]
    if role not in roles:
        raise NotAuthentic("no-such-party", name=name, hint=", ".join(map(typed_role, roles)))
    return role


def _differs(session: Session, roles: Sequence[str]) -> NotAuthentic:
    return NotAuthentic("words-differ-no-slip", names=session.table.people(roles), hint=Sentence("compare-keys"))


def _go_without(context: Context, session: Session, role: str, yes: bool) -> None:
    session.signer()
    verdict = skip_comparison(session.table, session.words_compared(), role)
    if verdict is None:
        _tell_words(context, session, [context.sentence("heard-no-more", name=session.table.person(role))])
        return
    risk = context.sentence("going-unheard", name=session.table.person(role))
    if not is_agreed("go-without", yes=yes, about=f"{role}: {risk}"):
        if not context.can_ask:
            raise OutOfOrder("leaving-out-unconfirmed", hint=Sentence("hear-then-repeat"))
        print_result(context, None, risk)
        if not context.confirm(context.sentence("go-without", name=session.table.person(role))):
            raise StoppedByUser("nothing-kept")
    session.keep_comparison((role,), verdict)
    _tell_words(context, session, [risk] if yes else [])


def _ask_each(context: Context, session: Session) -> None:
    """Ask for the words of one person after another, and keep each as it comes. Raises NotAuthentic if some differ."""
    print_result(context, None, _comparison_lines(context, session))
    standing = session.words_compared()
    asked = [role for role, verdict in standing.items() if verdict not in (KNOWN, "equal")]
    called = session.table.called_by_seat | {REFEREE: context.sentence("prompt-host")}
    width = max((len(called[role]) for role in asked), default=0)
    for role in asked:
        _ask_one(context, session, role, f"{called[role]:<{width}}> ")
    _tell_words(context, session, [])
    different = [role for role, verdict in session.words_compared().items() if verdict == "different"]
    if different:
        raise _differs(session, different)


def _comparison_lines(context: Context, session: Session) -> list[str]:
    own = _own_words(context, session, four_words(session.history))
    new = [role for role in parties_to_compare(session.words_compared()) if session.table.party_at(role).since]
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


def _ask_one(context: Context, session: Session, role: str, prompt: str) -> None:
    while True:
        typed = ask_line(prompt, end="")
        if not typed:
            print_result(context, None, "  " + context.sentence("not-heard-yet"))
            return
        try:
            equal = _compare(session, (typed,), (role,))
        except Unreadable as slip:
            refused = refusal_of(slip, context.lang)
            print_result(context, None, [f"  {text}" for text in (refused.sentence, refused.hint) if text])
            continue
        session.keep_comparison((role,), "equal" if equal else "different")
        print_result(context, None, "  " + context.sentence("equal" if equal else "different-words"))
        return


def _tell_words(context: Context, session: Session, lines: Sequence[str], *, last: bool = False) -> None:
    """Say `lines`, then who stands how; `last` ends with the command that takes the words in."""
    standing = session.words_compared()
    missing = parties_to_compare(standing)
    renamed = earlier_names(session.table, session.role, session.home.known_keys())
    new = tuple(party.role for party in other_parties(session.table, session.role) if party.since)
    verdicts = SafetyWords(four_words(session.history), standing, bool(missing), renamed, new, _six_of_own(session))
    page = [*lines, *comparison_lines(context, session.table, standing, renamed, new)]
    if last and set(missing) - set(new):
        page.append(context.sentence("say-yours-enter-heard"))
    if last and set(missing) & set(new):
        page.append(context.sentence("enter-six-heard"))
    print_result(context, verdicts, page)

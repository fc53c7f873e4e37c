"""`referee words`: the comparison that nobody in the middle survives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from referee.cli.asking.prompt import ask, is_agreed, is_terminal
from referee.cli.context import Context, command
from referee.cli.helping.usage import Misused
from referee.cli.printing.errors import Stopped, as_data
from referee.cli.printing.lines import heard_lines
from referee.cli.printing.output import data
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.table.desk.desk import Desk
from referee.table.reading.new_keys import words_of_party
from referee.table.reading.words import (
    ALL,
    KNOWN,
    Words,
    compare,
    four_words,
    other_names,
    others,
    spoken,
    to_hear,
    without,
)
from referee.table.seating import REFEREE
from referee.words.catalogue import in_any_language


@command(prints=Words)
def words(
    context: Context,
    heard: Annotated[list[str] | None, typer.Argument(metavar="WORD...")] = None,
    who: Annotated[str | None, typer.Option("--from")] = None,
    without: Annotated[str | None, typer.Option("--without", metavar="NAME")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Compare the four words, once a game, by telephone or chat, before your first move."""
    desk = context.desk()
    _ = desk.position
    ours = four_words(desk.history)
    if without is not None:
        _go_without(context, desk, _party(desk, without), yes)
    elif heard or who is not None:
        desk.signer()
        names = _said_by(desk, who)
        equal = _compare(desk, heard or (), names)
        desk.keep_comparison(names, "equal" if equal else "different")
        if not equal:
            raise _differs(desk, names)
        _tell_words(context, desk, [context.sentence("words-equal", names=desk.table.people(names))])
    elif is_terminal() and not context.json and desk.role is not None:
        desk.signer()
        _ask_each(context, desk)
    else:
        _tell_words(context, desk, _own_words(context, desk, ours), last=True)


def _own_words(context: Context, desk: Desk, ours: Sequence[str]) -> list[str]:
    """What the reader says to the others."""
    lines = [context.sentence("your-words", words=" ".join(ours))]
    six = _six_of_own(desk)
    return [*lines, context.sentence("your-six-words", words=" ".join(six))] if six else lines


def _six_of_own(desk: Desk) -> tuple[str, ...]:
    role = desk.role
    return words_of_party(desk.history, role) if role is not None and desk.table.party_at(role).since else ()


def _compare(desk: Desk, typed: Sequence[str], names: Sequence[str]) -> bool:
    """Whether the words that these parties say are theirs.

    Raises:
        Unreadable: a slip; or the four words of the game, of one who has a new key since.
    """
    name = names[0] if len(names) == 1 else ""
    theirs = words_of_party(desk.history, names[0]) if names else four_words(desk.history)
    count = len(" ".join(typed).replace(",", " ").split())
    if len(theirs) != len(four_words(desk.history)) == count:
        since = desk.table.party_at(name).since
        raise Unreadable(
            "six-not-four",
            name=desk.table.person(name),
            step=since,
            hint=Sentence("six-words-then-enter", name=spoken(name)),
        )
    return compare(typed, theirs, desk.table.person(name) if name else "")


def _said_by(desk: Desk, who: str | None) -> tuple[str, ...]:
    """Whose words were typed: one party, or all that the four words speak of. Raises Misused where nobody is named."""
    if who is None:
        raise Misused("from-missing")
    if who in in_any_language("party", ALL) and who not in desk.table.names:
        return tuple(party.role for party in others(desk.table, desk.role) if not party.since)
    return (_party(desk, who),)


def _party(desk: Desk, name: str) -> str:
    """The role of another party as it is typed. Raises NotAuthentic."""
    hosts = {REFEREE, *in_any_language("party", "host")}
    role = REFEREE if name.lower() in hosts and name.lower() not in desk.table.names else name.lower()
    roles = [party.role for party in others(desk.table, desk.role)]
    if role not in roles:
        raise NotAuthentic("no-such-party", name=name, hint=", ".join(map(spoken, roles)))
    return role


def _differs(desk: Desk, roles: Sequence[str]) -> NotAuthentic:
    return NotAuthentic("words-differ-no-slip", names=desk.table.people(roles), hint=Sentence("compare-keys"))


def _go_without(context: Context, desk: Desk, role: str, yes: bool) -> None:
    desk.signer()
    verdict = without(desk.table, desk.words_compared(), role)
    if verdict is None:
        _tell_words(context, desk, [context.sentence("heard-no-more", name=desk.table.person(role))])
        return
    risk = context.sentence("going-unheard", name=desk.table.person(role))
    if not is_agreed("go-without", yes=yes, about=f"{role}: {risk}"):
        if not is_terminal() or context.json:
            raise OutOfOrder("leaving-out-unconfirmed", hint=Sentence("hear-then-repeat"))
        data(context, None, risk)
        if not context.confirm(context.sentence("go-without", name=desk.table.person(role))):
            raise Stopped("nothing-kept")
    desk.keep_comparison((role,), verdict)
    _tell_words(context, desk, [risk] if yes else [])


def _ask_each(context: Context, desk: Desk) -> None:
    """Ask for the words of one person after another, and keep each as it comes. Raises NotAuthentic if some differ."""
    data(context, None, _asking(context, desk))
    standing = desk.words_compared()
    asked = [role for role, verdict in standing.items() if verdict not in (KNOWN, "equal")]
    called = desk.table.called_by_seat | {REFEREE: context.sentence("prompt-host")}
    width = max((len(called[role]) for role in asked), default=0)
    for role in asked:
        _ask_one(context, desk, role, f"{called[role]:<{width}}> ")
    _tell_words(context, desk, [])
    different = [role for role, verdict in desk.words_compared().items() if verdict == "different"]
    if different:
        raise _differs(desk, different)


def _asking(context: Context, desk: Desk) -> list[str]:
    own = _own_words(context, desk, four_words(desk.history))
    new = [role for role in to_hear(desk.words_compared()) if desk.table.party_at(role).since]
    return [
        context.sentence("hear-four-words", title=desk.table.title),
        context.sentence("hear-from-people"),
        context.sentence("words-not-said"),
        *([context.sentence("six-instead", names=desk.table.people(new))] if new else []),
        "",
        *(f"  {line}" for line in own),
        "",
        context.sentence("type-words-heard"),
    ]


def _ask_one(context: Context, desk: Desk, role: str, prompt: str) -> None:
    while True:
        typed = ask(prompt, end="")
        if not typed:
            data(context, None, "  " + context.sentence("not-heard-yet"))
            return
        try:
            equal = _compare(desk, (typed,), (role,))
        except Unreadable as slip:
            refused = as_data(slip, context.lang)
            data(context, None, [f"  {text}" for text in (refused.sentence, refused.hint) if text])
            continue
        desk.keep_comparison((role,), "equal" if equal else "different")
        data(context, None, "  " + context.sentence("equal" if equal else "different-words"))
        return


def _tell_words(context: Context, desk: Desk, lines: Sequence[str], *, last: bool = False) -> None:
    """Say `lines`, then who stands how; `last` ends with the command that takes the words in."""
    standing = desk.words_compared()
    missing = to_hear(standing)
    renamed = other_names(desk.table, desk.role, desk.home.known_keys())
    new = tuple(party.role for party in others(desk.table, desk.role) if party.since)
    verdicts = Words(four_words(desk.history), standing, bool(missing), renamed, new, _six_of_own(desk))
    page = [*lines, *heard_lines(context, desk.table, standing, renamed, new)]
    if last and set(missing) - set(new):
        page.append(context.sentence("say-yours-enter-heard"))
    if last and set(missing) & set(new):
        page.append(context.sentence("enter-six-heard"))
    data(context, verdicts, page)

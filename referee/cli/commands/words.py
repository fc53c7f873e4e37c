"""`referee words`: the comparison that nobody in the middle survives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.context import Setting, example, is_terminal, shared
from referee.cli.output import ask, confirm, data
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.table.desk.desk import Desk

ALL = "all"


@example(
    "referee words",
    "referee words sinov karas robag ledel --from anna",
    "referee words sinov karas robag ledel --from all",
    "referee words --without carl",
)
@shared
def words(
    at: Setting,
    heard: Annotated[list[str] | None, typer.Argument(metavar="WORD...", help="The four words that you heard.")] = None,
    who: Annotated[
        str | None, typer.Option("--from", help="Who said them: a seat, host, or all if everybody did, in one call.")
    ] = None,
    without: Annotated[
        str | None, typer.Option("--without", metavar="NAME", help="Go on without the words of a seat or the host.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="With --without: do not ask.")] = False,
) -> None:
    """Compare the four words, once a game, by telephone or chat, before your first move.

    Hear them from each of the others, from the people themselves, not through the host, and say yours as well. All have
    the same four words if nobody in between has changed a key or a seat. The words on your own screen prove nothing.
    """
    from referee.table.reading.words import compare, four_words

    desk = at.desk()
    _ = desk.position
    ours = four_words(desk.history)
    if without is not None:
        _go_without(at, desk, _party(desk, without), yes)
    elif heard or who is not None:
        desk.signer()
        names = _said_by(desk, who)
        equal = compare(heard or (), ours, names[0] if len(names) == 1 else "")
        desk.keep_heard(names, "equal" if equal else "different")
        if not equal:
            raise _differs(names)
        _tell(at, desk, [at.sentence("equal: you and {names} have the same game", names=_joined(names))])
    elif is_terminal() and not at.json and desk.role is not None:
        desk.signer()
        _ask_each(at, desk)
    else:
        _tell(at, desk, [at.sentence("your words: {words}", words=" ".join(ours))], last=True)


def _said_by(desk: Desk, who: str | None) -> tuple[str, ...]:
    """Whose words were typed. Raises Misused where nobody is named."""
    from referee.cli.usage import Misused
    from referee.table.reading.words import others

    if who is None:
        raise Misused("say from whom you heard these words: --from NAME, or --from all")
    if who == ALL and ALL not in desk.table.names:
        return tuple(party.role for party in others(desk.table, desk.role))
    return (_party(desk, who),)


def _party(desk: Desk, name: str) -> str:
    """The role of another party as it is typed. Raises NotAuthentic."""
    from referee.table.reading.words import others
    from referee.table.seating import REFEREE

    role = REFEREE if name.lower() in (REFEREE, "host") else name.lower()
    roles = [party.role for party in others(desk.table, desk.role)]
    if role not in roles:
        raise NotAuthentic("nobody else at this table is called {name}", name=name, hint=_joined(roles))
    return role


def _joined(roles: Sequence[str]) -> str:
    from referee.table.reading.words import spoken

    return ", ".join(map(spoken, roles))


def _differs(roles: Sequence[str]) -> NotAuthentic:
    return NotAuthentic(
        "the words of {names} are not yours, and they are real words, so this is no slip: other keys, other seats, or "
        "another game, and you cannot move until you hear equal ones from there",
        names=_joined(roles),
        hint="let each type `referee words` in this game's folder, then compare the keys that `referee audit` shows",
    )


def _go_without(at: Setting, desk: Desk, role: str, yes: bool) -> None:
    from referee.cli.errors import Stopped
    from referee.table.reading.words import spoken, without

    desk.signer()
    verdict = without(desk.heard(), role)
    if verdict is None:
        _tell(at, desk, [at.sentence("{name} need not be heard any more", name=spoken(role))])
        return
    risk = at.sentence(
        "you go on without having heard {name}: if somebody plays in that name, you will not notice", name=spoken(role)
    )
    if not yes:
        if not is_terminal() or at.json:
            raise OutOfOrder("nobody is left out without a yes", hint="hear the words, or repeat with --yes")
        data(at, None, risk)
        if not confirm(at, at.sentence("go on without {name}?", name=spoken(role))):
            raise Stopped("nothing is kept")
    desk.keep_heard((role,), verdict)
    _tell(at, desk, [risk] if yes else [])


def _ask_each(at: Setting, desk: Desk) -> None:
    """Ask for the words of one person after another, and keep each as it comes. Raises NotAuthentic if some differ."""
    from referee.table.reading.words import KNOWN, four_words, spoken

    ours = four_words(desk.history)
    data(at, None, _opening(at, desk, ours))
    standing = desk.heard()
    asked = [role for role, verdict in standing.items() if verdict not in (KNOWN, "equal")]
    width = max(map(len, map(spoken, asked)), default=0)
    for role in asked:
        _ask_one(at, desk, role, ours, f"{spoken(role):<{width}}> ")
    _tell(at, desk, [])
    different = [role for role, verdict in desk.heard().items() if verdict == "different"]
    if different:
        raise _differs(different)


def _opening(at: Setting, desk: Desk, ours: Sequence[str]) -> list[str]:
    return [
        at.sentence(
            "{title}: hear these four words from each of the others, and say yours", title=desk.table.game.info.title
        ),
        at.sentence("hear them from the people, not through the host: a call or your usual chat will do"),
        at.sentence('"same here" does not count'),
        "",
        "  " + at.sentence("your words: {words}", words=" ".join(ours)),
        "",
        at.sentence("type what each one says (Enter: not heard yet)"),
    ]


def _ask_one(at: Setting, desk: Desk, role: str, ours: Sequence[str], prompt: str) -> None:
    from referee.cli.errors import as_data
    from referee.table.reading.words import compare

    while True:
        typed = ask(prompt, end="")
        if not typed:
            data(at, None, "  " + at.sentence("not heard yet"))
            return
        try:
            equal = compare((typed,), ours, role)
        except Unreadable as slip:
            told = as_data(slip, at.lang)
            data(at, None, [f"  {text}" for text in (told.sentence, told.hint) if text])
            continue
        desk.keep_heard((role,), "equal" if equal else "different")
        data(at, None, "  " + at.sentence("equal" if equal else "different, and these are real words, so no slip"))
        return


def _tell(at: Setting, desk: Desk, lines: Sequence[str], *, last: bool = False) -> None:
    """Say `lines`, then who stands how; `last` ends with the command that takes the words in."""
    from referee.cli.shapes import Words
    from referee.table.reading.words import four_words, other_names, to_hear

    standing = desk.heard()
    missing = to_hear(standing)
    renamed = other_names(desk.table, desk.role, desk.home.known_keys())
    found = Words(four_words(desk.history), standing, bool(missing), renamed)
    told = [*lines, *heard_lines(at, standing, renamed)]
    if last and missing:
        told.append(at.sentence("say yours, and take in what you hear: referee words W1 W2 W3 W4 --from NAME"))
    data(at, found, told)


def heard_lines(at: Setting, standing: dict[str, str], renamed: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """Who was heard and who was not, and whose key was heard under another name."""
    from referee.table.reading.words import spoken

    names = {
        verdict: _joined([role for role, of in standing.items() if of == verdict]) for verdict in standing.values()
    }
    if "equal" in names:
        yield at.sentence("the four words, heard as equal: {names}", names=names["equal"])
    if "known" in names:
        yield at.sentence("the four words, keys known from a game before: {names}", names=names["known"])
    if "without" in names:
        yield at.sentence("the four words, gone on without: {names}", names=names["without"])
    if "different" in names:
        yield at.sentence("the four words, heard as different: {names}", names=names["different"])
    if "not yet" in names:
        yield at.sentence("the four words, still to be heard: {names}", names=names["not yet"])
    for role, known in renamed.items():
        yield at.sentence(
            "{name} plays with the key you know as {known}", name=spoken(role), known=", ".join(map(spoken, known))
        )

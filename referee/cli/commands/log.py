"""Looking back: log, letter, rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.context import Setting, example, shared, shown
from referee.cli.output import data
from referee.kernel.errors import OutOfOrder, Unreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.cli.shapes import Rule
    from referee.table.desk.desk import Desk
    from referee.table.explain import RuleText
    from referee.table.step.position import Position
    from referee.table.telling.news import StepTold

_RULE_ID = re.compile(r"\A([a-z]{2})?[ -]*([0-9]{1,3}(?:\.[0-9]{1,3})?)\Z", re.IGNORECASE)


def told(desk: Desk, positions: Sequence[Position], lang: str) -> tuple[StepTold, ...]:
    """The steps that led to these positions."""
    from referee.record.names import step_name
    from referee.table.telling.news import tell

    signed_notes = desk.history.signed_notes
    return tuple(tell(position, signed_notes[step_name(position.step)], lang) for position in positions)


@example("referee log --last 3", "referee log --new", "referee log --json")
@shared
def log(
    at: Setting,
    last: Annotated[int | None, typer.Option("--last", help="Only the last steps, this many.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Only what happened since your own last move.")] = False,
) -> None:
    """Tell what happened, step by step."""
    from referee.cli.shapes import Log
    from referee.cli.steps import step_lines

    seen: list[Position] = []
    desk = at.desk(watch=seen.append)
    newest, chosen = desk.position, seen
    if new:
        seat = desk.eyes.seat
        if seat is None:
            raise OutOfOrder("only a player of this game has moves to look back from", hint="referee log --last 3")
        since = newest.signed[seat]
        chosen = [position for position in seen if position.step > since]
    if last is not None:
        if last < 1:
            raise Unreadable("--last is a number of steps, at least 1; got {found}", found=last)
        chosen = chosen[-last:]
    found = told(desk, chosen, at.lang)
    lines = [line for step in found for line in step_lines(at, step)]
    data(at, Log(found), lines or [at.sentence("nothing has happened since your last move")])


@example("referee letter", "referee letter 17")
@shared
def letter(
    at: Setting,
    step: Annotated[int | None, typer.Argument(metavar="STEP", help="Which step; else the newest.")] = None,
) -> None:
    """Write the letter of a step again, and print it: the words, the board, and the notes."""
    from referee.cli.shapes import Letter
    from referee.record.names import step_name
    from referee.table.telling.letters import letter as write
    from referee.table.telling.letters import letter_name

    seen: dict[int, Position] = {}
    desk = at.desk(watch=lambda position: seen.__setitem__(position.step, position))
    number = desk.position.step if step is None else step
    if number not in seen:
        raise OutOfOrder("there is no step {step}; the newest is {newest}", step=number, newest=desk.position.step)
    text = write(seen[number], desk.history.signed_notes[step_name(number)], at.lang)
    path = desk.folder.write_letter(letter_name(number), text)
    data(at, Letter(number, shown(path)), text.decode("utf-8", "replace").splitlines())


def _ids(incomplete: str) -> list[str]:
    from referee.cli.completion import rule_ids

    return rule_ids(incomplete)


@example('referee rule "TE 6.2"', "referee rule 6.2", "referee rule")
@shared
def rule(
    at: Setting,
    rule_id: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULE", help="Such as TE 6.2, or 6.2 in a game's folder; else all rules.", autocompletion=_ids
        ),
    ] = None,
) -> None:
    """Explain a rule: its sentence, where it stands, and our rulings. Without one, list all rules of the game."""
    from referee.cli.shapes import Rules
    from referee.table.explain import rule as explained
    from referee.table.explain import rules_of

    if not rule_id:
        name = at.desk().table.game.info.name
        rules = rules_of(name, at.lang)
        data(at, Rules(tuple(map(_shape, rules))), [f"[{found.id}] {found.sentence}" for found in rules])
        return
    text = explained(_full_id(at, " ".join(rule_id)), at.lang)
    source = at.sentence("source: {source}", source=text.source)
    page = at.sentence("page: {page}", page=text.page)
    lines = [f"[{text.id}] {text.sentence}", source, page, *(f"- {ruling}" for ruling in text.rulings)]
    data(at, Rules((_shape(text),)), lines)


def _shape(text: RuleText) -> Rule:
    from referee.cli.shapes import Rule

    return Rule(text.id, text.sentence, text.source, text.rulings, text.page)


def _full_id(at: Setting, typed: str) -> str:
    """`TE 6.2` for `te6.2`, and for `6.2` in the folder of that game."""
    from referee.table.explain import PREFIXES

    found = _RULE_ID.match(typed.strip())
    if found is None:
        return typed
    letters = found[1]
    if letters is None:
        game = at.desk().table.game.info.name
        letters = next(prefix for prefix, name in PREFIXES.items() if name == game)
    return f"{letters} {found[2]}"

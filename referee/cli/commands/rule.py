"""`referee rule`: a rule explained, or all rules of a game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import msgspec
import typer

import referee
from referee.cli.completion.choices import rule_ids
from referee.cli.context import Context, command
from referee.cli.printing.output import data
from referee.games import names
from referee.kernel.errors import RefereeError
from referee.words.rules import RuleText, rules_about, rules_of
from referee.words.rules import rule as explained


class Rule(msgspec.Struct, frozen=True):
    """A rule: its sentence, where it stands, our rulings on it, and its place in the documents."""

    id: str
    sentence: str
    source: str
    rulings: tuple[str, ...]
    page: str


class Rules(msgspec.Struct, frozen=True):
    """The rule that was asked for, or all rules of a game and of the table (`PM`)."""

    rules: tuple[Rule, ...]


_RULE_ID = re.compile(r"\A([a-z]{2})?[ -]*([0-9]{1,3}(?:\.[0-9]{1,3})?)\Z", re.IGNORECASE)


@command(prints=Rules)
def rule(
    context: Context,
    rule_id: Annotated[list[str] | None, typer.Argument(metavar="RULE", autocompletion=rule_ids)] = None,
) -> None:
    """Explain a rule: its sentence, where it stands, and our rulings."""
    if not rule_id:
        name = context.desk().table.game.info.name
        rules = rules_of(name, context.lang)
        data(context, Rules(tuple(map(_shape, rules))), [f"[{text.id}] {text.sentence}" for text in rules])
        return
    typed = " ".join(rule_id)
    found = _about(context, typed) if _is_words(typed) else ()
    if found:
        data(context, Rules(tuple(map(_shape, found))), [f"[{text.id}] {text.sentence}" for text in found])
        return
    text = explained(_full_id(context, typed), context.lang)
    source = context.sentence("source", source=text.source)
    page = [context.sentence("page", page=text.page)] if _is_here(text.page) else []
    lines = [f"[{text.id}] {text.sentence}", source, *page, *(f"- {ruling}" for ruling in text.rulings)]
    data(context, Rules((_shape(text),)), lines)


def _is_words(typed: str) -> bool:
    """Whether something else than a rule's number is typed: words to look for."""
    return not any(char.isdigit() for char in typed)


def _about(context: Context, words: str) -> tuple[RuleText, ...]:
    games: tuple[str, ...]
    try:
        games = (context.desk().table.game.info.name,)
    except RefereeError:  # no game here, or none that can be read: then all of them are looked through
        games = names()
    return rules_about(words, games, context.lang)


def _is_here(page: str) -> bool:
    """Whether the page can be opened: a checkout has the documents, an installed program may not."""
    return bool(page) and (Path(referee.__file__).parent.parent / page.partition("#")[0]).is_file()


def _shape(text: RuleText) -> Rule:
    return Rule(text.id, text.sentence, text.source, text.rulings, text.page)


def _full_id(context: Context, typed: str) -> str:
    """`TE 6.2` for `te6.2`, and for `6.2` in the folder of that game."""
    match = _RULE_ID.match(typed.strip())
    if match is None:
        return typed
    letters = match[1]
    if letters is None:
        letters = context.desk().table.game.info.rule_prefix
    return f"{letters} {match[2]}"

"""`referee rule`: a rule explained, or all rules of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
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
from referee.kernel.game import View
from referee.kernel.grammar.vocabulary import healed
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
    """The rule that was asked for, or all rules of a game and of the table (`PM`); and what the pages of the game say
    of a card, a technology or a place that is called so, line by line.
    """

    rules: tuple[Rule, ...]
    pages: tuple[str, ...] = ()


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
    found, lines = (_about(context, typed), _paged(context, typed)) if not _RULE_ID.match(typed.strip()) else ((), [])
    if found or lines:
        told = [f"[{text.id}] {text.sentence}" for text in found]
        data(context, Rules(tuple(map(_shape, found)), tuple(lines)), [*lines, *told])
        return
    text = explained(_full_id(context, typed), context.lang)
    source = context.sentence("source", source=text.source)
    page = [context.sentence("page", page=text.page)] if _is_here(text.page) else []
    lines = [f"[{text.id}] {text.sentence}", source, *page, *(f"- {ruling}" for ruling in text.rulings)]
    data(context, Rules((_shape(text),)), lines)


def _about(context: Context, words: str) -> tuple[RuleText, ...]:
    games: tuple[str, ...]
    try:
        games = (context.desk().table.game.info.name,)
    except RefereeError:  # no game here, or none that can be read: then all of them are looked through
        games = names()
    return rules_about(words, games, context.lang)


def _paged(context: Context, words: str) -> list[str]:
    """What the pages of the game here say of something that is called so: a line, and those indented below it."""
    try:
        desk = context.desk()
        view = View(desk.table.called, None, None, context.lang)
    except RefereeError:  # no game here
        return []
    found = list[str]()
    for _, page in desk.table.game.faces.pages:
        lines = ["".join(text for text, _ in spans) for spans in page(desk.position.state, view)]
        for at, line in enumerate(lines):
            if _is_called(line, healed(words).split()):
                found += [line, *_below(line, lines[at + 1 :])]
    return found


def _is_called(line: str, wanted: list[str]) -> bool:
    """Whether a line begins with these words, or with a code and these words, or has them as the code of its name."""
    name = re.findall(r"\w+", re.split(r"[:,]|\) ", healed(line))[0])[:4]
    if re.search("[+:>-]", "".join(wanted)):
        return _shaped(" ".join(wanted)) == _shaped(healed(line).partition(" = ")[0])
    begins = any(
        all(word.startswith(part) for word, part in zip(name[at:], wanted, strict=False))
        and len(name) >= at + len(wanted)
        for at in (0, 1)
    )
    return bool(wanted) and (begins or (len(wanted) == 1 and f"({wanted[0]})" in healed(line).split(":")[0][:40]))


def _shaped(sign: str) -> str:
    """A sign with nothing in it but what it is made of: `+c` is like `+c gan`, and `app:i` like `gan:i`."""
    return re.sub(r"[^\W_]+", "w", re.sub(r"\A([+-]c)( \w+)?\Z", "\\1", sign.strip()))


def _below(line: str, lines: list[str]) -> Iterator[str]:
    return takewhile(lambda other: _indent(other) > _indent(line), lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


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

"""`referee rule`: a rule explained, or all rules of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import referee
from referee.cli.context import Context, command
from referee.cli.options import choices_of
from referee.cli.printing.output import print_result
from referee.service.rules import Rule, Rules, is_one_rule, list_rules, look_rule


@command(prints=Rules)
def rule(
    context: Context,
    rule_id: Annotated[list[str] | None, typer.Argument(metavar="RULE", autocompletion=choices_of("rule_ids"))] = None,
) -> None:
    """Explain a rule: its sentence, its source, and our rulings."""
    words = " ".join(rule_id or ())
    if not rule_id:
        found = list_rules(context.lang, context.session().table.game.info.name)
    else:
        found = look_rule(context.lang, words, context.session)
    told = [f"[{text.id}] {text.sentence}" for text in found.rules]
    if is_one_rule(words):
        told += _sources(context, found.rules[0])
    print_result(context, found, [*found.pages, *found.gist, *([""] if found.gist else []), *told])


def _sources(context: Context, text: Rule) -> Iterator[str]:
    """Where a rule stands, and our rulings on it."""
    yield context.sentence("source", source=text.source)
    if _is_here(text.page):
        yield context.sentence("page", page=text.page)
    yield from (f"- {ruling}" for ruling in text.rulings)


def _is_here(page: str) -> bool:
    """Whether the page can be opened: a checkout has the documents, an installed program may not."""
    return bool(page) and (Path(referee.__file__).parent.parent / page.partition("#")[0]).is_file()

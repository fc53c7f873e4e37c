"""`referee rule`: a rule explained, or all rules of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

import referee
from referee.cli.completion.choices import rule_ids
from referee.cli.context import Context, command
from referee.cli.printing.output import print_result
from referee.games import find, names
from referee.i18n.option_names import means_every_option, options_explained
from referee.i18n.rule_text import RuleText, full_rule_id, is_rule_id, rules_about, rules_of
from referee.i18n.rule_text import rule_text as explained
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.game import Viewer
from referee.messages.page_search import search_pages


class Rule(msgspec.Struct, frozen=True):
    """A rule of a game or of the table."""

    id: str
    """The id of the rule, as `UR 6.2`."""
    sentence: str
    """The rule in a sentence."""
    source: str
    """Where the rule stands: a rulebook and its chapter, or a ruling."""
    rulings: tuple[str, ...]
    """Our rulings on it, each with its id and sentence; empty if nothing is disputed."""
    page: str
    """Where it stands in the documents of the program."""


class Rules(msgspec.Struct, frozen=True):
    """Rules, with what the pages of the game say of a card, a technology or a place."""

    rules: tuple[Rule, ...]
    """The rules that were asked for, or all rules of a game and the table (`PM`)."""
    pages: tuple[str, ...] = ()
    """What the pages of the game say, line by line; empty if nothing was found."""


@command(prints=Rules)
def rule(
    context: Context,
    rule_id: Annotated[list[str] | None, typer.Argument(metavar="RULE", autocompletion=rule_ids)] = None,
) -> None:
    """Explain a rule: its sentence, where it stands, and our rulings."""
    if not rule_id:
        name = context.session().table.game.info.name
        rules = rules_of(name, context.lang)
        print_result(context, Rules(tuple(map(_shape, rules))), [f"[{text.id}] {text.sentence}" for text in rules])
        return
    typed = " ".join(_without_game(rule_id))
    lines = [] if is_rule_id(typed) else _shown_here(context, typed)
    found = () if is_rule_id(typed) or (lines and means_every_option(typed)) else _about(context, typed, near=not lines)
    if found or lines:
        told = [f"[{text.id}] {text.sentence}" for text in found]
        print_result(context, Rules(tuple(map(_shape, found)), tuple(lines)), [*lines, *told])
        return
    text = explained(full_rule_id(typed, lambda: context.session().table.game.info.rule_prefix), context.lang)
    source = context.sentence("source", source=text.source)
    page = [context.sentence("page", page=text.page)] if _is_here(text.page) else []
    lines = [f"[{text.id}] {text.sentence}", source, *page, *(f"- {ruling}" for ruling in text.rulings)]
    print_result(context, Rules((_shape(text),)), lines)


def _without_game(words: list[str]) -> list[str]:
    """The words without the game before the id of a rule of it: `tigris TE 11.1`, and `tigris 11.1`, is `TE 11.1`.
    Raises Unreadable if that is a rule of another game.
    """
    first, _, typed = " ".join(words).strip().partition(" ")
    game = first.casefold()
    if not is_rule_id(typed) or game not in names():
        return words
    info = find(game).info
    named = full_rule_id(typed, lambda: info.rule_prefix).upper()
    if named.partition(" ")[0] != info.rule_prefix:
        raise Unreadable("rule-of-another-game", game=info.title, id=named, known=info.rule_prefix)
    return [named]


def _about(context: Context, words: str, *, near: bool) -> tuple[RuleText, ...]:
    games: tuple[str, ...]
    try:
        games = (context.session().table.game.info.name,)
    except RefereeError:  # no game here, or none that can be read: then all of them are looked through
        games = names()
    return rules_about(words, games, context.lang, near=near)


def _shown_here(context: Context, words: str) -> list[str]:
    """What is called so in the game here: on its pages, once it is dealt, or among its options."""
    try:
        session = context.session()
        game, chosen = session.table.game, dict(session.table.options.values)
    except RefereeError:  # no game here
        return []
    lines = options_explained(game.info, chosen, words, context.lang)
    if session.history.position is None:
        return lines
    view = Viewer(session.table.called, None, None, context.lang)
    return lines + search_pages(game, session.position.state, view, words)


def _is_here(page: str) -> bool:
    """Whether the page can be opened: a checkout has the documents, an installed program may not."""
    return bool(page) and (Path(referee.__file__).parent.parent / page.partition("#")[0]).is_file()


def _shape(text: RuleText) -> Rule:
    return Rule(text.id, text.sentence, text.source, text.rulings, text.page)

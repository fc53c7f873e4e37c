"""The rules of a game and of the table, as people look for them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from referee.games import find, names
from referee.i18n.option_names import means_every_option, option_explanations
from referee.i18n.rule_text import RuleText, full_rule_id, gist_of, is_rule_id, rule_text, rules_about, rules_of
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.game import Viewer
from referee.messages.page_search import search_pages
from referee.session.session import Session


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
    """Where it is in the documents of the program."""


class Rules(msgspec.Struct, frozen=True):
    """Rules, with what the pages of the game say of a card, a technology or a place."""

    rules: tuple[Rule, ...]
    """The rules that were asked for, or all rules of a game and the table (`PM`)."""
    pages: tuple[str, ...] = ()
    """What the pages of the game say, line by line; empty if nothing was found."""
    gist: tuple[str, ...] = ()
    """The game in short where all its rules are listed: its aim, a turn, what scores, and its end."""


def list_rules(lang: str, game: str) -> Rules:
    """All rules of a game, and those of the table, in a language."""
    return Rules(tuple(map(_rule, rules_of(game, lang))), gist=gist_of(game, lang))


def look_rule(lang: str, words: str, here: Callable[[], Session]) -> Rules:
    """The rule of an id, with or without its game, or what `words` are about; `here` opens the game at hand if it is
    needed. The name of a game stands for all its rules. Raises Unreadable: there is no such rule, or nothing is found.
    """
    if words.strip().casefold() in names():
        return list_rules(lang, words.strip().casefold())
    typed = _without_game(words)
    if not is_rule_id(typed):
        session = _session_here(here)
        pages = [] if session is None else _pages(lang, session, typed)
        games = names() if session is None else (session.table.game.info.name,)
        every = bool(pages) and means_every_option(typed)
        found = () if every else rules_about(typed, games, lang, near=not pages)
        if found or pages:
            return Rules(tuple(map(_rule, found)), tuple(pages))
    return Rules((_rule(rule_text(full_rule_id(typed, lambda: here().table.game.info.rule_prefix), lang)),))


def is_one_rule(words: str) -> bool:
    """Whether one rule is asked for, by its id, with or without its game. Raises as `_without_game`."""
    return is_rule_id(_without_game(words))


def _without_game(typed: str) -> str:
    """The words without the game before the id of a rule of it: `tigris TE 11.1`, and `tigris 11.1`, is `TE 11.1`.
    Raises Unreadable if that is a rule of another game.
    """
    first, _, rest = typed.strip().partition(" ")
    game = first.casefold()
    if not is_rule_id(rest) or game not in names():
        return typed
    info = find(game).info
    named = full_rule_id(rest, lambda: info.rule_prefix).upper()
    if named.partition(" ")[0] != info.rule_prefix:
        raise Unreadable("rule-of-another-game", game=info.title, id=named, known=info.rule_prefix)
    return named


def _session_here(here: Callable[[], Session]) -> Session | None:
    """The game at hand; None where there is none, or none that can be read."""
    try:
        session = here()
        return session if session.history.table is not None else None
    except RefereeError:
        return None


def _pages(lang: str, session: Session, words: str) -> list[str]:
    """What is called so in a game: on its pages, once it is dealt, or among its options."""
    table = session.table
    lines = option_explanations(table.game.info, dict(table.options.values), words, lang)
    if session.history.position is None:
        return lines
    view = Viewer(table.called, None, None, lang)
    return lines + search_pages(table.game, session.position.state, view, words)


def _rule(text: RuleText) -> Rule:
    return Rule(text.id, text.sentence, text.source, text.rulings, text.page)

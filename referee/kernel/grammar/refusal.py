"""Why a typed line cannot be read, from where the search for its orders came to an end, with what would be right."""

from __future__ import annotations

import msgspec

from referee.kernel.errors import Unreadable
from referee.kernel.grammar import Grammar, Verb
from referee.kernel.grammar.lexer import Meaning, Token
from referee.kernel.grammar.spelling import Called, said
from referee.kernel.grammar.tokens import Row
from referee.kernel.sentence import Sentence

Heard = tuple[tuple[Meaning, str], ...]
"""The parts of an order so far, each with the word for it."""

_MEANINGS = 12
"""How many words are listed that a short one may mean."""


class Dead(msgspec.Struct, frozen=True):
    """Where reading came to an end: the token, the verb whose order it was, its parts, and what it might mean."""

    at: int
    verb: Verb | None
    parts: Heard
    start: int
    meanings: tuple[Meaning, ...] = ()


def refusal(grammar: Grammar, row: Row, dead: Dead, question: str | None, meant: str | None) -> Unreadable:
    """What is wrong where nothing got further; `meant` is the line without its slips, if that can be read."""
    at, verb = dead.at, dead.verb
    hint: Sentence | str = said(grammar, grammar.examples(question) if verb is None or dead.meanings else verb.example)
    if meant is not None:
        hint = Sentence("did-you-mean", name=meant)
    if dead.meanings:
        return _ambiguous(grammar, row.tokens[at if at < len(row.tokens) else dead.start], dead, hint, meant)
    if verb is None:
        return Unreadable("no-order-called", text=row.text_from(dead.start), hint=hint, meant=meant)
    if at == len(row.tokens):
        example, found = said(grammar, verb.example), row.text_from(dead.start)
        return Unreadable("order-form", example=example, found=found, hint=hint, meant=meant)
    word = row.word(at)
    missing = [part for part in verb.parts if sum(found.sort == part.sort for found, _ in dead.parts) < part.least]
    if missing or (verb.parts and not dead.parts):
        sort = grammar.sorts[(missing or verb.parts)[0].sort]
        return Unreadable(sort.missing, text=word, hint=hint, meant=meant)
    return Unreadable("surplus-words", text=word, hint=hint, meant=meant)


def _ambiguous(grammar: Grammar, token: Token, dead: Dead, hint: Sentence | str, meant: str | None) -> Unreadable:
    """What a word may mean: to a reader in the words of his language, if there are several of it."""

    def names(lang: str = "") -> list[str]:
        words = (grammar.word_for(meaning, token.text, lang) for meaning in dead.meanings)
        return list(dict.fromkeys(filter(None, words)))

    def told(known: str, lang: str) -> str:
        return _list_words(own) if len(own := names(lang)) > 1 else known

    return Unreadable(
        "ambiguous-word", word=token.text, meanings=Called(_list_words(names()), told), hint=hint, meant=meant
    )


def _list_words(words: list[str]) -> str:
    return ", ".join([*words[:_MEANINGS], *([".."] if len(words) > _MEANINGS else [])])

"""Orders as people are told them: their one spelling in the words of a language, by the grammar that reads them.

Notes keep the spelling. What a person sees (`piazza tempio F7`) is a face of it, made of the first word that the page
of order words has for each of its words, so that whatever is printed can be typed again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Self

from referee.kernel.grammar import VERB, Entry, Grammar
from referee.kernel.grammar.lexer import healed
from referee.kernel.requests import TURN

Page = Sequence[Entry]
"""The page of order words of a game."""
Paged = Callable[[], Page]
"""Gives the page, when an order is shown in other words than its own."""
Aloud = Callable[[str, str], str]
"""How a game tells an order in a language, where names stand for the codes of its spelling."""

_PIECES = r"([^\W\d_]+)"


class Spelled(str):
    """An order in its one spelling, or several with commas between them: itself as a string, and shown in the words of
    the reader's language wherever a sentence holds it.
    """

    __slots__ = ("aloud", "brief", "page")
    page: Paged
    brief: bool
    aloud: Aloud | None

    def __new__(cls, spelled: str, page: Paged, *, brief: bool = False, aloud: Aloud | None = None) -> Self:
        """The spelling, with the page of the game whose orders it holds; `brief` if a verb that may is left out."""
        made = super().__new__(cls, spelled)
        made.page, made.brief, made.aloud = page, brief, aloud
        return made

    def told(self, lang: str) -> str:
        """The orders in the words of a language. Their spelling is English."""
        if self.aloud is not None:
            return ", ".join(self.aloud(order, lang) for order in self.split(", "))
        if lang == "en" and not self.brief:
            return str(self)
        return ", ".join(spoken(order, self.page(), lang, brief=self.brief) for order in self.split(", "))


class Called(str):
    """A code, of a data pack or of a seat: itself as a string, told by its name in the reader's language."""

    __slots__ = ("name",)
    name: Callable[[str, str], str]

    def __new__(cls, code: str, name: Callable[[str, str], str]) -> Self:
        """The code, with what finds its name for a language; empty where it has none."""
        made = super().__new__(cls, code)
        made.name = name
        return made

    def told(self, lang: str) -> str:
        """Name and code, or the code alone."""
        return self.name(str(self), lang) or str(self)

    def __reduce__(self) -> tuple[object, ...]:
        return Called, (str(self), self.name)


def said(grammar: Grammar, spelled: str) -> Spelled:
    """Orders of a grammar, for a sentence."""
    return Spelled(spelled, grammar.page, aloud=grammar.aloud)


def spoken(order: str, page: Page, lang: str, *, brief: bool = False) -> str:
    """An order in the words of a language; its spelling is English. What the page has no word for stays as it is.

    With `brief` the verb of an action is left out if what it is done with and where say it all: `temple F7`.
    """
    first, *rest = re.split(r"(?=[\s:])", order)
    verb = next((entry for entry in page if entry.sort == VERB and entry.name == first), None)
    if verb is None:
        return order
    if brief and verb.bare and verb.answers == (TURN,) and sum(part.least for part in verb.parts) > 1:
        return spoken(order, page, lang).partition(" ")[2]
    if lang == "en":
        return order
    own = {part.sort for part in verb.parts}
    near = [entry for entry in page if entry.sort in own] + [entry for entry in page if entry.sort not in (VERB, *own)]
    return _word_to_teach(verb, lang) + "".join(_word(word, near, lang) for word in rest)


def _word(word: str, entries: Sequence[Entry], lang: str) -> str:
    """A word after the verb with what is before it, or what it is made of: `rosso-verde` for `red-green`."""
    whole = _value(word[1:], entries, lang)
    if whole is not None:
        return word[0] + whole
    return "".join(_value(piece, entries, lang) or piece for piece in re.split(_PIECES, word))


def _value(word: str, entries: Sequence[Entry], lang: str) -> str | None:
    """What a word is called, if it is a value's name and no label; also the second form of it, a plural."""
    for entry in entries:
        english = tuple(_words_of_entry(entry, "en"))
        if entry.name == word and word in english:
            return _word_to_teach(entry, lang)
        if word in english[1:2] and entry.name == english[0]:
            return next(islice(_words_of_entry(entry, lang), 1, 2), _word_to_teach(entry, lang))
    return None


def _word_to_teach(entry: Entry, lang: str) -> str:
    """The word to teach for an entry; its own name where that is understood in the language as well."""
    words = tuple(_words_of_entry(entry, lang))
    return entry.name if not words or healed(entry.name) in map(healed, words) else words[0]


def _words_of_entry(entry: Entry, lang: str) -> Iterator[str]:
    return (word for language, words in entry.words if language == lang for word in words)

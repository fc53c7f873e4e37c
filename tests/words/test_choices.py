"""A refusal that lists what may be typed lists it in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest

from referee.games import built_in
from referee.i18n.catalogue import languages
from referee.kernel.grammar import Grammar, Sort
from referee.kernel.sentence import Sentence

Case = tuple[Grammar, Sort]


def taught(case: Case, lang: str) -> set[str]:
    """For each value the first word of a language, which is the one to teach."""
    grammar, sort = case
    return {words[lang].split()[0] for meaning, words in grammar.words.items() if meaning.sort == sort.name}


def grammars() -> Iterator[Grammar]:
    """Those of the games; what a pack brings has no list in a refusal."""
    for game in built_in():
        yield import_module(f"referee.games.{game}.moves").ORDERS.grammar


def listing() -> dict[str, Case]:
    """The sorts whose English refusal lists all values there are."""
    cases = [(grammar, sort) for grammar in grammars() for sort in grammar.sorts.values()]
    listed = [case for case in cases if len(taught(case, "en")) > 1 and taught(case, "en") <= named(case[1], "en")]
    return {f"{sort.missing} {sort.name}": (grammar, sort) for grammar, sort in listed}


def named(sort: Sort, lang: str) -> set[str]:
    """The words of the refusal of something that is not of this sort."""
    return set(Sentence(sort.missing, text="?", at="?").told(lang).replace(",", " ").replace(";", " ").split())


def test_there_are_refusals_that_list_what_there_is() -> None:
    assert {"tigris/bad-tile kind", "tigris/bad-leader role", "cards/bad-leader leader"} <= set(listing())


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", listing())
def test_what_a_refusal_lists_can_be_typed_in_the_language_of_the_refusal(name: str, lang: str) -> None:
    case = listing()[name]

    assert taught(case, lang) <= named(case[1], lang)

"""A refusal that lists what may be typed lists it in the reader's language."""

from __future__ import annotations

from importlib import import_module

import pytest

from referee.games import built_in
from referee.games.civilization.pack import shipped
from referee.games.civilization.world import world_of
from referee.kernel.grammar import Grammar, Sort
from referee.kernel.sentence import Sentence
from referee.words.catalogue import languages


def taught(sort: Sort, lang: str) -> set[str]:
    """For each value the first word of a language, which is the one to teach."""
    return {spellings[lang].split()[0] for spellings in sort.words.values()}


def grammar(game: str) -> Grammar:
    """The grammar of a game's orders; that of a game over a pack is made for its shipped one."""
    words = import_module(f"referee.games.{game}.words")
    found: Grammar = words.GRAMMAR if hasattr(words, "GRAMMAR") else words.grammar_of(world_of(shipped()))
    return found


def listing() -> dict[str, Sort]:
    """The sorts whose English refusal lists all values there are."""
    sorts = [sort for game in built_in() for sort in grammar(game).sorts.values()]
    listed = [sort for sort in sorts if len(sort.words) > 1 and taught(sort, "en") <= named(sort, "en")]
    return {f"{sort.missing} {sort.name}": sort for sort in listed}


def named(sort: Sort, lang: str) -> set[str]:
    """The words of the refusal of something that is not of this sort."""
    return set(Sentence(sort.missing, text="?", at="?").told(lang).replace(",", " ").replace(";", " ").split())


def test_there_are_refusals_that_list_what_there_is() -> None:
    assert {"tigris/bad-tile kind", "tigris/bad-leader role", "cards/bad-leader leader"} <= set(listing())


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", listing())
def test_what_a_refusal_lists_can_be_typed_in_the_language_of_the_refusal(name: str, lang: str) -> None:
    sort = listing()[name]

    assert taught(sort, lang) <= named(sort, lang)

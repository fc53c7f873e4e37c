"""People answer a program that says "piazza" with "piazzo" or "piazzare": all three are understood, in every game."""

from __future__ import annotations

from importlib import import_module

import pytest

from referee.games import built_in, find
from referee.games.civilization.order_words import orders_of
from referee.games.civilization.pack import shipped_components
from referee.games.civilization.world import world_of
from referee.kernel.grammar import FILLER, VERB, Grammar

NO_VERBS = frozenset(
    (
        *("avanti", "basta", "calamità", "carta", "dinasta", "guerra"),
        *("coloni", "fra", "tra"),
        *("agricoltura", "cultura", "politica"),
        *("nulla", "punti", "rendita", "tecnologia", "tesori", "tessera"),
    )
)
"""Words among those of the verbs that are none themselves."""

IRREGULAR = {
    "converti": ("converto", "convertire"),
    "cresci": ("cresco", "crescere"),
    "disponi": ("dispongo", "disporre"),
    "parti": ("parto", "partire"),
    "mantieni": ("mantengo", "mantenere"),
    "ottieni": ("ottengo", "ottenere"),
    "scegli": ("scelgo", "scegliere"),
    "scopri": ("scopro", "scoprire"),
    "tieni": ("tengo", "tenere"),
    "vai": ("vado", "andare"),
    "togli": ("tolgo", "togliere"),
}


def persons(verb: str) -> tuple[str, ...]:
    """First person and infinitive of an Italian verb that is told in the second person."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("isci"):
        return f"{verb[:-1]}o".replace("iscio", "isco"), f"{verb[:-4]}ire"
    if verb.endswith("a"):
        return f"{verb[:-1]}o", f"{verb[:-1]}are"
    return f"{verb[:-1]}o", f"{verb[:-1]}ere"


def grammar(game: str) -> Grammar:
    """What can be typed in a game, with the pack that comes with it."""
    if game == "civilization":
        return orders_of(world_of(shipped_components())).grammar
    found: Grammar = import_module(f"referee.games.{game}.moves").ORDERS.grammar
    return found


def told(game: str) -> list[tuple[str, str]]:
    """(order, Italian verb in the second person) for every such word of a game."""
    verbs = [(verb, word) for verb in grammar(game).verbs for word in words(game, verb)]
    return [(verb, word) for verb, word in verbs if word[-1] in "ai" and word not in NO_VERBS]


def words(game: str, verb: str) -> list[str]:
    """The Italian words of an order."""
    spelled = next(spellings for one, spellings in grammar(game).words.items() if (one.sort, one.value) == (VERB, verb))
    return spelled.get("it", "").split()


@pytest.mark.parametrize("game", built_in())
def test_whoever_answers_in_the_first_person_is_understood(game: str) -> None:
    missing = [
        (verb, word, form)
        for verb, word in told(game)
        for form in persons(word)
        if not any((one.sort, one.value) == (VERB, verb) for one in grammar(game).vocabulary.exact(form))
    ]

    assert missing == []


@pytest.mark.parametrize("game", built_in())
def test_a_verb_that_only_fills_does_so_in_every_person(game: str) -> None:
    found = grammar(game)
    fillers = [word for word in found.fillers.get("it", "").split() if word in VERBS_THAT_FILL]

    assert [form for word in fillers for form in persons(word) if not means(found, form, FILLER)] == []


VERBS_THAT_FILL = frozenset(["colloca", "costruisci", "disponi", "gioca", "metti", "muovi", "piazza", "posa", "sposta"])


def means(found: Grammar, word: str, sort: str) -> bool:
    """Whether a word is of a sort."""
    return any(meaning.sort == sort for meaning in found.vocabulary.exact(word))


def test_the_games_have_italian_verbs() -> None:
    assert all(len(told(game)) >= 5 for game in built_in())
    assert all(find(game).notation.words() for game in built_in())

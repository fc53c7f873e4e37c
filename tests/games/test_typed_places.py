"""No place is misread: whatever article or preposition stands before it, it is that place or a refusal.

Made of the boards and the packs: every place of a game behind every verb, as the answer to every question (that of a
conflict is one of them), with every Italian particle, dealt out so that each pair of them comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import cycle, islice, product
from typing import NamedTuple

import pytest

from referee.games.cards.moves import ORDERS as CARDS
from referee.games.civilization.order_words import orders_of
from referee.games.civilization.pack import shipped_components
from referee.games.civilization.world import world_of
from referee.games.tigris.moves import ORDERS
from referee.games.ur.moves import ORDERS as UR
from referee.kernel.errors import Unreadable
from referee.kernel.grammar import VERB
from referee.kernel.grammar.lexer import Meaning, healed, tokens_of
from referee.kernel.grammar.parser import hear
from referee.kernel.grammar.spelling import spoken
from referee.kernel.grammar.tokens import Row
from referee.kernel.sentence import typed_words
from tests.long_runs import of

GRAMMARS = {
    "tigris": ORDERS.grammar,
    "cards": CARDS.grammar,
    "ur": UR.grammar,
    "civilization": orders_of(world_of(shipped_components())).grammar,
}
PLACED = {
    "tigris": ("space",),
    "cards": ("place", "slot", "column", "head"),
    "ur": ("cell",),
    "civilization": ("place",),
}
"""The sorts of each game that are places."""

LEAST = {"tigris": 5_500, "cards": 3_000, "ur": 11_500, "civilization": 13_000}
"""How many of these lines are at least understood, if all of them are read."""

APART = of(23, 1)
"""Every so many of the lines are read."""

PARTICLES = ("", *(word for code in ("particle", "from") for word in typed_words("", "typed", code)["it"].split()))
ELIDED = {word for word in PARTICLES if word in ("l", "d") or (len(word) > 2 and word.endswith("ll"))}
FIRST = {"tigris": "re L11", "cards": "re A2", "ur": "guerra b3>c3:2", "civilization": "attacca Gobi con 2 fanterie"}
"""An order that may start a conflict."""

ROUNDS = {"tigris": 1, "cards": 1, "ur": 6, "civilization": 1}
"""How often each place goes behind each verb, until it has had every particle and every question."""


@cache
def places(game: str) -> Mapping[str, frozenset[str]]:
    """Every way to write a place, and the values of sorts that it may stand for."""
    found: dict[str, set[str]] = {}
    for sort in (GRAMMARS[game].sorts[name] for name in PLACED[game]):
        for label, value in sort.labels.items():
            found.setdefault(label.upper(), set()).add(value)
        for meaning, tables in GRAMMARS[game].words.items():
            for word in (word for words in tables.values() for word in words.split() if meaning.sort == sort.name):
                found.setdefault(word, set()).add(meaning.value)
    return {place: frozenset(values) for place, values in found.items()}


def heads(game: str) -> Iterator[str]:
    """What a place can be typed behind: every word of every verb, the example of a whole order, and the latter behind
    an order that starts a conflict.
    """
    grammar = GRAMMARS[game]
    for verb in grammar.verbs.values():
        yield from (word for words in grammar.words[Meaning(VERB, verb.name)].values() for word in words.split())
        example = spoken(verb.example, grammar.page(), "it")
        head = example.rpartition(" ")[0] or example
        yield from (head, f"{FIRST[game]}, {head}")


def meant(game: str, head: str) -> frozenset[str]:
    """Every value that the words of a head may have."""
    text = healed(head)
    row = Row(GRAMMARS[game].vocabulary, text, tokens_of(text))
    spelled = {one.value for at in range(len(row.tokens)) for length in (1, 2, 3) for one in row.spelled(at, length)}
    return frozenset((*spelled, *re.findall(r"\w+", head)))


def allowed(game: str, line: Line) -> frozenset[str]:
    """What place and particle may mean; a particle of several letters that is a word of the game as well keeps that
    meaning: `col` is a colonist, `all` is everything.
    """
    words = GRAMMARS[game].vocabulary
    whole = [*words.exact(line.place.lower()), *(words.exact(line.particle) if len(line.particle) > 1 else ())]
    return places(game)[line.place] | {meaning.value for meaning in whole}


class Line(NamedTuple):
    """A line, the question that is open, and the parts of it."""

    question: str
    head: str
    particle: str
    place: str

    @property
    def text(self) -> str:
        gap = "'" if self.particle in ELIDED else " "
        return f"{self.head} {self.particle}{gap if self.particle else ''}{self.place}"


def lines(game: str) -> Iterator[Line]:
    """Every place behind every head; questions and particles are dealt out in turn."""
    questions = sorted({question for verb in GRAMMARS[game].verbs.values() for question in verb.answers})
    dealt = zip(cycle(questions), cycle(PARTICLES), strict=False)
    every = product(range(ROUNDS[game]), places(game), dict.fromkeys(heads(game)))
    for (_, place, head), (question, particle) in zip(every, dealt, strict=False):
        yield Line(question, head, particle, place)


def read(game: str) -> Iterator[Line]:
    """Those of the lines that are read in this run."""
    return islice(lines(game), 0, None, APART)


@pytest.mark.parametrize("game", GRAMMARS)
def test_a_place_behind_any_verb_and_particle_is_that_place_or_a_refusal(game: str) -> None:
    own = {head: meant(game, head) for head in heads(game)}
    misread, understood = [], 0
    for line in read(game):
        try:
            orders = hear(GRAMMARS[game], line.text, line.question)
        except Unreadable:
            continue
        understood += 1
        values = {part.value for order in orders for part in order.parts}
        strange = values - own[line.head] - allowed(game, line)
        if values & places(game)[line.place]:  # the column D and the slot C-D, for an apostrophe is a blank by then
            strange -= {line.particle.upper()}
        misread += [(line.question, line.text, strange)] * bool(strange)

    assert misread == []
    assert understood >= LEAST[game] // APART, "refusing everything would be no reading"


@pytest.mark.parametrize("game", GRAMMARS)
def test_every_place_meets_every_particle_verb_and_question(game: str) -> None:
    met = {(line.place, what) for line in lines(game) for what in line[:3]}
    questions = {question for verb in GRAMMARS[game].verbs.values() for question in verb.answers}

    assert met == set(product(places(game), {*heads(game), *PARTICLES, *questions}))
    for number, every in enumerate((questions, {*heads(game)}, {*PARTICLES}, {*places(game)})):
        assert {line[number] for line in read(game)} == every, "what is never read proves nothing"

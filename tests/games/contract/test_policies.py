"""Standing answers of every game that has them: one shape, legal answers, and nothing to be learned from silence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from typing import Any, NamedTuple

import pytest

from referee.crypto.sealing import BLOCK, SALT
from referee.games import built_in, find
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame, Policies
from referee.kernel.goods import OwnGoods
from referee.kernel.sentence import Sentence
from referee.protocol.step.planned_orders import ORDER_COLUMNS
from tests.games.contract.playout import Table, option_sets, tables
from tests.games.contract.public_facts import elsewhere
from tests.games.contract.test_contract import chance

SAMPLES: dict[str, tuple[tuple[str, ...], ...]] = {
    "cards": (
        ("score keep 1", "defend min 3", "convert yes", "swap CAB"),
        ("score green never", "defend red min 0", "convert no", "swap none"),
    ),
    "civilization": (
        ("pick c102 c103 c101 c104 c105 c106 c107", "decline box peek strike symbol", "best colonist place grow"),
        ("decline box but c101 c104", "tech 40 mas mat", "best grow build"),
        ("pick c108 c109 c110", "decline peek symbol", "tech 0 law", "best colonist place"),
    ),
    "tigris": (
        ("defend min 2", "attack with 3", "treasure any", "monument none"),
        ("defend temple 6 settlement 6 market 6", "attack with 6 farm 1", "treasure leave F7 C2", "monument red-blue"),
        ("attack temple 4", "treasure leave F7 C2 any", "monument green-blue ziggurat red-black"),
    ),
    "ur": (
        ("place c4 c4 d4 b3 e5 a1 f6", "exchange a1 f6 keep", "share fullest"),
        ("place a1 a2 a3 b1 b2 b3 c1 c2 c3 d1 d2 d3", "share c4 d4 emptiest"),
        ("exchange keep", "share b3 c3 d3"),
    ),
}
"""Policies of each game, between them with every form of every line."""
WITH_POLICIES = tuple(name for name in built_in() if find(name).policies is not None)
MOST, SEEDS = 60, 3
"""Questions looked at for each set of options, in so many games at most: some games ask seldom."""


class Asked(NamedTuple):
    """A position in which a policy may answer, who is asked, and the hands that this seat may hold instead."""

    table: Table
    seat: int
    hands: tuple[OwnGoods, ...]


def policies_of(game: AnyGame) -> Policies[Any, Any]:
    assert game.policies is not None
    return game.policies


@cache
def asked(name: str) -> tuple[Asked, ...]:
    """Positions of random games under every set of options."""
    game = find(name)
    return tuple(found for options in option_sets(name) for found in islice(_asked(game, options), MOST))


def _asked(game: AnyGame, options: Any) -> Iterator[Asked]:
    words = chance(f"hands {options}")
    for table in chain.from_iterable(tables(game, options, seed) for seed in range(SEEDS)):
        for request in game.requests(table.state):
            if policies_of(game).may_answer(request):
                others = (elsewhere(table, words) for _ in range(3)) if table.dealer.piles else ()
                hands = (table.owners[request.seat].own(request.seat), *(other.own(request.seat) for other in others))
                yield Asked(table, request.seat, tuple(own for own in hands if own is not None))


def test_every_game_with_standing_answers_is_looked_at() -> None:
    assert set(SAMPLES) == set(WITH_POLICIES)


@pytest.mark.parametrize("name", WITH_POLICIES)
def test_whether_a_policy_answers_never_depends_on_the_hand(name: str) -> None:
    """Everybody sees who had to be asked."""
    policies, looked = policies_of(find(name)), 0
    for table, seat, hands in asked(name):
        for lines in SAMPLES[name]:
            policy = policies.parse(lines)
            said = [policies.answer(table.state, seat, own, policy) for own in hands]
            silent = {answer if answer is None or isinstance(answer, Sentence) else "answers" for answer in said}
            looked += len(said)

            assert len(silent) == 1, (lines, silent, table.orders[-3:])
    assert looked > 100


@pytest.mark.parametrize("name", WITH_POLICIES)
def test_what_a_policy_answers_is_legal_whatever_the_hand(name: str) -> None:
    game, answered = find(name), 0
    policies = policies_of(game)
    for table, seat, hands in asked(name):
        for lines in SAMPLES[name]:
            policy = policies.parse(lines)
            for own in hands:
                answer = policies.answer(table.state, seat, own, policy)
                if answer is not None and not isinstance(answer, Sentence):
                    answered += 1

                    assert answer in set(game.legal_orders(table.state, seat, own)), (lines, answer)
    assert answered > 20


@pytest.mark.parametrize("name", WITH_POLICIES)
def test_every_question_that_comes_up_is_answered_by_one_of_the_policies(name: str) -> None:
    game = find(name)
    policies, came_up, found = policies_of(game), set(), set()
    for table, seat, hands in asked(name):
        (request,) = (request for request in game.requests(table.state) if request.seat == seat)
        came_up.add(request.question)
        for lines in SAMPLES[name]:
            answer = policies.answer(table.state, seat, hands[0], policies.parse(lines))
            if answer is not None and not isinstance(answer, Sentence):
                found.add(request.question)

    assert came_up == found


@pytest.mark.parametrize("name", WITH_POLICIES)
def test_nobody_who_is_not_asked_is_answered_for(name: str) -> None:
    game = find(name)
    policies = policies_of(game)
    for table, seat, hands in asked(name)[:20]:
        others = set(range(table.options.seats)) - {request.seat for request in game.requests(table.state)}
        for lines in SAMPLES[name]:
            policy = policies.parse(lines)

            assert seat not in others
            assert all(policies.answer(table.state, other, hands[0], policy) is None for other in others)


@pytest.mark.parametrize(("name", "lines"), [(name, lines) for name in SAMPLES for lines in SAMPLES[name]])
def test_a_policy_has_one_spelling_that_fits_the_sealed_lines(name: str, lines: tuple[str, ...]) -> None:
    game = find(name)
    policies = policies_of(game)

    assert policies.format(policies.parse(lines)) == lines
    assert len(lines) <= game.info.pins
    assert all(len(line) <= ORDER_COLUMNS for line in lines)
    assert SALT + game.info.pins * (ORDER_COLUMNS + 1) < game.info.seal_blocks * BLOCK


@pytest.mark.parametrize("name", WITH_POLICIES)
def test_a_line_that_no_game_knows_is_answered_with_an_example_that_is_known(name: str) -> None:
    policies = policies_of(find(name))
    with pytest.raises(Unreadable) as refused:
        policies.parse(("sing loudly",))

    example = str(refused.value.said.values["example"])
    assert policies.format(policies.parse(tuple(line.strip() for line in example.split(","))))


@pytest.mark.parametrize("name", WITH_POLICIES)
def test_what_is_offered_to_stand_is_a_line_as_the_game_spells_it(name: str) -> None:
    policies = policies_of(find(name))
    for line in policies.offers:
        assert policies.format(policies.parse((line,))) == (line,)

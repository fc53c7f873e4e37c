"""Each promise of the books can fail: one flaw put into good books is found under the promise it breaks, and no other.

The good books are those of the game that a package brings: they are small, and keep every promise.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as changed

from referee.kernel.events import Event
from tests.games.contract import books as promises
from tests.games.contract.books import PROMISES, Books, Promise, books_of
from tests.games.contract.playout import option_sets

GOOD = books_of("oxo")
RULE = GOOD.game.info.hand_rule
"""A rule that refuses, and that one case breaks."""


class Drew(Event, frozen=True):
    seat: int


def with_rule(name: str = RULE, **fields: Any) -> Books:
    """The books with other fields of one rule; None takes a field away."""
    rules = deepcopy(GOOD.rules)
    entry = rules["rules"].setdefault(name, deepcopy(rules["rules"][RULE]))
    for field, value in fields.items():
        entry.pop(field) if value is None else entry.update({field: value})
    return replace(GOOD, rules=rules)


def with_say(**said: dict[str, str]) -> Books:
    rules = deepcopy(GOOD.rules)
    rules["say"] = {**rules["say"], **said}
    return replace(GOOD, rules=rules)


def with_case(**fields: Any) -> Books:
    """The books with other fields of the first case."""
    first, *rest = GOOD.cases
    return replace(GOOD, cases=({**first, **fields}, *rest))


def with_code(text: str) -> Books:
    return replace(GOOD, sources=(*GOOD.sources, text))


def with_info(**fields: Any) -> Books:
    return replace(GOOD, game=changed(GOOD.game, info=changed(GOOD.game.info, **fields)))


def without_italian() -> Books:
    rules = deepcopy(GOOD.rules)
    rules["say"].popitem()
    return replace(GOOD, rules=rules)


def turned_round() -> Books:
    rules = deepcopy(GOOD.rules)
    rules["rules"] = dict(reversed(rules["rules"].items()))
    return replace(GOOD, rules=rules)


FIRST = next(iter(GOOD.listed))
CODE = next(iter(GOOD.rules["say"]))

FLAWS: dict[str, tuple[Promise, Callable[[], Books]]] = {
    "a prefix of another game": (promises.rules_begin_with_the_prefix_of_the_game, lambda: with_info(rule_prefix="TE")),
    "a rule without a number": (promises.rules_begin_with_the_prefix_of_the_game, lambda: with_rule("hands 1")),
    "a rule that is named and not listed": (
        promises.every_rule_named_in_the_code_is_listed,
        lambda: with_code(f'"""{GOOD.game.info.rule_prefix} 99 says so."""'),
    ),
    "rules out of order": (promises.rules_stand_in_the_order_of_the_rulebook, turned_round),
    "a rule without Italian": (
        promises.every_rule_has_a_sentence_in_both_languages_and_a_source,
        lambda: with_rule(it=None),
    ),
    "a rule in one language twice": (
        promises.every_rule_has_a_sentence_in_both_languages_and_a_source,
        lambda: with_rule(it=GOOD.listed[RULE]["en"]),
    ),
    "a rule from nowhere": (
        promises.every_rule_has_a_sentence_in_both_languages_and_a_source,
        lambda: with_rule(source=""),
    ),
    "a ruling that nobody gave": (
        promises.every_ruling_stands_under_a_rule_in_both_languages,
        lambda: with_rule(rulings=["G-1"]),
    ),
    "no Italian at all": (promises.it_speaks_italian_too, lambda: replace(GOOD, languages=("en",))),
    "no case book": (promises.there_is_a_case_book, lambda: replace(GOOD, cases=())),
    "a field that no format knows": (
        promises.cases_are_written_in_the_published_format,
        lambda: with_case(afterwards={}),
    ),
    "a part that the game does not know": (
        promises.cases_are_written_in_the_published_format,
        lambda: with_case(given={"moon": 1}),
    ),
    "a number twice": (
        promises.every_case_has_a_number_of_its_own,
        lambda: replace(GOOD, cases=(*GOOD.cases, GOOD.cases[0])),
    ),
    "a case that does not hold": (promises.every_case_holds, lambda: with_case(then={"state": {}})),
    "a case about no rule there is": (promises.cases_are_about_listed_rules, lambda: with_case(rules=["ZZ 1"])),
    "a case that breaks no rule there is": (promises.cases_are_about_listed_rules, lambda: with_case(breaks=["ZZ 1"])),
    "a breaking case that is not listed": (
        promises.the_list_names_the_cases_that_obey_and_break,
        lambda: with_rule(breaks=[]),
    ),
    "an obeying case about something else": (
        promises.the_list_names_the_cases_that_obey_and_break,
        lambda: with_rule(obeys=["nowhere"]),
    ),
    "a rule that no case obeys": (promises.every_rule_is_obeyed_by_a_case, lambda: with_rule(FIRST, obeys=[])),
    "a rule that refuses and is never broken": (
        promises.every_rule_that_can_refuse_is_obeyed_and_broken,
        lambda: with_code(f'illegal("{FIRST}", "no")'),
    ),
    "a refusal under no rule there is": (
        promises.every_refusal_is_plain_text_under_a_listed_rule,
        lambda: with_code('illegal("ZZ 1", "no")'),
    ),
    "a refusal that is put together": (
        promises.every_refusal_is_plain_text_under_a_listed_rule,
        lambda: with_code(f'illegal("{RULE}", "no " + why)'),
    ),
    "a refusal without Italian": (promises.every_refusal_has_its_italian_with_the_same_places, without_italian),
    "an answer to bad typing without Italian": (
        promises.every_refusal_has_its_italian_with_the_same_places,
        lambda: with_code('raise Unreadable("expected a cell")'),
    ),
    "Italian that leaves something out": (
        promises.every_refusal_has_its_italian_with_the_same_places,
        lambda: with_say(**{CODE: {"en": GOOD.rules["say"][CODE]["en"], "it": "no"}}),
    ),
    "Italian of what nobody says": (
        promises.nothing_is_translated_that_is_not_said,
        lambda: with_say(**{"oxo/nobody": {"en": "no", "it": "no"}}),
    ),
    "a rude refusal": (
        promises.refusals_are_one_lower_case_sentence_without_full_stop,
        lambda: with_say(**{CODE: {"en": "Invalid move.", "it": "no"}}),
    ),
    "an event that is not told": (
        promises.whole_games_are_told_without_words_of_the_note,
        lambda: with_info(name="untold"),
    ),
    "an event of the kernel's name": (
        promises.no_event_has_the_name_of_one_of_the_kernel,
        lambda: replace(GOOD, events=(*GOOD.events, Drew)),
    ),
    "an end without a golden game": (
        promises.there_is_a_golden_game_for_every_way_to_end,
        lambda: replace(GOOD, golden=GOOD.golden[1:]),
    ),
}


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_good_books_keep_every_promise(promise: Promise) -> None:
    assert list(promise(GOOD)) == []


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_flaw_in_the_books_is_found_under_the_promise_it_breaks(flaw: str, monkeypatch: pytest.MonkeyPatch) -> None:
    promise, flawed = FLAWS[flaw]
    sets = option_sets(GOOD.game.info.name)
    monkeypatch.setattr(promises, "option_sets", lambda name: sets)

    assert list(promise(flawed())) != []


def test_a_refusal_that_is_asked_under_no_rule_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A runner that does not look at the rule would let every breaking case hold."""
    monkeypatch.setattr(promises, "run_case", lambda game, case: [])
    breaking = {**GOOD.cases[0], "orders": [f"{GOOD.cases[0]['orders'][0]} !{RULE}"], "breaks": [RULE]}

    found = list(promises.a_refusal_expected_under_another_rule_is_noticed(replace(GOOD, cases=(breaking,))))

    assert found == [breaking["id"]]


def test_every_promise_of_the_books_has_a_flaw_that_breaks_it() -> None:
    shown = {promise for promise, _ in FLAWS.values()} | {promises.a_refusal_expected_under_another_rule_is_noticed}

    assert shown == set(PROMISES)

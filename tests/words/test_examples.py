"""The orders in the examples of the help pages are orders: the games read them, in every language alike."""

from __future__ import annotations

import shlex

import pytest

from referee.cli.help_pages.page import PageWords
from referee.games import find
from referee.games.tigris.moves import ORDERS
from referee.i18n.catalogue import languages
from referee.i18n.standing_text import standing_order_canonical
from referee.kernel.grammar.parser import hear
from referee.protocol.step.split_orders import orders_matching, parts_of_line, quoted_lines, split_lines, split_policy
from tests.games.tigris.playing import options, start

TIGRIS = find("tigris")
PAGES = {"referee": "move", "move": "move", "try": "try"}
"""Pages with examples that hold orders, and the command in front of them."""


def examples(page: str, command: str, lang: str) -> list[list[str]]:
    """The words behind a command in the examples of a page, without its options."""
    lines = [shlex.split(line.split("  ")[0]) for line in PageWords(page, lang).examples()]
    behind = [line[2:] for line in lines if line[1:2] == [command]]
    cut = [next((at for at, word in enumerate(words) if word.startswith("--")), len(words)) for words in behind]
    return [words[:at] for words, at in zip(behind, cut, strict=True) if at]


def understood(words: list[str]) -> list[tuple[str | None, str, tuple[tuple[str, str], ...]]]:
    """Condition, verb and parts of every order."""
    parts = [part for line in split_lines(quoted_lines(words)) for part in parts_of_line(line)]
    return [(part.condition, order.verb, order.parts) for part in parts for order in hear(ORDERS.grammar, part.text)]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("page", PAGES)
def test_the_orders_of_an_example_are_read_and_mean_the_same_in_every_language(page: str, lang: str) -> None:
    told, english = (examples(page, PAGES[page], each) for each in (lang, "en"))

    assert english
    assert list(map(understood, told)) == list(map(understood, english))


@pytest.mark.parametrize("lang", languages())
def test_the_standing_answers_of_an_example_are_read(lang: str) -> None:
    policies = find("cards").policies
    (words,) = examples("standing", "standing", lang)
    given = tuple(standing_order_canonical(find("cards"), line) for line in split_policy([" ".join(words)]))

    assert policies is not None
    assert len(policies.format(policies.parse(given))) == len(given) > 1


@pytest.mark.parametrize("lang", languages())
def test_the_words_of_an_example_pick_some_of_the_possible_orders(lang: str) -> None:
    state, _ = start(options(4), 1)
    (asked,) = TIGRIS.requests(state)
    possible = [TIGRIS.notation.format_order(move) for move in TIGRIS.legal_orders(state, asked.seat, None)]
    lines = [" ".join(words) for words in examples("moves", "moves", lang)]
    picked = [orders_matching(possible, line, TIGRIS.notation.words()) for line in lines]

    assert len(picked) == 2
    assert all(0 < len(orders) < len(possible) for orders in picked)

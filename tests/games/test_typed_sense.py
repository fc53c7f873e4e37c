"""What is denied is never ordered, and no number is lost: made by machine from every row that is understood."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from referee.games import built_in, find
from referee.i18n.refusal_text import refusal_text
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame
from tests.games.typed_positions import position
from tests.games.understood_orders import understood
from tests.long_runs import of

HERE = Path(__file__).parent
PARTS = [part for path in sorted(HERE.glob("typed*.toml")) for part in tomllib.loads(path.read_text("utf-8"))["table"]]
DENIALS = (
    *("non {}", "niente {}", "nessun {}", "senza {}", "{} no", "{} niente", "mai {}", "nemmeno {}"),
    *("not {}", "no {}", "don't {}", "do not {}", "don’t {}", "dont {}", "never {}", "{} not", "without {}"),
)
"""How an order is denied, in whatever language it is said."""

NOTHING = frozenset(("pass", "decline", "keep", "enough", "commit 0", "score no", "convert no"))
"""The orders by which nothing is done: what denies may well mean one of them."""

MORE = {
    **dict.fromkeys(("un", "una", "uno"), "due"),
    **dict.fromkeys(("a", "an", "one"), "two"),
    **dict(pairwise(("due", "tre", "quattro", "cinque"))),
    **dict(pairwise(("two", "three", "four", "five"))),
    **dict(pairwise("12345")),
}
"""Numbers, and another one in place of each."""

LEAST = {"tigris": (140, 40), "cards": (140, 40), "ur": (110, 40), "civilization": (350, 70)}
"""Of each game at least so many understood rows that do something, and so many changed numbers."""


def orders_in(told: str) -> list[str]:
    """The orders of a reading, without what leaves the hand unseen; none of a refusal."""
    return [] if told.startswith("!") else [order.partition(" /")[0] for order in told.split(", ")]


def rows(name: str) -> Iterator[tuple[AnyGame, Any, str, str, str]]:
    """Game, position, language, line and reading of every row of a game that is understood and does something."""
    game = find(name)
    for part in (part for part in PARTS if part["game"] == name):
        state = position(game, part["position"])
        for typed, meant in part["rows"]:
            if orders_in(meant) and not NOTHING.issuperset(orders_in(meant)):
                yield game, state, part["lang"], typed, meant


def some(lines: Iterable[str], row: int, count: int) -> Iterator[str]:
    """All of them in a long run; else so many, of each row those that follow the ones of the row before."""
    every = list(lines)
    chosen = of([(row * count + n) % len(every) for n in range(min(count, len(every)))], [*range(len(every))])
    return (every[n] for n in chosen)


@pytest.mark.parametrize("name", built_in())
def test_a_denied_order_is_never_given(name: str) -> None:
    """In the usual run every row meets a denial, and every denial a twentieth of the rows."""
    wrong, count = [], 0
    for game, state, lang, typed, meant in rows(name):
        given = orders_in(meant)
        for denial in some(DENIALS, count, 1):
            at = -1 if denial.startswith("{}") else 0
            if given[at] in NOTHING:
                continue  # that is denied, and the others are not
            line = denial.format(typed)
            found = orders_in(understood(game, state, line, lang))
            wrong += [] if is_denied(given, found, at) else [(line, found)]
        count += 1

    assert wrong == []
    assert count >= LEAST[name][0]


def is_denied(given: list[str], found: list[str], at: int) -> bool:
    """Whether what a denied line was read as has none of the orders denied, or a no in the place of the last of them:
    `nera in A, segno no`.
    """
    is_answered = len(found) == len(given) and found[at] in NOTHING and found[at].split()[0] == given[at].split()[0]
    return given[at] not in found and (is_answered or NOTHING.issuperset(set(found) & set(given)))


def changed(typed: str) -> Iterator[str]:
    """A line with another number in place of each that it has; an article is one before a word."""
    words = re.findall(r"\d+|[^\W\d]+|\W", typed)
    for at, word in enumerate(words):
        number = MORE.get(word.lower())
        is_article = word.lower() in ("un", "una", "uno", "a", "an")
        is_label = word.isdigit() and at > 0 and words[at - 1].isalpha()
        if number and not is_label and (not is_article or re.match(r"\s[^\W\d]{3,}", "".join(words[at + 1 : at + 3]))):
            yield "".join([*words[:at], number, *words[at + 1 :]])


def numbered(typed: str) -> Iterator[str]:
    """A line with a number too many, before and behind it and before each longer word."""
    words = re.split(r"[ ']", typed)
    is_place = len(words[-1]) == 1  # behind a column the number is a place of it
    yield from (f"7 {typed}", f"sette {typed}", *([] if is_place else [f"{typed} 7", f"{typed} seven"]))
    for at, word in enumerate(words):
        if len(word) > 3 and at > 0 and len(words[at - 1]) > 1:
            yield " ".join([*words[:at], "7", *words[at:]])


@pytest.mark.parametrize("name", built_in())
def test_a_changed_number_gives_other_orders_or_none(name: str) -> None:
    wrong, count = [], 0
    for game, state, lang, typed, meant in rows(name):
        for line in changed(typed):
            count += 1
            wrong += [(typed, line, meant)] * (understood(game, state, line, lang) == meant)

    assert wrong == []
    assert count >= LEAST[name][1]


@pytest.mark.parametrize("name", built_in())
def test_a_number_that_no_order_uses_is_not_swallowed(name: str) -> None:
    wrong = [
        (typed, line, meant)
        for row, (game, state, lang, typed, meant) in enumerate(rows(name))
        for line in some(numbered(typed), row, 1)
        if understood(game, state, line, lang) == meant
    ]

    assert wrong == []


@pytest.mark.parametrize(
    ("name", "place", "typed", "meant"),
    [
        ("civilization", "building", "non costruisco la Ziggurat", "! così dici che cosa non fai: {}"),
        ("civilization", "building", "niente Ziggurat", "! così dici che cosa non fai: {}"),
        ("civilization", "buying", "non compro cavalleria in Persia", "! così dici che cosa non fai: {}"),
        ("civilization", "growing", "non miglioro il Gange", "! così dici che cosa non fai: {}"),
        ("civilization", "picking", "no Ricerca", "! così dici che cosa non fai: {}"),
        ("civilization", "picking", "Edilizia no, Ricerca", "! così dici che cosa non fai: edilizia no"),
        ("civilization", "picking", "Edilizia, se no Ricerca", "pick c108 > c109"),
        ("civilization", "building", "niente, Ziggurat", "pass, build zig"),
        ("civilization", "buying", "una cavalleria nel Gange e due in Persia", "buy cav gan, buy cav prs, buy cav prs"),
        ("civilization", "buying", "due cavallerie nel Gange e una in Persia", "buy cav gan, buy cav gan, buy cav prs"),
        ("civilization", "moves", "attacco il Gobi con due fanterie dal Gange", "march gob gan:i gan:i"),
        ("civilization", "choice", "scelgo i crediti", "choose 2"),
        ("civilization", "choice", "scelgo i crediti e due coloni in Persia", "!"),
        ("tigris", "commit", "non due", "! così dici che cosa non fai: {}"),
        ("tigris", "commit", "non aggiungo templi", "commit 0"),
        ("tigris", "building", "non costruisco", "decline"),
        ("cards", "commit", "non aggiungo 2", "! così dici che cosa non fai: {}"),
        ("cards", "score", "non segno", "score no"),
        ("ur", "builder", "due ziggurat su c1", "!"),
        ("ur", "builder", "due ziggurat su c1 e d3", "ziggurat c1, ziggurat d3"),
        ("ur", "farmer", "commercio no", "! così dici che cosa non fai: {}"),
    ],
)
def test_a_line_that_was_heard_wrongly_is_heard_or_refused(name: str, place: str, typed: str, meant: str) -> None:
    told = understood(find(name), position(find(name), place), typed, "it")

    assert told == meant.format(typed.lower()) or (meant == "!" and told.startswith("!"))


@pytest.mark.parametrize(
    ("name", "place", "typed", "hint"),
    [
        ("civilization", "building", "non costruisco la Ziggurat", "passa"),
        ("civilization", "picking", "no Ricerca", None),
        ("tigris", "commit", "non due", "aggiungi 0"),
        ("tigris", "building", "niente palazzo", "rinuncia"),
        ("tigris", "turn", "non tempio F7", None),
        ("ur", "farmer", "don't trade", "passa"),
    ],
)
def test_to_who_denies_an_order_nothing_is_proposed_but_to_do_nothing(
    name: str, place: str, typed: str, hint: str | None
) -> None:
    game = find(name)
    state = position(game, place)
    with pytest.raises(Unreadable) as refused:
        game.notation.read(typed, state, game.requests(state)[0].seat)

    assert refusal_text(refused.value, "it").hint == hint

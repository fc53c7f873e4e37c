"""Whatever the program prints can be typed back: the words of prose, boards and hands, and the page of order words."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from referee.drawing.text_picture import plain_text_of
from referee.games import built_in, find
from referee.i18n.catalogue import languages
from referee.kernel.errors import Unreadable
from referee.kernel.game import NeedsHiddenFace, Viewer
from referee.kernel.goods import OwnGoods
from referee.kernel.grammar.spelling import spoken
from referee.messages.board_text import hand_lines
from tests.games.typed_positions import POSITIONS
from tests.long_runs import of
from tests.words.catalogue_files import catalogue

GAMES = {name: find(name) for name in built_in()}


@cache
def orders(game: str) -> tuple[tuple[str, str, Any], ...]:
    """(canonical spelling, position, state) of every legal order of the prepared positions, each order once."""
    found = {}
    for name, build in POSITIONS[game].items():
        state = build()
        request, *_ = GAMES[game].requests(state)
        for move in GAMES[game].legal_orders(state, request.seat, None):
            found.setdefault(GAMES[game].notation.format_order(move), (name, state))
    return tuple((text, *where) for text, where in found.items())


def some_orders(game: str) -> list[tuple[str, str, Any]]:
    """The first order of each sort at each position and every third of the others; all of them in a long run."""
    met = set[tuple[str, str]]()
    found = []
    for number, (text, name, state) in enumerate(orders(game)):
        sort = name, text.split()[0]
        if sort not in met or number % of(3, 1) == 0:
            found.append((text, name, state))
        met.add(sort)
    return found


def with_word(game: str, word: str) -> tuple[str, str, Any] | None:
    """The first legal order that has this word in its canonical spelling."""
    return next((row for row in orders(game) if word in row[0].split()), None)


def read(game: str, text: str, state: Any) -> str:
    notation = GAMES[game].notation
    request, *_ = GAMES[game].requests(state)
    try:
        return ", ".join(notation.format_order(typed.move) for typed in notation.read(text, state, request.seat))
    except Unreadable as refused:
        return f"! {refused.sentence()}"


NO_ORDERS = ("word-asked", "word-letter", "word-sign", "word-gained")
"""Words in which a question, a letter or a sign stands, and how a bot has gained points."""


def prose(game: str) -> Iterator[tuple[str, str]]:
    """(what stands in an order, what is printed for it) of the words of a game's prose, in every form."""
    yield from _printed(game, ("word",))


def boards(game: str) -> Iterator[tuple[str, str]]:
    """The same of the words round the boards."""
    if game == "tigris":
        yield from _printed(game, ("board",))


def _printed(game: str, contexts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for lang in languages():
        for (context, key), texts in catalogue(game, lang).items():
            if context.startswith(contexts) and context not in NO_ORDERS:
                yield from ((key, text) for text in texts)


def listed(game: str) -> Iterator[tuple[str, str]]:
    """The same of the page of order words."""
    for entry in GAMES[game].notation.words():
        for _, words in entry.words if entry.sort != AMONG else ():
            yield from ((entry.name, word) for word in words)


AMONG = "among"
"""Words for what an alternative of a box gives: the order that is read has its number (`typed_forms.toml` has them)."""


SPELLED_OTHERWISE = {
    "tigris": {"treasures", "refill", "swap", "agreement", "bag"},
    "cards": {"score", "ship", "convert", "swap", "income"},
    "civilization": {
        *("build", "choose", "excess", "found", "grow", "strike", "upgrade"),  # as orders they are verbs
        *("buy-colonists", "buy-tech", "buy-units", "colonists", "free-tech", "free-unit", "gain", "income", "move"),
        *("card", "conquest", "find", "growth", "odd", "pension", "renewal", "royalty", "score", "settlement"),
        *("col", "desert", "forest", "mountain", "production", "new-civ", "nothing", "plague", "ten-credits"),
        *("fleet", "happiness", "level", "resource", "settlements", "technologies", "technology", "unit", "wonder"),
    },
    "ur": {"ziggurats", "no-swap", "anywhere", "adjacent", "exempt", "literal"},
}
"""Words of prose that are reasons of an end, options, lines of a card, or tell that nothing was done: nobody types
them."""


def printed_words(game: str) -> list[tuple[str, str]]:
    """(what stands in an order, what is printed for it), each once."""
    values = {entry.name for entry in GAMES[game].notation.words() if entry.sort != "verb"}
    found = {pair for pair in prose(game) if pair[0] not in SPELLED_OTHERWISE[game]}
    found |= {pair for pair in boards(game) if pair[0] in values} | set(listed(game))
    return sorted(pair for pair in found if with_word(game, pair[0]))


LEAST = 50
"""Words of each game that are tried: a table that was read wrongly would be empty, and nothing wrong in it."""


def as_printed(game: str, key: str, printed: str, order: str) -> list[str]:
    """An order with what is printed for one of its words, in either language: a letter has that of its own."""
    lines = (order, spoken(order, GAMES[game].notation.words(), "it"))
    words = (zip(order.split(), line.split(), strict=True) for line in lines)
    return [" ".join(printed if word == key else other for word, other in pairs) for pairs in words]


@pytest.mark.parametrize("game", GAMES)
def test_a_printed_word_can_stand_in_the_order_it_is_printed_for(game: str) -> None:
    words = [(key, printed, with_word(game, key)) for key, printed in printed_words(game)]
    unread = [
        (printed, row[0])
        for key, printed, row in words
        if row is not None
        and row[0] not in [read(game, line, row[2]) for line in as_printed(game, key, printed, row[0])]
    ]

    assert unread == []
    assert len(words) > LEAST


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_prose_is_tried_or_known_to_be_no_word_of_orders(game: str) -> None:
    keys = {key for key, _ in prose(game)}

    assert {key for key in keys if with_word(game, key)} | SPELLED_OTHERWISE[game] == keys


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_order_that_is_printed_can_be_typed(game: str, lang: str) -> None:
    """`moves`, examples and echoes print orders in the reader's words; a letter may end them with a full stop."""
    said = GAMES[game].notation.said
    unread = [
        (text, printed)
        for text, _, state in some_orders(game)
        for printed in (said(text).told(lang), said(text, brief=True).told(lang))
        if read(game, f"{printed}.", state) != text
    ]

    assert unread == []


def in_a_row(game: str) -> Iterator[tuple[Any, str, str]]:
    """A position, an order that the rules allow there, and one of the same seat that they allow behind it."""
    kernel, many = GAMES[game], of(2, 6)
    for name, build in POSITIONS[game].items():
        state, chance = build(), random.Random(name)
        seat = kernel.requests(state)[0].seat
        first = list(kernel.legal_orders(state, seat, None))
        for move in chance.sample(first, min(many, len(first))):
            try:
                after = kernel.apply(state, seat, move, ()).state
            except NeedsHiddenFace:
                continue
            if any(request.seat == seat for request in kernel.requests(after)):
                second = list(kernel.legal_orders(after, seat, None))
                for other in chance.sample(second, min(many, len(second))):
                    yield state, kernel.notation.format_order(move), kernel.notation.format_order(other)


@pytest.mark.parametrize("game", GAMES)
def test_two_orders_as_they_are_printed_are_both_read_in_one_line(game: str) -> None:
    said, count, unread = GAMES[game].notation.said, 0, []
    for state, *orders in in_a_row(game):
        for cut in (", ", "; "):
            for line in [orders, *([said(order).told(lang) for order in orders] for lang in languages())]:
                count += 1
                unread += [(cut.join(line), orders)] * (read(game, cut.join(line), state) != ", ".join(orders))

    assert unread == []
    assert count >= of(10, 60)


@pytest.mark.parametrize("game", GAMES)
def test_an_order_is_printed_in_italian_words_but_for_places_and_codes(game: str) -> None:
    page = GAMES[game].notation.words()
    english = {word for entry in page for lang, words in entry.words if lang == "en" for word in words}
    italian = {word for entry in page for lang, words in entry.words if lang == "it" for word in words}
    printed = {word for text, _, _ in orders(game) for word in re.findall(r"[a-z]{2,}", spoken(text, page, "it"))}

    assert printed & (english - italian) == set()


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("hand", [("farm", "temple", "temple"), ("market",), ("settlement", "settlement", "temple")])
def test_a_hand_as_it_is_printed_can_be_swapped(hand: tuple[str, ...], lang: str) -> None:
    tigris = GAMES["tigris"]
    state = POSITIONS["tigris"]["turn"]()
    told = {
        plain_text_of(hand_lines(tigris, Viewer(("anna",), 0, OwnGoods(hand), lang))).partition(": ")[2]
        for lang in languages()
    }
    typed = {tigris.notation.read(f"swap {text.strip()}", state, state.active)[0].secret for text in told}

    assert len(told) == len(languages())
    assert typed == {hand}

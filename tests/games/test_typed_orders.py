"""What people type is understood as `typed.toml` says, in both languages; and every word the program prints is read."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.games import built_in, find
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame
from tests.games.typed_positions import POSITIONS, position
from tests.games.understood_orders import understood

TABLE = tomllib.loads((Path(__file__).parent / "typed.toml").read_text("utf-8"))["table"]
ROWS = [(part["game"], part["position"], part["lang"], *row) for part in TABLE for row in part["rows"]]


@pytest.mark.parametrize("part", TABLE, ids=lambda part: f"{part['game']}-{part['position']}-{part['lang']}")
def test_what_is_typed_is_understood_as_the_table_says(part: dict[str, Any]) -> None:
    game, state = find(part["game"]), position(find(part["game"]), part["position"])

    assert [(typed, understood(game, state, typed, part["lang"])) for typed, _ in part["rows"]] == [
        (typed, expected) for typed, expected in part["rows"]
    ]


def test_the_table_holds_both_languages_of_every_game() -> None:
    assert len(ROWS) >= 200
    assert {(game, lang) for game, _, lang, *_ in ROWS} == {
        (game.info.name, lang) for game in map(find, built_in()) for lang in ("en", "it")
    }


@pytest.mark.parametrize("heal", [str.upper, "“{}”".format, "{}.".format, " {} ".format, "{}\u200b".format])
@pytest.mark.parametrize("game", list(map(find, built_in())), ids=lambda game: game.info.name)
def test_capitals_quotes_and_a_full_stop_change_nothing(game: AnyGame, heal: Any) -> None:
    for name, build in POSITIONS[game.info.name].items():
        state = build()
        for order in orders_of(game, state):
            assert understood(game, state, heal(order), "en") == understood(game, state, order, "en"), (name, order)


def orders_of(game: AnyGame, state: Any) -> Iterator[str]:
    """The canonical spelling of a dozen orders of this position, evenly chosen."""
    request, *_ = game.requests(state)
    spelled = [game.notation.format_order(move) for move in game.legal_orders(state, request.seat, None)]
    yield from spelled[:: max(1, len(spelled) // 12)]


@pytest.mark.parametrize("game", list(map(find, built_in())), ids=lambda game: game.info.name)
def test_two_orders_may_stand_in_one_line_however_they_are_cut(game: AnyGame) -> None:
    """A first order that leaves the same question open, and then each of a dozen others."""
    state = position(game, {"tigris": "turn", "cards": "turn", "ur": "farmer", "civilization": "moves"}[game.info.name])
    request, *_ = game.requests(state)
    for cut in (", ", " and ", " e ", " poi ", "\n", " "):
        for order in orders_of(game, state):
            line = f"{order}{cut}{order}"
            first, rest = game.notation.cut(line, state, request.seat)
            found = [understood(game, state, part, "en") for part in (first, rest)]

            assert found == [understood(game, state, order, "en")] * 2 or rest == "", line


@pytest.mark.parametrize("game", list(map(find, built_in())), ids=lambda game: game.info.name)
def test_reading_nonsense_ends_soon_and_with_a_sentence(game: AnyGame) -> None:
    name, build = next(iter(POSITIONS[game.info.name].items()))
    state = build()
    request, *_ = game.requests(state)
    for text in (
        "a " * 299,
        "e, " * 100,
        "b3 " * 99,
        "red " * 250,
        "1 " * 299,
        "x" * 4000,
        "place " * 299,
        "🙂",
        "٣",
        "\x1b[31m",
    ):
        with pytest.raises(Unreadable):
            game.notation.read(text, state, request.seat)
    with pytest.raises(Unreadable) as refused:
        game.notation.read("pass " * 400, state, request.seat)

    assert refused.value.sentence() == "an order has at most 300 words, got 400", name


@pytest.mark.parametrize(
    ("game", "name", "text", "lang", "words"),
    [
        ("tigris", "monument", "monument red-", "en", ("green",)),
        ("tigris", "building", "palazzo in ", "it", ("A1", "B1", "C1")),
        ("tigris", "treasure", "", "it", ("A1", "C1", "nessuno", "tesoro", "tranne", "tutto")),
        ("tigris", "turn", "tempio F", "it", tuple(f"F{row}" for row in (11, 2, 4, 5, 6, 7, 9))),
        ("cards", "swap", "swap ", "en", ("C0", "D0", "no", "yes")),
        ("cards", "score", "s", "it", ("segna", "sì")),
        ("ur", "farmer", "aggiungi un cubetto su a", "it", ("a4",)),
        ("ur", "exchanging", "", "it", ("cambia", "passa", "scambia", "tieni")),
    ],
)
def test_what_can_be_typed_next_is_what_the_position_allows(
    game: str, name: str, text: str, lang: str, words: tuple[str, ...]
) -> None:
    state = position(find(game), name)
    request, *_ = find(game).requests(state)

    assert find(game).notation.complete(text, state, request.seat, lang) == words


@pytest.mark.parametrize("game", list(map(find, built_in())), ids=lambda game: game.info.name)
def test_every_legal_order_can_be_typed_by_what_is_offered(game: AnyGame) -> None:
    """Word by word, of the orders whose spelling is words alone."""
    for build in POSITIONS[game.info.name].values():
        state = build()
        request, *_ = game.requests(state)
        for order in (order for order in orders_of(game, state) if not any(sign in order for sign in ">:0123456789-")):
            words = order.split()
            for count, word in enumerate(words):
                assert word in game.notation.complete(" ".join([*words[:count], word]), state, request.seat, "en"), (
                    order
                )

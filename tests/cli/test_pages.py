"""Pages beside the board, and prices beside orders, in a game that has them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee.cli.printing.output import COLOURS
from referee.drawing.text_picture import STYLES
from referee.games import find
from referee.games.civilization.moves import WISHES
from referee.kernel.goods import OwnGoods
from referee.kernel.requests import Seat
from referee.protocol.step.position import Position
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside
from tests.support.rehearse import Match, open_match, play_out

PAGES = [name for name, _ in find("civilization").faces.pages]


def busy(position: Position, seat: Seat, own: OwnGoods, words: Iterator[int]) -> str:
    """Any order that does something, if there is one."""
    game = position.table.game
    orders = [order for order in game.legal_orders(position.state, seat, own) if not isinstance(order, WISHES)]
    texts = [game.notation.format_order(order) for order in orders]
    able = [text for text in texts if text not in ("pass", "skip")] or texts
    return able[next(words) % len(able)]


@cache
def match() -> Match:
    """A game at a question to which some answers cost credits."""
    begun = open_match("civilization", 3, "pages")
    for _ in range(40):
        if priced(begun):
            return begun
        play_out(begun, "pages", steps=1, policy=busy)
    raise AssertionError("nobody ever buys")


def priced(begun: Match) -> bool:
    request, game = begun.host.request, begun.table.game
    assert request is not None and game.faces.price is not None
    orders = game.legal_orders(begun.host.state, request.seat, None)
    return any(game.faces.price(begun.host.state, request.seat, order, "en") for order in orders)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return lay(tmp_path / "game", match().files)


def said(game: Path, *arguments: str) -> tuple[int, str, str]:
    return inside(arguments, home_of(game.parent, asked(match())), game)


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_printed_in_both_languages(game: Path, page: str, lang: str) -> None:
    code, out, errors = said(game, "show", "--page", page, "--lang", lang)

    assert (code, errors) == (0, "")
    assert len(out.splitlines()) > 3


def test_the_beginning_of_a_name_is_enough_for_a_page(game: Path) -> None:
    assert said(game, "show", "--page", "neigh") == said(game, "show", "--page", "neighbours")


def test_a_page_that_does_not_exist_is_refused_with_those_there_are(game: Path) -> None:
    code, out, errors = said(game, "show", "--page", "trade")

    assert (code, out) == (5, "")
    assert errors.splitlines()[0].endswith(f"there are {', '.join(PAGES)}")


def test_a_game_without_pages_says_so(tmp_path: Path) -> None:
    ur = lay(tmp_path / "ur", running("ur").files)
    code, out, errors = inside(["show", "--page", "cards"], home_of(tmp_path, asked(running("ur"))), ur)

    assert (code, out, errors.splitlines()[0]) == (5, "", "referee: Ur has only its board, no further pages")


def test_moves_of_one_sort_tell_the_price_of_each_order(game: Path) -> None:
    found = json.loads(said(game, "moves", "--json")[1])
    cost = dict(zip(found["orders"], found["prices"], strict=True))
    verb = next(order for order, price in cost.items() if "credits" in price).split()[0]
    cells = [re.split("  +", line) for line in said(game, "moves", verb)[1].splitlines()]

    told = find("civilization").notation.said
    prices = {told(order).told("en"): price for order, price in cost.items() if order.split()[0] == verb}
    assert {cell[0]: cell[1] for cell in cells} == prices


def test_moves_are_one_screen_even_where_each_order_has_a_price(game: Path) -> None:
    lines = said(game, "moves")[1].splitlines()

    assert len(lines) < 24
    assert any(re.search(r": \d+$", line) for line in lines)


@cache
def begun() -> Match:
    """A game in which somebody takes a first card."""
    return open_match("civilization", 2, "names")


def told_at_the_start(tmp_path: Path, *arguments: str) -> list[str]:
    folder = lay(tmp_path / "begun", begun().files)
    code, out, errors = inside(arguments, home_of(tmp_path, asked(begun())), folder)

    assert (code, errors) == (0, "")
    return out.splitlines()


@pytest.mark.parametrize(("lang", "name"), [("en", "Army ancient, Levy"), ("it", "Esercito antico, Leva")])
def test_moves_name_what_ends_an_order(tmp_path: Path, lang: str, name: str) -> None:
    groups = " ".join(line.strip() for line in told_at_the_start(tmp_path, "moves", "--lang", lang))

    assert name in groups


def test_moves_with_a_word_say_orders_by_name(tmp_path: Path) -> None:
    assert told_at_the_start(tmp_path, "moves", "take")[:2] == ["take Splendour", "take Genius"]


def test_moves_do_not_speak_of_a_hand_where_cards_lie_open(tmp_path: Path) -> None:
    assert [line for line in told_at_the_start(tmp_path, "moves") if "hand" in line] == []


def test_who_has_seen_no_covered_marker_is_told_so_instead_of_an_empty_hand(tmp_path: Path) -> None:
    assert told_at_the_start(tmp_path, "hand") == [
        "you have seen nothing hidden; everything else is on the board: referee show"
    ]


def test_the_picture_of_civilization_is_printed_as_one_document(game: Path) -> None:
    code, out, errors = said(game, "show", "--svg", "-")

    assert (code, errors) == (0, "")
    assert ElementTree.fromstring(out).tag == "{http://www.w3.org/2000/svg}svg"


def test_every_style_of_a_picture_has_its_colour_on_a_terminal() -> None:
    assert set(STYLES) - {""} == set(COLOURS)

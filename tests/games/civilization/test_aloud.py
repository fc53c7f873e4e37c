"""Orders are told by names and in words, lists of them folded, and whatever is told can be typed again."""

from __future__ import annotations

import pytest

from referee.games.civilization import GAME
from referee.games.civilization import frames as f
from referee.games.civilization.display.ways import ways
from referee.games.civilization.moves import Choose
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.state import State, replace, with_player
from tests.games.civilization.positions import placed, walk
from tests.games.typed_positions import position
from tests.long_runs import of

LANDS = placed(2, "gan 1 o1 +1 inf1\nmek 1 o1\nyuk 2 o1", "him=desert", pool=("c101",))
LANDS = with_player(LANDS, 0, replace(LANDS.players[0], credits=50, technologies=("mas", "alp", "brz", "whe")))
BUYING: State = replace(LANDS, frames=(f.Turn("end"), f.BoxTurn(0, "top", (fx.BuyUnits(2, ("inf", "cav"), 5),))))


def read(text: str, state: State = BUYING) -> list[str]:
    return [GAME.notation.format_order(typed.move) for typed in GAME.notation.read(text, state, 0)]


@pytest.mark.parametrize(
    ("order", "en", "it"),
    [
        (
            "buy inf gan +c mek",
            "buy infantry Ganges with a colonist in Mekong",
            "compra fanteria Gange con un colono in Mekong",
        ),
        (
            "grow gan -c gan",
            "grow Ganges taking the colonist from Ganges",
            "ingrandisci Gange togliendo il colono da Gange",
        ),
        ("attack gob 2i+a", "attack Gobi with 2 infantry and artillery", "attacca Gobi con 2 fanterie e artiglieria"),
        ("symbol wine", "symbol wine", "simbolo vino"),
        ("symbol rare", "symbol rare minerals", "simbolo minerali rari"),
        ("march gob gan:i", "march Gobi from Ganges infantry", "marcia Gobi da Gange fanteria"),
        ("pick c106 > c105", "pick Exploration or Levy", "pesca Esplorazione oppure Leva"),
        ("take c104", "take Army ancient", "prendi Esercito antico"),
    ],
)
def test_names_and_words_stand_for_codes_and_signs(order: str, en: str, it: str) -> None:
    assert [GAME.notation.said(order).told(lang) for lang in ("en", "it")] == [en, it]


@pytest.mark.parametrize("seats", [2, 4])
def test_every_order_that_is_told_can_be_typed_again(seats: int) -> None:
    compared = 0
    for number, (state, _, seat) in enumerate(walk(seats, 500, seed=seats + 6)):
        if number % of(82, 41):
            continue
        for order in list(GAME.legal_orders(state, seat, None))[::3]:
            spelled = GAME.notation.format_order(order)
            for lang in ("en", "it"):
                assert read_at(GAME.notation.said(spelled).told(lang), state, seat) == spelled
                compared += 1
    assert compared > 100


def read_at(text: str, state: State, seat: int) -> str:
    return GAME.notation.format_order(GAME.notation.read(text, state, seat)[-1].move)


@pytest.mark.parametrize(
    "typed",
    [
        "infantry Ganges with a colonist in Mekong",
        "buy infantry in Ganges with a colonist in Mekong",
        "fanteria Gange con un colono in Mekong",
        "compro fanteria sul Gange con un colono nel Mekong",
    ],
)
def test_change_is_understood_as_it_is_said(typed: str) -> None:
    assert read(typed) == ["buy inf gan +c mek"]


@pytest.mark.parametrize(
    "typed", ["infantry Mekong, taking the colonist from Ganges", "fanteria Mekong, prendendo il colono dal Gange"]
)
def test_and_so_is_a_colonist_given_away(typed: str) -> None:
    assert read(typed) == ["buy inf mek -c gan"]


def test_a_list_folds_what_costs_the_same_and_tells_change_once() -> None:
    rows = ways(BUYING, 0, "en")

    assert rows[0] == ("buy cavalry", "Ganges, Mekong, Persia, Yunnan: 10; Himalaya: 15")
    assert rows[1][0] == "buy infantry" and rows[1][1].endswith(": 5; Himalaya: 10")
    assert [row for row in rows if "colonist" in row[1]] == [
        (
            "no coin of 5",
            'pay 5 more "with a colonist in Mekong" (or Ganges), or pay 5 less "taking the colonist from Ganges"; '
            "unsaid: the first",
        )
    ]


@pytest.mark.parametrize(
    ("name", "en", "it"),
    [
        ("choice", ["choose units", "choose credits"], ["scegli unità", "scegli crediti"]),
        ("ways", ["choose structures"], ["scegli strutture"]),
    ],
)
def test_an_alternative_is_told_by_what_it_gives_and_read_so(name: str, en: list[str], it: list[str]) -> None:
    state = position(GAME, name)
    request, *_ = GAME.requests(state)
    orders = [order for order in GAME.legal_orders(state, request.seat, None) if isinstance(order, Choose)]
    assert GAME.notation.by_name is not None
    by_name = [GAME.notation.by_name(state, request.seat, GAME.notation.format_order(order)) for order in orders]

    for lang, expected in (("en", en), ("it", it)):
        told = [GAME.notation.said(order).told(lang) for order in by_name]
        read = [GAME.notation.read(order, state, request.seat)[0].move for order in told]

        assert (told, read) == (expected, orders)
        assert ways(state, request.seat, lang)[0][1].split(", ") == [order.split()[1] for order in expected]


@pytest.mark.parametrize(
    ("lang", "rows"),
    [
        (
            "en",
            (
                ("pick", "Splendour, Trade, Seafaring"),
                ("pick Splendour or Genius", "the second card, if the first is gone"),
            ),
        ),
        (
            "it",
            (
                ("pesca", "Splendore, Commercio, Marineria"),
                ("pesca Splendore oppure Genio", "la seconda carta, se la prima non c'è più"),
            ),
        ),
    ],
)
def test_a_second_card_is_told_once_and_not_with_every_first(lang: str, rows: tuple[tuple[str, str], ...]) -> None:
    state = placed(2, "gan 1 o1\nmek 2 o1")

    assert ways(state, 0, lang)[:-1] == rows
    assert [order.split()[1:] for order in read(rows[1][0], state)] == [["c101", ">", "c102"]]


@pytest.mark.parametrize(
    ("lang", "row"),
    [
        (
            "en",
            ("wishes", "change place, remove (odd credits); excess newest (which unit stays); vote yes (to end early)"),
        ),
        (
            "it",
            (
                "desideri",
                "resto piazza, togli (i crediti spaiati); eccesso più-nuova (quale unità resta); "
                "voto sì (per finire prima)",
            ),
        ),
    ],
)
def test_each_wish_is_listed_with_what_it_is_about(lang: str, row: tuple[str, str]) -> None:
    assert ways(placed(2, "gan 1 o1\nmek 2 o1"), 0, lang)[-1] == row


def test_to_skip_and_to_pass_are_told_apart_where_both_are_allowed() -> None:
    state = position(GAME, "units")
    (request,) = GAME.requests(state)

    assert {("pass", "the rest of the box"), ("skip", "this line and not the next")} <= set(
        ways(state, request.seat, "en")
    )
    assert ("pass", "") in ways(position(GAME, "choice"), request.seat, "en")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("per il prossimo turno Splendore o in alternativa Commercio", ["pick c101 > c103"]),
        ("Splendore, o Commercio come riserva", ["pick c101 > c103"]),
        ("la prossima: Splendore, di riserva Commercio", ["pick c101 > c103"]),
    ],
)
def test_a_card_in_reserve_is_the_second_one(typed: str, meant: list[str]) -> None:
    assert read(typed, placed(2, "gan 1 o1\nmek 2 o1")) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("compro un cavallo e un fante nel Gange", ["buy cav gan", "buy inf gan"]),
        ("compro un cannone nel Gange", ["buy art gan"]),
        ("due aeroplani nel Gange", ["buy air gan", "buy air gan"]),
        ("compro due navi nel Gange", ["buy fle gan", "buy fle gan"]),
    ],
)
def test_a_unit_has_the_names_that_friends_give_it(typed: str, meant: list[str]) -> None:
    assert read(typed) == meant

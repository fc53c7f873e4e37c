"""A refusal of Civilization says what its codes stand for, in the reader's language."""

from __future__ import annotations

import json

import pytest

from referee.games import find
from referee.games.civilization.rules.settling import no_growth
from referee.games.civilization.rules.units import unavailable
from referee.i18n.refusal_text import refusal_text
from referee.kernel.errors import RefereeError
from tests.games.civilization.positions import placed
from tests.games.typed_positions import POSITIONS

GAME = find("civilization")
LANDS = POSITIONS["civilization"]


def refused(position: str, typed: str) -> RefereeError:
    """The refusal of orders typed by whoever is asked."""
    state = LANDS[position]()
    (request,) = GAME.requests(state)
    with pytest.raises(RefereeError) as refused:
        for order in GAME.notation.read(typed, state, request.seat):
            GAME.apply(state, request.seat, order.move, ())
    return refused.value


@pytest.mark.parametrize(
    ("position", "typed", "english", "italian"),
    [
        (
            "units",
            "place inf cha",
            "Gran Chaco (cha) has no settlement of yours and is not next to one",
            "Gran Chaco (cha) non è un territorio con un tuo insediamento né confina con uno",
        ),
        (
            "moves",
            "march cha gan:i",
            "infantry on Ganges (gan) does not get as far as Gran Chaco (cha)",
            "la fanteria nel Gange (gan) non arriva fino a Gran Chaco (cha)",
        ),
        (
            "moves",
            "march mek ama",
            "there are several kinds of unit on Amazonia (ama), or none; say which",
            "in Amazzonia (ama) stanno più tipi di unità, o nessuno; va detto quale",
        ),
        ("technology", "tech mys", "Mysticism (mys) already has an owner", "Misticismo (mys) ha già un proprietario"),
        (
            "buying",
            "place inf cha",
            "this line of the box is units to buy; it does not allow this order",
            "questa riga del riquadro è unità da comprare; non permette questo ordine",
        ),
    ],
)
def test_a_refusal_has_name_and_code(position: str, typed: str, english: str, italian: str) -> None:
    found = refused(position, typed)

    assert [refusal_text(found, lang).sentence for lang in ("en", "it")] == [english, italian]


def test_a_program_gets_the_code_alone() -> None:
    assert json.loads(json.dumps(dict(refused("technology", "tech mys").values))) == {"technology": "mys"}


TOWNS = placed(2, "gan 1 o1 +2 inf1\nhim 1 o4 +1 inf1")


@pytest.mark.parametrize(
    ("found", "english", "italian"),
    [
        (
            unavailable(TOWNS, "inf"),
            "militia is off in this game: infantry of era 1 needs a technology such as brz, and nobody knows one",
            "la milizia è esclusa in questa partita: la fanteria dell'era 1 richiede una tecnologia come brz, "
            "e nessuno ne conosce una",
        ),
        (
            unavailable(TOWNS, "art"),
            "artillery of era 1 needs a technology such as mat, and nobody knows one",
            "l'artiglieria dell'era 1 richiede una tecnologia come mat, e nessuno ne conosce una",
        ),
        (
            unavailable(TOWNS, "air"),
            "nobody knows a technology of era 1 for aircraft",
            "nessuno conosce una tecnologia dell'era 1 per l'aereo",
        ),
        (
            no_growth(TOWNS, 0, "gan"),
            "level 2 needs cns, which nobody knows",
            "il livello 2 richiede cns, che nessuno conosce",
        ),
        (no_growth(TOWNS, 0, "him"), "level 4 is the largest there is", "il livello 4 è il più grande che ci sia"),
    ],
)
def test_a_refusal_names_the_option_or_the_technology_that_is_missing(
    found: RefereeError, english: str, italian: str
) -> None:
    """Without the names that the game puts in for codes."""
    assert [refusal_text(found, lang).sentence for lang in ("en", "it")] == [english, italian]

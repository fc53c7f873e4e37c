"""Standing answers are read and printed in the words of the reader; notes keep their English."""

from __future__ import annotations

import re

import pytest

from referee.games import built_in, find
from referee.games.civilization.pack import shipped_components
from referee.games.civilization.world import world_of
from referee.i18n.standing_text import standing_line_text, standing_order_canonical, standing_order_text
from referee.protocol.step.split_orders import split_policy
from referee.service.moves.standing_answers import answers_in

TYPED = {
    "cards": (
        "segna tieni 1, difendo rosso almeno 3 e converti sì, scambia CAB",
        ("score keep 1", "defend red min 3", "convert yes", "swap CAB"),
    ),
    "tigris": (
        "difendo almeno 2 templi 1 e tesoro lascia B2, monumento rosso-blu",
        ("defend min 2 temple 1", "treasure leave B2", "monument red-blue"),
    ),
    "ur": ("piazza c4 c4 d4, distribuisci piene", ("place c4 c4 d4", "share fullest")),
    "civilization": (
        "pesca c109 c106, rinuncio riquadro salvo c105, meglio colono unità migliora",
        ("pick c109 c106", "decline box but c105", "best colonist place grow"),
    ),
}


def forms(game: str) -> tuple[str, ...]:
    """How the lines of a game are written."""
    policies = find(game).policies
    assert policies is not None
    return policies.forms


@pytest.mark.parametrize("game", built_in())
def test_standing_answers_are_understood_in_italian(game: str) -> None:
    typed, lines = TYPED[game]
    policies = find(game).policies
    assert policies is not None

    spelled = tuple(standing_order_canonical(find(game), line) for line in split_policy([typed]))

    assert spelled == lines
    assert policies.format(policies.parse(spelled)) == lines


@pytest.mark.parametrize("game", built_in())
def test_what_is_printed_in_italian_can_be_typed_and_holds_no_english(game: str) -> None:
    for form in forms(game):
        told = standing_order_text(game, form, "it")

        assert (
            standing_order_canonical(find(game), re.sub(r"[A-Z]+", "", told)).split()
            == re.sub(r"[A-Z]+", "", form).split()
        )
        alike = set(re.findall(r"[^\W\d_]{2,}", form)) & set(re.findall(r"[^\W\d_]{2,}", told))
        assert alike <= {"no"}


@pytest.mark.parametrize("lang", ["en", "it"])
def test_what_a_pack_names_is_told_and_typed_by_its_name(lang: str) -> None:
    game = find("civilization")
    world = world_of(shipped_components())
    lines = [*(f"pick {card}" for card in world.cards), *(f"tech 40 {code}" for code in world.technologies)]
    told = [standing_line_text(game, line, lang) for line in lines]

    assert [standing_order_canonical(game, line) for line in told] == lines
    assert not [line for line in told if re.search(r"\bc\d+", line)]


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("pesca Genio, poi Splendore", ("pick c102 c101",)),
        ("pick Genius or Splendour", ("pick c102 c101",)),
        ("rinuncio al riquadro basso, salvo Genio", ("decline box but c102",)),
        ("tecnologia fino a 40 crediti: Muratura, Ceramica", ("tech 40 mas pot",)),
        ("pick Genius, decline box, best colonist", ("pick c102", "decline box", "best colonist")),
        ("pick c102 c101", ("pick c102 c101",)),
    ],
)
def test_standing_answers_are_typed_by_name(typed: str, lines: tuple[str, ...]) -> None:
    game = find("civilization")
    policies = game.policies
    assert policies is not None

    spelled = tuple(standing_order_canonical(game, line) for line in answers_in(game, [typed]))

    assert policies.format(policies.parse(spelled)) == lines


@pytest.mark.parametrize("game", built_in())
def test_in_english_a_line_stays_as_it_is(game: str) -> None:
    assert [standing_order_text(game, line, "en") for line in TYPED[game][1]] == list(TYPED[game][1])

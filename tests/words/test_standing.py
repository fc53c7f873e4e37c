"""Standing answers are read and printed in the words of the reader; notes keep their English."""

from __future__ import annotations

import re

import pytest

from referee.games import built_in, find
from referee.i18n.standing_text import standing_order_canonical, standing_order_text
from referee.protocol.step.split_orders import split_policy

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

    spelled = tuple(standing_order_canonical(game, line) for line in split_policy([typed]))

    assert spelled == lines
    assert policies.format(policies.parse(spelled)) == lines


@pytest.mark.parametrize("game", built_in())
def test_what_is_printed_in_italian_can_be_typed_and_holds_no_english(game: str) -> None:
    for form in forms(game):
        told = standing_order_text(game, form, "it")

        assert standing_order_canonical(game, re.sub(r"[A-Z]+", "", told)) == re.sub(r"[A-Z]+", "", form)
        alike = set(re.findall(r"[^\W\d_]{2,}", form)) & set(re.findall(r"[^\W\d_]{2,}", told))
        assert alike <= {"no"}


@pytest.mark.parametrize("game", built_in())
def test_in_english_a_line_stays_as_it_is(game: str) -> None:
    assert [standing_order_text(game, line, "en") for line in TYPED[game][1]] == list(TYPED[game][1])

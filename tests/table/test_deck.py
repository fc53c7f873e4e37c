"""Both decks answer all that is asked of a deck, in the same words."""

from __future__ import annotations

from inspect import isfunction, signature

import pytest

from referee.protocol.deck import Deck, deck_of
from referee.protocol.masked.deck import MASKED_DECK
from referee.protocol.seating import TableDeck
from referee.protocol.step.sealed_deck import SEALED_DECK
from referee.protocol.step.step_deck import StepDeck
from tests.table.opening.masked_openings import accepted
from tests.table.small_games import running

pytestmark = pytest.mark.usefixtures("remembered_proofs")

QUESTIONS = sorted(
    name for kind in (Deck, StepDeck) for name, value in vars(kind).items() if isfunction(value) and name[0] != "_"
)


def test_questions_are_found() -> None:
    assert len(QUESTIONS) >= 20
    assert {"seen_by", "hand_lines", "dealt"} <= set(QUESTIONS)


@pytest.mark.parametrize("deck", [SEALED_DECK, MASKED_DECK], ids=["open", "masked"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_deck_answers_each_question_as_it_is_put(deck: TableDeck, question: str) -> None:
    assert signature(getattr(type(deck), question)) == signature(getattr(StepDeck, question))


def test_a_table_has_the_deck_that_its_charter_says() -> None:
    assert deck_of(accepted(2, "the deck").table) == MASKED_DECK
    assert deck_of(running().table) == SEALED_DECK


def test_the_decks_differ_in_all_that_a_table_says_of_them() -> None:
    values = [[getattr(deck, name) for name in TableDeck.__struct_fields__] for deck in (SEALED_DECK, MASKED_DECK)]

    assert all(open_ != masked for open_, masked in zip(*values, strict=True))

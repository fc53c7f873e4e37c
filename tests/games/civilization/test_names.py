"""What happened is told with the names of the pack, and with the codes people type."""

from __future__ import annotations

import pytest

from referee.games.civilization import GAME, with_pack
from referee.games.civilization import events as e
from referee.games.civilization.pack import shipped_bytes, shipped_components
from referee.i18n.event_text import event_sentence, event_sentences, question_sentence
from referee.kernel.dice import Dice
from referee.kernel.events import Event, Hidden
from referee.kernel.game import complete_options
from referee.kernel.requests import Request
from tests.games.civilization.positions import NAMES
from tests.games.contract.playout import key_of

OPTIONS = complete_options(GAME.info, 3, ())


@pytest.mark.parametrize(
    ("event", "english", "italian"),
    [
        (e.Founded(2, "gan"), "Ganges (gan)", "Gange (gan)"),
        (e.Built(0, "lib"), "Library (lib)", "Biblioteca (lib)"),
        (e.Learned(1, "cvl", "bought"), "Cavalry (cvl)", "Cavalleria (cvl)"),
        (e.Wonder(1, "ora"), "The Oracle (ora)", "Oracolo (ora)"),
        (e.Took(0, "c106"), "Exploration (c106)", "Esplorazione (c106)"),
        (e.Joined(("c201", "c206")), "Markets (c201), Sea routes (c206)", "Mercati (c201), Rotte (c206)"),
    ],
)
def test_an_event_names_what_the_pack_names(event: Event, english: str, italian: str) -> None:
    assert english in event_sentence(GAME, event, NAMES, "en")
    assert italian in event_sentence(GAME, event, NAMES, "it")


def test_a_pack_of_one_s_own_is_told_by_its_own_names() -> None:
    own = with_pack(shipped_bytes().replace(b'"en":"Ganges"', b'"en":"Ganga"'))

    assert "Ganga (gan)" in event_sentence(own, e.Founded(2, "gan"), NAMES, "en")


def test_a_question_names_them_too() -> None:
    told = question_sentence(GAME, Request(0, "box", "CV 3.4", ("c108",)), NAMES, "en")

    assert "c108" not in told or "Building (c108)" in told


def test_a_seat_called_like_a_code_is_not_renamed() -> None:
    assert "gan" in event_sentence(GAME, e.Passed(0), ("gan", "him", "sar"), "en")
    assert "Ganges" not in event_sentence(GAME, e.Passed(0), ("gan", "him", "sar"), "en")


def test_units_and_markers_have_no_code_to_type_and_are_told_by_their_words() -> None:
    assert [shipped_components().told(code, "en") for code in ("inf", "wine", "ancient", "nothing", "xyz")] == [""] * 5


def test_the_covered_markers_of_the_set_up_are_told_in_one_line() -> None:
    events = GAME.setup(OPTIONS, Dice(key_of(GAME, OPTIONS, 1))).events
    told = event_sentences(GAME, events, NAMES, "en")

    assert sum(isinstance(event, Hidden) for event in events) > 15
    assert told.count("every other territory gets a marker face down") == 1
    assert len(told) < 15

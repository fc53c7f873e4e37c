"""`prose.toml`: every event and every question is a sentence in both languages, with places that exist."""

from __future__ import annotations

import inspect
import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from referee.games.cards import GAME, events
from referee.games.cards.data import KINDS, LEADERS, SHIPS
from referee.kernel import events as kernel_events
from referee.kernel.events import Event
from referee.kernel.requests import Request
from referee.table.explain import events_prose, question_prose
from tests.games.cards.playing import fierce, game, some_options

PROSE: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[3] / "referee" / "games" / "cards" / "prose.toml").read_text("utf-8")
)
QUESTIONS = ("turn", "score", "ship", "commit", "convert", "war", "swap", "income")
NAMES = ("anna", "bert", "carl", "dora")


def told() -> dict[str, type[Event]]:
    """Every event the game may tell, by its word in a turn note."""
    own = [kind for _, kind in inspect.getmembers(events, inspect.isclass) if issubclass(kind, Event)]
    goods = [getattr(kernel_events, name) for name in ("Drew", "Spent", "Laid", "Revealed", "Discarded")]
    kinds = [kind for kind in (*own, *goods) if kind not in (Event, kernel_events.Won)]
    return {kind.__name__.lower(): kind for kind in kinds}


def places(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field}


def test_every_event_has_its_sentences_and_no_other_has_any() -> None:
    assert set(PROSE["events"]) == set(told())


@pytest.mark.parametrize("name", PROSE["events"])
def test_the_places_of_a_sentence_are_fields_of_its_event(name: str) -> None:
    entry = PROSE["events"][name]

    assert places(entry["en"]) == places(entry["it"])
    assert places(entry["en"]) <= set(told()[name].__struct_fields__)


def test_every_question_has_its_sentences_and_an_example() -> None:
    assert set(PROSE["questions"]) == set(QUESTIONS)
    assert all({"en", "it", "example"} <= set(entry) for entry in PROSE["questions"].values())


def test_kinds_leaders_and_ships_have_words_in_both_languages() -> None:
    assert {*KINDS, *LEADERS, *SHIPS} <= set(PROSE["words"])
    assert all(entry["en"] and entry["it"] for entry in PROSE["words"].values())


@pytest.mark.parametrize("lang", ["en", "it"])
def test_whole_games_are_told_without_a_word_of_the_notes(lang: str) -> None:
    """A sentence that falls back to the words of a note begins with the event's name."""
    for seed in range(12):
        for turned in game(some_options(seed), seed, fierce):
            for sentence in events_prose(GAME, turned.events, NAMES, lang):
                assert sentence.split()[0] not in told(), sentence
                assert "{" not in sentence


def test_a_turn_reads_like_a_story() -> None:
    happened = (
        kernel_events.Spent(1, "green", 2),
        events.Committed(1, "green", 2),
        events.ExternalWon(1, 0, "trader", 4, 2),
        events.LeaderReturned(0, "trader", "C3"),
        events.Seized(1, "green", ("C1", "C2")),
        events.Rewarded(1, "green", 1),
    )

    assert events_prose(GAME, happened, NAMES, "en") == (
        "bert plays 2 cards in green",
        "bert wins the external conflict of traders against anna, 4 to 2",
        "the trader at C3 returns to anna",
        "bert takes what is green at C1, C2",
        "bert keeps one green card that was played; discarded: 1",
    )
    assert events_prose(GAME, happened, NAMES, "it") == (
        "bert gioca 2 carte di colore verde",
        "bert vince il conflitto esterno tra mercanti contro anna, 4 a 2",
        "il mercante in C3 torna da anna",
        "bert prende ciò che è verde in C1, C2",
        "bert tiene una carta verde tra quelle giocate; scartate: 1",
    )


def test_a_question_reads_like_a_question() -> None:
    request = Request(2, "commit", "CK 12.4", ("green", "2:1"))

    assert question_prose(GAME, request, NAMES, "en") == (
        "carl plays any number of green cards; own strength against the other's: 2:1"
    )
    assert question_prose(GAME, request, NAMES, "it") == (
        "carl gioca quante carte vuole di colore verde; propria forza contro quella altrui: 2:1"
    )

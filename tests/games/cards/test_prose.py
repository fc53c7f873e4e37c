"""How the card game tells a turn and asks a question; that all is told in both languages, the contract asks."""

from __future__ import annotations

from referee.games.cards import GAME, events
from referee.games.cards.data import KINDS, LEADERS, SHIPS
from referee.i18n.event_text import event_sentences, question_sentence
from referee.kernel import events as kernel_events
from referee.kernel.requests import Request
from tests.games.known import prose

NAMES = ("anna", "bert", "carl", "dora")


def test_kinds_leaders_and_ships_have_words() -> None:
    assert {*KINDS, *LEADERS, *SHIPS} <= set(prose("cards")["words"])


def test_a_turn_reads_like_a_story() -> None:
    happened = (
        kernel_events.Spent(1, "green", 2),
        events.Committed(1, "green", 2),
        events.ExternalWon(1, 0, "trader", 4, 2),
        events.LeaderReturned(0, "trader", "C3"),
        events.Seized(1, "green", ("C1", "C2")),
        events.Rewarded(1, "green", 1),
    )

    assert event_sentences(GAME, happened, NAMES, "en") == (
        "bert plays 2 cards in green",
        "bert wins the external conflict of traders against anna, 4 to 2",
        "the trader at C3 returns to anna",
        "bert takes all green cards at C1, C2",
        "bert keeps one of the green cards played; discarded: 1",
    )
    assert event_sentences(GAME, happened, NAMES, "it") == (
        "bert gioca 2 carte verdi",
        "bert vince il conflitto esterno tra i mercanti contro anna, 4 a 2",
        "il mercante in C3 torna da anna",
        "bert prende le carte verdi in C1, C2",
        "bert tiene una carta verde tra quelle giocate; scartate: 1",
    )


def test_a_question_reads_like_a_question() -> None:
    request = Request(2, "commit", "CK 12.4", ("green", "2:1"))

    assert question_sentence(GAME, request, NAMES, "en") == ("carl plays any number of green cards; strengths now: 2:1")
    assert question_sentence(GAME, request, NAMES, "it") == (
        "carl gioca quante carte vuole di colore verde; propria forza contro quella altrui: 2:1"
    )

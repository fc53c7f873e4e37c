"""Standing answers with lists, as no client seals them: whoever can open them refuses, and nothing stands."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.kernel.errors import NotAuthentic, Unreadable
from referee.protocol.step.record_step import record_standing_notes
from referee.protocol.step.standing_orders import is_standing_due, standing_note
from referee.record.note import SignedNote, sign_note
from tests.support.dishonest.signing import pinned
from tests.support.rehearse import Match, open_match, play_out

LISTS = (
    ("civilization", "place c4 c4 d4"),
    ("civilization", "pick gan"),
    ("civilization", "pick c103 c103"),
    ("civilization", "pick c101 c102 c103 c104 c105 c106 c107 c108"),
    ("civilization", "tech 9999 mas"),
    ("civilization", "decline box but"),
    ("civilization", "best \x1b[2Jcolonist"),
    ("civilization", "best <script>"),
    ("ur", "pick c103"),
    ("ur", "place z9"),
    ("ur", "exchange a1 a1 keep"),
)
"""Lies about the game, of the other game, doubled, too long, in words that would do harm where they were printed."""


def _sealed(match: Match, seat: str, *lines: str) -> SignedNote:
    """A standing note with these lines under right pins, whatever they say."""
    key, pins = match.keys[seat], match.table.game.info.pins
    note: Any = standing_note(match.players[seat], key, ()).note()
    return sign_note(replace(note, **pinned(match.table, key, note, [*lines, *("",) * (pins - len(lines))])), key)


@pytest.mark.parametrize(("game", "line"), LISTS)
def test_a_line_that_lies_about_its_game_stands_for_nothing(game: str, line: str) -> None:
    match = open_match(game, 3, "lists")
    signed = _sealed(match, "anna", line)

    with pytest.raises((Unreadable, NotAuthentic)) as refused:
        record_standing_notes(match.host, [signed], match.host_eyes)
    assert "\x1b" not in str(refused.value)


@pytest.mark.parametrize(("game", "line"), [("civilization", "best colonist"), ("ur", "place c4 d4")])
def test_a_line_given_twice_has_another_spelling_and_is_refused(game: str, line: str) -> None:
    match = open_match(game, 3, "lists")

    with pytest.raises(Unreadable):
        record_standing_notes(match.host, [_sealed(match, "anna", line, line)], match.host_eyes)


@pytest.mark.parametrize("game", ["civilization", "ur"])
def test_nobody_gives_standing_answers_for_another_seat(game: str) -> None:
    match = open_match(game, 3, "lists")
    note: Any = standing_note(match.players["anna"], match.keys["anna"], ()).note()

    with pytest.raises(NotAuthentic):
        record_standing_notes(match.host, [sign_note(replace(note, seat="bert"), match.keys["anna"])], match.host_eyes)


def test_answers_that_are_changed_once_they_would_have_answered_come_too_late() -> None:
    match = open_match("civilization", 3, "lists")
    early: Any = _sealed(match, "anna", "decline box").note()
    late: Any = _sealed(match, "anna", "best colonist").note()
    assert is_standing_due(match.host, early) and is_standing_due(match.host, late)

    match.stand("anna", ("decline box",))
    play_out(match, "lists", steps=6)
    assert match.host.standing[match.table.seat("anna")] is not None

    assert not is_standing_due(match.host, late)

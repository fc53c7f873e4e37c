"""Verdicts speak of keys, and convict only where signatures contradict each other."""

from __future__ import annotations

import pytest

from referee.record.note import SignedNote, sign_note
from referee.record.notes import Accept, Move, Step
from referee.table.disputes import judge
from referee.table.draft import draft, move_note
from scripts.rehearse import Match, open_match, play_out


@pytest.fixture(scope="module")
def match() -> Match:
    return play_out(open_match("tigris", 2, "disputes"), "disputes", steps=4)


def _second_move(match: Match, typed: list[str], **options: object) -> SignedNote:
    """Another move for step 5 by whoever is asked, beside the one that is then entered."""
    request = match.host.request
    assert request is not None
    seat = match.table.names[request.seat]
    position = match.players[seat]
    return move_note(position, match.keys[seat], draft(position, match.eyes[seat], typed), **options)  # type: ignore[arg-type]


def test_two_moves_for_one_step_are_a_fact_about_the_key() -> None:
    match = play_out(open_match("tigris", 2, "two moves"), "two moves", steps=4)
    stray = _second_move(match, ["pass", "pass"])
    match.enter(_second_move(match, ["pass"]))
    (verdict,) = judge(match.files, [stray])

    assert (verdict.upheld, verdict.party) == (True, stray.note().seat)  # type: ignore[union-attr]
    assert "cheat" not in verdict.sentence()


def test_a_correction_is_no_contradiction() -> None:
    match = play_out(open_match("tigris", 2, "correction"), "correction", steps=4)
    first = _second_move(match, ["pass", "pass"])
    match.enter(_second_move(match, ["pass"], instead=first.id))

    assert [verdict.upheld for verdict in judge(match.files, [first])] == [False]


def test_a_move_that_had_to_be_refused_proves_nothing(match: Match) -> None:
    entered = match.signed_notes["0004.step"][0]
    note = entered.note()
    assert isinstance(note, Move)
    illegal = sign_note(replace_note(note, do=("place farm A1",), pin=(), seal=None), match.keys[note.seat])
    (verdict,) = judge(match.files, [illegal])

    assert not verdict.upheld
    assert "refused" in verdict.sentence()


def test_two_step_notes_of_one_step_are_a_fact_about_the_referees_key(match: Match) -> None:
    note = match.signed_notes["0003.step"][-1].note()
    assert isinstance(note, Step)
    other = sign_note(replace_note(note, event=()), match.keys["host"])
    (verdict,) = judge(match.files, [other])

    assert (verdict.upheld, verdict.party, verdict.values["slot"]) == (True, "referee", "3")


def test_two_accepts_for_one_offer_are_a_fact_about_the_key(match: Match) -> None:
    note = match.signed_notes["0000.deal"][0].note()
    assert isinstance(note, Accept)
    other = sign_note(replace_note(note, open=bytes(32)), match.keys[note.seat])

    assert [verdict.upheld for verdict in judge(match.files, [other])] == [True]


def test_a_note_of_the_record_and_a_note_of_another_game_prove_nothing(match: Match) -> None:
    other = play_out(open_match("tigris", 2, "another game"), "another game", steps=1)
    strays = [match.signed_notes["0002.step"][0], other.signed_notes["0001.step"][0]]

    assert [verdict.upheld for verdict in judge(match.files, strays)] == [False, False]


def test_a_text_whose_signature_does_not_fit_accuses_nobody(match: Match) -> None:
    entered = match.signed_notes["0002.step"][0]
    body = entered.body.replace(b"step 2\n", b"step 3\n")
    changed = SignedNote(body, entered.key, entered.namespace, entered.signature)
    (verdict,) = judge(match.files, [changed])

    assert not verdict.upheld
    assert "does not hold" in verdict.sentence()


def replace_note(note: object, **changes: object) -> object:
    fields = {name: changes.get(name, getattr(note, name)) for name in note.__struct_fields__}  # type: ignore[attr-defined]
    return type(note)(**fields)


def test_an_answer_that_turns_up_an_unknown_card_is_judged_like_any_other() -> None:
    """Nobody but the referee knows where such an answer leads; whether it was allowed is public all the same."""
    match = open_match("cards", 2, "disputed face")
    for _ in range(400):
        play_out(match, f"disputed face {match.host.step}", steps=1)
        asked = match.host.request
        if asked is not None and match.host.covered and match.host.covered[0].seat != asked.seat:
            break
    else:
        raise AssertionError("nobody was asked while another seat's card lay face down")
    stray, entered = _second_move(match, ["commit 0"]), _second_move(match, ["commit 0"], say=("once more",))
    match.enter(entered)

    assert [verdict.upheld for verdict in judge(match.files, [stray])] == [True]

"""Goods of a pile face down on places: proved against the deal when they are turned up, and seen by who peeks alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from referee.audit.recompute import audit
from referee.crypto import sealing
from referee.kernel.errors import NotAuthentic, RefereeError
from referee.protocol.seating import stranger_eyes
from referee.protocol.step.draft import draft
from referee.protocol.step.record_step import position_after_step
from referee.record.file_names import DEAL, step_name
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Move, Step
from tests.support.rehearse import Match, open_match, play_out
from tests.table.small_games import HOST, changed, copy_of, key_of, order, with_notes
from tests.table.two_worlds import masked

pytestmark = pytest.mark.usefixtures("remembered_proofs")

HIDING = "claims"
SEATS = ("anna", "bert", "carl")


@cache
def dealt() -> Match:
    return open_match(HIDING, 3, "covered")


@cache
def peeked() -> Match:
    return order(copy_of(dealt()), "peek low")


@cache
def mined() -> Match:
    """Anna alone claims the hill that she has seen, carl another one: both are turned up."""
    match = copy_of(peeked())
    for seat, typed in zip(SEATS, ("claim low", "pass", "claim red"), strict=True):
        match.enter(match.write(seat, [typed]))
    return match


def known(match: Match, seat: str) -> dict[str, str]:
    """What a seat knows of covered places."""
    own = match.players[seat].knowledge.own(match.table.seat(seat))
    assert own is not None
    return dict(own.covered)


def on_the_hills(match: Match) -> dict[str, str]:
    return dict(match.host.knowledge.covered)  # type: ignore[union-attr]


# Who learns what


def test_a_place_is_covered_by_the_next_good_of_the_pile_of_the_deal() -> None:
    match = dealt()

    assert [place.position for place in match.host.places] == [0, 1, 2]
    assert (
        [kind for _, kind in match.host.knowledge.covered]
        == list(  # type: ignore[union-attr]
            match.host.knowledge.piles[0].kinds[:3]  # type: ignore[union-attr]
        )
    )


def test_one_seat_sees_what_it_peeks_at_and_nobody_else_does() -> None:
    match, faces = peeked(), on_the_hills(peeked())

    assert {seat: known(match, seat) for seat in SEATS} == {
        "anna": {"high": faces["high"], "low": faces["low"]},  # the set-up has shown her the first one
        "bert": {},
        "carl": {},
    }
    assert list(match.signed_notes[step_name(1)][-1].read(Step).hand) == ["anna"]


def test_a_peek_tells_everybody_that_it_happened_and_nothing_of_what_was_seen() -> None:
    worlds = {on_the_hills(match)["low"]: match for match in (open_match(HIDING, 3, f"w {n}") for n in range(12))}
    alike = [match for match in worlds.values() if match.host.state == next(iter(worlds.values())).host.state]
    told = {masked(order(copy_of(match), "peek low").files[step_name(1)]) for match in alike}

    assert len(alike) > 1
    assert len(told) == 1


def test_what_is_turned_up_is_shown_and_proved_and_the_place_is_covered_again() -> None:
    match, before = mined(), on_the_hills(peeked())
    step = match.signed_notes[step_name(2)][-1].read(Step)

    assert step.show == (("low", before["low"]), ("red", before["red"]))
    assert [(proof.pile, proof.position) for proof in step.proof] == [("bag", 1), ("bag", 2)]
    assert sorted(place.place for place in match.host.places) == ["high", "low", "red"]
    assert known(match, "anna") == {"high": before["high"]}


def test_a_whole_game_of_covered_places_is_clean() -> None:
    match = play_out(copy_of(mined()), "covered")

    assert audit(match.files).verdict == "clean"


# A referee who lies about a place


def told_otherwise(match: Match, step: int, **values: Any) -> tuple[SignedNote, ...]:
    *notes, last = match.signed_notes[step_name(step)]
    return (*notes, sign_note(changed(last.note(), **values), key_of(HOST)))


def with_another_face() -> tuple[SignedNote, ...]:
    """Consistently: the host plays with another face, so that events and points follow from it."""
    match = copy_of(peeked())
    worth = {"clay": "gold", "gold": "tin", "tin": "clay"}
    dealer = match.host.knowledge
    covered = tuple((place, worth[kind] if place == "low" else kind) for place, kind in dealer.covered)  # type: ignore[union-attr]
    match.host = replace(match.host, knowledge=replace(dealer, covered=covered))
    match.players = {}
    notes = mined().signed_notes[step_name(2)][:-1]
    for signed in notes:
        match.enter(signed)
    return match.signed_notes[step_name(2)]


def proof_of_another_place() -> tuple[SignedNote, ...]:
    step = mined().signed_notes[step_name(2)][-1].read(Step)
    return told_otherwise(mined(), 2, proof=(step.proof[1], step.proof[0]))


def proof_of_another_good() -> tuple[SignedNote, ...]:
    first, *others = mined().signed_notes[step_name(2)][-1].read(Step).proof
    return told_otherwise(mined(), 2, proof=(replace(first, token=(first.token + 1) % 10), *others))


def proof_missing() -> tuple[SignedNote, ...]:
    return told_otherwise(mined(), 2, proof=mined().signed_notes[step_name(2)][-1].read(Step).proof[:1])


def face_missing() -> tuple[SignedNote, ...]:
    return told_otherwise(mined(), 2, show=(), proof=())


def one_proof_too_many() -> tuple[SignedNote, ...]:
    step = mined().signed_notes[step_name(2)][-1].read(Step)
    return told_otherwise(mined(), 2, proof=(*step.proof, step.proof[0]))


def peek_sent_to_two() -> tuple[SignedNote, ...]:
    hand = peeked().signed_notes[step_name(1)][-1].read(Step).hand
    return told_otherwise(peeked(), 1, hand={**hand, "bert": hand["anna"]})


def peek_not_sent() -> tuple[SignedNote, ...]:
    return told_otherwise(peeked(), 1, hand={})


LIES: dict[str, tuple[Callable[[], tuple[SignedNote, ...]], Callable[[], Match], str]] = {
    "a face that is not the committed one": (with_another_face, peeked, "low shows .*, which is not what the deal"),
    "another position": (proof_of_another_place, peeked, "the proof for low is of another position: 3"),
    "a token that does not open the bag": (proof_of_another_good, peeked, "the proof for low does not open the line"),
    "a missing proof": (proof_missing, peeked, "2 covered pieces of a pile were turned up; proofs given: 1"),
    "a face that is not shown": (face_missing, peeked, "low"),
    "a proof too many": (one_proof_too_many, peeked, "2 covered pieces of a pile were turned up; proofs given: 3"),
    "a peek sent to two": (peek_sent_to_two, dealt, "hand lines go to exactly the seats that drew"),
    "a peek that is not sent": (peek_not_sent, dealt, "hand lines go to exactly the seats that drew"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_about_a_covered_place_is_refused_by_a_stranger_at_once(lie: str) -> None:
    make, before, sentence = LIES[lie]
    match = before()

    with pytest.raises(NotAuthentic, match=sentence):
        position_after_step(match.players["carl"], make(), stranger_eyes(match.table))


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_about_a_covered_place_is_refused_by_the_one_who_has_peeked(lie: str) -> None:
    make, before, _ = LIES[lie]
    match = before()

    with pytest.raises(RefereeError):
        position_after_step(match.players["anna"], make(), match.eyes["anna"])


def test_a_peek_at_another_place_than_the_step_says_is_found_by_who_peeks() -> None:
    match = dealt()
    other = order(copy_of(match), "peek red")
    lied = told_otherwise(peeked(), 1, hand=_sealed_for(peeked(), 1, _records(other, 1)))

    with pytest.raises(NotAuthentic, match="anna"):
        position_after_step(match.players["anna"], lied, match.eyes["anna"])


def _records(match: Match, step: int) -> tuple[sealing.Record, ...]:
    note = match.signed_notes[step_name(step)][-1].read(Step)
    key = match.eyes["anna"].hand_keys[0]
    assert key is not None
    return sealing.unpack_records(sealing.unseal(key, note.hand["anna"], _address(match, note)))


def _sealed_for(match: Match, step: int, records: tuple[sealing.Record, ...]) -> dict[str, bytes]:
    note = match.signed_notes[step_name(step)][-1].read(Step)
    key = match.eyes["anna"].hand_keys[0]
    assert key is not None
    return {"anna": sealing.seal(key, sealing.pack_records(records), _address(match, note), 1)}


def _address(match: Match, note: Step) -> bytes:
    return sealing.associated_data("hand", match.table.game_id, note.head, note.step, "anna")


def test_a_proof_in_the_deal_is_refused() -> None:
    *accepts, deal = dealt().signed_notes[DEAL]
    with_proof = changed(deal.note(), proof=mined().signed_notes[step_name(2)][-1].read(Step).proof)
    report = audit(with_notes(dealt(), DEAL, (*accepts, sign_note(with_proof, key_of(HOST)))))

    assert [finding.at for finding in report.findings] == [DEAL]


# Whoever knows what comes covers the note like whoever does not


def dug(match: Match, hill: str) -> Match:
    return order(copy_of(match), f"dig {hill}")


def test_an_order_that_turns_a_place_up_is_covered_whether_or_not_its_author_has_peeked() -> None:
    match = dealt()
    seals = [match.write("anna", [f"dig {hill}"]).read(Move).seal for hill in ("high", "low")]

    assert known(match, "anna").keys() == {"high"}
    assert all(seals)
    for hill in ("high", "low"):
        assert dug(match, hill).signed_notes[step_name(1)][-1].read(Step).proof


def test_what_is_typed_behind_an_order_that_turns_a_place_up_is_sealed() -> None:
    match = dealt()
    written = [
        draft(match.players["anna"], match.eyes["anna"], [f"dig {hill}", "claim red"]) for hill in ("high", "low")
    ]

    assert [(drafted.do, drafted.lines) for drafted in written] == [
        (("dig high",), ("claim red",)),
        (("dig low",), ("claim red",)),
    ]

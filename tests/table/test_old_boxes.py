"""The box of a key that was replaced may be opened, and no other; it tells nothing of what came after it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from referee.crypto import sealing
from referee.crypto.keys import SigningKey, format_private
from referee.crypto.openssh import format_public
from referee.disputes.judging import judge
from referee.kernel.errors import NotAuthentic, RefereeError
from referee.kernel.goods import Stranger
from referee.protocol.history.read_record import read_history
from referee.protocol.history.valid_part import read_valid_part
from referee.protocol.seating import box_eyes
from referee.record.note import SignedNote
from referee.record.notes import Deal, Step
from referee.record.store import DataFolder, GameFolder
from referee.session.session import Session
from referee.session.sign_claim import ClaimDraft, claim_note, keep_beside, reveal_former_box
from tests.disputes.box_stories import STEPS, begun, box_of, claim_box, renewed
from tests.support.rehearse import Match, open_match, play_out
from tests.table.altered_notes import taken_though_changed
from tests.table.new_seat_keys import rekeyed
from tests.table.plan_games import before_revolt, sides
from tests.table.plan_liars import followed_blindly, undone
from tests.table.small_games import HOST, asked, copy_of, key_of, order, swap_all
from tests.table.test_canaries import assert_no_canary

pytestmark = pytest.mark.usefixtures("remembered_proofs")

MATCH, SEAT, BOX = renewed(True)
OTHER = next(name for name in MATCH.table.names if name != SEAT)
ENTERED = MATCH.table.seats[MATCH.table.seat(SEAT)].since
"""The step that has entered the new key."""


def session_of(match: Match, who: SigningKey, root: Path, *keys: SigningKey) -> Session:
    """A session at the game, in whose home these keys lie."""
    home = DataFolder(root / "home")
    for number, key in enumerate(keys):
        home.write_key(f"k{number}", format_private(key, "k"), format_public(key.public, "k"))
    return Session(GameFolder(root / "game"), home, read_history(match.files, who), who)


def code_of(signed: SignedNote, match: Match = MATCH) -> tuple[str, bool, str]:
    """The code of what a judge finds of a claim, whether it is upheld, and why it was refused."""
    (verdict,) = judge(match.files, (signed,))
    return verdict.fact.code, verdict.upheld, verdict.reason.code if verdict.reason is not None else ""


LIES = {
    "claim-box-in-use": lambda: box_of(MATCH, MATCH.keys[SEAT]),
    "claim-box-of-another": lambda: box_of(MATCH, key_of(OTHER)),
    "claim-box-of-nobody": lambda: hashlib.sha256(b"no box").digest(),
}


@pytest.mark.parametrize("why", LIES)
def test_a_claim_that_opens_another_box_is_refused_and_shows_nothing(why: str, tmp_path: Path) -> None:
    """Attack 140: a box opens only after a step has replaced its key, and to its owner alone."""
    signed = claim_box(MATCH, SEAT, LIES[why]())
    with pytest.raises(RefereeError) as refused:
        keep_beside(session_of(MATCH, key_of(HOST), tmp_path), signed, ())

    assert refused.value.code == why
    assert code_of(signed) == ("U-REFUSED", False, why)
    assert not (tmp_path / "game").exists()


def test_a_box_in_another_spelling_than_its_own_opens_nothing() -> None:
    loose = bytes([BOX[0] | 1, *BOX[1:]])

    assert code_of(claim_box(MATCH, SEAT, loose)) == ("U-REFUSED", False, "claim-box-of-nobody")


def test_an_old_box_that_somebody_else_opens_shows_nothing() -> None:
    assert code_of(claim_box(MATCH, OTHER, BOX))[:2] == ("U-REFUSED", False)


def test_a_claim_that_the_replaced_key_signs_counts_for_nothing() -> None:
    thief = copy_of(MATCH)
    thief.keys = {**thief.keys, SEAT: key_of(SEAT)}

    assert code_of(claim_box(thief, SEAT, BOX))[0] == "U-VOID"


def test_before_the_new_key_is_entered_the_own_client_opens_no_box(tmp_path: Path) -> None:
    early = begun()
    seat = asked(early)
    with pytest.raises(RefereeError) as refused:
        reveal_former_box(session_of(early, key_of(seat), tmp_path, key_of(seat)), STEPS)

    assert (refused.value.code, str(refused.value.hint).partition(";")[0]) == (
        "box-still-yours",
        "change your key first: referee rekey",
    )


def test_the_own_client_opens_the_old_box_of_the_step_that_is_named(tmp_path: Path) -> None:
    session = session_of(MATCH, MATCH.keys[SEAT], tmp_path, MATCH.keys[SEAT], key_of(SEAT))
    opening = reveal_former_box(session, STEPS)
    signed = claim_note(session, MATCH.keys[SEAT], ClaimDraft(opening=opening))

    assert (opening.box, str(BOX) in repr(opening)) == (BOX, False)
    assert code_of(signed)[0] == "O-BOX"
    with pytest.raises(RefereeError) as refused:
        reveal_former_box(session, ENTERED)
    assert refused.value.code == "box-still-yours"


def test_without_the_old_key_its_box_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(NotAuthentic) as refused:
        reveal_former_box(session_of(MATCH, MATCH.keys[SEAT], tmp_path, MATCH.keys[SEAT]), STEPS)

    assert refused.value.code == "former-key-not-here"


def test_with_escrow_no_box_is_opened_before_the_end(tmp_path: Path) -> None:
    """It also holds a share of what the host keeps shut, and the share under the new key is the same."""
    match = play_out(open_match("tigris", 3, "box", [("escrow", "yes")]), "box", steps=1)
    seat = asked(match)
    match = rekeyed(match, seat)
    with pytest.raises(RefereeError) as refused:
        reveal_former_box(session_of(match, match.keys[seat], tmp_path, key_of(seat)), 1)

    assert refused.value.code == "box-holds-share"


def test_an_old_box_opens_no_hand_of_the_key_after_it() -> None:
    """The leak test of the claim: whoever has the box reads the old hands, and is a stranger from the new key on."""
    match = copy_of(MATCH)
    while asked(match) != SEAT:
        order(match, "pass", "pass")
    order(match, swap_all(match))
    valid = read_valid_part(match.files, eyes_for=lambda table, _: box_eyes(table, BOX))
    eyes = box_eyes(MATCH.table.opening, BOX)
    key, seat = eyes.hand_keys[MATCH.table.seat(SEAT)], SEAT
    assert key is not None and valid.history.position is not None
    told = [note for _, notes in valid.history.steps() for note in map(SignedNote.note, notes)]
    hands = [note for note in told if isinstance(note, Deal | Step) and seat in note.hand]
    opened = {note.step: _opens(key, note, seat) for note in hands}

    assert {step: step < ENTERED for step in opened} == opened
    assert (opened[0], ENTERED in opened, max(opened) > ENTERED) == (True, True, True)
    assert isinstance(valid.history.position.knowledge, Stranger)


def _opens(key: bytes, note: Deal | Step, seat: str) -> bool:
    try:
        sealing.unseal(
            key, note.hand[seat], sealing.associated_data("hand", MATCH.table.game_id, note.head, note.step, seat)
        )
    except NotAuthentic:
        return False
    return True


def test_a_claim_that_opens_an_old_box_has_no_other_secret_in_it() -> None:
    assert_no_canary(MATCH, {"claim": claim_box(MATCH, SEAT, BOX).armoured().encode()})


def test_a_plan_that_was_passed_over_is_shown_by_the_old_box() -> None:
    """Attack 124: while the game runs, nobody else can see it."""
    match, signed_notes = undone(True)
    seat, _ = sides(before_revolt())
    box = box_of(match, match.keys[seat])
    match = rekeyed(followed_blindly(match, signed_notes), seat)

    assert code_of(claim_box(match, seat, box), match)[:2] == ("R-PLAN", True)


def test_of_three_keys_the_box_of_the_second_opens_what_came_under_it() -> None:
    second = copy_of(MATCH)
    box = box_of(second, second.keys[SEAT])
    third = rekeyed(second, SEAT, "third")
    (verdict,) = judge(third.files, (claim_box(third, SEAT, box),))

    assert (verdict.fact.code, verdict.said.values["step"], verdict.said.values["count"]) == ("O-BOX", ENTERED, 1)


def test_a_byte_changed_in_a_claim_that_opens_a_box_is_refused_and_proves_nothing(tmp_path: Path) -> None:
    """Attack 32, for a note that stands beside a record."""
    session, claim = session_of(MATCH, key_of(HOST), tmp_path), claim_box(MATCH, SEAT, BOX)

    assert [found for kept, _ in taken_though_changed(session, claim) for found in kept] == []

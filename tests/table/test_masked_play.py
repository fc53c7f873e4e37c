"""A game whose deck nobody sees, from the deal to its end: locks that are owed, tiles that are shown, lies refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.audit.recompute import audit
from referee.disputes.judging import judge
from referee.kernel.errors import RefereeError
from referee.kernel.goods import Counts, Holder
from referee.protocol.agreements.consent import consent_note
from referee.protocol.masked import key_share_notes
from referee.protocol.masked.deck_keys import deck_secret_of
from referee.protocol.masked.hidden_tiles import face_down_positions, missing_key_shares
from referee.protocol.masked.key_share_notes import (
    key_shares_of,
    make_unlock,
    owed_positions,
    positions_in,
    read_unlock,
    with_unlocks,
)
from referee.protocol.masked.note_rules import public_counts
from referee.protocol.seating import eyes_of_key
from referee.protocol.step.draft import draft
from referee.protocol.step.record_step import record_step_file
from referee.record.note import SignedNote, render_bundle, sign_note
from referee.record.notes import At, Entered, Range, Step, Unlock
from tests.long_runs import of
from tests.table.masked_matches import STRANGER, MaskedMatch, copy_of, dealt, finished, placed_first, swap_all
from tests.table.small_games import HOST, key_of, signed_again

pytestmark = pytest.mark.usefixtures("remembered_proofs")

NUMBERS = [2, *(pytest.param(seats, marks=pytest.mark.long) for seats in (3, 4))]


def code(call: Callable[[], object]) -> str:
    with pytest.raises(RefereeError) as refusal:
        call()
    return refusal.value.said.code if refusal.value.code != "refusable-entered" else refusal.value.values["why"].code


@pytest.mark.parametrize("seats", NUMBERS)
def test_a_whole_game_is_clean_for_a_stranger_and_the_same_for_all(seats: int) -> None:
    """Everybody has the same hands by position after every step, and a seat alone sees its own."""
    match = finished(seats)
    report = audit(match.files)
    assert (report.verdict, report.unchecked, match.host.over) == ("clean", (), True)
    assert "hands-not-shown" in {remark.code for remark in report.remarks}
    public = public_counts(match.host.knowledge)
    assert all(public_counts(position.knowledge) == public for position in match.seen.values())
    assert isinstance(match.seen[STRANGER].knowledge, Counts)
    assert isinstance(match.seen["anna"].knowledge, Holder)
    shown = key_shares_of(match.host).shown
    assert len(shown) == 2 and shown == key_shares_of(match.seen[STRANGER]).shown


def test_a_running_game_is_clean_at_each_step() -> None:
    match = finished(2)
    names = sorted(name for name in match.files if name.endswith(".step"))
    for step in (1, 2, 3, len(names)):
        kept = {name: data for name, data in match.files.items() if name not in names[step:]}
        report = audit(kept)
        verdict = "clean" if step == len(names) else "in progress"
        assert (report.verdict, report.findings, report.unchecked, report.step) == (verdict, (), (), step)


def test_nothing_opens_before_the_locks_of_all_others_are_there() -> None:
    """D17: what is withheld keeps tiles dark, and everybody sees whose lock is wanted."""
    match = copy_of(dealt(2))
    match.waiting.clear()
    assert match.hand("anna") == match.hand("bert") == ()
    assert missing_key_shares(match.host) == {"anna": ("bert",), "bert": ("anna",)}
    assert face_down_positions(match.host, 0) == (0, 1, 2, 3, 4, 5)
    match.waiting.append(dealt(2).waiting[1])
    assert len(match.hand("anna")) == 6 and match.hand("bert") == ()


def test_who_moves_has_paid_all_locks_first() -> None:
    """D28."""
    match = copy_of(dealt(2))
    name = match.asked()
    move = match.write(swap_all(match))
    others = [signed for signed in match.entering() if signed.note().seat != name]  # type: ignore[union-attr]
    assert code(lambda: match.close(move, others)) == "locks-owed"
    closed = match.close(move)
    step = closed.signed_notes[-1].read(Step)
    lines = tuple(line for line in step.note if line.seat != name or line.id == move.id)
    forged = signed_again(closed.signed_notes[-1], key_of(HOST), note=lines)
    found = code(
        lambda: record_step_file(match.seen[STRANGER], (*others, move, forged), eyes_of_key(match.table, None, {}))
    )
    assert found == "locks-owed"


def test_a_seat_owes_what_others_hold_and_nothing_that_it_has_paid() -> None:
    match = copy_of(dealt(2))
    assert owed_positions(match.host, 0) == (6, 7, 8, 9, 10, 11)
    match.enter(swap_all(match))
    mover = match.bundles[1][-2].note().seat  # type: ignore[union-attr]
    other = 1 - match.table.seat(mover)
    assert (owed_positions(match.host, 1 - other), owed_positions(match.host, other)) == ((), (12, 13, 14, 15, 16, 17))


def test_what_is_not_known_yet_is_given_in_the_next_note_and_nothing_is_sealed() -> None:
    """D22: PM 2 and PM 8."""
    match = copy_of(dealt(2))
    name = match.asked()
    now, eyes = match.looks(name), eyes_of_key(match.table, key_of(name), {})
    assert code(lambda: draft(now, eyes, [swap_all(match), "pass"])) == "order-next-note"
    assert code(lambda: draft(now, eyes, [placed_first(match)[0], "win pass"])) == "sealed-in-masked"


# Lies of a move


def shown_by(match: MaskedMatch) -> tuple[SignedNote, int]:
    """A move that shows a tile, and its position."""
    move = match.write(*placed_first(match))
    (given,) = move.note().give  # type: ignore[union-attr]
    return move, given.position


def other_kind(match: MaskedMatch, at: int) -> int:
    """A position of the same hand with a tile of another kind."""
    knowledge = match.looks(match.asked()).knowledge
    assert isinstance(knowledge, Holder)
    lit = knowledge.lit()
    return next(other for other, kind in lit.items() if kind != lit[at])


def own_lock(match: MaskedMatch, at: int) -> bytes:
    name = match.asked()
    secret = deck_secret_of(match.host, key_of(name))
    assert secret is not None
    note = make_unlock(match.host, key_of(name), secret, (at,)).read(Unlock)
    assert note.locks is not None
    return note.locks


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes((data[at] ^ 1,)) + data[at + 1 :]


def lies_of(match: MaskedMatch) -> dict[str, tuple[SignedNote, str]]:
    move, at = shown_by(match)
    key, locks = key_of(match.asked()), move.note().locks  # type: ignore[union-attr]
    other, mine = other_kind(match, at), public_counts(match.host.knowledge).hands[match.table.seat(match.asked())]
    theirs = next(one for one in range(12) if one not in mine)

    def told(**values: Any) -> SignedNote:
        return signed_again(move, key, **values)

    given = (At("tiles", other),)
    return {
        "another kind": (told(give=given, locks=own_lock(match, other)), "give-other-face"),
        "the lock of another position": (told(locks=own_lock(match, other)), "lock-unproven"),
        "a bent proof": (told(locks=flipped(locks, 70)), "lock-unproven"),
        "no scalar": (told(locks=locks[:64] + b"\xff" * 32), "bad-scalar"),
        "no point": (told(locks=b"\xff" * 32 + locks[32:]), "bad-point"),
        "another pile": (told(give=(At("cards", at),)), "not-in-hand"),
        "undrawn": (told(give=(At("tiles", 40),)), "not-in-hand"),
        "of another hand": (told(give=(At("tiles", theirs),)), "not-in-hand"),
        "none": (told(give=(), locks=None), "not-in-hand"),
        "one more": (told(give=(At("tiles", at), *given), locks=locks + own_lock(match, other)), "give-surplus"),
        "twice": (told(give=(At("tiles", at),) * 2, locks=locks * 2), "give-surplus"),
        "dropped as well": (told(drop=given), "give-surplus"),
        "dropped instead": (told(give=(), locks=None, drop=given), "not-in-hand"),
    }


@pytest.mark.parametrize("step", [0, 1])
def test_a_move_that_lies_about_its_tiles_is_refused_by_host_and_all(step: int) -> None:
    """D9, D11, D12, D13: and nothing of it happens."""
    match = copy_of(dealt(2))
    for _ in range(step):
        match.enter(*placed_first(match))
        match.unlock()
    honest, eyes = match.close(shown_by(match)[0]), eyes_of_key(match.table, None, {})
    *_, entered, step_note = honest.signed_notes
    for lie, (signed, expected) in lies_of(match).items():
        assert code(lambda signed=signed: match.close(signed)) == expected, lie
        lines = step_note.read(Step).note
        listed = (*(line for line in lines if line.id != entered.id), Entered(match.asked(), signed.id))
        bundle = (*match.entering(), signed, signed_again(step_note, key_of(HOST), note=listed))
        assert code(lambda bundle=bundle: record_step_file(match.seen[STRANGER], bundle, eyes)) == expected, lie
    match.follow(honest)


def test_what_is_put_aside_lies_in_the_pile_that_is_named() -> None:
    """D13."""
    match = dealt(2)
    move = match.write(swap_all(match))
    drop = tuple(At("cards", line.position) for line in move.note().drop)  # type: ignore[union-attr]
    assert code(lambda: match.close(signed_again(move, key_of(match.asked()), drop=drop))) == "not-in-hand"


def test_a_dark_tile_is_not_shown() -> None:
    """D12: the lock of one other is missing."""
    match = copy_of(dealt(2))
    move = shown_by(match)[0]
    own = [signed for signed in match.entering() if signed.note().seat == match.asked()]  # type: ignore[union-attr]
    assert code(lambda: match.close(move, own)) == "give-dark"


# Lies of an unlock


def test_an_unlock_is_entered_once_and_by_the_key_of_its_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """D10, D30, D36: what is cheap comes before any arithmetic."""
    match = copy_of(dealt(2))
    match.enter(swap_all(match))
    mover = match.bundles[1][-2].note().seat  # type: ignore[union-attr]
    other = match.table.names[1 - match.table.seat(mover)]
    match.unlock(other)
    (honest,) = match.waiting
    key, mine = key_of(other), public_counts(match.host.knowledge).hands[match.table.seat(other)]
    before = public_counts(dealt(2).host.knowledge).hands[match.table.seat(mover)]
    monkeypatch.setattr(key_share_notes.masking, "read_lock", lambda *_: pytest.fail("arithmetic"))
    lies = {
        "lock-own": signed_again(honest, key, lock=(Range("tiles", mine[0], 6),)),
        "lock-not-drawn": signed_again(honest, key, lock=(Range("tiles", 60, 6),)),
        "unlock-other-key": signed_again(honest, key_of(mover)),
        "other-history-here": signed_again(honest, key, head=match.table.game_id),
        "written-ahead": signed_again(honest, key, step=9),
        "unlock-elsewhere": signed_again(honest, key, game=match.host.head),
        "open-not-gone": signed_again(honest, key, open={other: bytes(31) + b"\x01"}),
        "lock-entered": signed_again(honest, key, lock=(Range("tiles", before[0], 6),)),
    }
    for expected, signed in lies.items():
        assert code(lambda signed=signed: read_unlock(match.host, signed)) == expected
    again = next(signed for signed in dealt(2).waiting if signed.note().seat == other)  # type: ignore[union-attr]
    assert code(lambda: read_unlock(match.host, again)) == "lock-nothing-new"
    of_another_deck = signed_again(again, key, head=match.table.game_id)
    assert code(lambda: read_unlock(dealt(2).host, of_another_deck)) == "unlock-elsewhere"


def test_unlocks_of_a_step_stand_in_seat_order() -> None:
    match = dealt(2)
    first, second = match.entering()
    assert code(lambda: with_unlocks(match.host, (second, first))) == "unlocks-stand-seat"
    assert code(lambda: with_unlocks(match.host, (first, first))) == "unlocks-stand-seat"


def test_unlocks_that_come_late_or_overlap_are_taken() -> None:
    """D36: nobody honest is stopped."""
    match = copy_of(dealt(2))
    match.enter(swap_all(match))
    match.unlock()
    late = list(match.waiting)
    match.waiting.clear()
    name = match.asked()
    match.waiting += [signed for signed in late if signed.note().seat == name]  # type: ignore[union-attr]
    match.enter("pass")
    match.unlock()
    match.waiting += late
    held = match.entering()
    assert held and {signed.note().seat for signed in held} != set()  # type: ignore[union-attr]
    match.enter(swap_all(match))
    report = audit(match.files)
    assert (report.verdict, report.findings, report.step) == ("in progress", (), 3)


def test_a_changed_byte_anywhere_in_a_step_is_a_fault() -> None:
    match = finished(2)
    step = match.files["0001.step"]
    apart = len(step) // of(4, 7)
    for at in range(apart, len(step), apart):
        bent = step[:at] + bytes((step[at] ^ 1,)) + step[at + 1 :]
        kept = {name: data for name, data in match.files.items() if not name.endswith(".step")} | {"0001.step": bent}
        assert audit(kept).verdict != "clean", at


def test_judge_finds_nothing_against_who_has_kept_the_rules() -> None:
    """A refused unlock proves nothing; two moves of one slot do."""
    match = copy_of(dealt(2))
    name = match.asked()
    move = match.write(swap_all(match))
    second = match.write(*placed_first(match))
    match.follow(match.close(move))
    verdicts = judge(match.files, [second, *match.entering()])
    assert [verdict.party for verdict in verdicts if verdict.upheld] == [name]
    lie = signed_again(dealt(2).waiting[0], key_of("anna"), lock=(Range("tiles", 60, 6),))
    assert not any(verdict.upheld for verdict in judge(match.files, [lie]))


def test_a_copy_of_an_unlock_under_another_key_accuses_nobody() -> None:
    """D26: a step lists what its author has signed; without that nobody can tell where the step leads."""
    match = copy_of(dealt(2))
    before = dict(match.files)
    match.follow(match.close(match.write(swap_all(match))))
    *entered, step = match.bundles[1]
    unlocks = [signed for signed in entered if signed.type == "unlock"]
    copies = [sign_note(signed.note(), key_of(HOST)) for signed in unlocks]
    strays = [step, *(signed for signed in entered if signed.type == "move"), *copies]
    assert len(copies) == 2
    assert not any(verdict.upheld for verdict in judge(before, strays))


@pytest.mark.parametrize("corrected", [False, True])
def test_a_step_played_in_secret_and_another_one_entered_is_a_proof(corrected: bool) -> None:
    """D15: owner and host see drawn tiles, and enter another step; a correction clears the owner alone."""
    match = copy_of(dealt(2))
    name = match.asked()
    first = match.write(swap_all(match))
    *entered, step = match.close(first).signed_notes
    second = match.write("pass")
    if corrected:
        second = signed_again(second, key_of(name), instead=(first.id,))
    match.follow(match.close(second))
    upheld = {verdict.party for verdict in judge(match.files, [*entered, step]) if verdict.upheld}
    assert upheld == {"referee"} if corrected else {"referee", name}
    other = next(one for one in match.table.names if one != name)
    honest = dealt(2).waiting[match.table.seat(other)]
    told = signed_again(honest, key_of(other), step=2, head=step.id)  # what it signs in the other history
    assert code(lambda: read_unlock(match.host, told)) == "other-history-here"


def test_what_a_step_back_has_undone_is_owed_and_unlocked_no_more() -> None:
    """D35: else all would read what was drawn, once it is drawn again."""
    match = copy_of(dealt(2))
    drawer = match.asked()
    other = next(name for name in match.table.names if name != drawer)
    seat = match.table.seat(other)
    match.enter(swap_all(match))
    drawn = tuple(range(12, 18))
    assert set(drawn) <= set(owed_positions(match.host, seat))

    consents = [consent_note(match.host, key_of(name), "back 1") for name in match.table.names]
    match.follow(match.decide("back 1", consents))
    assert not set(drawn) & set(owed_positions(match.host, seat))
    match.unlock()
    assert not any(set(drawn) & set(positions_in(signed.read(Unlock))) for signed in match.waiting)
    secret = deck_secret_of(match.host, key_of(other))
    assert secret is not None
    early = make_unlock(match.host, key_of(other), secret, drawn)
    assert code(lambda: read_unlock(match.host, early)) == "lock-not-drawn"

    match.enter(swap_all(match))
    assert set(drawn) <= set(owed_positions(match.host, seat))


def test_files_of_the_record_are_notes() -> None:
    match = finished(2)
    assert match.files["0001.step"] == render_bundle(match.bundles[1])

"""A step back at the sessions: consents wait and are entered, guards go on, what is undone is judged and counted so."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.audit.game_index import IndexEntry, index_entry
from referee.audit.recompute import audit
from referee.disputes.judging import judge
from referee.kernel.errors import RefereeError
from referee.messages.letters import step_letter
from referee.protocol.agreements.consent import consent_note
from referee.protocol.agreements.table_lines import Back
from referee.protocol.history.valid_part import ValidPart
from referee.record.note import SignedNote, render_bundle, sign_note
from referee.record.notes import Claim, Opened, Order
from referee.session.agreements.proposals import proposals, requested_take_backs
from tests.disputes.stories import claim_of, own_line
from tests.support.rehearse import Match, play_out
from tests.table.new_seat_keys import rekeyed
from tests.table.plan_liars import truth
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import HOST, STRANGER, asked, copy_of, dealt, order, swap_all
from tests.table.take_backs import ASKER_SAYS, begun, gone_back


def two_swaps() -> Match:
    """Two seats; the first one has swapped its hand twice, so that the other is asked."""
    match = copy_of(dealt())
    order(match, swap_all(match))
    order(match, swap_all(match))
    return match


def agrees(person: Person, to: str, reason: str | None = None) -> bytes:
    """The file of a consent."""
    session = person.session()
    return render_bundle((consent_note(session.position, session.signer(), to, reason),))


def gone_back_at(root: Path, match: Match) -> dict[str, Person]:
    """The people of a game after it went back before step 2: both have agreed, and all have the host's letter."""
    people = materialize(match, root, (*match.table.names, HOST))
    people[HOST].take(agrees(people["anna"], "back 2", ASKER_SAYS), agrees(people["bert"], "back 2"))
    for name in match.table.names:
        people[name].take(people[HOST].letter(3))
    return people


def test_a_step_back_is_entered_with_the_last_consent_and_everybody_follows(tmp_path: Path) -> None:
    people = gone_back_at(tmp_path, two_swaps())
    sessions = [person.session() for person in people.values()]

    assert [session.position.past.rollbacks for session in sessions] == [((3, 2),)] * 3
    assert len({session.position.head for session in sessions}) == 1
    assert not any(name.startswith("consent-") for session in sessions for name in session.folder.list_pending())


def test_until_then_everybody_sees_who_asks_why_and_who_has_still_to_agree(tmp_path: Path) -> None:
    people = materialize(two_swaps(), tmp_path, ("anna", "bert", HOST))
    said = people["bert"].take(agrees(people["anna"], "back 2", ASKER_SAYS))
    session = people["bert"].session()

    assert requested_take_backs(session) == ((2, (("anna", ASKER_SAYS),)),)
    assert proposals(session) == ((Back(2), ("anna",), ("bert",)),)
    assert said[0] == (
        f'Anna asks for taking back everything from step 2 on ("{ASKER_SAYS}"); to agree: `referee consent back`'
    )


def test_a_consent_to_a_step_back_that_cannot_be_is_not_kept(tmp_path: Path) -> None:
    people = materialize(two_swaps(), tmp_path, ("anna", HOST))
    with pytest.raises(RefereeError) as refused:
        people[HOST].take(agrees(people["anna"], "back 3", ASKER_SAYS))

    assert refused.value.code == "back-no-step"
    assert not any(name.startswith("consent-") for name in people[HOST].folder.list_pending())


def test_whoever_has_signed_for_the_step_by_which_the_game_went_back_signs_for_the_next_one(tmp_path: Path) -> None:
    match = two_swaps()
    mover = asked(match)
    before = materialize(match, tmp_path, (*match.table.names, HOST))
    late = before[mover].move("pass", "pass")
    before[HOST].take(agrees(before["anna"], "back 2", ASKER_SAYS), agrees(before["bert"], "back 2"))
    for name in match.table.names:
        before[name].take(before[HOST].letter(3))
    first = asked(gone_back(match, 2))
    with pytest.raises(RefereeError) as refused:
        before[HOST].take(late)
    before[HOST].take(before[first].move("pass"))
    guard = before[mover].session().guard()

    assert refused.value.code == "stale-step"
    assert (before[HOST].session().position.step, "move 3" in guard.signed) == (4, True)


def test_a_letter_says_who_asked_why_what_was_learned_and_what_is_undone() -> None:
    match = gone_back(two_swaps(), 2)
    text = step_letter(match.host, match.signed_notes["0003.step"], "en").decode()
    told = " ".join(text.split())

    assert f'"{ASKER_SAYS}"' in told
    assert "draws 6 tiles; the same players will draw the same pieces again" in told
    assert "Step 2 was taken back, by step 3." in told


def test_a_report_tells_which_steps_are_undone_and_by_which() -> None:
    match = play_out(gone_back(two_swaps(), 2), "on", steps=2)

    assert audit(match.files).undone == ((2, 2, 3),)
    assert audit(two_swaps().files).undone == ()


def test_a_move_of_an_undone_step_is_no_second_move_beside_that_of_another_step() -> None:
    """Attack 117 before a judge: numbers go on, so the two have different slots and contradict nothing."""
    match = gone_back(two_swaps(), 2)
    undone, *_ = match.signed_notes["0002.step"]
    match = play_out(match, "again", steps=1)
    again, *_ = match.signed_notes["0004.step"]

    assert [verdict.upheld for verdict in judge(match.files, [undone, again])] == [False, False]


def test_what_a_game_counts_is_counted_in_the_steps_that_stand() -> None:
    straight, back = ended(begun("tigris", 12)), ended(again(begun("tigris", 12)))

    assert any(any(tally.values) for tally in entry(straight).tallies)
    assert entry(back).tallies == entry(straight).tallies
    assert entry(back).moves == 2 * entry(straight).moves


def again(match: Match) -> Match:
    """The game that went back to its beginning, and in which all have ordered the same again."""
    notes = [match.signed_notes[f"{step:04d}.step"] for step in range(1, match.host.step + 1)]
    back = gone_back(match, 1)
    for signed_notes in notes:
        move = next(signed.note() for signed in signed_notes if signed.type == "move")
        order(back, *getattr(move, "do"))  # noqa: B009
    return back


def ended(match: Match) -> Match:
    match = copy_of(match)
    match.decide("end agreed", consents=[match.consent(seat, "end agreed") for seat in match.table.names])
    match.players.pop(STRANGER)
    match.acknowledge()
    return match


def entry(match: Match) -> IndexEntry:
    """The line of an index on a game."""
    seen: list[ValidPart] = []
    report = audit(match.files, seen=seen.append)
    return index_entry("", report, seen[0])


def test_a_claim_on_a_plan_that_ended_with_a_step_back_does_not_say_that_it_was_passed_over() -> None:
    """Its seat is asked again and might do the same; but what was sealed ended when the table went back."""
    match = truth()[0]
    note, opened, line = own_line(1, None)
    back = gone_back(match, match.host.step)
    (verdict,) = judge(back.files, (claim_of(back, opened.seat, note=(note.id,), opened=opened, order=line),))

    assert asked(back) == opened.seat
    assert (verdict.fact.code, verdict.said.code) == ("O-LINE", "claim-shows-line")


def test_a_claim_on_a_plan_of_a_key_that_was_replaced_does_not_say_that_it_was_passed_over() -> None:
    """What the old key had sealed ended with it."""
    match = truth()[0]
    note, opened, line = own_line(1, None)
    changed = order(rekeyed(match, opened.seat), "commit 0")
    while asked(changed) != opened.seat:
        order(changed, "pass")
    (verdict,) = judge(changed.files, (_by(changed, opened.seat, note, opened, line),))

    assert (verdict.fact.code, verdict.said.code) == ("O-LINE", "claim-shows-line")


def _by(match: Match, seat: str, note: SignedNote, opened: Opened, line: Order) -> SignedNote:
    """A claim of a seat under its key of now."""
    at = {"game": match.table.game_id, "step": match.host.step, "head": match.host.head}
    return sign_note(Claim(**at, seat=seat, note=(note.id,), opened=opened, order=line), match.keys[seat])  # type: ignore[arg-type]

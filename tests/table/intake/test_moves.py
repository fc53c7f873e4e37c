"""Moves that reach the host: in replies and quotes, corrected, late, and twice."""

from __future__ import annotations

import pytest

from referee.kernel.errors import OutOfOrder, Unreadable
from referee.record.note import SignedNote, read_bundle, render_bundle, sign_note
from referee.record.note_slots import equivocation
from referee.record.notes import Move
from referee.session.incoming.receive import receive
from tests.support.rehearse import test_key
from tests.table.intake.mails import evidence, good_move, mover, quoted, three_steps
from tests.table.players_on_disk import Person
from tests.table.signatures import second_signature
from tests.table.small_games import HOST, changed, key_of, signed_again, small, step_name


def test_a_reply_that_quotes_the_letter_above_a_new_move_enters_the_move(table: dict[str, Person]) -> None:
    """Attack 56: the old ones are here already, the new one is entered."""
    said = table[HOST].take(quoted(small().files[step_name(3)]) + b"\nmy move:\n" + render_bundle((good_move(),)))

    assert said == ["already recorded as step 3", "recorded as step 4"]
    assert table[HOST].record()[step_name(4)] == small().files[step_name(4)]


def test_a_reply_that_quotes_half_a_note_enters_the_whole_one_and_names_the_half(table: dict[str, Person]) -> None:
    """Attack 136."""
    half = quoted(small().files[step_name(3)][:700])
    said = table[HOST].take(half + render_bundle((good_move(),)))

    assert len(said) == 2
    assert said[0].startswith("ignored: line 1: ")
    assert said[1] == "recorded as step 4"


def test_of_two_moves_that_do_not_replace_each_other_none_is_taken(table: dict[str, Person]) -> None:
    """Attacks 47 and 109: both ids are shown, the first does not win."""
    match, host = three_steps(), table[HOST]
    one, two = match.write(mover(), ["pass"]), match.write(mover(), ["leader king C8"])
    for mail in (render_bundle((one, two)), quoted(render_bundle((two,))) + render_bundle((one,))):
        before = host.files()
        with pytest.raises(OutOfOrder) as refusal:
            host.take(mail)

        assert one.id in refusal.value.sentence()
        assert two.id in refusal.value.sentence()
        assert host.files() == before


def test_a_note_beside_an_unfinished_copy_and_a_second_copy_is_one_note(table: dict[str, Person]) -> None:
    """Attack 109."""
    whole = render_bundle((good_move(),))
    said = table[HOST].take(whole + whole[:300] + b"\n" + quoted(whole))

    assert said[-1] == "recorded as step 4"
    assert table[HOST].record()[step_name(4)] == small().files[step_name(4)]


def test_a_bare_note_beside_an_armoured_one_refuses_the_mail(table: dict[str, Person]) -> None:
    """Attack 109: what stands outside the armour may be meant, so nothing is taken."""
    match, host = three_steps(), table[HOST]
    other = match.write(mover(), ["pass"])
    before = host.files()

    with pytest.raises(Unreadable):
        host.take(quoted(render_bundle((good_move(),))) + other.body)
    assert host.files() == before


def test_a_row_of_corrections_in_one_mail_gives_the_last_one(table: dict[str, Person]) -> None:
    """Attack 111: linked by `instead`, in any order."""
    match, host = three_steps(), table[HOST]
    first = match.write(mover(), ["pass"])
    second = signed_again(good_move(), key_of(mover()), instead=(first.id,))

    said = host.take(render_bundle((second, first)))

    assert said == ["recorded as step 4"]
    assert second.id in {signed.id for signed in read_bundle(host.record()[step_name(4)])}


def test_a_correction_that_comes_after_the_step_is_closed_is_out_of_order_and_no_evidence(
    table: dict[str, Person],
) -> None:
    """Attacks 31 and 94."""
    host = table[HOST]
    host.take(render_bundle((good_move(),)))
    before = host.files()
    late = signed_again(three_steps().write(mover(), ["pass"]), key_of(mover()), instead=(good_move().id,))

    with pytest.raises(OutOfOrder, match="step 4 is closed"):
        host.take(render_bundle((late,)))
    assert host.files() == before


def test_a_move_that_was_replaced_before_the_step_was_closed_is_no_failure(table: dict[str, Person]) -> None:
    """Attack 94: the older mail comes last."""
    host = table[HOST]
    first = three_steps().write(mover(), ["pass"])
    host.take(render_bundle((signed_again(good_move(), key_of(mover()), instead=(first.id,)),)))

    assert host.take(render_bundle((first,))) == ["already replaced by the move recorded as step 4"]
    assert evidence(host) == []


@pytest.mark.parametrize("first_comes_first", [True, False])
def test_of_a_delivery_in_several_mails_the_correction_counts(
    table: dict[str, Person], first_comes_first: bool
) -> None:
    host = table[HOST]
    first = three_steps().write(mover(), ["pass"])
    second = signed_again(good_move(), key_of(mover()), instead=(first.id,))
    mails = [first, second] if first_comes_first else [second, first]
    session = host.session()
    for signed in mails:
        _, session = receive(session, render_bundle((signed,)), delivery=tuple(mails))

    assert second.id in {signed.id for signed in read_bundle(host.record()[step_name(4)])}


def test_a_forged_correction_in_the_delivery_holds_nobodys_move_back(table: dict[str, Person]) -> None:
    host = table[HOST]
    forged = sign_note(changed(good_move().note(), instead=(good_move().id,)), test_key("mallory"))
    foreign = SignedNote(forged.body, good_move().key, forged.namespace, forged.signature)
    receive(host.session(), render_bundle((good_move(),)), delivery=(forged, foreign, good_move()))

    assert host.record()[step_name(4)] == small().files[step_name(4)]


def test_a_second_move_for_a_closed_step_is_kept_as_evidence_and_changes_nothing(table: dict[str, Person]) -> None:
    """Attacks 31 and 78: a fact about a key, which its holder may explain."""
    host = table[HOST]
    host.take(render_bundle((good_move(),)))
    before = host.record()
    second = three_steps().write(mover(), ["pass"])

    with pytest.raises(OutOfOrder, match="step 4 is closed") as refusal:
        host.take(render_bundle((second,)))

    assert host.record() == before
    assert evidence(host) == [render_bundle((second,))]
    assert not any(word in str(refusal.value) for word in ("cheat", "forge", "fraud"))
    found = equivocation((good_move(), second))
    assert [fact.key for fact in found] == [key_of(mover()).public]


def test_one_contradiction_is_kept_however_many_follow(table: dict[str, Person]) -> None:
    """A seat that signs a hundred moves for one step fills nobody's disk."""
    host = table[HOST]
    host.take(render_bundle((good_move(),)))
    for number in range(5):
        second = three_steps().write(mover(), ["pass"], say=(f"again {number}",))
        with pytest.raises(OutOfOrder, match="step 4 is closed"):
            host.take(render_bundle((second,)))

    assert len(evidence(host)) == 1


def test_the_same_signed_text_twice_is_one_move(table: dict[str, Person]) -> None:
    """Attack 7: another valid signature of one body is the same note, and the stored file stays as it is."""
    host = table[HOST]
    host.take(render_bundle((good_move(),)))
    before = host.files()
    resigned = second_signature(good_move(), key_of(mover()))

    assert resigned.signature != good_move().signature
    assert host.take(render_bundle((resigned,))) == ["already recorded as step 4"]
    assert host.files() == before


@pytest.mark.parametrize("step", [1, 4], ids=["closed", "next"])
def test_a_move_of_another_game_of_the_same_people_is_refused_and_no_evidence(
    table: dict[str, Person], step: int
) -> None:
    """Who plays two games under one key has signed no second note for a step of this one."""
    host, signed = table[HOST], three_steps().signed_notes[step_name(1)][0] if step == 1 else good_move()
    note = signed.read(Move)
    other = signed_again(signed, key_of(note.seat), game=signed.id)  # an id as good as any
    before = host.files()
    with pytest.raises(OutOfOrder) as refusal:
        host.take(render_bundle((other,)))

    assert refusal.value.code == "move-of-other-game"
    assert host.files() == before

"""A seat gets another key: who must agree, what the new one sees, and what of the old one still counts."""

from __future__ import annotations

import base64
import hashlib
import struct
from functools import cache

import pytest
from msgspec.structs import replace

from referee import games
from referee.audit.recompute import audit
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.goods import Stranger
from referee.protocol.agreements.consent import check_consent
from referee.protocol.agreements.new_key import check_rekey, owner_for_new_key, records_for_new_key
from referee.protocol.history.read_record import read_history
from referee.protocol.seating import eyes_of_key
from referee.protocol.step.draft import draft, move_note
from referee.protocol.step.record_step import check_move, record_step_file
from referee.protocol.step.standing_orders import check_standing, standing_note
from referee.record.file_names import step_name
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Rekey
from tests.crypto.second import WORDS
from tests.record.vectors_of import vectors
from tests.support.rehearse import Match, open_match, play_out
from tests.table.new_seat_keys import REFEREE, agreed, all_but, asks, closed, consent, new_key, rekeyed, with_key
from tests.table.small_games import asked, changed, copy_of, hand, key_of, order, running, set_up, soon_over, with_notes


@cache
def lost() -> Match:
    """A game of four at Tigris in which the seat that is asked has lost its key and got another one."""
    return rekeyed(running(), asked(running()))


def refusal(match: Match, seat: str, rekey: object, consents: object) -> str:
    with pytest.raises((OutOfOrder, NotAuthentic)) as refused:
        closed(match, seat, rekey, consents)  # type: ignore[arg-type]
    return refused.value.code


def test_the_new_holder_of_a_seat_sees_the_hand_from_the_record_alone() -> None:
    seat = asked(running())

    assert hand(lost(), seat) == hand(running(), seat)


def test_a_game_goes_on_under_a_new_key_to_a_clean_end() -> None:
    short = play_out(open_match("tigris", 3, "short"), "short", steps=6)
    seat = asked(short)
    match = soon_over(rekeyed(short, seat), "on")

    assert audit(match.files).verdict == "clean"


@pytest.mark.parametrize(("game", "steps"), [("cards", 12), ("ur", 12), ("civilization", 12), ("oxo", 3)])
def test_in_every_game_the_new_holder_knows_what_the_old_one_knew(game: str, steps: int) -> None:
    match = play_out(open_match(game, games.find(game).info.seats[0], "known"), "known", steps=steps)
    seat = asked(match)
    own = match.players[seat].knowledge.own(match.table.seat(seat))

    assert rekeyed(match, seat).players[seat].knowledge.own(match.table.seat(seat)) == own


def laid_in_war() -> tuple[Match, str]:
    """A card game in which a connector lies face down while its war is fought, and who has laid it."""
    match = set_up(play_out(open_match("cards", 2, "l2"), "l2", steps=8), columns=("*rrr",) * 8, slots="." * 7)
    seat = asked(match)
    return order(match, f"connect A-B {hand(match, seat)[0]}"), seat


def test_the_new_holder_is_told_what_the_old_one_laid_face_down() -> None:
    match, seat = laid_in_war()
    known = match.players[seat].knowledge.own(match.table.seat(seat))
    done = closed(match, seat, asks(match, seat), agreed(match, asks(match, seat), *all_but(match, seat)))
    before = replace(match.host, knowledge=Stranger())
    after, _ = record_step_file(before, done.signed_notes, eyes_of_key(match.table, new_key("new"), {}))

    assert known is not None and known.covered
    assert after.knowledge.own(match.table.seat(seat)) == known


def test_the_new_holder_is_told_what_the_old_one_has_peeked_at() -> None:
    match = order(open_match("claims", 3, "covered"), "peek low")
    known = match.players["anna"].knowledge.own(0)

    assert known is not None and known.covered
    assert rekeyed(match, "anna").players["anna"].knowledge.own(0) == known


def test_the_old_key_moves_no_more() -> None:
    match, seat = lost(), asked(lost())
    old = copy_of(match)
    note = move_note(old.players[seat], old.keys[seat], draft(old.players[seat], old.eyes[seat], ["pass"]))
    stale = sign_note(note.note(), key_of(seat))
    with pytest.raises(NotAuthentic) as refused:
        check_move(match.host, stale)

    assert (refused.value.code, refused.value.values) == ("key-replaced", {"seat": seat, "step": match.host.step})


def test_whoever_holds_the_old_key_sees_no_more_than_a_stranger() -> None:
    before, seat = running(), asked(running())
    rekey = asks(before, seat)
    step = closed(before, seat, rekey, agreed(before, rekey, *all_but(before, seat)))
    after, _ = record_step_file(before.players[seat], step.signed_notes, before.eyes[seat])

    assert after.knowledge == Stranger()


def test_the_step_that_enters_a_key_changes_nothing_of_the_game() -> None:
    before, after = running(), lost()

    assert (after.host.state, after.host.asked, after.host.turn) == (
        before.host.state,
        before.host.asked,
        before.host.turn,
    )


@pytest.mark.parametrize("missing", range(4))
def test_a_lost_key_needs_the_consent_of_the_host_and_of_every_other_player(missing: int) -> None:
    match, seat = running(), asked(running())
    rekey = asks(match, seat)
    parties = all_but(match, seat)
    given = agreed(match, rekey, *(party for party in parties if party != parties[missing]))

    assert refusal(match, seat, rekey, given) == "consents-missing"


def test_a_key_is_changed_by_its_holder_alone() -> None:
    match, seat = running(), asked(running())

    assert rekeyed(match, seat, parties=(seat,)).host.table.seats[match.table.seat(seat)].key == new_key("new").public


def test_the_consent_of_an_old_key_no_longer_changes_a_key() -> None:
    match, seat = lost(), asked(lost())
    rekey = asks(match, seat, "thief")
    by_old = consent(match, seat, f"key {rekey.id}", key_of(seat))

    assert refusal(match, seat, rekey, (by_old,)) == "consent-other-key"


def test_the_others_can_overrule_a_change_of_key_and_the_newest_one_holds() -> None:
    match, seat = running(), asked(running())
    stolen = rekeyed(match, seat, "thief", parties=(seat,))
    back = rekeyed(stolen, seat, "owner")
    own = match.table.seat(seat)

    assert (back.host.table.seats[own].key, [party.key for party in back.host.table.former]) == (
        new_key("owner").public,
        [match.table.seats[own].key, new_key("thief").public],
    )


def test_a_note_for_a_new_key_is_entered_once() -> None:
    match, seat = running(), asked(running())
    rekey = asks(match, seat)
    consents = agreed(match, rekey, *all_but(match, seat))
    entered = with_key(match, seat, rekey, consents)
    other = rekeyed(entered, seat, "third")

    assert (refusal(entered, seat, rekey, consents), refusal(other, seat, rekey, consents)) == (
        "rekey-outdated",
        "rekey-outdated",
    )


def test_a_key_or_a_box_that_the_game_has_seen_is_not_let_in_again() -> None:
    match, seat = running(), asked(running())
    other = next(name for name in match.table.names if name != seat)
    used = asks(match, seat)
    note = used.read(Rekey)
    party = match.table.seats[match.table.seat(other)]
    same_key = sign_note(changed(note, key=party.key), key_of(other))
    same_box = sign_note(changed(note, box=party.box), new_key("new"))

    assert [
        refusal(match, seat, rekey, agreed(match, rekey, *all_but(match, seat))) for rekey in (same_key, same_box)
    ] == ["key-used-before", "box-key-shared"]


def test_a_rekey_note_is_signed_by_the_key_in_it() -> None:
    match, seat = running(), asked(running())
    rekey = sign_note(asks(match, seat).note(), new_key("other"))

    assert refusal(match, seat, rekey, agreed(match, rekey, *all_but(match, seat))) == "rekey-other-key"


def test_a_table_of_two_needs_the_host_and_the_other() -> None:
    match = play_out(open_match("tigris", 2, "two"), "two", steps=4)
    seat, rekey = asked(match), asks(match, asked(match))
    other = next(name for name in match.table.names if name != seat)

    assert [refusal(match, seat, rekey, agreed(match, rekey, party)) for party in (REFEREE, other)] == [
        "consents-missing",
        "consents-missing",
    ]
    assert with_key(match, seat, rekey, agreed(match, rekey, REFEREE, other)).host.step == match.host.step + 1


def test_a_second_key_of_the_same_seat_reads_the_whole_game() -> None:
    match, seat = lost(), asked(lost())
    twice = rekeyed(match, seat, "second")

    assert hand(twice, seat) == hand(match, seat)


def test_a_move_under_the_new_key_is_entered_and_everybody_follows() -> None:
    match = copy_of(lost())
    step = match.host.step
    play_out(match, "next", steps=1)

    assert {player.step for player in match.players.values()} == {step + 1}


def test_the_six_words_are_the_first_66_bits_of_the_id_of_the_note_hashed_by_a_second_reading() -> None:
    published = vectors("key_words")
    tag = b"referee/1 rekeywords"

    def second(note_id: str) -> list[str]:
        raw = base64.urlsafe_b64decode(f"{note_id}=")
        parts = b"".join(struct.pack(">Q", len(part)) + part for part in (tag, raw))
        number = int.from_bytes(hashlib.sha256(parts).digest(), "big") >> 190
        return [WORDS[number >> shift & 2047] for shift in (55, 44, 33, 22, 11, 0)]

    assert published == {note_id: second(note_id) for note_id in published}
    assert len(published) == 2


def test_a_consent_to_another_note_is_none() -> None:
    match, seat = running(), asked(running())
    rekey, other = asks(match, seat), asks(match, seat, "other")

    assert refusal(match, seat, rekey, agreed(match, other, *all_but(match, seat))) == "consents-missing"


def test_a_rekey_note_whose_signature_is_broken_is_refused() -> None:
    match = lost()
    name = step_name(match.host.step)
    rekey, *rest = match.signed_notes[name]
    broken = SignedNote(rekey.body, rekey.key, rekey.namespace, bytes(64))
    with pytest.raises(NotAuthentic):
        read_history(with_notes(match, name, (broken, *rest)))


@pytest.mark.parametrize("lie", ["too few", "of another seat", "one twice", "another salt"])
def test_a_hand_that_is_told_wrongly_is_found_by_its_new_holder(lie: str) -> None:
    match, seat = running(), running().host.asked[0].seat
    seed = match.host_eyes.hidden_seed
    assert seed is not None
    true = records_for_new_key(match.host, seed, seat)
    others = records_for_new_key(match.host, seed, (seat + 1) % 4)
    told = {
        "too few": true[1:],
        "of another seat": (others[0], *true[1:]),
        "one twice": (true[1], *true[1:]),
        "another salt": (replace(true[0], salt=bytes(16)), *true[1:]),
    }[lie]
    with pytest.raises(NotAuthentic) as refused:
        owner_for_new_key(match.host, seat, told)

    assert refused.value.code == ("hand-record-unopened" if lie == "another salt" else "hand-positions-differ")


@pytest.mark.parametrize("type_", ["standing", "consent"])
def test_a_new_key_signs_nothing_for_the_steps_before_it_was_entered(type_: str) -> None:
    """Such a note would be the old key's, to everybody who looks at it beside the record."""
    match, seat = lost(), asked(lost())
    old = running()
    if type_ == "standing":
        note = standing_note(old.players[seat], key_of(seat), ["defend min 3"]).note()
    else:
        note = consent(old, seat, f"key {asks(match, all_but(match, seat)[1], 'third').id}", key_of(seat)).note()
    check = check_standing if type_ == "standing" else check_consent
    with pytest.raises(NotAuthentic) as refused:
        check(match.host, sign_note(note, new_key("new")))

    assert (refused.value.code, refused.value.values["since"]) == ("key-since-later", match.host.step)


@pytest.mark.parametrize("is_consent", [False, True], ids=["request", "consent"])
def test_who_has_not_the_newest_step_yet_is_told_so_and_not_of_another_history(is_consent: bool) -> None:
    behind, match = (play_out(open_match("tigris", 3, "behind"), "behind", steps=steps) for steps in (2, 4))
    rekey = asks(match, "anna")
    with pytest.raises(OutOfOrder) as refused:
        if is_consent:
            check_consent(behind.host, consent(match, "bert", f"key {rekey.id}"))
        else:
            check_rekey(behind.host, rekey)

    assert (refused.value.code, refused.value.values) == ("written-ahead", {"step": 4, "now": 2})

"""With escrow: who is gone is opened by all others, or gets a new key by their shares; and nobody else is, ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from referee.audit.recompute import audit
from referee.crypto import boxes
from referee.crypto.curve25519 import GROUP
from referee.crypto.deck import group, masking
from referee.kernel.errors import RefereeError
from referee.protocol.agreements.consent import consent_note
from referee.protocol.masked.deck_escrow import own_deck_share, share_address, shares_due, wanted_shares
from referee.protocol.masked.deck_keys import deck_key_proof_note, deck_secret_of
from referee.protocol.masked.hidden_tiles import face_down_positions
from referee.protocol.masked.key_share_notes import key_shares_of, make_unlock, owed_positions, read_unlock
from referee.protocol.masked.shuffling import check_mix
from referee.protocol.opening.deal import read_deal
from referee.protocol.seating import eyes_of_key, own_game_secret
from referee.record.note import SignedNote
from referee.record.notes import Consent, Mix, Rekey
from tests.support.dishonest.light import light
from tests.table.masked_escrows import (
    GONE,
    agreed,
    escrowed,
    given_shares,
    let_pass,
    open_seat,
    opened,
    others_of,
    rekey_by_shares,
    share_note,
    shared_out,
    vanished,
)
from tests.table.masked_keys import asks, rotate
from tests.table.masked_matches import MaskedMatch, copy_of, swap_all
from tests.table.opening.masked_openings import ESCROW, Opening, accepted, mix
from tests.table.small_games import HOST, key_of, signed_again


@pytest.fixture(scope="module", autouse=True)
def numbers() -> Iterator[None]:
    """What notes may say does not hang on what the arithmetic costs."""
    with light():
        yield


def code(call: Callable[[], object]) -> str:
    with pytest.raises(RefereeError) as refusal:
        call()
    return refusal.value.code


def secret(match: MaskedMatch, name: str) -> int:
    return masking.deck_secret(own_game_secret(match.table, key_of(name)))


# Mixes


def opening() -> Opening:
    return mix(accepted(3, "escrow mixes", ESCROW))


def test_each_mix_binds_shares_that_make_the_deck_secret_of_its_seat() -> None:
    found = opening()
    for seat, signed in enumerate(found.mixes):
        note, name = signed.read(Mix), found.table.names[seat]
        assert sorted(note.share) == sorted(set(found.table.names) - {name})
        total = 0
        for holder in note.share:
            private = boxes.box_private(own_game_secret(found.table, key_of(holder)))
            sent = share_address(found.table, note.head, name, holder)
            total += sent.unseal(private, note.escrow[holder], note.share[holder])
        assert total % GROUP == masking.deck_secret(own_game_secret(found.table, key_of(name)))


def crooked(**values: Any) -> str:
    """What anybody says of a first mix with other lines."""
    found = opening()
    lie = signed_again(found.mixes[0], key_of("anna"), **values)
    return code(lambda: check_mix(found.table, found.decks[0], lie))


def test_shares_that_do_not_add_up_or_are_missing_are_refused_by_all() -> None:
    """D19."""
    note = opening().mixes[0].read(Mix)
    other = group.written(group.times_base(7))
    assert crooked(share={**note.share, "bert": other}) == "deck-share-differs"
    assert crooked(share={"bert": note.share["bert"]}) == "deck-share-differs"
    assert crooked(share={}) == crooked(escrow={}) == crooked(share={}, escrow={}) == "deck-share-differs"
    assert crooked(escrow={**note.escrow, "bert": note.escrow["bert"] + bytes(256)}) == "deck-share-differs"
    assert crooked(share={**note.share, "bert": bytes(31) + b"\xff"}) == "bad-point"
    other_seats = {"anna": note.share["bert"], "carl": note.share["carl"]}
    assert crooked(share=other_seats) == crooked(escrow={"anna": note.escrow["bert"], "carl": note.escrow["carl"]})
    assert crooked(share=other_seats) == "deck-share-differs"
    swapped = dict(zip(note.share, reversed(note.share.values()), strict=True))
    found = opening()  # the sum is the same: that is for the holders to see
    check_mix(found.table, found.decks[0], signed_again(found.mixes[0], key_of("anna"), share=swapped))


def test_shares_stand_in_no_mix_of_a_game_without_escrow() -> None:
    plain, note = mix(accepted(3, "no escrow")), opening().mixes[0].read(Mix)
    lie = signed_again(plain.mixes[0], key_of("anna"), share=note.share, escrow=note.escrow)
    assert code(lambda: check_mix(plain.table, plain.decks[0], lie)) == "mix-with-shares"


def test_a_false_share_is_seen_by_its_holder_before_the_deal_and_by_nobody_else() -> None:
    """D19."""
    found, last = opening(), "carl"
    note = found.mixes[-1].read(Mix)
    sent = share_address(found.table, note.head, last, "bert")
    private = boxes.box_private(own_game_secret(found.table, key_of(last)))
    false = {**note.escrow, "bert": sent.seal(private, 7)}
    found.mixes[-1] = signed_again(found.mixes[-1], key_of(last), escrow=false)
    found.decks[-1] = check_mix(found.table, found.decks[-2], found.mixes[-1])
    notes = found.closed.signed_notes
    for name in ("anna", "carl"):
        read_deal(found.table, notes, eyes_of_key(found.table, key_of(name), {}))
    assert code(lambda: read_deal(found.table, notes, eyes_of_key(found.table, key_of("bert"), {}))) == (
        "deck-share-differs"
    )


# The table opens a seat


def test_a_vanished_seat_is_opened_by_all_others_and_the_game_goes_on() -> None:
    match = copy_of(vanished())
    seat = match.table.seat(GONE)
    assert owed_positions(match.host, seat), "nothing was dark for want of the locks of who is gone"
    open_seat(match)
    assert (match.host.left, key_shares_of(match.host).opened) == ((seat,), {})
    assert wanted_shares(match.host) == {GONE: others_of(match)}
    match.waiting.append(share_note(match, "anna"))
    match.enter("pass")
    assert wanted_shares(match.host) == {GONE: ("bert",)}
    match.waiting.append(share_note(match, "bert"))
    match.unlock(*others_of(match))
    match.enter("pass")
    match.unlock(*others_of(match))

    locks = key_shares_of(match.host)
    assert (locks.opened, owed_positions(match.host, seat)) == ({seat: secret(match, GONE)}, ())
    assert not any(face_down_positions(match.host, match.table.seat(name)) for name in match.table.names)
    for _ in range(4):
        match.enter(swap_all(match))
        match.unlock(*others_of(match))
    assert (audit(match.files).verdict, audit(match.files).findings) == ("in progress", ())


def test_no_seat_is_opened_that_is_there_or_without_a_consent_or_twice() -> None:
    """D20."""
    fresh, gone = escrowed(), vanished()

    def opens(match: MaskedMatch, name: str, *by: str, lines: Sequence[str] = ()) -> Callable[[], object]:
        return lambda: match.decide(lines[0] if lines else f"open {name}", agreed(match, f"open {name}", *by))

    away = copy_of(escrowed())
    let_pass(away, 2)
    assert code(opens(fresh, GONE, "anna", "bert")) == code(opens(away, GONE, "anna", "bert")) == "open-not-gone"
    assert code(opens(gone, GONE, "anna")) == code(opens(gone, GONE)) == "consents-missing"
    assert code(opens(gone, "bert", "anna", "carl")) == "open-not-gone"
    assert code(opens(opened(), GONE, "anna", "bert")) == "open-not-gone"
    own = (*agreed(gone, f"open {GONE}", "anna", "bert"), *agreed(gone, f"open {GONE}", GONE))
    assert code(lambda: gone.decide(f"open {GONE}", own)) == "consent-for-nothing"
    plain = copy_of(escrowed_not())
    assert code(opens(plain, GONE, "anna", "bert")) == "open-without-escrow"


def escrowed_not() -> MaskedMatch:
    """A game of three without escrow, in which Carl was let pass three times."""
    from tests.table.masked_matches import sit_down

    match = sit_down(mix(accepted(3, "open without escrow")))
    for _ in range(3):
        match.enter(swap_all(match))
        match.unlock()
    let_pass(match, 3)
    return match


def test_who_has_left_is_opened_where_its_program_shows_nothing() -> None:
    match = copy_of(escrowed())
    match.follow(match.decide(f"left {GONE}", agreed(match, "left", GONE)))
    open_seat(match)
    for name in others_of(match):
        match.waiting.append(share_note(match, name))
    match.enter("pass")
    assert key_shares_of(match.host).opened == {match.table.seat(GONE): secret(match, GONE)}


def test_a_seat_that_was_opened_may_still_show_its_own_secret_and_nobody_another() -> None:
    """D20: an own open with another x."""
    match, seat = opened(), opened().table.seat(GONE)
    own = make_unlock(match.seen[GONE], key_of(GONE), secret(match, GONE), (), {GONE: secret(match, GONE)})
    assert read_unlock(match.host, own).opened == {seat: secret(match, GONE)}
    lie = make_unlock(match.seen[GONE], key_of(GONE), 0, (), {GONE: secret(match, GONE) + 1})
    assert code(lambda: read_unlock(match.host, lie)) == "deck-secret-differs"


def test_no_share_is_shown_before_its_step_and_none_but_the_own() -> None:
    """D20, D32."""
    before, after = vanished(), opened()
    assert code(lambda: read_unlock(before.host, share_note(before, "anna"))) == "share-too-early"
    assert code(lambda: read_unlock(after.host, share_note(after, "anna", "bert"))) == "share-too-early"
    early = share_note(before, "anna")
    assert code(lambda: read_unlock(after.host, early)) == "share-too-early"
    assert code(lambda: read_unlock(after.host, share_note(after, "anna", added=1))) == "deck-share-differs"
    berts = own_deck_share(after.host, key_of("bert"), after.table.seat(GONE))
    stolen = make_unlock(after.seen["anna"], key_of("anna"), 0, (), {GONE: berts})
    assert code(lambda: read_unlock(after.host, stolen)) == "deck-share-differs"
    assert read_unlock(after.host, share_note(after, "anna")).opened == {}
    once = copy_of(after)
    once.waiting.append(share_note(once, "anna"))
    once.enter("pass")
    assert code(lambda: read_unlock(once.host, share_note(once, "anna"))) == "lock-nothing-new"


def test_an_opened_seat_is_out_for_good_and_nobody_goes_back_over_it() -> None:
    match = copy_of(opened())
    step = match.host.step
    assert code(lambda: match.decide(f"back {step}", agreed(match, f"back {step}", *others_of(match)))) == (
        "back-over-leaving"
    )
    _, rekey = asks(match, GONE)
    given = [consent_note(match.host, match.key(name), f"key {rekey.id}", rekey=rekey.read(Rekey)) for name in (HOST,)]
    assert code(lambda: match.decide(f"key {GONE}", given, (rekey,))) == "seat-has-left"


def test_a_seat_whose_share_is_out_of_reach_makes_another_one_keep_shut() -> None:
    """D34."""
    four = copy_of(vanished("four", 4, "dora"))
    here = ["anna", "bert"]
    seat = four.table.seat("carl")
    while four.host.missed_by(seat) < 3:
        if four.asked() in ("carl", "dora"):
            four.follow(four.decide(f"absent {four.asked()}", ()))
        else:
            four.enter("pass")
        four.unlock(*here)
    both = (*agreed(four, "open carl", "anna", "bert", "dora"), *agreed(four, "open dora", "anna", "bert", "carl"))
    placed = sorted(both, key=lambda one: (four.table.seat(one.read(Consent).seat), one.read(Consent).to))
    assert code(lambda: decide_all(four, ("open carl", "open dora"), placed)) == "open-share-lost"
    open_seat(four, "dora", ("anna", "bert", "carl"))
    assert code(lambda: open_seat(four, "carl")) == "open-share-lost"

    keyed = copy_of(vanished("keyed", 3, "bert"))
    rekey_by_shares(keyed, "bert")
    let_pass(keyed, 3)
    assert code(lambda: open_seat(keyed)) == "open-share-lost"
    assert code(lambda: own_deck_share(keyed.host, keyed.key("bert"), keyed.table.seat(GONE))) == "open-share-lost"


def decide_all(match: MaskedMatch, lines: tuple[str, ...], consents: Sequence[SignedNote]) -> object:
    from referee.session.close_step import close_together

    told: dict[str, Any] = {"lines": lines, "consents": tuple(consents), "unlocks": match.entering()}
    return close_together(match.host, (), match.eyes(HOST), match.key(HOST), **told)


def test_a_key_that_was_handed_the_secret_shows_the_shares_of_its_seat() -> None:
    """D34: s is handed over."""
    match = copy_of(escrowed())
    rotate(match, "anna")
    let_pass(match, 3)
    open_seat(match)
    for name in others_of(match):
        match.waiting.append(share_note(match, name))
    match.enter("pass")
    assert key_shares_of(match.host).opened == {match.table.seat(GONE): secret(match, GONE)}


# A new key by shares


def test_a_lost_key_is_replaced_by_the_shares_of_all_others_and_its_hand_is_there() -> None:
    match = copy_of(vanished())
    hand = match.hand(GONE)
    asked = rekey_by_shares(match)
    assert deck_secret_of(match.seen[GONE], asked.key) == secret(match, GONE)
    assert match.hand(GONE) == hand
    while match.asked() != GONE:
        match.unlock()
        match.enter("pass")
    match.unlock()
    match.enter(swap_all(match))
    again = rotate(match, GONE, "newer")
    assert deck_secret_of(match.seen[GONE], again.key) == secret(match, GONE)
    assert (audit(match.files).verdict, audit(match.files).findings) == ("in progress", ())


def test_a_key_by_shares_needs_them_all_and_hands_over_nothing_else() -> None:
    match = vanished()
    asked = shared_out(match)

    def entered(*given: SignedNote) -> Callable[[], object]:
        return lambda: match.decide(f"key {GONE}", given, (asked.rekey,))

    host, anna, bert = asked.given
    plain = consent_note(match.host, match.key("bert"), f"key {asked.rekey.id}", rekey=asked.rekey.read(Rekey))
    entered(host, anna, bert, asked.proof)()
    assert code(entered(host, anna, plain, asked.proof)) == "consent-secret-size"
    assert code(entered(host, anna, asked.proof)) == "consents-missing"
    assert code(entered(host, anna, bert)) == "key-without-deck-secret"
    told = signed_again(host, match.key(HOST), secret=bert.read(Consent).secret)
    assert code(entered(told, anna, bert, asked.proof)) == "consent-secret-size"
    short = signed_again(bert, match.key("bert"), secret=bytes(528))
    assert code(entered(host, anna, short, asked.proof)) == "consent-secret-size"
    twice = consent_note(match.host, match.key(GONE), f"key {asked.rekey.id}", rekey=asked.rekey.read(Rekey))
    assert code(entered(host, anna, bert, twice, asked.proof)) == "consent-secret-size"


def test_a_new_key_sees_whose_share_is_wrong_before_it_signs() -> None:
    """D21."""
    match = vanished()
    asked = shared_out(match)
    host, anna, bert = asked.given
    key, rekey = asked.key, asked.rekey
    other = given_shares(match, asks(match, GONE, "another")[1], "bert")[0].read(Consent)
    false = signed_again(bert, match.key("bert"), secret=other.secret)
    with pytest.raises(RefereeError) as refusal:
        deck_key_proof_note(match.host, key, rekey, (host, anna, false))
    assert (refusal.value.code, refusal.value.values["seat"]) == ("deck-share-differs", "bert")
    for given in ((host,), (host, anna)):
        assert code(lambda given=given: deck_key_proof_note(match.host, key, rekey, given)) == "key-without-deck-secret"  # type: ignore[misc]


def test_whose_share_is_due_is_told_of_each_seat() -> None:
    match, seat = opened(), opened().table.seat(GONE)
    assert [shares_due(match.host, at) for at in range(3)] == [(seat,), (seat,), ()]

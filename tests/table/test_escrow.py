"""Shares of what a host keeps shut: what all of them open, what fewer do not, and who is to blame for a false one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from referee import games
from referee.audit.recompute import audit
from referee.crypto import boxes, sealing, secret_shares
from referee.kernel.canonical_json import encode_b64
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.protocol.agreements.host_change import open_handover
from referee.protocol.agreements.host_escrow import own_share
from referee.protocol.history.read_record import read_history
from referee.protocol.opening.charter import make_offer
from referee.protocol.opening.deal import read_deal, seed_shares_by_seat
from referee.protocol.seating import eyes_of_key, own_game_secret
from referee.record.file_names import DEAL, step_name
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Consent, Deal, Rekey, Step
from tests.support.rehearse import Match, open_match, play_out, test_nonce
from tests.table.new_hosts import (
    ESCROW,
    SEATS,
    asks_to_host,
    box_of,
    closed,
    escrowed,
    handed_over,
    hands,
    plain,
    rotated,
    succeeded,
)
from tests.table.new_seat_keys import new_key, rekeyed
from tests.table.small_games import HOST, changed, copy_of, key_of, with_notes

pytestmark = pytest.mark.usefixtures("remembered_proofs")

# Shares


@pytest.mark.parametrize("seats", [2])
def test_two_players_have_no_escrow(seats: int) -> None:
    with pytest.raises(Unreadable) as refusal:
        make_offer(key_of(HOST), games.find("tigris"), seats, ESCROW, test_nonce("two"))

    assert (refusal.value.code, refusal.value.values) == ("escrow-too-few", {"least": 3, "found": 2})


def test_all_shares_make_the_secret_of_the_host() -> None:
    match = escrowed()
    own = [own_share(match.table, match.host.past.escrow, key_of(name)) for name in SEATS]

    assert boxes.box_public(boxes.box_private(secret_shares.xor_of(own))) == match.table.host.box


@pytest.mark.parametrize("missing", SEATS)
def test_the_shares_of_two_seats_open_nothing(missing: str) -> None:
    match = escrowed()
    own = [own_share(match.table, match.host.past.escrow, key_of(name)) for name in SEATS if name != missing]
    opened = {boxes.box_public(boxes.box_private(secret)) for secret in (*own, secret_shares.xor_of(own))}

    assert not opened & {match.table.host.box, *(party.box for party in match.table.seats)}


def test_a_share_that_is_not_the_one_bound_is_seen_by_its_seat_on_arrival() -> None:
    match = escrowed()
    signed = match.signed_notes[DEAL]
    deal = signed[-1].read(Deal)
    swapped = {**deal.escrow, "anna": deal.escrow["bert"]}
    lied = sign_note(changed(deal, escrow=swapped), key_of(HOST))
    with pytest.raises(NotAuthentic) as refusal:
        read_deal(match.table, (*signed[:-1], lied), match.eyes["anna"])

    assert (refusal.value.code, refusal.value.values) == ("escrow-share-differs", {"seat": "anna"})


def test_a_deal_without_escrow_has_no_shares() -> None:
    deal = plain().signed_notes[DEAL][-1]

    assert b"\nescrow " not in deal.body and b"\nshare " not in deal.body


def test_a_seat_with_a_new_key_is_told_its_share_again() -> None:
    match = escrowed()
    before = own_share(match.table, match.host.past.escrow, key_of("bert"))
    again = rekeyed(match, "bert")

    assert own_share(again.table, again.players["bert"].past.escrow, new_key("new")) == before


def test_a_seat_with_a_new_key_hands_over_as_the_others_do() -> None:
    again = rekeyed(escrowed(), "bert")

    assert succeeded(again).host_eyes.see_all


def test_the_share_told_again_must_be_the_same_for_everybody_to_see() -> None:
    again = rekeyed(escrowed(), "bert")
    *notes, step = again.signed_notes[step_name(again.host.step)]
    note = step.read(Step)
    lied = sign_note(changed(note, share={"bert": bytes(32)}), key_of(HOST))
    with pytest.raises(NotAuthentic) as refusal:
        read_history(with_notes(again, step_name(again.host.step), (*notes, lied)))

    assert (refusal.value.code, refusal.value.values) == ("escrow-share-differs", {"seat": "bert"})


# Who is to blame


def false_consent(match: Match, rekey: SignedNote, party: str) -> SignedNote:
    """The consent of a seat that hands over something else than its share."""
    true = hands(match, rekey, party)[0].read(Consent)
    assert true.secret is not None
    return sign_note(changed(true, secret=true.secret[::-1]), match.keys[party])


def test_a_false_share_is_seen_by_the_new_key_and_names_its_seat() -> None:
    match, rekey = escrowed(), asks_to_host(escrowed())
    lied = false_consent(match, rekey, "bert").read(Consent)
    with pytest.raises(NotAuthentic) as refusal:
        open_handover(match.host, rekey.read(Rekey), lied, box_of("gina", match))

    assert (refusal.value.code, refusal.value.values) == ("handed-share-differs", {"seat": "bert"})


def told_shares(match: Match, told: Mapping[str, bytes]) -> tuple[SignedNote, ...]:
    """The deal of a host who binds these seats to other shares than theirs, and gives them those."""
    table, deal = match.table, match.signed_notes[DEAL][-1].read(Deal)
    private, bound, lines = boxes.box_private(own_game_secret(table, key_of(HOST))), dict(deal.share), dict(deal.escrow)
    for name, share in told.items():
        boxed = {"referee_box": table.host.box, "box": table.seats[SEATS.index(name)].box}
        key = sealing.sealing_key("escrow", private, boxed["box"], charter=table.charter, party=name, **boxed)
        lines[name] = sealing.seal(key, share, sealing.associated_data("escrow", table.game_id, table.game_id, 0, name))
        bound[name] = secret_shares.commitment(table.charter, name, share)
    lied = sign_note(changed(deal, share=bound, escrow=lines), key_of(HOST))
    return (*match.signed_notes[DEAL][:-1], lied)


@pytest.mark.parametrize("makes_secret", [False, True], ids=["another-secret", "the-secret-split-otherwise"])
def test_shares_that_do_not_make_the_secret_are_the_host_s(makes_secret: bool) -> None:
    """Nor others than those that the secret itself gives, though together they make it."""
    match = escrowed()
    own = {name: own_share(match.table, match.host.past.escrow, key_of(name)) for name in ("anna", "carl")}
    other = {name: bytes(byte ^ 1 for byte in share) for name, share in own.items()}
    assert secret_shares.xor_of(other.values()) == secret_shares.xor_of(own.values())
    notes = told_shares(match, other if makes_secret else {"carl": bytes(32)})
    taken = [read_deal(match.table, notes, match.eyes[name]).step for name in SEATS]
    with pytest.raises(NotAuthentic) as refusal:
        read_deal(
            match.table, notes, eyes_of_key(match.table, key_of(HOST), seed_shares_by_seat(match.table, notes[:-1]))
        )

    assert (taken, refusal.value.code) == ([0, 0, 0], "escrow-secret-differs")


def test_a_true_share_opens_under_the_new_key() -> None:
    match, rekey = escrowed(), asks_to_host(escrowed())
    given = hands(match, rekey, "bert")[0].read(Consent)

    assert open_handover(match.host, rekey.read(Rekey), given, box_of("gina", match)) == own_share(
        match.table, match.host.past.escrow, key_of("bert")
    )


def test_who_has_taken_over_unseen_sees_nothing_and_nobody_is_accused() -> None:
    match, rekey = escrowed(), asks_to_host(escrowed())
    given = [*hands(match, rekey, "anna"), false_consent(match, rekey, "bert"), *hands(match, rekey, "carl")]
    blind = copy_of(match)
    done = closed(blind, rekey, given, new_key("gina"))
    blind.keep(step_name(done.position.step), done.signed_notes)
    eyes = read_history(blind.files, new_key("gina")).eyes

    assert eyes is not None and not eyes.see_all
    assert audit(blind.files).findings == ()


# What nobody may see


def test_the_lines_of_shares_are_the_same_whatever_lies_in_the_bag() -> None:
    deals = [
        open_match("tigris", 3, "leak", ESCROW, hidden=hidden).signed_notes[DEAL][-1].read(Deal)
        for hidden in (None, bytes(32), bytes(31) + b"x")
    ]

    assert len({tuple(deal.bag) for deal in deals}) == 3
    assert len({(tuple(deal.share.items()), tuple(deal.escrow.items())) for deal in deals}) == 1


@pytest.mark.parametrize("way", [rotated, handed_over, succeeded])
def test_what_is_handed_over_has_one_length_whoever_gives_it(way: Callable[[Match], Match]) -> None:
    match = way(escrowed())
    notes = [signed.note() for signed in match.signed_notes[step_name(match.host.step)]]

    assert {len(note.secret) for note in notes if isinstance(note, Consent) and note.secret is not None} == {272}


@pytest.mark.parametrize("who", [*SEATS, HOST, "gina"])
def test_no_secret_of_a_host_stands_in_the_clear(who: str) -> None:
    match = play_out(succeeded(escrowed()), "leak", steps=2)
    running = b"".join(match.files.values())
    key = new_key(who) if who == "gina" else key_of(who)
    eyes = read_history(match.files, key).eyes
    assert eyes is not None
    known = [private for _, private in eyes.ring.boxes] if eyes.ring is not None else []

    assert all(form not in running for private in known for form in (private, encode_b64(private).encode()))
    assert bool(known) == (who == "gina")

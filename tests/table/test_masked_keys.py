"""A new key of a seat whose deck nobody sees: it is handed the deck secret, has shown that, and plays on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from referee.audit.recompute import audit
from referee.crypto.deck import group, masking
from referee.disputes.judging import judge
from referee.kernel.errors import RefereeError
from referee.protocol.agreements.consent import consent_note
from referee.protocol.agreements.handover import seal_for_new_key
from referee.protocol.history.read_record import read_history
from referee.protocol.masked.deck_keys import deck_key_proof_note, deck_secret_of, secret_for_next_key
from referee.protocol.masked.hidden_tiles import face_down_positions
from referee.protocol.seating import own_game_secret, stranger_eyes
from referee.record.note import SignedNote, notes_of, render_bundle, sign_note
from referee.record.notes import Consent, Rekey
from referee.session.close_step import close_together
from tests.support.dishonest.light import light
from tests.table.masked_keys import REFEREE, Asked, asks, consents, rotate, rotating
from tests.table.masked_matches import MaskedMatch, copy_of, sit_down, swap_all
from tests.table.opening.masked_openings import accepted, mix
from tests.table.small_games import HOST, key_of, signed_again
from tests.table.test_masked_leaving import person


@pytest.fixture(scope="module", autouse=True)
def numbers() -> Iterator[None]:
    """Who is handed what does not hang on what the arithmetic costs."""
    with light():
        yield


@cache
def started(seats: int = 2) -> MaskedMatch:
    """A hand was swapped, and the locks that are owed then are on their way."""
    match = sit_down(mix(accepted(seats, "new keys")))
    match.enter(swap_all(match))
    match.unlock()
    return match


@cache
def rotated() -> tuple[MaskedMatch, Asked]:
    """Anna has another key."""
    match = copy_of(started())
    return match, rotate(match, "anna")


def code(act: Callable[[], Any]) -> str:
    with pytest.raises(RefereeError) as refusal:
        act()
    return refusal.value.code


def plays(match: MaskedMatch, steps: int) -> None:
    """Whole hands go round; whoever moves sees all of it."""
    for _ in range(steps):
        match.unlock()
        asked = match.asked()
        assert face_down_positions(match.looks(asked), match.table.seat(asked)) == ()
        match.enter(swap_all(match))


def secret(name: str) -> int:
    return masking.deck_secret(own_game_secret(started().table, key_of(name)))


def test_a_new_key_sees_the_hand_and_plays_on_under_the_same_deck_secret() -> None:
    match = copy_of(rotated()[0])
    before = copy_of(started())
    assert match.hand("anna") == before.hand("anna")
    plays(match, 3)
    assert deck_secret_of(match.host, match.key("anna")) == secret("anna")
    found = audit(match.files)
    assert (found.verdict, found.findings) == ("in progress", ())


def test_a_key_hands_on_what_it_was_handed() -> None:
    """D34: what was sealed to the box of the charter's key opens under any later one."""
    match = copy_of(rotated()[0])
    rotate(match, "anna", "second")
    plays(match, 2)
    rotate(match, "bert", "third")
    plays(match, 2)
    read = read_history(match.files, match.key("anna"), all_signatures=True)
    assert read.position is not None
    assert deck_secret_of(read.position, match.key("anna")) == secret("anna")
    assert secret_for_next_key(read.position, match.key("anna")) == own_game_secret(
        started().table, key_of("anna")
    )  # its box too


def test_the_old_key_sees_no_tile_any_more() -> None:
    match, _ = rotated()
    read = read_history(match.files, key_of("anna"), all_signatures=True)
    assert read.position is not None
    assert deck_secret_of(read.position, key_of("anna")) is None
    assert read.position.knowledge.own(0) is None


def enters(match: MaskedMatch, rekey: SignedNote, given: Sequence[SignedNote], seat: str = "anna") -> Callable[[], Any]:
    return lambda: match.decide(f"key {seat}", given, (rekey,))


def test_a_key_that_has_not_proven_the_deck_secret_is_entered_by_nobody() -> None:
    """D21: without the proof, with that of another key, seat, game or request, or by a note under another key."""
    match = started()
    honest, other = rotating(match, "anna"), rotating(match, "anna", "other")
    berts = rotating(match, "bert", "berts")
    proof = honest.proof.read(Consent).pok
    assert proof is not None
    bent = bytes((proof[0] ^ 1,)) + proof[1:]
    joined = masking.prove_key(secret("anna"), match.table.offer_nonce, "anna", honest.key.public)
    enters(match, honest.rekey, (honest.given, honest.proof))()

    def with_pok(pok: bytes | None, key: Any = honest.key, **values: Any) -> tuple[SignedNote, SignedNote]:
        return honest.given, signed_again(honest.proof, key, pok=pok, **values)

    refused = {
        code(enters(match, honest.rekey, given))
        for given in (with_pok(other.proof.read(Consent).pok), with_pok(joined), with_pok(bent))
    }
    assert refused == {"deck-key-unproven"}
    assert code(enters(match, honest.rekey, (honest.given,))) == "key-without-deck-secret"
    assert code(enters(match, honest.rekey, (honest.given, berts.proof))) == "key-without-deck-secret"
    assert code(enters(match, honest.rekey, with_pok(proof, key_of("gina")))) == "deck-key-unproven"
    assert code(enters(match, honest.rekey, with_pok(proof, key_of("bert")))) == "consent-proof-surplus"
    assert code(enters(match, honest.rekey, with_pok(proof, to=f"no key {honest.rekey.id}"))) == "consent-proof-surplus"
    assert code(enters(match, honest.rekey, (honest.given, other.proof))) == "deck-key-unproven"
    assert code(enters(match, honest.rekey, (honest.proof, honest.given))) == "consents-out-of-order"
    assert code(enters(match, honest.rekey, (honest.given, honest.proof, other.proof))) in (
        "consents-out-of-order",
        "key-without-deck-secret",
    )


def test_a_proof_stands_with_a_new_key_of_its_seat_alone() -> None:
    """D21, D22: not in a step without one, nor with a key of the host."""
    match = started()
    honest = rotating(match, "anna")
    assert code(lambda: match.decide("left anna", (honest.proof,))) in ("consents-missing", "consent-for-nothing")
    _, rekey = asks(match, REFEREE, "host")
    given = consents(match, rekey, HOST, *match.table.names)
    assert code(enters(match, rekey, (*given, honest.proof), REFEREE)) == "key-without-deck-secret"


def test_the_old_key_hands_over_and_nobody_else() -> None:
    """D21: its consent alone holds something, and must."""
    match = started()
    honest = rotating(match, "anna")
    bare = consent_note(match.host, key_of("anna"), f"key {honest.rekey.id}")
    assert code(enters(match, honest.rekey, (bare, honest.proof))) == "consent-secret-size"
    sealed = seal_for_new_key(match.host, key_of("bert"), honest.rekey.read(Rekey).box, bytes(32))
    more = signed_again(consents(match, honest.rekey, "bert")[0], key_of("bert"), secret=sealed)
    assert code(enters(match, honest.rekey, (honest.given, more, honest.proof))) == "consent-secret-size"
    told = signed_again(honest.proof, honest.key, secret=sealed)
    assert code(enters(match, honest.rekey, (honest.given, told))) == "consent-proof-surplus"


def test_what_is_handed_over_is_held_against_the_deck_key_before_it_is_proven() -> None:
    """D21: the new key signs nothing, the old one goes on, nobody is accused."""
    match = started()
    honest = rotating(match, "anna")
    box = honest.rekey.read(Rekey).box
    for told in (bytes(32), own_game_secret(match.table, key_of("bert"))):
        sealed = seal_for_new_key(match.host, key_of("anna"), box, told)
        given = signed_again(honest.given, key_of("anna"), secret=sealed)
        assert (
            code(partial(deck_key_proof_note, match.host, honest.key, honest.rekey, (given,))) == "handed-deck-differs"
        )
    assert code(lambda: deck_key_proof_note(match.host, honest.key, honest.rekey, ())) == "key-without-deck-secret"


def test_whoever_knows_the_deck_secret_gets_the_seat_by_the_others() -> None:
    """The old key was stolen: who knows the secret anyway needs none handed over; what goes on then is x."""
    match = copy_of(started(3))
    key, rekey = asks(match, "anna")
    given = consents(match, rekey, HOST, "bert", "carl")
    proof = masking.prove_key(secret("anna"), match.table.charter, "anna", key.public)
    word = sign_note(Consent(**match.host.addressed("anna"), to=f"key {rekey.id}", pok=proof), key)
    assert code(enters(match, rekey, (*given[:2], word))) == "consents-missing"
    match.keys["anna"] = key
    match.follow(match.decide("key anna", (*given, word), (rekey,)))
    assert deck_secret_of(match.host, key) is None
    match.unlock("bert", "carl")

    later, again = asks(match, "anna", "again")
    sealed = seal_for_new_key(match.host, key, again.read(Rekey).box, group.written_scalar(secret("anna")))
    told = sign_note(Consent(**match.host.addressed("anna"), to=f"key {again.id}", secret=sealed), key)
    word = deck_key_proof_note(match.host, later, again, (told,))
    match.keys["anna"] = later
    match.follow(match.decide("key anna", (told, word), (again,)))
    assert deck_secret_of(match.host, later) == secret("anna")
    assert audit(match.files).findings == ()


def test_nothing_of_the_deck_secret_stands_open_in_what_is_signed() -> None:
    """D32: what is handed over is sealed to the new box, as long as any other."""
    match, asked = rotated()
    told = [own_game_secret(started().table, key_of("anna")), secret("anna").to_bytes(32, "little")]
    for note in notes_of(Consent, (asked.given, asked.proof)):
        written = b"".join(part for part in (note.secret, note.pok) if part)
        assert not any(one in written for one in told)
    assert match.files


def test_the_host_hands_nothing_over_and_a_player_may_host() -> None:
    """Without him all seats that still play agree, whatever the quorum; nothing that they sign holds a secret."""
    match = copy_of(started(3))
    key, rekey = asks(match, REFEREE, "host")
    all_agree = consents(match, rekey, *match.table.names)
    assert [one.read(Consent).secret for one in (*all_agree, *consents(match, rekey, HOST))] == [None] * 4
    told = seal_for_new_key(match.host, key_of("anna"), rekey.read(Rekey).box, bytes(32))
    handing = signed_again(all_agree[0], key_of("anna"), secret=told)

    def entered(given: Sequence[SignedNote]) -> Any:
        eyes, told = stranger_eyes(match.host.table), {"lines": ("key referee",), "rekeys": (rekey,)}
        return close_together(match.host, (), eyes, key, consents=tuple(given), unlocks=match.entering(), **told)  # type: ignore[arg-type]

    assert code(lambda: entered(all_agree[:2])) == "consents-missing"
    assert code(lambda: entered((handing, *all_agree[1:]))) == "consent-secret-size"
    match.keys[HOST] = key
    match.follow(entered(all_agree))
    plays(match, 2)
    assert audit(match.files).findings == ()


def test_a_host_who_leaves_a_step_to_another_and_closes_it_contradicts_himself() -> None:
    """K-3: his consent hands nothing over, and still has the slot of the step."""
    match = copy_of(started(3))
    key, rekey = asks(match, REFEREE, "host")
    given = consents(match, rekey, HOST, *match.table.names)
    other = match.close(match.write(swap_all(match))).signed_notes
    match.keys[HOST] = key
    eyes = stranger_eyes(match.host.table)
    told = {"lines": ("key referee",), "rekeys": (rekey,), "unlocks": match.entering()}
    match.follow(close_together(match.host, (), eyes, key, consents=given, **told))  # type: ignore[arg-type]
    upheld = [verdict for verdict in judge(match.files, (rekey, *other)) if verdict.upheld]
    assert {verdict.party for verdict in upheld} == {REFEREE}
    assert not any(verdict.upheld for verdict in judge(match.files, (rekey, *given, *match.bundles[match.host.step])))


def test_a_copy_of_the_proof_beside_its_step_misleads_nobody(tmp_path: Path) -> None:
    """D26: whoever takes the step in looks at what the new key has signed."""
    match, asked = rotated()
    bert = person(started(), "bert", tmp_path)
    copy = sign_note(asked.proof.note(), key_of("anna"))
    bert.take(render_bundle((copy, *match.bundles[match.host.step])))
    assert bert.session().position.table.seats[0].key == asked.key.public

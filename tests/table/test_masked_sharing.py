"""Shares at a masked table with escrow, as homes and folders keep them: what programs send by themselves, and what they
refuse.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.crypto import boxes
from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.kernel.errors import RefereeError
from referee.mail.outgoing import own_note_mail
from referee.protocol.agreements.consent import consent_note
from referee.protocol.masked.deck_escrow import own_deck_share, share_address
from referee.protocol.seating import own_game_secret
from referee.record.file_names import CHARTER, OFFER
from referee.record.note import SignedNote, notes_of, read_bundle, render_bundle
from referee.record.notes import Consent, Mix, Rekey, Unlock
from referee.session.agreements.new_key_requests import check_key_changeable, consents_missing, consents_that_count
from referee.session.masked.share_handover import key_proofs_due, outgoing_key_proof
from referee.session.send import send
from tests.support.dishonest.light import light
from tests.support.rehearse import Match
from tests.table.masked_escrows import (
    GONE,
    agreed,
    escrowed,
    given_shares,
    let_pass,
    opened,
    rekey_by_shares,
    shared_out,
    vanished,
)
from tests.table.masked_keys import asks, rotating
from tests.table.masked_matches import MaskedMatch, copy_of
from tests.table.opening.masked_openings import ESCROW, accepted, mix
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import HOST, key_of, signed_again


@pytest.fixture(scope="module", autouse=True)
def numbers() -> Iterator[None]:
    """What a program may send does not hang on what the arithmetic costs."""
    with light():
        yield


def person(match: MaskedMatch, name: str, root: Path) -> Person:
    """Somebody with the record of a game."""
    known = Match(match.table, match.files, None, match.host, {}, {}, {})  # type: ignore[arg-type]
    return materialize(known, root, (name,))[name]


def refused(who: Person, *signed: SignedNote) -> str:
    """What becomes of a mail that is not taken in; nothing of it waits."""
    with pytest.raises(RefereeError) as refusal:
        who.take(render_bundle(signed))
    return refusal.value.code


def plain(match: MaskedMatch, rekey: SignedNote, *names: str) -> tuple[SignedNote, ...]:
    return tuple(
        consent_note(match.host, match.key(name), f"key {rekey.id}", rekey=rekey.read(Rekey)) for name in names
    )


def shares_sent(who: Person) -> list[Consent]:
    notes = [note for data in who.outbox("consent-key-") for note in notes_of(Consent, read_bundle(data))]
    return [note for note in notes if note.secret is not None]


def test_a_program_shows_its_share_behind_the_step_once_and_nobody_asks(tmp_path: Path) -> None:
    match = vanished()
    anna = person(match, "anna", tmp_path)
    anna.take(render_bundle(agreed(match, f"open {GONE}", "bert")))
    assert not any(read_bundle(data)[0].read(Unlock).open for data in anna.outbox("unlock-"))
    step = opened().files[f"{opened().host.step:04d}.step"]
    anna.take(step)
    anna.take(step)
    shown = [note.open for data in anna.outbox("unlock-") if (note := read_bundle(data)[0].read(Unlock)).open]
    share = own_deck_share(match.host, match.key("anna"), match.table.seat(GONE))
    assert shown == [{GONE: share.to_bytes(32, "little")}]


def test_nobody_agrees_to_open_a_seat_that_is_there(tmp_path: Path) -> None:
    """D20."""
    match = escrowed()
    host = person(match, HOST, tmp_path)
    assert refused(host, *agreed(match, f"open {GONE}", "anna")) == "open-not-gone"


def test_a_share_goes_once_all_have_agreed_and_no_sooner(tmp_path: Path) -> None:
    """D32: else who has not agreed could add the own share to those of the others."""
    match = vanished()
    anna = person(match, "anna", tmp_path)
    _, rekey = asks(match, GONE)
    for missing in (HOST, "bert", "anna"):
        names = [name for name in (HOST, "anna", "bert") if name != missing]
        other = person(match, "anna", tmp_path / missing)
        other.take(render_bundle((rekey, *plain(match, rekey, *names))))
        assert not shares_sent(other), missing
    notes = render_bundle((rekey, *plain(match, rekey, HOST, "anna", "bert")))
    said = anna.take(notes)
    anna.take(notes)
    (sent,) = shares_sent(anna)
    assert sent.seat == "anna"
    assert "your program has sent Anna's escrow share: everyone has agreed to the new key" in said
    parcel = own_note_mail(anna.session())
    assert parcel is not None and sent in notes_of(Consent, read_bundle(parcel.notes.encode()))
    assert consents_missing(anna.session(), rekey) == ("bert",)


def test_who_has_left_hands_the_share_over_as_well(tmp_path: Path) -> None:
    match = copy_of(vanished("left and lost", 4, "dora"))
    match.follow(match.decide("left carl", agreed(match, "left", "carl")))
    _, rekey = asks(match, "dora")
    carl = person(match, "carl", tmp_path)
    carl.take(render_bundle((rekey, *plain(match, rekey, HOST, "anna", "bert", "carl"))))
    assert [note.seat for note in shares_sent(carl)] == ["carl"]


def test_a_share_that_was_sent_is_not_taken_back(tmp_path: Path) -> None:
    match = vanished()
    host = person(match, HOST, tmp_path)
    _, rekey = asks(match, GONE)
    given = plain(match, rekey, HOST, "anna", "bert")
    no = consent_note(match.host, match.key("bert"), f"no key {rekey.id}")
    early = person(match, HOST, tmp_path / "early")
    early.take(render_bundle((rekey, *given)))
    early.take(render_bundle((no,)))
    host.take(render_bundle((rekey, *given)))
    host.take(render_bundle(given_shares(match, rekey, "bert")))
    assert refused(host, no) == "share-was-sent"
    host.take(render_bundle(plain(match, rekey, "bert")))  # an earlier word that comes late changes nothing
    assert consents_missing(host.session(), rekey) == ("anna",)


def test_nothing_is_handed_over_where_nothing_is_asked_for(tmp_path: Path) -> None:
    """D21: the host has no share; and a share of another length is none."""
    match = vanished()
    anna = person(match, "anna", tmp_path)
    _, rekey = asks(match, GONE)
    anna.take(render_bundle((rekey,)))
    share = given_shares(match, rekey, "bert")[0]
    told = signed_again(plain(match, rekey, HOST)[0], match.key(HOST), secret=share.read(Consent).secret)
    assert refused(anna, told) == "consent-secret-size"
    assert refused(anna, signed_again(share, match.key("bert"), secret=bytes(528))) == "consent-secret-size"


def asker(match: MaskedMatch, root: Path) -> tuple[Person, SignedNote]:
    """Somebody who has nothing but a new key, and has asked with it."""
    key, rekey = asks(match, GONE)
    carl = person(match, "newcomer", root)
    carl.home.write_key("carl-2", format_private(key, "carl-2"), format_public(key.public, "carl-2"))
    carl.take(render_bundle((rekey,)))
    return carl, rekey


def test_the_new_key_refuses_a_false_share_and_proves_once_all_are_there(tmp_path: Path) -> None:
    """D21."""
    match = vanished()
    carl, rekey = asker(match, tmp_path)
    carl.take(render_bundle(plain(match, rekey, HOST, "anna", "bert")))
    honest = given_shares(match, rekey, "anna", "bert")
    other = given_shares(match, asks(match, GONE, "another")[1], "bert")[0].read(Consent)
    false = signed_again(honest[1], match.key("bert"), secret=other.secret)
    carl.take(render_bundle(honest[:1]))
    assert refused(carl, false) == "deck-share-differs"
    assert not list(key_proofs_due(carl.session()))
    carl.take(render_bundle(honest[1:]))
    assert [signed.id for signed in key_proofs_due(carl.session())] == [rekey.id]
    sent = send(carl.session(), outgoing_key_proof(carl.session(), rekey))

    host = person(match, HOST, tmp_path / "host")
    host.take(render_bundle((rekey, *plain(match, rekey, HOST, "anna", "bert"))))
    host.take(render_bundle(honest))
    host.take(sent.path.read_bytes())
    assert host.session().position.table.seats[match.table.seat(GONE)].key == rekey.key


def test_a_seat_whose_share_is_lost_asks_for_nothing(tmp_path: Path) -> None:
    """D34."""
    match = copy_of(vanished("lost shares", 3, "bert"))
    rekey_by_shares(match, "bert")
    let_pass(match, 1)
    stranger = person(match, "newcomer", tmp_path)
    with pytest.raises(RefereeError) as refusal:
        check_key_changeable(stranger.session(), GONE)
    assert refusal.value.code == "open-share-lost"
    check_key_changeable(person(escrowed(), "newcomer", tmp_path / "before").session(), GONE)


def test_an_old_key_that_hands_over_needs_no_shares(tmp_path: Path) -> None:
    """Whatever others send besides stands in no step, and stops nobody."""
    match = escrowed()
    asked = rotating(match, GONE)
    host = person(match, HOST, tmp_path)
    stray = given_shares(match, asked.rekey, "bert")
    host.take(render_bundle((asked.rekey, *stray)))
    host.take(render_bundle((asked.rekey, asked.given, asked.proof)))
    assert host.session().position.table.seats[match.table.seat(GONE)].key == asked.key.public
    assert consents_that_count(match.table, asked.rekey, (*stray, asked.given)) == (asked.given,)


def test_all_shares_are_of_no_use_without_the_word_of_the_new_key(tmp_path: Path) -> None:
    match = vanished()
    asked = shared_out(match)
    host = person(match, HOST, tmp_path)
    host.take(render_bundle((asked.rekey, *asked.given)))
    assert consents_missing(host.session(), asked.rekey) == (GONE,)
    assert host.session().position.step == match.host.step
    host.take(render_bundle((asked.proof,)))
    assert host.session().position.step == match.host.step + 1


def test_a_mix_with_a_false_share_is_refused_by_its_holder_and_kept_by_all_others(tmp_path: Path) -> None:
    """D19: before the deal, and by name."""
    found = mix(accepted(3, "false share", ESCROW))
    note, private = found.mixes[0].read(Mix), boxes.box_private(own_game_secret(found.table, key_of("anna")))
    false = {**note.escrow, "bert": share_address(found.table, note.head, "anna", "bert").seal(private, 7)}
    told = signed_again(found.mixes[0], key_of("anna"), escrow=false)
    said = {}
    for name in ("bert", "carl", HOST):
        person = Person(name, tmp_path)
        person.folder.commit(OFFER, render_bundle((found.offer,)))
        person.folder.commit(CHARTER, render_bundle((found.offer, *found.joins, found.charter)))
        try:
            said[name] = person.take(render_bundle((told,)))[0]
        except RefereeError as refusal:
            said[name] = f"{refusal.code} {refusal.values['seat']}"
    assert said == {
        "bert": "deck-share-differs anna",
        "carl": "Anna has shuffled the deck",
        HOST: "Anna has shuffled the deck",
    }

"""A charter is read as it was signed, or not at all: every line, every join, every key of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from referee.crypto import joint_randomness
from referee.kernel.canonical_json import decode_b64, encode_b64
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable
from referee.protocol.opening.charter import check_join, make_charter, read_charter
from referee.protocol.seating import own_game_secret
from referee.record.note import SignedNote
from referee.record.note_slots import equivocation
from referee.record.notes import Charter, Rules
from tests.support.rehearse import test_key
from tests.table.opening.openings import (
    BOXES,
    OTHER_ID,
    Change,
    broken,
    charter_file,
    flip,
    less,
    note_of,
    swapped,
    three,
)
from tests.table.small_games import CHARTER, HOST, dealt, key_of, signed_again

CHARTER_LINES: Mapping[str, Mapping[str, Change]] = {
    "offer": {"another offer": lambda offer: OTHER_ID},
    "attempt": {"another attempt": lambda attempt: 2, "attempt 0": lambda attempt: 0},
    "rules": {
        "another game": lambda rules: Rules("cards", rules.version, rules.digest),
        "another version": lambda rules: Rules(rules.game, 2, rules.digest),
        "another hash": lambda rules: Rules(rules.game, rules.version, bytes(32)),
    },
    "option": {
        "another choice": lambda options: tuple(("board", "advanced") if o[0] == "board" else o for o in options),
        "another deal": lambda options: tuple(("deal", "blind") if o[0] == "deal" else o for o in options),
        "one less": lambda options: options[1:],
        "one more": lambda options: (("aaa", "yes"), *options),
        "none": lambda options: (),
    },
    "seat": {
        "another order": lambda seats: (seats[1], seats[0], seats[2]),
        "one less": lambda seats: seats[:2],
        "one more": lambda seats: (*seats, "dora"),
        "one twice": lambda seats: (*seats[:2], seats[0]),
        "another name": lambda seats: (*seats[:2], "dora"),
    },
    "join": {
        "another join": lambda ids: {**ids, "anna": OTHER_ID},
        "two joins swapped": swapped,
        "one less": less,
        "one more": lambda ids: {**ids, "dora": OTHER_ID},
    },
    "key": {
        "another key": lambda keys: {**keys, "anna": test_key("mallory").public},
        "the referee's key on a seat": lambda keys: {**keys, "anna": keys["referee"]},
        "a seat's key for the referee": lambda keys: {**keys, "referee": keys["anna"]},
        "two keys swapped": swapped,
        "one less": less,
        "no referee": lambda keys: less(keys, "referee"),
        "one more": lambda keys: {**keys, "dora": test_key("dora").public},
    },
    "box": {
        "another box": lambda boxes: {**boxes, "anna": flip(boxes["anna"])},
        "two boxes swapped": swapped,
        "one box twice": lambda boxes: {**boxes, "anna": boxes["bert"]},
        "one less": less,
    },
    "lock": {
        "another lock": lambda locks: {**locks, "anna": flip(locks["anna"])},
        "two locks swapped": swapped,
        "one lock twice": lambda locks: {**locks, "anna": locks["bert"]},
        "one less": less,
    },
    "deck": {"a deck key where the deck is not masked": lambda keys: {**keys, "anna": bytes(32)}},
}

CHARTER_CASES = [(line, what) for line, changes in CHARTER_LINES.items() for what in changes]


def test_every_line_of_a_charter_is_changed_here() -> None:
    assert set(CHARTER_LINES) == set(Charter.__struct_fields__)


@pytest.mark.parametrize(("line", "what"), CHARTER_CASES)
def test_a_charter_with_one_line_changed_is_refused(line: str, what: str) -> None:
    """Attacks 104 and 102: the referee's own signature does not help him."""
    *before, charter = charter_file()
    forged = signed_again(charter, key_of(HOST), **{line: CHARTER_LINES[line][what](getattr(note_of(charter), line))})

    with pytest.raises(Unreadable if line == "deck" else NotAuthentic):
        read_charter((*before, forged))


CHARTER_FILES: Mapping[str, tuple[Callable[[], Sequence[SignedNote]], type[RefereeError]]] = {
    "without the offer": (lambda: charter_file()[1:], Unreadable),
    "without a join": (lambda: (charter_file()[0], *charter_file()[2:]), NotAuthentic),
    "without any join": (lambda: (charter_file()[0], charter_file()[-1]), Unreadable),
    "without the charter": (lambda: charter_file()[:-1], Unreadable),
    "a join twice": (lambda: (*charter_file()[:2], *charter_file()[1:]), NotAuthentic),
    "joins in another order": (lambda: (charter_file()[0], *charter_file()[3:0:-1], charter_file()[-1]), NotAuthentic),
    "the charter first": (lambda: charter_file()[::-1], Unreadable),
    "the charter of another game": (lambda: (*charter_file()[:-1], dealt(2).signed_notes[CHARTER][-1]), NotAuthentic),
    "the offer of another game": (lambda: (dealt(2).signed_notes[CHARTER][0], *charter_file()[1:]), NotAuthentic),
    "a charter by a player": (
        lambda: (*charter_file()[:-1], signed_again(charter_file()[-1], key_of("anna"))),
        NotAuthentic,
    ),
    "a join by another key": (
        lambda: (charter_file()[0], signed_again(charter_file()[1], key_of("bert")), *charter_file()[2:]),
        NotAuthentic,
    ),
    "a join with a broken signature": (
        lambda: (charter_file()[0], broken(charter_file()[1]), *charter_file()[2:]),
        NotAuthentic,
    ),
    "a charter with a broken signature": (lambda: (*charter_file()[:-1], broken(charter_file()[-1])), NotAuthentic),
    "an offer with a broken signature": (lambda: (broken(charter_file()[0]), *charter_file()[1:]), NotAuthentic),
}


@pytest.mark.parametrize("what", CHARTER_FILES)
def test_a_charter_file_holds_offer_joins_and_charter_as_they_were_signed(what: str) -> None:
    """Attack 104."""
    signed_notes, layer = CHARTER_FILES[what]

    with pytest.raises(layer):
        read_charter(signed_notes())


def with_join(**values: Any) -> tuple[SignedNote, ...]:
    """The charter file with another join of bert and a charter that quotes it."""
    offer, anna, bert, carl, charter = charter_file()
    key = values.pop("signer", key_of("bert"))
    join = signed_again(bert, key, **values)
    note, joined = note_of(charter), note_of(join)
    quoted = {word: {**getattr(note, word), "bert": getattr(joined, word)} for word in ("key", "box", "lock")}
    forged = signed_again(charter, key_of(HOST), join={**note.join, "bert": join.id}, **quoted)
    return offer, anna, join, carl, forged


def test_a_charter_that_quotes_another_join_is_read() -> None:
    """The forging above is sound: with an honest join it gives a game."""
    signed_notes = with_join(name="Berta")

    assert read_charter(signed_notes).display == ("Anna", "Berta", "Carl")


@pytest.mark.parametrize("box", BOXES)
def test_a_box_that_is_no_sound_point_is_refused_at_the_join(box: str) -> None:
    """Attacks 4 and 107: before anybody quotes it."""
    signed_notes = with_join(box=decode_b64(BOXES[box]))

    with pytest.raises(NotAuthentic):
        check_join(signed_notes[0], signed_notes[2])
    with pytest.raises(NotAuthentic):
        read_charter(signed_notes)


def test_a_box_that_shares_secrets_with_another_in_disguise_is_refused() -> None:
    """Attack 107: 1/u leads to the same products as u up to sign; so does the same box again."""
    plain, inverse = "zo060cy2M-x7cMF4FKXHbs0CloUFDTRHRboFhw5YfVk", "Ceh-z3gyYvr0PP7ZKdf5O7VSkHNevyaCS-qVe-fIn3k"
    offer, anna, bert, carl, charter = charter_file()
    for second in (plain, inverse):
        joins = {
            "anna": signed_again(anna, key_of("anna"), box=decode_b64(plain)),
            "bert": signed_again(bert, key_of("bert"), box=decode_b64(second)),
        }
        note = note_of(charter)
        forged = signed_again(
            charter,
            key_of(HOST),
            join={**note.join, **{seat: signed.id for seat, signed in joins.items()}},
            box={**note.box, "anna": decode_b64(plain), "bert": decode_b64(second)},
        )

        with pytest.raises(NotAuthentic):
            read_charter((offer, joins["anna"], joins["bert"], carl, forged))


def test_a_join_under_the_referees_key_is_refused() -> None:
    """Attack 5."""
    signed_notes = with_join(key=key_of(HOST).public, signer=key_of(HOST))

    with pytest.raises(NotAuthentic):
        check_join(signed_notes[0], signed_notes[2])
    with pytest.raises(NotAuthentic):
        read_charter(signed_notes)


def test_one_key_on_two_seats_is_refused() -> None:
    """Attack 5."""
    with pytest.raises(NotAuthentic, match="the same key"):
        read_charter(with_join(key=key_of("anna").public, signer=key_of("anna")))


def test_a_copied_lock_is_refused_and_could_not_be_opened() -> None:
    """Attack 17: locks are pairwise different; and what opens the neighbour's lock does not open the own one."""
    anna = note_of(charter_file()[1])
    with pytest.raises(NotAuthentic, match="the same lock"):
        read_charter(with_join(lock=anna.lock))

    share = joint_randomness.seed_share_of(own_game_secret(three().table, key_of("anna")))
    nonce = three().table.offer_nonce
    assert joint_randomness.share_commitment(nonce, "anna", key_of("anna").public, share) == anna.lock
    assert joint_randomness.share_commitment(nonce, "bert", key_of("bert").public, share) != anna.lock


SMALL_ORDER = bytes([1]) + bytes(31)


def test_a_key_of_small_order_is_refused_at_the_join() -> None:
    """Attacks 1 and 2: anybody can sign under it."""
    offer, join = charter_file()[0], charter_file()[2]
    forged = SignedNote(
        join.body.replace(encode_b64(join.key).encode(), encode_b64(SMALL_ORDER).encode()),
        SMALL_ORDER,
        join.namespace,
        b"",
    )
    signature = SMALL_ORDER + bytes(32)

    with pytest.raises(NotAuthentic):
        check_join(offer, replace(forged, signature=signature))


def test_two_charters_of_one_offer_are_a_fact_about_the_referees_key() -> None:
    """Attacks 18 and 102: another order of seats is enough; the joins are all genuine."""
    offer, *joins, charter = charter_file()
    second = make_charter(key_of(HOST), offer, joins, ("bert", "anna", "carl"))
    found = equivocation([charter, second])

    assert [(fact.key, fact.slot) for fact in found] == [(key_of(HOST).public, ("charter", offer.id))]
    assert {found[0].first, found[0].second} == {charter.id, second.id}

"""Opening a game: nothing is taken on anybody's word. One line is changed at a time, and signed by the right key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.crypto import joint
from referee.crypto.keys import SigningKey, format_private, format_public
from referee.games import find
from referee.kernel.canon import b64, unb64
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.record.chain import equivocation
from referee.record.note import SignedNote
from referee.record.notes import Accept, Charter, Deal, Join, Next, Offer, Proof, Rules
from referee.record.store import Folder, Home
from referee.table.desk.attempt import check_attempt, earlier_games
from referee.table.desk.desk import sit_down
from referee.table.desk.send import Outgoing, send
from referee.table.intake.receive import receive
from referee.table.opening.charter import check_join, check_offer, make_charter, make_join, make_offer, read_charter
from referee.table.opening.deal import check_accept, make_accept, opened_shares, read_deal
from referee.table.reading.history import read_history
from referee.table.reading.words import four_words
from referee.table.seating import Eyes, Table, own_secret, stranger_eyes
from scripts.rehearse import Match, open_match, test_key, test_nonce
from tests.table.matches import CHARTER, DEAL, HOST, asked, dealt, key_of, signed_again, small

OTHER_ID = b64(bytes(range(32)))


@cache
def three() -> Match:
    """A game of three, dealt."""
    return open_match("tigris", 3, "opening")


def charter_file() -> tuple[SignedNote, ...]:
    return three().signed_notes[CHARTER]


def note_of(signed: SignedNote) -> Any:
    return signed.note()


def swapped(values: Mapping[str, Any], one: str = "anna", other: str = "bert") -> dict[str, Any]:
    return {**values, one: values[other], other: values[one]}


def less(values: Mapping[str, Any], name: str = "carl") -> dict[str, Any]:
    return {key: value for key, value in values.items() if key != name}


def flip(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


Change = Callable[[Any], Any]

# The charter

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
}

CHARTER_CASES = [(line, what) for line, changes in CHARTER_LINES.items() for what in changes]


def test_every_line_of_a_charter_is_changed_here() -> None:
    assert set(CHARTER_LINES) == set(Charter.__struct_fields__)


@pytest.mark.parametrize(("line", "what"), CHARTER_CASES)
def test_a_charter_with_one_line_changed_is_refused(line: str, what: str) -> None:
    """Attacks 104 and 102: the referee's own signature does not help him."""
    *before, charter = charter_file()
    forged = signed_again(charter, key_of(HOST), **{line: CHARTER_LINES[line][what](getattr(note_of(charter), line))})

    with pytest.raises(NotAuthentic):
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


def broken(signed: SignedNote) -> SignedNote:
    """The same note with one bit of its signature changed."""
    return SignedNote(signed.body, signed.key, signed.namespace, flip(signed.signature))


@pytest.mark.parametrize("what", CHARTER_FILES)
def test_a_charter_file_holds_offer_joins_and_charter_as_they_were_signed(what: str) -> None:
    """Attack 104."""
    signed_notes, layer = CHARTER_FILES[what]

    with pytest.raises(layer):
        read_charter(signed_notes())


# Keys, boxes and locks at the door

BOXES = {
    "the private key 02 x 32 with its top bit set": "zo060cy2M-x7cMF4FKXHbs0CloUFDTRHRboFhw5Yfdk",
    "on the twist": b64((2).to_bytes(32, "little")),
    "p + 2": "7________________________________________38",
    "zero": b64(bytes(32)),
    "one": b64((1).to_bytes(32, "little")),
    "p": b64((2**255 - 19).to_bytes(32, "little")),
    "p - 1": b64((2**255 - 20).to_bytes(32, "little")),
    "p + 1": b64((2**255 - 18).to_bytes(32, "little")),
}


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
    signed_notes = with_join(box=unb64(BOXES[box]))

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
            "anna": signed_again(anna, key_of("anna"), box=unb64(plain)),
            "bert": signed_again(bert, key_of("bert"), box=unb64(second)),
        }
        note = note_of(charter)
        forged = signed_again(
            charter,
            key_of(HOST),
            join={**note.join, **{seat: signed.id for seat, signed in joins.items()}},
            box={**note.box, "anna": unb64(plain), "bert": unb64(second)},
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

    share = joint.r_of(own_secret(three().table, key_of("anna")))
    nonce = three().table.offer_nonce
    assert joint.lock(nonce, "anna", key_of("anna").public, share) == anna.lock
    assert joint.lock(nonce, "bert", key_of("bert").public, share) != anna.lock


SMALL_ORDER = bytes([1]) + bytes(31)


def test_a_key_of_small_order_is_refused_at_the_join() -> None:
    """Attacks 1 and 2: anybody can sign under it."""
    offer, join = charter_file()[0], charter_file()[2]
    forged = SignedNote(
        join.body.replace(b64(join.key).encode(), b64(SMALL_ORDER).encode()), SMALL_ORDER, join.namespace, b""
    )
    signature = SMALL_ORDER + bytes(32)

    with pytest.raises(NotAuthentic):
        check_join(offer, replace(forged, signature=signature))


# The offer

OFFER_LINES: Mapping[str, Mapping[str, tuple[Change, type[RefereeError]]]] = {
    "rules": {
        "another hash": (lambda rules: Rules(rules.game, rules.version, bytes(32)), Unreadable),
        "another version": (lambda rules: Rules(rules.game, 9, rules.digest), Unreadable),
        "an unknown game": (lambda rules: Rules("chess", 1, rules.digest), Unreadable),
        "a path for a game": (lambda rules: Rules("../tigris", 1, rules.digest), Unreadable),
    },
    "title": {},
    "seats": {
        "too few": (lambda seats: 1, Unreadable),
        "too many": (lambda seats: 5, Unreadable),
        "none": (lambda seats: 0, Unreadable),
    },
    "option": {
        "blind": (lambda o: tuple(("deal", "blind") if pair[0] == "deal" else pair for pair in o), Unreadable),
        "no deal": (lambda o: tuple(pair for pair in o if pair[0] != "deal"), Unreadable),
        "one less": (lambda o: o[1:], Unreadable),
        "an unknown one": (lambda o: (("aaa", "yes"), *o), Unreadable),
        "an unknown choice": (lambda o: (("agreement", "maybe"), *o[1:]), Unreadable),
    },
    "attempt": {"a second one that voids nothing": (lambda attempt: 2, Unreadable)},
    "voids": {"a first attempt that voids something": (lambda voids: OTHER_ID, Unreadable)},
    "why": {},
    "oldopen": {},
    "oldtoss": {},
    "nonce": {},
    "key": {"another key than the signer's": (lambda key: test_key("mallory").public, NotAuthentic)},
    "box": {what: (lambda box, at=at: unb64(at), NotAuthentic) for what, at in BOXES.items()},
    "lock": {},
    "tosslock": {},
}

OFFER_CASES = [(line, what) for line, changes in OFFER_LINES.items() for what in changes]


def test_every_line_of_an_offer_is_thought_of_here() -> None:
    """The empty ones are free, or are looked at where the voided attempt is known."""
    assert set(OFFER_LINES) == set(Offer.__struct_fields__)


@pytest.mark.parametrize(("line", "what"), OFFER_CASES)
def test_an_offer_that_nobody_can_play_is_refused(line: str, what: str) -> None:
    """Attacks 99, 104 and 138."""
    offer = charter_file()[0]
    change, layer = OFFER_LINES[line][what]

    with pytest.raises(layer):
        check_offer(signed_again(offer, key_of(HOST), **{line: change(getattr(note_of(offer), line))}))


# A second attempt


def attempt(given_up: Table, number: int = 2, **values: Any) -> SignedNote:
    """The offer of the next attempt, with some lines changed."""
    offer = make_offer(
        key_of(HOST),
        given_up.game,
        3,
        (),
        test_nonce(f"attempt {number}"),
        attempt=number,
        voided=(given_up.game_id, key_of(HOST), given_up.offer_nonce),
        why="dora has left",
    )
    return signed_again(offer, key_of(HOST), **values) if values else offer


def test_a_new_attempt_opens_what_it_throws_away() -> None:
    """Attack 28: allowed, and r_0 and t_0 of the voided deal are there for all to look at."""
    given_up = three().table
    offer = check_attempt(attempt(given_up), given_up)

    assert (offer.attempt, offer.voids, offer.why) == (2, given_up.game_id, "dora has left")
    assert offer.oldopen is not None
    assert joint.lock(given_up.offer_nonce, "referee", key_of(HOST).public, offer.oldopen) == given_up.host.lock


ATTEMPTS: Mapping[str, Callable[[Table], dict[str, Any]]] = {
    "another share": lambda old: {"oldopen": bytes(32)},
    "another toss": lambda old: {"oldtoss": bytes(32)},
    "share and toss swapped": lambda old: {
        "oldopen": joint.toss_of(own_secret(old, key_of(HOST))),
        "oldtoss": joint.r_of(own_secret(old, key_of(HOST))),
    },
    "another charter": lambda old: {"voids": OTHER_ID},
    "the number of the first": lambda old: {"attempt": 3},
    "the old nonce": lambda old: {"nonce": old.offer_nonce},
    "the old box": lambda old: {"box": old.host.box},
    "the old lock": lambda old: {"lock": old.host.lock},
    "the old lock of the toss": lambda old: {"tosslock": old.toss_lock},
}


@pytest.mark.parametrize("what", ATTEMPTS)
def test_a_new_attempt_that_hides_or_keeps_something_of_the_old_one_is_refused(what: str) -> None:
    """Attacks 103 and 138."""
    given_up = three().table

    with pytest.raises(NotAuthentic):
        check_attempt(attempt(given_up, **ATTEMPTS[what](given_up)), given_up)


def test_a_new_attempt_by_another_referee_is_refused() -> None:
    """Attack 138."""
    given_up = three().table
    offer = attempt(given_up)
    foreign = signed_again(offer, test_key("mallory"), key=test_key("mallory").public)

    with pytest.raises(NotAuthentic):
        check_attempt(foreign, given_up)


@pytest.mark.parametrize("line", ["voids", "oldopen", "oldtoss"])
def test_a_second_attempt_without_what_it_must_open_is_refused(line: str) -> None:
    """Attacks 103 and 138."""
    with pytest.raises(Unreadable):
        check_offer(attempt(three().table, **{line: None}))


def test_an_old_join_does_not_answer_a_new_attempt() -> None:
    """Attack 103: r of the first attempt is public by now."""
    with pytest.raises(OutOfOrder):
        check_join(attempt(three().table), charter_file()[1])


def test_accepts_of_one_attempt_do_not_fit_the_charter_of_another() -> None:
    """Attack 27."""
    second = open_match("tigris", 3, "opening again").table
    accept = make_accept(key_of("anna"), second)

    with pytest.raises(OutOfOrder):
        check_accept(three().table, accept)
    with pytest.raises(OutOfOrder):
        read_deal(three().table, (accept, *three().signed_notes[DEAL][1:]), stranger_eyes(three().table))


def test_two_charters_of_one_offer_are_a_fact_about_the_referees_key() -> None:
    """Attacks 18 and 102: another order of seats is enough; the joins are all genuine."""
    offer, *joins, charter = charter_file()
    second = make_charter(key_of(HOST), offer, joins, ("bert", "anna", "carl"))
    found = equivocation([charter, second])

    assert [(fact.key, fact.slot) for fact in found] == [(key_of(HOST).public, ("charter", offer.id))]
    assert {found[0].first, found[0].second} == {charter.id, second.id}


def test_two_accepts_for_one_offer_are_a_fact_about_the_key_of_the_seat() -> None:
    """Attacks 18 and 102."""
    offer, *joins, charter = charter_file()
    second = make_charter(key_of(HOST), offer, joins, ("bert", "anna", "carl"))
    table = read_charter((offer, joins[1], joins[0], joins[2], second))
    accepts = [make_accept(key_of("anna"), three().table), make_accept(key_of("anna"), table)]
    offers = {charter.id: offer.id, second.id: offer.id}

    assert [fact.key for fact in equivocation(accepts, offers)] == [key_of("anna").public]


# Accepts

ACCEPT_LINES: Mapping[str, tuple[dict[str, Any], type[RefereeError]]] = {
    "another game": ({"game": OTHER_ID}, OutOfOrder),
    "another head": ({"head": OTHER_ID}, OutOfOrder),
    "another seat": ({"seat": "bert"}, NotAuthentic),
    "no seat of this game": ({"seat": "zoe"}, NotAuthentic),
    "another share": ({"open": bytes(32)}, NotAuthentic),
}


@pytest.mark.parametrize("what", ACCEPT_LINES)
def test_an_accept_with_one_line_changed_is_refused(what: str) -> None:
    """Attacks 17, 27 and 105."""
    values, layer = ACCEPT_LINES[what]
    accept = three().signed_notes[DEAL][three().table.names.index("anna")]

    with pytest.raises(layer):
        check_accept(three().table, signed_again(accept, key_of("anna"), **values))
    assert {field for values, _ in ACCEPT_LINES.values() for field in values} == set(Accept.__struct_fields__)


@pytest.mark.parametrize("signer", ["bert", HOST, "mallory"])
def test_an_accept_under_another_key_is_refused(signer: str) -> None:
    """Attack 13."""
    accept = three().signed_notes[DEAL][three().table.names.index("anna")]

    with pytest.raises(NotAuthentic):
        check_accept(three().table, signed_again(accept, test_key(signer)))


# The deal


def host_share() -> bytes:
    return joint.r_of(own_secret(three().table, key_of(HOST)))


DEAL_LINES: Mapping[str, Mapping[str, Change]] = {
    "game": {"another game": lambda game: OTHER_ID},
    "step": {"step 1": lambda step: 1},
    "head": {"another head": lambda head: OTHER_ID},
    "toss": {
        "another toss": flip,
        "the share of the seed in place of the toss": lambda toss: host_share(),
    },
    "accept": {
        "another accept": lambda ids: {**ids, "anna": OTHER_ID},
        "two accepts swapped": swapped,
        "one less": less,
        "one more": lambda ids: {**ids, "dora": OTHER_ID},
    },
    "first": {
        "another first seat": lambda first: "anna" if first != "anna" else "bert",
        "no first seat": lambda first: None,
        "nobody at the table": lambda first: "zoe",
    },
    "bag": {
        "one line less": lambda bag: bag[:-1],
        "one line more": lambda bag: (*bag, bag[0]),
        "none": lambda bag: (),
        "another pile": lambda bag: (("bag", bag[0][1]), *bag[1:]),
    },
    "show": {"a face": lambda show: (("tiles", "temple"),)},
    "proof": {"an opening": lambda proof: (Proof("tiles", 0, 0, bytes(16)),)},
    "state": {"another state": flip},
    "event": {
        "none": lambda events: (),
        "another count": lambda events: (events[0].replace("6", "5"), *events[1:]),
        "another order": lambda events: events[::-1],
        "one more": lambda events: (*events, events[0]),
    },
    "next": {
        "nobody": lambda asked: (),
        "another seat": lambda asked: (Next("anna" if asked[0].seat != "anna" else "bert", "turn"),),
        "another question": lambda asked: (Next(asked[0].seat, "commit"),),
    },
    "hand": {
        "one less": less,
        "none": lambda hands: {},
        "one more": lambda hands: {**hands, "dora": hands["anna"]},
        "room for thirteen": lambda hands: {**hands, "anna": hands["anna"] + bytes(256)},
    },
}

DEAL_CASES = [(line, what) for line, changes in DEAL_LINES.items() for what in changes]


def readers(match: Match) -> dict[str, Eyes]:
    return {**match.eyes, HOST: match.host_eyes, "stranger": stranger_eyes(match.table)}


def forged_deal(line: str, change: Change) -> tuple[SignedNote, ...]:
    *accepts, deal = three().signed_notes[DEAL]
    return (*accepts, signed_again(deal, key_of(HOST), **{line: change(getattr(note_of(deal), line))}))


def test_every_line_of_a_deal_is_changed_here() -> None:
    assert set(DEAL_LINES) == set(Deal.__struct_fields__)


@pytest.mark.parametrize("reader", readers(three()))
def test_the_true_deal_is_taken_by_every_reader(reader: str) -> None:
    position = read_deal(three().table, three().signed_notes[DEAL], readers(three())[reader])

    assert position.state == three().host.state


@pytest.mark.parametrize(("line", "what"), DEAL_CASES)
def test_a_deal_with_one_line_changed_is_refused_by_every_reader(line: str, what: str) -> None:
    """Attacks 105, 106 and 137: at step 0, before any move is signed on it."""
    signed_notes = forged_deal(line, DEAL_LINES[line][what])

    for eyes in readers(three()).values():
        with pytest.raises(NotAuthentic):
            read_deal(three().table, signed_notes, eyes)


HANDS: Mapping[str, Change] = {
    "two hands swapped": swapped,
    "one hand twice": lambda hands: {**hands, "anna": hands["bert"]},
    "a bit flipped": lambda hands: {**hands, "anna": flip(hands["anna"])},
    "the last bit flipped": lambda hands: {**hands, "anna": hands["anna"][:-1] + bytes([hands["anna"][-1] ^ 1])},
    "zeros": lambda hands: {**hands, "anna": bytes(272)},
    "the hand of another game": lambda hands: {
        **hands,
        "anna": note_of(open_match("tigris", 3, "else").signed_notes[DEAL][-1]).hand["anna"],
    },
}


@pytest.mark.parametrize("what", HANDS)
def test_a_hand_that_does_not_open_is_refused_by_its_owner(what: str) -> None:
    """Attack 83. The referee's own reading is compared with what he must have sealed at the audit."""
    with pytest.raises(NotAuthentic):
        read_deal(three().table, forged_deal("hand", HANDS[what]), three().eyes["anna"])


def test_a_line_of_the_bag_that_a_hand_does_not_open_is_refused_by_the_owner_and_by_whoever_has_the_seed() -> None:
    """The positions of the own hand are checked at once, all the others when r_0 is open."""
    match = three()
    first = asked(match)

    def change(bag: tuple[tuple[str, bytes], ...]) -> tuple[tuple[str, bytes], ...]:
        return ((bag[0][0], flip(bag[0][1])), *bag[1:])

    for eyes in (match.eyes[first], match.host_eyes):
        with pytest.raises(NotAuthentic):
            read_deal(match.table, forged_deal("bag", change), eyes)


DEAL_FILES: Mapping[str, tuple[Callable[[tuple[SignedNote, ...]], Sequence[SignedNote]], type[RefereeError]]] = {
    "an accept missing": (lambda signed_notes: signed_notes[1:], Unreadable),
    "no accepts": (lambda signed_notes: signed_notes[-1:], Unreadable),
    "an accept twice": (lambda signed_notes: (signed_notes[0], *signed_notes), Unreadable),
    "one accept in place of another": (
        lambda signed_notes: (signed_notes[0], signed_notes[0], *signed_notes[2:]),
        NotAuthentic,
    ),
    "accepts in another order": (
        lambda signed_notes: (signed_notes[1], signed_notes[0], *signed_notes[2:]),
        NotAuthentic,
    ),
    "the deal missing": (lambda signed_notes: signed_notes[:-1], Unreadable),
    "the deal by a player": (
        lambda signed_notes: (*signed_notes[:-1], signed_again(signed_notes[-1], key_of("anna"))),
        NotAuthentic,
    ),
    "a broken deal": (lambda signed_notes: (*signed_notes[:-1], broken(signed_notes[-1])), NotAuthentic),
    "a broken accept": (lambda signed_notes: (broken(signed_notes[0]), *signed_notes[1:]), NotAuthentic),
    "the deal of another game": (
        lambda signed_notes: (*signed_notes[:-1], open_match("tigris", 3, "else").signed_notes[DEAL][-1]),
        NotAuthentic,
    ),
}


@pytest.mark.parametrize("what", DEAL_FILES)
def test_a_deal_file_holds_all_accepts_in_seat_order_and_the_deal(what: str) -> None:
    """Attack 105."""
    make, layer = DEAL_FILES[what]

    for eyes in readers(three()).values():
        with pytest.raises(layer):
            read_deal(three().table, make(three().signed_notes[DEAL]), eyes)


def test_the_toss_decides_what_all_see_and_the_share_what_is_hidden() -> None:
    """Attack 106: `first` and the state follow from t_0 and the r of the seats, the bag from r_0."""
    table, shares = three().table, three()
    rs = list(opened_shares(table, shares.signed_notes[DEAL][:-1]).values())
    secret = own_secret(table, key_of(HOST))

    assert joint.public_seed(table.charter, joint.toss_of(secret), rs) != joint.hidden_seed(
        table.charter, joint.r_of(secret), rs
    )
    assert joint.r_of(secret) != joint.toss_of(secret)


# Games without hidden goods


def open_game() -> Match:
    return open_match("ur", 3, "open")


OPEN_DEALS: Mapping[str, Mapping[str, Any]] = {
    "a bag": {"bag": (("tiles", bytes(32)),)},
    "a hand": {"hand": {"anna": bytes(272)}},
}


@pytest.mark.parametrize("what", OPEN_DEALS)
def test_a_game_without_hidden_goods_has_neither_bag_nor_hand(what: str) -> None:
    """Attack 137."""
    match = open_game()
    *accepts, deal = match.signed_notes[DEAL]
    assert (note_of(deal).bag, note_of(deal).hand) == ((), {})

    for eyes in readers(match).values():
        with pytest.raises(NotAuthentic):
            read_deal(match.table, (*accepts, signed_again(deal, key_of(HOST), **OPEN_DEALS[what])), eyes)


# Four words


def words_of(table: Table, accepts: Sequence[SignedNote], host: SigningKey) -> tuple[str, ...]:
    shares = opened_shares(table, accepts)
    toss = joint.toss_of(own_secret(table, host))
    return joint.four_words(table.charter, toss, [shares[name] for name in table.names])


def test_every_party_reads_the_same_four_words() -> None:
    """Each from its own copy of the record, with its own key or none."""
    words = set()
    for key in (*(key_of(name) for name in three().table.names), key_of(HOST), None):
        history = read_history(three().files, key)
        words.add(four_words(history))

    assert words == {words_of(three().table, three().signed_notes[DEAL][:-1], key_of(HOST))}


def test_there_are_no_words_before_all_accepts_are_there() -> None:
    """Attack 101: nothing to compare is shown too early."""
    before = {name: data for name, data in three().files.items() if name != DEAL}

    assert four_words(read_history(before, key_of("anna"))) == ()


def game_among(
    host: SigningKey, players: Mapping[str, SigningKey], label: str
) -> tuple[Table, list[SignedNote], SigningKey]:
    """A charter and its accepts among these keys, and the host's key."""
    offer = make_offer(host, find("tigris"), len(players), (), test_nonce(f"{label} offer"))
    joins = [make_join(key, offer, seat, seat, test_nonce(f"{label} {seat}")) for seat, key in players.items()]
    charter = make_charter(host, offer, joins, tuple(players))
    table = read_charter((offer, *joins, charter))
    return table, [make_accept(key, table) for key in players.values()], host


def test_a_relay_that_puts_its_own_keys_in_other_seats_gives_other_words() -> None:
    """Attack 19: it signs everything anew for each victim, with the victim's genuine join and accept."""
    relay = test_key("mallory")
    for_anna = game_among(relay, {"anna": key_of("anna"), "bert": relay_key("b")}, "mitm")
    for_bert = game_among(relay, {"anna": relay_key("a"), "bert": key_of("bert")}, "mitm")
    for_host = game_among(key_of(HOST), {"anna": relay_key("a"), "bert": relay_key("b")}, "mitm")

    assert len({words_of(*game) for game in (for_anna, for_bert, for_host)}) == 3


def test_a_relay_that_plays_the_host_to_all_players_is_found_by_the_hosts_words() -> None:
    """Attack 121: the players' words agree, so the host's are asked for too."""
    players = {"anna": key_of("anna"), "bert": key_of("bert")}
    at_the_players = game_among(test_key("mallory"), players, "fake host")
    at_the_host = game_among(key_of(HOST), {"anna": relay_key("a"), "bert": relay_key("b")}, "fake host")

    assert words_of(*at_the_players) != words_of(*at_the_host)


def relay_key(name: str) -> SigningKey:
    return test_key(f"mallory {name}")


def test_a_relay_cannot_try_joins_until_the_hosts_words_are_those_of_the_players() -> None:
    """H-5: he makes every join and knows the charter before he sends anything, and still not the host's t_0.

    He tries nonces of one join until the first word begins as the one he needs, with a t_0 that he guesses.
    """
    relay = test_key("mallory")
    needed = words_of(*game_among(relay, {"anna": key_of("anna"), "bert": key_of("bert")}, "players"))[0]
    offer = make_offer(key_of(HOST), find("tigris"), 2, (), test_nonce("grinding"))
    first = make_join(relay_key("a"), offer, "anna", "Anna", test_nonce("a"))
    found: list[str] = []
    for number in range(400):
        second = make_join(relay_key("b"), offer, "bert", "Bert", test_nonce(f"b {number}"))
        charter = make_charter(key_of(HOST), offer, (first, second), ("anna", "bert"))
        table = read_charter((offer, first, second, charter))
        accepts = [make_accept(relay_key(name), table) for name in ("a", "b")]
        shares = list(opened_shares(table, accepts).values())
        if joint.four_words(table.charter, b"the guess of the relay".ljust(32), shares)[0][:1] == needed[:1]:
            found.append(words_of(table, accepts, key_of(HOST))[0][:1])

    assert len(found) > 10
    assert found.count(needed[:1]) < len(found) / 2


def test_the_words_depend_on_the_charter_and_on_every_share() -> None:
    """Attack 101: two charters whose ids look alike have nothing to do with each other's words."""
    table = three().table
    rs = list(opened_shares(table, three().signed_notes[DEAL][:-1]).values())
    toss = joint.toss_of(own_secret(table, key_of(HOST)))
    plain = joint.four_words(table.charter, toss, rs)
    others = [joint.four_words(flip(table.charter), toss, rs), joint.four_words(table.charter, flip(toss), rs)]
    others += [joint.four_words(table.charter, toss, [*rs[:at], flip(rs[at]), *rs[at + 1 :]]) for at in range(len(rs))]

    assert plain not in others
    assert len(set(others)) == len(others)


def test_joins_and_notes_of_every_type_of_the_opening_are_tried_here() -> None:
    """A line added to the join must get its vectors as well."""
    assert Join.__struct_fields__ == ("offer", "seat", "name", "nonce", "key", "box", "lock")


# What a home remembers of a referee's earlier games


def accepted_by_anna(home: Home, folder: Folder, match: Match, name: str) -> None:
    """Anna takes the charter of a game in, and her home keeps it beside the guard of her accept."""
    for file in ("offer.note", CHARTER):
        folder.commit(file, match.files[file])
    desk = sit_down(folder, home, as_name=name)
    accept = make_accept(desk.signer(), desk.table)
    send(desk, Outgoing(desk.table.offer_id, "accept", lambda _: (accept,), "accept-anna.note"))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Anna's home, in which she has accepted the game of three and nothing else."""
    home, key = Home(tmp_path / "home"), key_of("anna")
    home.write_key("anna", format_private(key, "anna"), format_public(key.public, "anna"))
    accepted_by_anna(home, Folder(tmp_path / "game"), three(), "anna")
    return home


def test_before_a_join_the_referees_unfinished_games_are_known(home: Home) -> None:
    """Attack 138: an offer that gives nothing up, by a referee who has left a game behind."""
    offer = make_offer(key_of(HOST), find("tigris"), 3, (), test_nonce("fresh"))

    assert [table.game_id for table in earlier_games(home, offer)] == [three().table.game_id]


def test_another_referees_offer_is_not_held_against_these_games(home: Home) -> None:
    offer = make_offer(test_key("mallory"), find("tigris"), 3, (), test_nonce("fresh"))

    assert earlier_games(home, offer) == ()


def test_an_attempt_that_gives_the_accepted_charter_up_is_checked_and_not_listed(home: Home) -> None:
    """Attacks 28 and 138."""
    assert earlier_games(home, attempt(three().table)) == ()


@pytest.mark.parametrize("what", ["another share", "another toss", "the old box"])
def test_an_attempt_that_gives_the_accepted_charter_up_dishonestly_is_refused(home: Home, what: str) -> None:
    """Attack 103: from memory, without the old folder."""
    with pytest.raises(NotAuthentic):
        earlier_games(home, attempt(three().table, **ATTEMPTS[what](three().table)))


def test_a_game_whose_end_was_seen_is_left_behind(home: Home, tmp_path: Path) -> None:
    """Attack 138: whoever has seen the end has nothing to be warned of."""
    folder = Folder(tmp_path / "small")
    accepted_by_anna(home, folder, small(), "anna")
    fresh = make_offer(key_of(HOST), find("tigris"), 2, (), test_nonce("fresh"))
    both = {three().table.game_id, small().table.game_id}
    assert {table.game_id for table in earlier_games(home, fresh)} == both

    mail = b"".join(data for name, data in sorted(small().files.items()) if name[:4].isdigit())
    receive(sit_down(folder, home, as_name="anna"), mail)

    assert [table.game_id for table in earlier_games(home, fresh)] == [three().table.game_id]

"""A deal is taken by every reader, or by none: every line, every hand, every file of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from referee.crypto import joint_randomness
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable
from referee.protocol.opening.deal import make_deal, read_deal, seed_shares_by_seat
from referee.protocol.seating import Eyes, own_game_secret, stranger_eyes
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Deal, Next, Proof
from tests.support.rehearse import Match, open_match
from tests.table.opening.openings import OTHER_ID, Change, broken, flip, less, note_of, swapped, three
from tests.table.small_games import DEAL, HOST, asked, key_of, signed_again


def host_share() -> bytes:
    return joint_randomness.seed_share_of(own_game_secret(three().table, key_of(HOST)))


DEAL_LINES: Mapping[str, Mapping[str, Change]] = {
    "game": {"another game": lambda game: OTHER_ID},
    "step": {"step 1": lambda step: 1},
    "head": {"another head": lambda head: OTHER_ID},
    "toss": {"another toss": flip, "the share of the seed in place of the toss": lambda toss: host_share()},
    "accept": {
        "another accept": lambda ids: {**ids, "anna": OTHER_ID},
        "two accepts swapped": swapped,
        "one less": less,
        "one more": lambda ids: {**ids, "dora": OTHER_ID},
    },
    "mix": {"a mix where the deck is not masked": lambda ids: {**ids, "anna": OTHER_ID}},
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
    "share": {"one where the charter has none": lambda bound: {"anna": bytes(32)}},
    "escrow": {"one where the charter has none": lambda sealed: {"anna": bytes(272)}},
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
        with pytest.raises(Unreadable if line == "mix" else NotAuthentic):
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


def test_a_host_who_draws_the_toss_anew_after_the_accepts_is_refused_by_every_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All else follows from the other toss: its lock in the offer alone tells that the host has chosen who begins."""
    match, secret = three(), own_game_secret(three().table, key_of(HOST))
    accepts, true = match.signed_notes[DEAL][:-1], joint_randomness.toss_share_of(secret)
    monkeypatch.setattr(joint_randomness, "toss_share_of", lambda _: flip(true))
    lied = sign_note(make_deal(match.table, accepts, match.host_eyes, secret), key_of(HOST))
    for eyes in readers(match).values():
        with pytest.raises(NotAuthentic) as refusal:
            read_deal(match.table, (*accepts, lied), eyes)
        assert refusal.value.code == "public-share-differs"


def test_the_toss_decides_what_all_see_and_the_share_what_is_hidden() -> None:
    """Attack 106: `first` and the state follow from t_0 and the r of the seats, the bag from r_0."""
    table, shares = three().table, three()
    rs = list(seed_shares_by_seat(table, shares.signed_notes[DEAL][:-1]).values())
    secret = own_game_secret(table, key_of(HOST))

    assert joint_randomness.public_seed(
        table.charter, joint_randomness.toss_share_of(secret), rs
    ) != joint_randomness.hidden_seed(table.charter, joint_randomness.seed_share_of(secret), rs)
    assert joint_randomness.seed_share_of(secret) != joint_randomness.toss_share_of(secret)


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

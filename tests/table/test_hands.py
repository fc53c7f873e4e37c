"""Hands that a referee seals wrongly, under the right keys: their owners see it on arrival, others at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import pytest

from referee.audit.recompute import audit
from referee.crypto import joint_randomness, sealing
from referee.crypto.sealing import Record
from referee.kernel.errors import NotAuthentic
from referee.protocol.opening.deal import read_deal
from referee.protocol.step.record_step import record_step_file
from referee.record.note import SignedNote
from referee.record.notes import Deal, Step
from referee.session.close_step import close_step
from tests.long_runs import of
from tests.support.rehearse import Match, open_match, play_out
from tests.table.crooked_deals import crooked_from_the_deal, dealt_with, hands_of, packed_line
from tests.table.small_games import (
    DEAL,
    HOST,
    STRANGER,
    asked,
    copy_of,
    dealt,
    key_of,
    signed_again,
    swap_all,
    with_notes,
    with_stranger,
)


def records(match: Match, positions: range) -> list[Record]:
    """What lies on these positions of the bag, as a hand line tells it."""
    seed = match.host_eyes.hidden_seed
    assert seed is not None
    (pile,) = match.table.piles
    tokens = joint_randomness.pile_order(seed, pile.name, pile.size)
    return [Record(0, at, tokens[at], joint_randomness.pile_salt(seed, pile.name, at)) for at in positions]


def line_for(match: Match, seat: str, told: list[Record], head: str, step: int, blocks: int = 1) -> bytes:
    """A hand line for a seat as only the referee can seal it."""
    key = match.host_eyes.hand_keys[match.table.seat(seat)]
    assert key is not None
    return sealing.seal(
        key, sealing.pack_records(told), sealing.associated_data("hand", match.table.game_id, head, step, seat), blocks
    )


@cache
def game() -> Match:
    return with_stranger(dealt())


Change = Callable[[list[Record]], list[Record]]

WRONG: Mapping[str, Change] = {
    "one record less": lambda told: told[:-1],
    "no record": lambda told: [],
    "one record more": lambda told: [*told, told[-1]],
    "the positions behind": lambda told: records(game(), range(told[-1].position + 1, told[-1].position + 7)),
    "another order": lambda told: told[::-1],
    "a position twice": lambda told: [told[0], *told[:-1]],
    "another token": lambda told: [_with(told[0], token=(told[0].token + 1) % 143), *told[1:]],
    "a token that no pile has": lambda told: [_with(told[0], token=143), *told[1:]],
    "a position that no pile has": lambda told: [*told[:-1], _with(told[-1], position=143)],
    "a pile that the game has not": lambda told: [_with(told[0], pile=1), *told[1:]],
    "another salt": lambda told: [_with(told[0], salt=bytes(16)), *told[1:]],
}


def _with(
    record: Record,
    *,
    pile: int | None = None,
    position: int | None = None,
    token: int | None = None,
    salt: bytes | None = None,
) -> Record:
    return Record(
        record.pile if pile is None else pile,
        record.position if position is None else position,
        record.token if token is None else token,
        record.salt if salt is None else salt,
    )


def deal_note() -> tuple[tuple[SignedNote, ...], SignedNote, Deal]:
    *accepts, deal = game().signed_notes[DEAL]
    note = deal.note()
    assert isinstance(note, Deal)
    return tuple(accepts), deal, note


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_hand_in_the_deal_is_refused_by_its_owner(what: str) -> None:
    """Attacks 83 and 86."""
    accepts, deal, note = deal_note()
    match, seat = game(), asked(game())
    wrong = WRONG[what](records(match, range(6)))
    hands = {**note.hand, seat: line_for(match, seat, wrong, match.table.game_id, 0)}
    signed_notes = (*accepts, signed_again(deal, key_of(HOST), hand=hands))

    with pytest.raises(NotAuthentic):
        read_deal(match.table, signed_notes, match.eyes[seat])
    read_deal(match.table, signed_notes, match.eyes[STRANGER])  # nobody else can see it before the end


def test_the_right_hand_sealed_again_is_the_same_bytes() -> None:
    """Attack 84, and the forging above is valid."""
    _, _, note = deal_note()
    match, seat = game(), asked(game())

    assert line_for(match, seat, records(match, range(6)), match.table.game_id, 0) == note.hand[seat]


def swap_step() -> tuple[SignedNote, SignedNote, Step]:
    match = game()
    closed = close_step(match.host, match.write(asked(match), [swap_all(match)]), match.host_eyes, key_of(HOST))
    move, step_note = closed.signed_notes
    note = step_note.note()
    assert isinstance(note, Step)
    return move, step_note, note


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_hand_in_a_step_is_refused_by_its_owner_and_at_the_audit(what: str) -> None:
    """Attacks 83 and 86: by the owner at once, by everybody once the box is open."""
    move, step_note, note = swap_step()
    match, seat = game(), asked(game())
    wrong = WRONG[what](told())
    signed_notes = (
        move,
        signed_again(step_note, key_of(HOST), hand={seat: line_for(match, seat, wrong, note.head, 1)}),
    )

    with pytest.raises(NotAuthentic):
        record_step_file(match.players[seat], signed_notes, match.eyes[seat])
    with pytest.raises(NotAuthentic):
        record_step_file(match.host, signed_notes, match.host_eyes)
    record_step_file(match.players[STRANGER], signed_notes, match.eyes[STRANGER])


PLACES: Mapping[str, Callable[[Match, str, Step], bytes]] = {
    "for another seat": lambda match, seat, note: line_for(match, _other(match, seat), told(), note.head, 1),
    "for another step": lambda match, seat, note: line_for(match, seat, told(), note.head, 2),
    "for another head": lambda match, seat, note: line_for(match, seat, told(), match.table.game_id, 1),
    "under the key of orders": lambda match, seat, note: _under_the_order_key(match, seat, note),
}


def told() -> list[Record]:
    return records(game(), range(12, 18))


def _other(match: Match, seat: str) -> str:
    return next(name for name in match.table.names if name != seat)


def _under_the_order_key(match: Match, seat: str, note: Step) -> bytes:
    key = match.host_eyes.order_keys[match.table.seat(seat)]
    assert key is not None
    ad = sealing.associated_data("hand", match.table.game_id, note.head, 1, seat)
    return sealing.seal(key, sealing.pack_records(told()), ad)


@pytest.mark.parametrize("what", PLACES)
def test_a_hand_sealed_for_another_place_does_not_open(what: str) -> None:
    """Attack 83."""
    move, step_note, note = swap_step()
    match, seat = game(), asked(game())
    signed_notes = (move, signed_again(step_note, key_of(HOST), hand={seat: PLACES[what](match, seat, note)}))

    with pytest.raises(NotAuthentic, match="not made for this key, game, step, head and seat"):
        record_step_file(match.players[seat], signed_notes, match.eyes[seat])


@pytest.mark.parametrize("reader", ["owner", "other", STRANGER, HOST])
def test_room_for_more_than_was_drawn_is_refused_by_every_reader(reader: str) -> None:
    """Attack 83 and 85: a second block would tell something, or carry something; its size alone is enough to refuse."""
    move, step_note, note = swap_step()
    match, seat = copy_of(game()), asked(game())
    line = line_for(match, seat, told(), note.head, 1, blocks=2)
    signed_notes = (move, signed_again(step_note, key_of(HOST), hand={seat: line}))
    readers = {"owner": seat, "other": _other(match, seat), STRANGER: STRANGER}

    with pytest.raises(NotAuthentic):
        if reader == HOST:
            record_step_file(match.host, signed_notes, match.host_eyes)
        else:
            record_step_file(match.players[readers[reader]], signed_notes, match.eyes[readers[reader]])


# The deal, once everything is open: its owners may be in the referee's pay

HIDING = ("cards", "tigris")


@cache
def running(name: str) -> Match:
    """A few steps of a game with hidden goods."""
    return play_out(open_match(name, 2, "hands"), "hands", steps=3)


def false_line(seat: str) -> str:
    return f"the hand line of {seat} in the deal does not follow from the shares"


@pytest.mark.parametrize("name", HIDING)
def test_every_byte_of_every_hand_line_of_a_deal_is_audited(name: str) -> None:
    """H-2, F1: a changed byte, signed again, is found by whoever can open everything, and the seat is named. In a short
    run every eleventh byte, at others in each line.
    """
    match, apart = running(name), of(11, 1)
    for place, (seat, line) in enumerate(hands_of(match).items()):
        for at in range(place + HIDING.index(name) * 5, len(line), apart):
            false = bytes([*line[:at], line[at] ^ (1 + at % 255), *line[at + 1 :]])
            forged = dealt_with(match, {**hands_of(match), seat: false})

            with pytest.raises(NotAuthentic) as refusal:
                read_deal(match.table, forged, match.host_eyes)
            assert refusal.value.sentence() == false_line(seat)


def _told_to(match: Match, seat: str) -> bytes:
    """The records of a seat's own hand line."""
    key = match.host_eyes.hand_keys[match.table.seat(seat)]
    assert key is not None
    ad = sealing.associated_data("hand", match.table.game_id, match.table.game_id, 0, seat)
    return sealing.unseal(key, hands_of(match)[seat], ad)


FALSE_DEALS: Mapping[str, Callable[[Match], Mapping[str, bytes]]] = {
    "zeros": lambda match: {"anna": bytes(272)},
    "no record": lambda match: {"anna": packed_line(match, "anna", b"\x80")},
    "another hand in the free half of a friend's line": lambda match: {
        "anna": packed_line(match, "anna", _told_to(match, "anna")[:105] + _told_to(match, "bert")[:126] + b"\x80")
    },
    "a friend's whole line with another hand behind the padding": lambda match: {
        "anna": packed_line(match, "anna", _told_to(match, "anna") + b"\x80" + _told_to(match, "bert")[:60])
    },
    "a padding of other bytes": lambda match: {
        "anna": packed_line(match, "anna", _told_to(match, "anna") + b"\x80\x80")
    },
    "no padding": lambda match: {"anna": packed_line(match, "anna", _told_to(match, "anna"))},
    "the hands of both": lambda match: {
        "anna": packed_line(match, "anna", _told_to(match, "bert") + b"\x80"),
        "bert": packed_line(match, "bert", _told_to(match, "anna") + b"\x80"),
    },
    "the lines of both": lambda match: {"anna": hands_of(match)["bert"], "bert": hands_of(match)["anna"]},
}


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("what", FALSE_DEALS)
def test_a_false_deal_is_a_fault_at_depth_5_that_names_the_seat(what: str, name: str) -> None:
    """H-2, F1: with the owners' connivance it goes unnoticed until the referee opens his box."""
    match = running(name)
    forged = dealt_with(match, {**hands_of(match), **FALSE_DEALS[what](match)})
    report = audit(with_notes(match, DEAL, forged), key_of(HOST))

    assert (report.verdict, [finding.at for finding in report.findings]) == ("fault", [DEAL])
    assert false_line("anna") in report.findings[0].sentence


@pytest.mark.parametrize("name", HIDING)
def test_an_honest_deal_is_taken_by_whoever_can_open_everything(name: str) -> None:
    report = audit(running(name).files, key_of(HOST))

    assert (report.verdict, report.depth, report.findings) == ("in progress", 5, ())


def test_a_false_hand_in_a_step_names_its_seat_at_the_audit() -> None:
    move, step_note, _ = swap_step()
    match, seat = game(), asked(game())
    forged = (move, signed_again(step_note, key_of(HOST), hand={seat: bytes(272)}))

    with pytest.raises(NotAuthentic) as refusal:
        record_step_file(match.host, forged, match.host_eyes)
    assert refusal.value.sentence() == f"the hand line of {seat} does not follow from the orders"


@pytest.mark.parametrize("key", [None, "anna", "bert", HOST])
def test_a_game_that_was_crooked_from_the_deal_on_is_never_clean(key: str | None) -> None:
    """F1: whoever audits it, the owner of the false hand line too."""
    report = audit(crooked_from_the_deal().files, key_of(key) if key else None)

    assert [(finding.at, finding.sentence) for finding in report.findings] == [(DEAL, false_line("anna"))]
    assert report.verdict == "fault"

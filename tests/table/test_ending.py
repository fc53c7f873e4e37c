"""The end of a game, notes that a step must not hold, and keys that have nothing to sign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest
from msgspec import structs

from referee.audit.recompute import audit
from referee.games import find
from referee.kernel.canonical_json import encode_b64
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.protocol.opening import data_packs as opening
from referee.protocol.opening.charter import check_join, check_offer, make_charter
from referee.protocol.opening.deal import check_accept, make_accept
from referee.protocol.seating import author_role, own_game_secret
from referee.protocol.step.ending import check_ack, check_end, make_ack
from referee.protocol.step.record_step import record_step_file
from referee.record.note import SignedNote, render_bundle, sign_note
from referee.record.notes import End, Entered, Move, Step
from referee.session.close_step import close_deal
from tests.support.rehearse import Match, open_match, play_out, sensible_order, test_key
from tests.table.small_games import (
    CHARTER,
    DEAL,
    HOST,
    asked,
    copy_of,
    dealt,
    four,
    key_of,
    order,
    signed_again,
    small,
    step_name,
    swap_all,
    with_notes,
)

NOWHERE = encode_b64(bytes(32))
LAST = max(name for name in small().files if name.endswith(".step"))


@cache
def open_game() -> Match:
    """A finished game without hidden goods."""
    match = play_out(open_match("ur", 3, "end"), "end", policy=sensible_order)
    match.acknowledge()
    return match


def test_a_game_without_hidden_goods_ends_with_nothing_to_open_and_is_clean() -> None:
    """Everything was public from the start, so the deepest audit needs no key and no share."""
    end: Any = open_game().signed_notes[step_name(open_game().host.step)][-1].note()
    report = audit(open_game().files)

    assert (end.open, end.box) == (None, None)
    assert (report.verdict, report.depth, report.unchecked) == ("clean", 5, ())


@pytest.mark.parametrize("values", [{"open": bytes(32)}, {"box": bytes(32)}, {"open": bytes(32), "box": bytes(32)}])
def test_a_game_without_hidden_goods_opens_nothing_at_its_end(values: dict[str, bytes]) -> None:
    """Attack 137."""
    match = open_game()
    name = step_name(match.host.step)
    *notes, end = match.signed_notes[name]
    forged = signed_again(end, key_of(HOST), **values)

    with pytest.raises(NotAuthentic):
        check_end(match.host, forged)
    report = audit(with_notes(match, name, (*notes, forged)))
    assert report.verdict == "fault"
    assert report.findings[0].at == name


# A game without hidden goods whose notes carry sealed lines all the same


@cache
def covered_game() -> Match:
    """Ur as if all of it were one turn of the board game: then every note but the last is covered."""
    game = structs.replace(find("ur"), turn=lambda state: 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "find", lambda name, version=None: game)
        match = play_out(open_match("ur", 3, "covered"), "covered", policy=sensible_order)
    match.acknowledge()
    return match


@pytest.fixture
def one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    game = covered_game().table.game
    monkeypatch.setattr(opening, "find", lambda name, version=None: game)


def test_a_game_without_hidden_goods_opens_its_box_if_a_note_was_sealed(one_turn: None) -> None:
    """L-4: so that at depth 5 every sealed line was read."""
    match = covered_game()
    moves = [signed.note() for name in match.signed_notes for signed in match.signed_notes[name]]
    report = audit(match.files)
    end = match.signed_notes[step_name(match.host.step)][-1].note()

    assert any(isinstance(note, Move) and note.seal for note in moves)
    assert isinstance(end, End)
    assert None not in (end.open, end.box)
    assert (report.verdict, report.depth, report.findings) == ("clean", 5, ())


@pytest.mark.parametrize("key", [None, HOST])
def test_a_game_without_hidden_goods_that_keeps_its_box_is_not_clean_if_a_note_was_sealed(
    key: str | None, one_turn: None
) -> None:
    """L-4."""
    match = covered_game()
    name = step_name(match.host.step)
    *notes, end = match.signed_notes[name]
    closed = signed_again(end, key_of(HOST), open=None, box=None)
    files = with_notes(match, name, (*notes, closed))
    for seat in match.table.names:
        files[f"ack-{seat}.note"] = render_bundle((make_ack(match.keys[seat], match.table, closed.id),))
    report = audit(files, key_of(key) if key else None)

    assert (report.verdict, report.depth, report.findings) == ("not opened", 1, ())


def test_garbage_in_a_seal_of_a_game_without_hidden_goods_is_found_at_its_end(one_turn: None) -> None:
    """L-4: before, nobody ever looked into it."""
    match = covered_game()
    name = next(
        name
        for name in sorted(match.signed_notes)
        for note in [match.signed_notes[name][0].note()]
        if isinstance(note, Move) and note.seal
    )
    move, step_note = match.signed_notes[name]
    garbage = signed_again(move, match.keys[author_role(move)], seal=bytes(272))
    listed = signed_again(step_note, key_of(HOST), note=(Entered(author_role(move), garbage.id),))
    report = audit({**match.files, name: render_bundle((garbage, listed))})

    assert (report.verdict, report.findings[0].at) == ("fault", name)
    assert "was not made for this key" in report.findings[0].sentence


# A step holds the move of the seat that is asked, for this game, on this head


def crooked_step(move: SignedNote, seat: str) -> tuple[SignedNote, ...]:
    """A step in which the referee has entered a note that he must refuse."""
    match = three_steps()
    step_note = Step(
        game=match.table.game_id, step=4, head=match.host.head, note=(Entered(seat, move.id),), state=bytes(32)
    )

    return (move, sign_note(step_note, key_of(HOST)))


@cache
def three_steps() -> Match:
    match = copy_of(dealt())
    for _ in range(3):
        order(match, swap_all(match))
    return match


def _other(seat: str) -> str:
    return next(name for name in three_steps().table.names if name != seat)


def good_move(**values: Any) -> SignedNote:
    return signed_again(small().signed_notes[step_name(4)][0], key_of(asked(three_steps())), **values)


def others_move() -> SignedNote:
    """A move of the seat that is not asked: right game, step and head, its own key."""
    return signed_again(good_move(), key_of(_other(asked(three_steps()))), seat=_other(asked(three_steps())))


ENTERED: Mapping[str, tuple[Callable[[], tuple[SignedNote, ...]], type[RefereeError]]] = {
    "the move of a seat that is not asked": (
        lambda: crooked_step(others_move(), _other(asked(three_steps()))),
        OutOfOrder,
    ),
    "a move of another game": (
        lambda: crooked_step(good_move(game=four().table.game_id), asked(three_steps())),
        OutOfOrder,
    ),
    "a move for another step": (lambda: crooked_step(good_move(step=5), asked(three_steps())), OutOfOrder),
    "a move on another head": (
        lambda: crooked_step(good_move(head=encode_b64(bytes(32))), asked(three_steps())),
        OutOfOrder,
    ),
    "a move of nobody": (lambda: crooked_step(good_move(seat="zoe"), "zoe"), NotAuthentic),
    "a move under another key": (
        lambda: crooked_step(signed_again(good_move(), key_of(_other(asked(three_steps())))), asked(three_steps())),
        NotAuthentic,
    ),
}


@pytest.mark.parametrize("what", ENTERED)
def test_a_step_that_enters_what_must_be_refused_is_refused_by_every_reader(what: str) -> None:
    """Attacks 13, 21 and 114, with the referee's signature on top."""
    make, layer = ENTERED[what]
    match, signed_notes = three_steps(), make()

    for position, eyes in ((match.host, match.host_eyes), *((match.players[s], match.eyes[s]) for s in match.players)):
        with pytest.raises(layer):
            record_step_file(position, signed_notes, eyes)


def test_nothing_is_entered_once_the_game_is_over() -> None:
    match = small()
    move = signed_again(good_move(), key_of("anna"), seat="anna", step=match.host.step + 1, head=match.host.head)
    step_note = Step(
        game=match.table.game_id,
        step=match.host.step + 1,
        head=match.host.head,
        note=(Entered("anna", move.id),),
        state=bytes(32),
    )

    with pytest.raises(OutOfOrder, match="the game is over"):
        record_step_file(match.host, (move, sign_note(step_note, key_of(HOST))), match.host_eyes)


# Acks


def test_an_ack_file_holds_one_ack() -> None:
    acks = [small().signed_notes[f"ack-{seat}.note"][0] for seat in small().table.names]
    report = audit({**small().files, "ack-anna.note": render_bundle(acks)})

    assert [(finding.at, finding.layer) for finding in report.findings] == [("ack-anna.note", "not understood")]


def test_an_ack_file_holds_an_ack() -> None:
    report = audit({**small().files, "ack-anna.note": render_bundle(small().signed_notes[LAST][-1:])})

    assert [(finding.at, finding.layer) for finding in report.findings] == [("ack-anna.note", "not understood")]


@pytest.mark.parametrize(
    ("values", "layer"),
    [
        ({"game": encode_b64(bytes(32))}, OutOfOrder),
        ({"head": encode_b64(bytes(32))}, NotAuthentic),
        ({"seat": "bert"}, NotAuthentic),
    ],
)
def test_an_ack_of_something_else_is_refused(values: dict[str, str], layer: type[RefereeError]) -> None:
    """Attack 115."""
    end = small().signed_notes[LAST][-1]
    ack = signed_again(small().signed_notes["ack-anna.note"][0], key_of("anna"), **values)

    with pytest.raises(layer):
        check_ack(small().table, ack, end.id)


# Notes in the place of others, keys without a part, openings that are not complete


def test_a_note_of_another_type_is_named_where_one_is_expected() -> None:
    """Attack 9, inside the right namespace: the reader expects a type and says which it found."""
    offer, join, *_ = small().signed_notes[CHARTER]
    accept = small().signed_notes[DEAL][0]
    for check in (
        lambda: check_offer(join),
        lambda: check_join(offer, accept),
        lambda: check_accept(small().table, join),
        lambda: check_ack(small().table, accept, None),
        lambda: check_end(small().host, accept),
    ):
        with pytest.raises(Unreadable, match="found a note of type"):
            check()


def test_who_holds_no_seat_accepts_and_acknowledges_nothing() -> None:
    """Neither the referee nor a stranger."""
    table = small().table
    for key in (key_of(HOST), test_key("mallory")):
        with pytest.raises(NotAuthentic):
            make_accept(key, table)
        with pytest.raises(NotAuthentic):
            make_ack(key, table, small().signed_notes[LAST][-1].id)
    with pytest.raises(NotAuthentic):
        own_game_secret(table, test_key("mallory"))


def test_the_host_deals_when_every_seat_has_accepted() -> None:
    accepts = small().signed_notes[DEAL][:1]

    with pytest.raises(OutOfOrder, match="waiting for acceptances from"):
        close_deal(small().table, accepts, small().host_eyes, key_of(HOST))


def test_a_charter_seats_everybody_who_joined_once() -> None:
    offer, anna, bert, _ = small().signed_notes[CHARTER]
    rival = signed_again(bert, key_of("bert"), seat="anna")
    for joins, seats in (
        ((anna, bert), ("anna",)),
        ((anna, bert), ("anna", "anna")),
        ((anna, bert), ("anna", "carl")),
        ((anna,), ("anna",)),
        ((anna, rival), ("anna", "bert")),
    ):
        with pytest.raises(OutOfOrder):
            make_charter(key_of(HOST), offer, joins, seats)

"""A step back that does not follow is found, by everybody or by whom it concerns; and it tells nothing hidden."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import pytest

from referee.audit.recompute import BAG, audit
from referee.kernel.dice import stream
from referee.kernel.errors import RefereeError
from referee.protocol.seating import author_role
from referee.protocol.step.position import Draw
from referee.protocol.step.record_step import record_step_file
from referee.protocol.step.tokens import seal_hands
from referee.record.file_names import step_name
from referee.record.note import SignedNote, render_bundle, sign_note
from referee.record.notes import Did, Entered, Step
from referee.record.notes.codec import render
from referee.session.close_step import close_step, close_together
from tests.support.rehearse import Match, play_out
from tests.table.small_games import HOST, asked, changed, copy_of, dealt, key_of, order, running, signed_again, swap_all
from tests.table.take_backs import agreed, gone_back, last_step
from tests.table.test_leaks import other_hidden

# Lies


def lie(match: Match, step: Step, notes: Sequence[SignedNote]) -> str:
    """The code with which a player's program refuses a step note that the host's key has signed."""
    listed = tuple(Entered(author_role(signed), signed.id) for signed in notes)
    step = changed(step, note=listed)  # type: ignore[assignment]
    with pytest.raises(RefereeError) as refusal:
        record_step_file(match.players["bert"], (*notes, sign_note(step, key_of(HOST))), match.eyes["bert"])
    return refusal.value.code


LIES: dict[str, tuple[str, dict[str, object]]] = {
    "another step": ("consents-missing", {"table": ("back 8",)}),
    "another state": ("state-differs", {"state": bytes(32)}),
    "another question": ("questions-differ", {"next": ()}),
    "an event": ("events-differ", {"event": ("drew anna 1",)}),
    "a hand line": ("hand-lines-seats", {"hand": {"anna": bytes(272)}}),
    "an order": ("order-in-no-note", {"did": (Did("anna", "pass"),)}),
    "nothing": ("consent-for-nothing", {"table": (f"absent {asked(running())}",)}),
}


@pytest.mark.parametrize("what", LIES)
def test_a_step_back_that_says_something_else_does_not_follow(what: str) -> None:
    """A consent is to one step, and everything else is that of the step before it."""
    match = running()
    code, values = LIES[what]
    consents = agreed(match, 9, *match.table.names)
    honest = last_step(gone_back(match, 9))

    assert lie(match, changed(honest, **values), consents) == code  # type: ignore[arg-type]


@pytest.mark.parametrize("missing", range(4))
def test_a_step_back_without_all_consents_does_not_follow(missing: int) -> None:
    match = running()
    consents = agreed(match, 9, *match.table.names)

    assert lie(match, last_step(gone_back(match, 9)), (*consents[:missing], *consents[missing + 1 :])) == (
        "consents-missing"
    )


def test_a_consent_to_another_step_back_is_none() -> None:
    match = running()
    mixed = (agreed(match, 8, "anna")[0], *agreed(match, 9, *match.table.names[1:]))

    assert lie(match, last_step(gone_back(match, 9)), mixed) == "consents-missing"


def test_a_consent_lapses_when_the_game_goes_on() -> None:
    match = copy_of(running())
    consents = agreed(match, 9, *match.table.names)
    play_out(match, "on", steps=1)
    with pytest.raises(RefereeError) as refusal:
        match.decide("back 9", consents=consents)

    assert refusal.value.code == "consent-lapsed"


@pytest.mark.parametrize("wrong", ["fresh goods", "those of the other seat"])
def test_a_host_who_deals_other_goods_than_those_kept_for_a_seat_is_found_by_it(wrong: str) -> None:
    match = copy_of(dealt())
    for _ in range(3):  # the first seat draws twelve, from the thirteenth on, then the other six
        order(match, swap_all(match))
    match = gone_back(match, 1)
    seat = asked(match)
    note = match.write(seat, [swap_all(match)])
    closed = close_step(match.host, note, match.host_eyes, key_of(HOST))
    at = {"fresh goods": 30, "those of the other seat": 24}[wrong]
    lines = seal_hands(
        match.table, match.host_eyes, [Draw(match.table.seat(seat), 0, at, 6)], match.host.head, match.host.step + 1
    )
    told = sign_note(changed(closed.step_note.read(Step), hand=lines), key_of(HOST))  # type: ignore[arg-type]
    with pytest.raises(RefereeError) as refusal:
        record_step_file(match.players[seat], (note, told), match.eyes[seat])

    assert refusal.value.code == "hand-positions-differ"


# Secrets


def test_a_step_back_is_the_same_whatever_the_hands_hold() -> None:
    """In ten worlds with other hands and another bag no byte of the step differs, nor of what a stranger reads then."""
    match, words = copy_of(running()), stream(sha256(b"back").digest(), "worlds")
    consents = agreed(match, 9, *match.table.names)
    told = set()
    for _ in range(10):
        position = other_hidden(match, "bert", words)
        closed = close_together(position, (), match.host_eyes, key_of(HOST), lines=["back 9"], consents=consents)
        told.add((render(closed.step_note.note()), repr(closed.position.stocks)))

    assert len(told) == 1


def test_whoever_opens_the_bag_alone_finds_nothing_in_a_game_that_went_back() -> None:
    match = play_out(gone_back(running(), 5), "bag alone", steps=30)
    match.decide("end draw", consents=[match.consent(seat, "end draw") for seat in match.table.names])
    name = step_name(match.host.step)
    *notes, end = match.signed_notes[name]
    shut = signed_again(end, key_of(HOST), box=None)
    files = {name: data for name, data in match.files.items() if not name.startswith("ack-")}
    report = audit({**files, name: render_bundle((*notes, shut))})

    assert (report.verdict, report.depth, report.findings) == ("not opened", BAG, ())

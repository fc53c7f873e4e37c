"""A referee who enters standing notes that must not be entered: every reader refuses the step."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from referee.audit.recompute import audit
from referee.kernel.errors import RefereeError
from referee.protocol.step.position import StandingOrders
from referee.protocol.step.produce import make_step_note, produce
from referee.protocol.step.record_step import record_step_file
from referee.protocol.step.standing_orders import standing_note
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Move, Standing, Step
from tests.support.rehearse import Match, open_match, play_out
from tests.table.small_games import HOST, STRANGER, asked, copy_of, key_of, render_bundle, signed_again, with_stranger
from tests.table.standing_games import POLICY, play_until_moved

# A referee who enters what he must not


def crooked(match: Match, move: SignedNote, *standing: SignedNote) -> tuple[SignedNote, ...]:
    """The step as a referee writes it who lets these standing notes stand and asks nobody."""
    orders = {match.table.seat(note.note().seat): note for note in standing}  # type: ignore[union-attr]
    position = match.host
    for seat, signed in orders.items():
        note = signed.note()
        assert isinstance(note, Standing)
        entered = replace(HELD, note=signed.id, step=note.step)
        position = replace(position, standing=(*position.standing[:seat], entered, *position.standing[seat + 1 :]))
    notes = (*standing, move)
    run = produce(position, move.note(), match.host_eyes)  # type: ignore[arg-type]
    return (*notes, sign_note(make_step_note(run, notes, match.host_eyes), key_of(HOST)))


HELD = StandingOrders("", 0)


def refusals(match: Match, forged: tuple[SignedNote, ...]) -> set[str]:
    """What every reader says of a forged step: the host's own tool, all players, a stranger, the audit."""
    watched = with_stranger(match)
    for name in sorted(match.signed_notes):
        if name.endswith(".step"):
            stranger = watched.players[STRANGER]
            watched.players[STRANGER] = record_step_file(stranger, match.signed_notes[name], watched.eyes[STRANGER])[0]
    said = set()
    for position, eyes in [
        (match.host, match.host_eyes),
        *((watched.players[seat], watched.eyes[seat]) for seat in watched.players),
    ]:
        with pytest.raises(RefereeError) as refused:
            record_step_file(position, forged, eyes)
        said.add(refused.value.sentence())
    name = f"{match.host.step + 1:04d}.step"
    report = audit({**match.files, name: render_bundle(forged)})
    return said | {finding.sentence for finding in report.findings}


def fresh(label: str, steps: int = 0) -> Match:
    return play_out(open_match("cards", 3, label), label, steps=steps)


def other_seat(match: Match) -> str:
    """A seat that is not asked."""
    return next(seat for seat in match.table.names if seat != asked(match))


def signed_by(match: Match, seat: str, lines: tuple[str, ...] = POLICY) -> SignedNote:
    return standing_note(match.players[seat], match.keys[seat], lines)


def written(match: Match, label: str, **values: object) -> SignedNote:
    """The next move of the game as its author would write it, with other values."""
    ahead = play_out(copy_of(match), label, steps=1)
    move = next(signed for signed in ahead.signed_notes[f"{ahead.host.step:04d}.step"] if signed.type == "move")
    return signed_again(move, key_of(str(author_of(move))), **values)


def author_of(signed: SignedNote) -> str:
    note = signed.note()
    assert isinstance(note, Move | Standing)
    return note.seat


def not_named() -> tuple[Match, tuple[SignedNote, ...]]:
    match = fresh("crooked", 6)
    return match, crooked(match, written(match, "c", standing=None), signed_by(match, asked(match)))


def other_named() -> tuple[Match, tuple[SignedNote, ...]]:
    match = fresh("crooked", 6)
    entered, named = (signed_by(match, asked(match), lines) for lines in (POLICY, ()))
    return match, crooked(match, written(match, "c", standing=named.id), entered)


def from_before_the_last_move() -> tuple[Match, tuple[SignedNote, ...]]:
    match = fresh("crooked", 6)
    seat = asked(match)
    kept_back = signed_by(match, seat)
    while asked(match) == seat or match.host.past.signed[match.table.seat(seat)] < author_step(kept_back):
        play_out(match, f"c {match.host.step}", steps=1)
    return match, crooked(match, written(match, "c"), kept_back)


def author_step(signed: SignedNote) -> int:
    note = signed.note()
    assert isinstance(note, Standing)
    return note.step


def entered_with_one_step() -> tuple[Match, str, SignedNote, SignedNote]:
    """A game in which a seat that is not asked in either step has two notes, and the first one is entered."""
    for steps in range(6, 40):
        match = fresh("crooked", steps)
        seat = other_seat(match)
        first, second = (signed_by(match, seat, lines) for lines in (POLICY, ("score never",)))
        match.waiting[seat] = first
        play_out(match, "c", steps=1)
        if asked(match) != seat and match.host.past.signed[match.table.seat(seat)] < author_step(first):
            return match, seat, first, second
    raise AssertionError("no such game")


def of_the_same_step() -> tuple[Match, tuple[SignedNote, ...]]:
    match, _, _, second = entered_with_one_step()
    return match, crooked(match, written(match, "c"), second)


def entered_twice() -> tuple[Match, tuple[SignedNote, ...]]:
    match, _, first, _ = entered_with_one_step()
    return match, crooked(match, written(match, "c"), first)


def in_another_order() -> tuple[Match, tuple[SignedNote, ...]]:
    match = fresh("crooked", 6)
    one, two = (signed_by(match, seat) for seat in match.table.names if seat != asked(match))
    return match, crooked(match, written(match, "c"), two, one)


def naming_a_note_of_another_seat() -> tuple[Match, tuple[SignedNote, ...]]:
    match = fresh("crooked", 6)
    other = signed_by(match, other_seat(match))
    return match, crooked(match, written(match, "c", standing=other.id), other)


def naming_a_note_of_another_game() -> tuple[Match, tuple[SignedNote, ...]]:
    match, foreign = fresh("crooked", 6), fresh("another game", 6)
    note = signed_by(foreign, asked(match))
    return match, crooked(match, written(match, "c", standing=note.id), note)


def naming_an_unknown_note() -> tuple[Match, tuple[SignedNote, ...]]:
    match = fresh("crooked", 6)
    return match, crooked(match, written(match, "c", standing="A" * 43))


def answering_after_the_end() -> tuple[Match, tuple[SignedNote, ...]]:
    """The move of a seat has ended its answers, and the referee answers for it in a later step all the same."""
    match = open_match("cards", 3, "after the end")
    match.stand("anna", POLICY)
    play_until_moved(match, "anna", "after")
    given = match.host.standing
    match.stand("anna", ())
    play_until_moved(match, "anna", "after two", withheld=True)
    while True:
        deaf = copy_of(match)
        deaf.host = replace(match.host, standing=given)
        forged = crooked(deaf, written(match, f"after three {match.host.step}"))
        play_out(match, f"after three {match.host.step}", steps=1)
        honest, step_note = match.signed_notes[f"{match.host.step:04d}.step"][-1].note(), forged[-1].note()
        assert isinstance(honest, Step)
        assert isinstance(step_note, Step)
        if step_note.did != honest.did:
            del match.signed_notes[f"{match.host.step:04d}.step"], match.files[f"{match.host.step:04d}.step"]
            return rewound(deaf, match), forged


def rewound(before: Match, match: Match) -> Match:
    """The game before the step that was forged, with the positions that its readers had then."""
    honest = copy_of(before)
    honest.host = replace(before.host, standing=tuple(None for _ in before.host.standing))
    honest.files, honest.signed_notes = match.files, match.signed_notes
    return honest


CROOKED: list[tuple[Callable[[], tuple[Match, tuple[SignedNote, ...]]], str]] = [
    (not_named, "does not refer to the standing orders it puts in force"),
    (other_named, "does not refer to the standing orders it puts in force"),
    (from_before_the_last_move, "has moved or given newer standing orders since"),
    (of_the_same_step, "has moved or given newer standing orders since"),
    (entered_twice, "have already been recorded"),
    (in_another_order, "are in seat order"),
    (naming_a_note_of_another_seat, "to standing orders that are not here"),
    (naming_a_note_of_another_game, "belongs to another game"),
    (naming_an_unknown_note, "to standing orders that are not here"),
    (answering_after_the_end, "is not in any note"),
]


@pytest.mark.parametrize(("made", "sentence"), CROOKED, ids=[made.__name__ for made, _ in CROOKED])
def test_every_reader_refuses_a_step_that_lets_other_answers_stand_than_were_named(
    made: Callable[[], tuple[Match, tuple[SignedNote, ...]]], sentence: str
) -> None:
    """Finding M-1: with closed eyes as well; naming, entering and ending are public facts."""
    match, forged = made()
    said = refusals(match, forged)

    assert [told for told in said if sentence not in told] == []

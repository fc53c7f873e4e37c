"""The second checker finds what is wrong with standing answers and sealed lines of a finished card game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from referee.audit.recompute import audit
from referee.kernel.canonical_json import decode_b64
from referee.protocol.step.ending import make_ack
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Entered
from tests.support import ROOT
from tests.support.rehearse import Match
from tests.table import second_checker
from tests.table.signatures import checked_apart
from tests.table.small_games import CHARTER, DEAL, HOST, key_of, signed_again
from tests.table.standing_games import moves_of, renewed

Change = Callable[[str, list[SignedNote]], list[SignedNote]]


def resigned(match: Match, change: Change) -> dict[str, bytes]:
    """The game with the notes of the seats changed file by file, and everything behind signed again so that it holds
    together: heads, the ids that are listed and named, the end, the acks.
    """
    files, ids = dict(match.files), {}
    heads = {match.signed_notes[DEAL][-1].id: match.signed_notes[DEAL][-1].id}
    for name in sorted(name for name in files if name.endswith(".step")):
        *notes, step_note = [signed for signed in match.signed_notes[name] if signed.type != "end"]
        again = []
        for signed in change(name, notes):
            note = signed.note()
            values = {"head": heads[note.head]}  # type: ignore[union-attr]
            if signed.type == "move":
                values["standing"] = ids.get(note.standing, note.standing)  # type: ignore[union-attr]
            ids[signed.id] = signed_again(signed, key_of(note.seat), **values).id  # type: ignore[union-attr]
            again.append(signed_again(signed, key_of(note.seat), **values))  # type: ignore[union-attr]
        ids |= {old.id: new.id for old, new in zip(reversed(notes), reversed(again), strict=False)}
        listed = tuple(Entered(signed.note().seat, signed.id) for signed in again)  # type: ignore[union-attr]
        forged = signed_again(step_note, key_of(HOST), head=heads[step_note.note().head], note=listed)  # type: ignore[union-attr]
        heads[step_note.id] = forged.id
        end = [signed for signed in match.signed_notes[name] if signed.type == "end"]
        ending = [signed_again(signed, key_of(HOST), head=forged.id) for signed in end]
        files[name] = render_bundle((*again, forged, *ending))
        for seat in match.table.names if ending else ():
            files[f"ack-{seat}.note"] = render_bundle((make_ack(key_of(seat), match.table, ending[0].id),))
    return files


def first_of(holds: Callable[[list[SignedNote]], bool]) -> str:
    """The first step file of the game with renewed answers whose notes are so."""
    match = renewed()
    names = sorted(name for name in match.files if name.endswith(".step"))
    return next(
        name for name in names if holds([s for s in match.signed_notes[name] if s.type in ("standing", "move")])
    )


def seats_of(notes: list[SignedNote]) -> list[str]:
    return [signed.note().seat for signed in notes]  # type: ignore[union-attr]


def at(name: str, make: Callable[[list[SignedNote]], list[SignedNote]]) -> Change:
    return lambda file, notes: make(notes) if file == name else notes


def moves_with(**values: Any) -> Callable[[list[SignedNote]], list[SignedNote]]:
    return lambda notes: [*notes[:-1], signed_again(notes[-1], key_of(seats_of(notes)[-1]), **values)]


def own(notes: list[SignedNote]) -> bool:
    """The author of the move enters answers of its own."""
    return len(notes) > 1 and seats_of(notes)[-1] in seats_of(notes)[:-1]


def naming(notes: list[SignedNote]) -> bool:
    return len(notes) == 1 and notes[-1].note().standing is not None  # type: ignore[union-attr]


def old_note(notes: list[SignedNote]) -> list[SignedNote]:
    """The first standing note of the game enters once more, with a move of the other seat."""
    first = renewed().signed_notes[first_of(lambda found: len(found) > 1)][0]
    return [first, *notes]


def late_for_the_first(notes: list[SignedNote]) -> bool:
    first = renewed().signed_notes[first_of(lambda found: len(found) > 1)][0]
    return len(notes) == 1 and seats_of(notes) != seats_of([first]) and int(notes[0].note().step) > 20  # type: ignore[union-attr]


def short(notes: list[SignedNote]) -> list[SignedNote]:
    """The standing note in front has a pin too few."""
    return [signed_again(notes[0], key_of(seats_of(notes)[0]), pin=notes[0].note().pin[:-1]), *notes[1:]]  # type: ignore[union-attr]


STANDING_FAULTS: Mapping[
    str, tuple[Callable[[list[SignedNote]], bool], Callable[[list[SignedNote]], list[SignedNote]]]
] = {
    "answers entered that the move does not name": (own, moves_with(standing=None)),
    "a move that names a note nobody has": (naming, moves_with(standing="A" * 43)),
    "answers that a later move had replaced": (late_for_the_first, old_note),
    "a standing note with a pin too few": (lambda notes: len(notes) > 1, short),
    "a standing note without a seal": (
        lambda notes: len(notes) > 1,
        lambda notes: [signed_again(notes[0], key_of(seats_of(notes)[0]), seal=None), *notes[1:]],
    ),
}


@pytest.mark.parametrize("what", STANDING_FAULTS)
def test_both_checkers_find_a_planted_fault_in_standing_answers(what: str) -> None:
    """Finding M-5."""
    where, make = STANDING_FAULTS[what]
    name = first_of(where)
    files = resigned(renewed(), at(name, make))

    assert name in str(second_checker.check(files))
    assert str(audit(files).findings[0].at).startswith(name)


def test_a_card_game_signed_again_without_a_change_holds_for_the_second_checker() -> None:
    """The forging above is sound as far as the second checker looks."""
    assert checked_apart(resigned(renewed(), lambda name, notes: notes)) is None


def with_step(
    files: Mapping[str, bytes], where: Callable[[Any], bool], change: Callable[[Any], dict[str, Any]]
) -> dict[str, bytes]:
    """The game with another step note where the first one is so."""
    signed_notes = {name: read_bundle(data) for name, data in sorted(files.items()) if name.endswith(".step")}
    steps = ((name, signed) for name, notes in signed_notes.items() for signed in notes if signed.type == "step")
    name, found = next((name, signed) for name, signed in steps if where(signed.note()))
    forged = signed_again(found, key_of(HOST), **change(found.note()))
    return {**files, name: render_bundle(forged if old is found else old for old in signed_notes[name])}


def test_the_second_checker_finds_an_opened_line_that_was_not_pinned() -> None:
    record = {path.name: path.read_bytes() for path in (ROOT / "examples" / "cards-2p" / "record").iterdir()}
    files = with_step(
        record,
        lambda note: note.order,
        lambda note: {"order": tuple(type(o)(o.seat, o.step, o.line, "connect: red") for o in note.order)},
    )
    notes, steps = second_checker.record_of(files)
    charter = notes[CHARTER][-1]

    with pytest.raises(second_checker.Wrong, match="connect: red was not pinned"):
        second_checker.check_sealed(steps, decode_b64(charter.id), second_checker.SEALS["cards"], {})


def test_the_second_checker_finds_an_answer_for_a_seat_that_has_none_standing() -> None:
    match = renewed()
    ended = next(note for note in moves_of(match) if note.seat == "anna" and note.step > 20 and note.standing is None)
    files = with_step(
        match.files,
        lambda note: note.step == ended.step,
        lambda note: {"did": (*note.did, type(note.did[0])("anna", "score yes"))},
    )
    _, steps = second_checker.record_of(files)

    with pytest.raises(second_checker.Wrong, match="stands in no note"):
        second_checker.check_answers(steps, second_checker.check_standing(steps, ["anna", "bert"]))

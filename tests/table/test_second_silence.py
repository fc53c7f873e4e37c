"""The second checker reads games in which seats were let pass by words, and says of each lie what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from referee.protocol.agreements.consent import consent_note
from tests.support.dishonest.light import light
from tests.table.masked_matches import MaskedMatch, copy_of, sit_down, swap_all
from tests.table.opening.masked_openings import accepted, mix
from tests.table.second_checker import check, record_of
from tests.table.second_notes import Note, Wrong, raw
from tests.table.second_people import check_people, keys_by_step
from tests.table.second_silence import check_dark
from tests.table.test_silence_masked import AGREED, others, passing, word

Steps = list[tuple[str, list[Note]]]


@pytest.fixture(scope="module", autouse=True)
def numbers() -> Iterator[None]:
    with light():
        yield


@cache
def ended() -> MaskedMatch:
    """Four friends: one draws, and is let pass by the words of all, then by those of two and without the third; in the
    end all agree to a draw.
    """
    match = sit_down(mix(accepted(4, "second words", AGREED)))
    match.enter(swap_all(match))
    match.unlock()
    seat, rest = match.asked(), others(match)
    match.follow(passing(match, f"absent {seat}", [word(match, name, f"silent {seat}") for name in rest]))
    match.enter(swap_all(match))
    match.unlock()
    seat, rest = match.asked(), [name for name in others(match) if not match.host.missed_by(match.table.seat(name))]
    out, *speaking = rest[::-1]
    speaking += [name for name in others(match) if name not in rest]
    said = [word(match, name, to) for name in speaking for to in (f"silent {seat}", f"unheard {out}")]
    match.follow(passing(match, f"absent {seat} without {out}", said))
    given = [consent_note(match.host, match.key(name), "end draw") for name in match.table.names]
    match.follow(match.decide("end draw", given))
    return match


def read(steps: Steps, notes: dict[str, list[Note]]) -> None:
    """What the second checker says of the let-passes. Raises Wrong."""
    charter = notes["charter.note"]
    seats = [note.one("seat") for note in charter[1:-1]]
    options = charter[0].named("option")
    keys = {note.one("seat"): note.key for note in charter[1:-1]} | {"referee": charter[0].key}
    boxes = [raw(note.one("box")) for note in charter[:-1]]
    asked = check_people(steps, seats, options, boxes, keys_by_step(steps, keys), {name: set() for name, _ in steps})
    check_dark(steps, 200, seats, asked)


def at(steps: Steps, begins: str) -> list[Note]:
    """The notes of the last step with such a table line."""
    return next(notes for _, notes in steps[::-1] if any(f"table {begins}" in line for line in notes[-1].lines))


def less_words(steps: Steps) -> None:
    notes = next(notes for _, notes in steps if any("table absent" in line for line in notes[-1].lines))
    notes.remove(next(note for note in notes if note.kind == "consent"))


def surplus_word(steps: Steps) -> None:
    notes = at(steps, "absent")
    said = next(note for note in notes if note.kind == "consent" and "to silent" in " ".join(note.lines))
    said.lines = [line.replace("silent", "unheard") if line.startswith("to ") else line for line in said.lines]


def left_out_for_nothing(steps: Steps) -> None:
    notes = next(notes for _, notes in steps if any("table absent" in line for line in notes[-1].lines))
    seat = next(note for note in notes if note.kind == "consent").one("seat")
    notes[-1].lines = [f"{line} without {seat}" if "table absent" in line else line for line in notes[-1].lines]


def in_the_dark(steps: Steps) -> None:
    for name, notes in steps:
        if name != "0000.deal":
            for note in [note for note in notes if note.kind == "unlock" and note.one("step") != "0"]:
                notes.remove(note)


def without_its_seat(steps: Steps) -> None:
    notes = at(steps, "absent")
    notes[-1].lines = [line.partition(" without")[0] for line in notes[-1].lines]


LIES: dict[Callable[[Steps], None], str] = {
    less_words: "has said no word of",
    surplus_word: "has said no word of",
    left_out_for_nothing: "has said no word of",
    in_the_dark: "waits for locks",
    without_its_seat: "has said no word of",
}


def test_nothing_is_found_where_seats_are_let_pass_by_words() -> None:
    match = copy_of(ended())
    assert any("without" in line for _, notes in record_of(match.files)[1] for line in notes[-1].lines)
    assert check(match.files) is None


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_each_lie_about_words_is_named(lie: Callable[[Steps], None]) -> None:
    notes, steps = record_of(copy_of(ended()).files)
    lie(steps)
    with pytest.raises(Wrong) as wrong:
        read(steps, notes)
    assert LIES[lie] in str(wrong.value)

"""The second checker reads a game whose deck nobody sees, and says of each lie what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from referee.table.step.consent import consent_note
from scripts.dishonest.light import light
from tests.table.masked_keys import rotate
from tests.table.masked_matches import MaskedMatch, copy_of, placed_first, sit_down
from tests.table.opening.masked_openings import accepted, mix
from tests.table.second_checker import check, record_of, unchecked
from tests.table.second_masks import check_handed, check_mixes, check_unlocked
from tests.table.second_notes import Note, Wrong

pytestmark = pytest.mark.needs("ssh-keygen")

Steps = list[tuple[str, list[Note]]]


@pytest.fixture(scope="module", autouse=True)
def numbers() -> Iterator[None]:
    """It computes none of the equations."""
    with light():
        yield


@cache
def ended() -> MaskedMatch:
    """A tile is placed, a seat changes its key, and all agree to a draw."""
    match = sit_down(mix(accepted(2, "second masks")))
    match.enter(*placed_first(match))
    rotate(match, "anna")
    match.unlock()
    given = [consent_note(match.host, match.key(name), "end draw") for name in match.table.names]
    match.follow(match.decide("end draw", given))
    return match


def test_nothing_is_found_in_a_game_of_the_program_and_it_says_what_it_does_not_compute() -> None:
    match = copy_of(ended())
    assert check(match.files) is None
    assert "the equations of mixes, locks and deck keys" in unchecked(match.files)


def less(kind: str, word: str = "") -> Callable[[Steps], None]:
    """The steps without a note of this kind, or without such a line in it."""

    def lie(steps: Steps) -> None:
        notes = next(notes for _, notes in steps if any(note.kind == kind and note.all(word or kind) for note in notes))
        note = next(note for note in notes if note.kind == kind and note.all(word or kind))
        note.lines = [line for line in note.lines if line.split(" ")[0] != word]

    return lie


def locks_missing(steps: Steps) -> None:
    """The other seat has not unlocked what the mover plays."""
    notes = steps[1][1]
    mover = next(note.one("seat") for note in notes if note.kind == "move")
    notes.remove(next(note for note in notes if note.kind == "unlock" and note.one("seat") != mover))


def told_twice(steps: Steps) -> None:
    """The unlocks of a step stand in the next one again."""
    steps[2][1][:0] = [note for note in steps[1][1] if note.kind == "unlock"]


def hands(steps: Steps) -> None:
    steps[1][1][-1].lines.append("hand anna AAAA")


def swapped(steps: Steps) -> None:
    mixes = [note for note in steps[0][1] if note.kind == "mix"]
    steps[0][1][2:4] = mixes[::-1]


LIES: dict[str, tuple[Callable[[Steps], None], str]] = {
    "no unlock of another": (locks_missing, "a dark tile is played"),
    "an unlock again": (told_twice, "an unlock of nothing new"),
    "a hand line": (hands, "something that is hidden"),
    "mixes in another order": (swapped, "a mix of another seat"),
    "a key without proof": (less("consent", "pok"), "a key that proves nothing"),
    "a key to which nothing is handed": (less("consent", "secret"), "what a consent hands over"),
}


@pytest.mark.parametrize("lie", LIES)
def test_each_lie_is_named(lie: str) -> None:
    alter, said = LIES[lie]
    notes, steps = record_of(ended().files)
    alter(steps)
    with pytest.raises(Wrong, match=said):
        check_mixes(notes["charter.note"], steps[0][1])
        check_unlocked(steps, 143, ["anna", "bert"])
        check_handed("0002.step", steps[2][1], "anna")

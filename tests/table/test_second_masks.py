"""The second checker reads a game whose deck nobody sees, and says of each lie what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from referee.protocol.agreements.consent import consent_note
from tests.support.dishonest.light import light
from tests.table.masked_escrows import open_seat, others_of, rekey_by_shares, share_note, vanished
from tests.table.masked_keys import rotate
from tests.table.masked_matches import MaskedMatch, copy_of, placed_first, sit_down
from tests.table.opening.masked_openings import accepted, mix
from tests.table.second_checker import check, record_of, unchecked
from tests.table.second_masks import check_handed, check_mixes, check_unlocked
from tests.table.second_notes import Note, Wrong, raw
from tests.table.second_people import HOST, check_people, keys_by_step

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


@cache
def with_escrow(by_shares: bool) -> MaskedMatch:
    """Carl is let pass, and opened by the others; or they give him a key for the one he has lost. Then a draw."""
    match = copy_of(vanished())
    if by_shares:
        rekey_by_shares(match)
    else:
        open_seat(match)
        match.waiting += [share_note(match, name) for name in others_of(match)]
        match.enter("pass")
    names = match.table.names if by_shares else others_of(match)
    match.follow(match.decide("end draw", [consent_note(match.host, match.key(name), "end draw") for name in names]))
    return match


@pytest.mark.parametrize("by_shares", [False, True], ids=["opened", "a key by shares"])
def test_nothing_is_found_in_a_game_with_escrow(by_shares: bool) -> None:
    assert check(with_escrow(by_shares).files) is None


def in_note(kind: str, word: str, change: Callable[[str], str]) -> Callable[[Steps], None]:
    """The first note of this kind with such lines, and each changed; what comes to nothing is left out."""

    def lie(steps: Steps) -> None:
        note = next(note for _, notes in steps for note in notes if note.kind == kind and note.all(word))
        changed = [change(line) if line.split(" ")[0] == word else line for line in note.lines]
        note.lines = [line for line in changed if line]

    return lie


def without_a_consent(steps: Steps) -> None:
    notes = opening_step(steps)
    notes.remove(next(note for note in notes if note.kind == "consent"))


def opening_step(steps: Steps) -> list[Note]:
    return next(notes for _, notes in steps if ["open", "carl"] in notes[-1].all("table"))


def who_is_there(steps: Steps) -> None:
    notes = opening_step(steps)
    for note in notes:
        note.lines = [line.replace("open carl", "open bert") for line in note.lines]


def too_early(steps: Steps) -> None:
    note = next(note for _, notes in steps for note in notes if note.kind == "unlock" and note.all("open"))
    note.lines = [f"step {int(note.one('step')) - 1}" if line.startswith("step ") else line for line in note.lines]


ESCROW_LIES: dict[str, tuple[bool, Callable[[Steps], None], str]] = {
    "a mix without shares": (False, in_note("mix", "share", lambda _: ""), "shares of a mix"),
    "a sealed share too few": (
        False,
        in_note("mix", "escrow", lambda line: line * ("bert" in line)),
        "shares of a mix",
    ),
    "a share too early": (False, too_early, "something is shown too early"),
    "an opening without consent": (False, without_a_consent, "not all others have agreed to open carl"),
    "who is there": (False, who_is_there, "somebody is opened who is there"),
    "a share of another": (False, in_note("unlock", "open", lambda line: line.replace("carl", "bert")), "too early"),
    "a share not handed over": (True, in_note("consent", "secret", lambda _: ""), "what a consent hands over"),
}


@pytest.mark.parametrize("lie", ESCROW_LIES)
def test_each_lie_about_shares_is_named(lie: str) -> None:
    by_shares, alter, said = ESCROW_LIES[lie]
    notes, steps = record_of(with_escrow(by_shares).files)
    seats = ["anna", "bert", "carl"]
    alter(steps)
    standing: dict[str, set[str]] = {name: set() for name, _ in steps}
    first = {note.one("seat"): note.key for note in notes["charter.note"][1:-1]} | {HOST: notes["offer.note"][0].key}
    boxes = [raw(note.one("box")) for note in notes["charter.note"][:-1]]
    with pytest.raises(Wrong, match=said):
        check_mixes(notes["charter.note"], steps[0][1])
        check_people(steps, seats, notes["offer.note"][0].named("option"), boxes, keys_by_step(steps, first), standing)
        check_unlocked(steps, 143, seats)

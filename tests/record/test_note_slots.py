"""What may follow what, and when two notes of one key contradict each other."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from referee.kernel.errors import OutOfOrder, Unreadable
from referee.record.note import SignedNote, read_bundle, sign_note
from referee.record.note_slots import Equivocation, check_slot, equivocation, newest_of_slot
from referee.record.notes import INSTEAD_MOST, Move
from referee.record.notes.kinds import slot_of
from tests.record.examples import FULL, SMALL, key_of, name, signed_example
from tests.record.vectors_of import vectors

GAME, HEAD = name("game"), name("head")


def move(do: str, *instead: SignedNote, by: str = "anna", **changes: Any) -> SignedNote:
    """A move of step 17, signed."""
    note = Move(game=GAME, step=17, seat="anna", head=HEAD, do=(do,), instead=tuple(earlier.id for earlier in instead))
    return sign_note(msgspec.structs.replace(note, **changes), key_of(by))


FIRST = move("pass")
SECOND = move("withdraw king", FIRST)
THIRD = move("leader king B9", FIRST, SECOND)
RIVAL = move("place farm A1")
STRAY = move("pass", RIVAL)
FORK = move("place mine A1", FIRST)
HALF = move("leader king B9", SECOND)


def test_each_note_has_the_slot_of_the_protocol() -> None:
    slots = {kind: slot_of(note) for kind, note in SMALL.items()}

    assert slots == {
        "offer": (),
        "join": (),
        "charter": ("charter", name("offer")),
        "accept": ("accept", GAME, "anna"),
        "deal": ("deal", GAME),
        "move": ("move", GAME, "1", "anna"),
        "mix": ("mix", name("game"), "tiles", "anna"),
        "unlock": (),
        "standing": (),
        "step": ("step", GAME, "1"),
        "end": ("end", GAME),
        "ack": ("ack", GAME, "anna"),
        "claim": (),
        "answer": (),
        "comment": (),
        "consent": (),
        "rekey": (),
    }


def test_a_seat_accepts_one_charter_of_an_offer() -> None:
    """Attacks 18, 102: two charters of one offer share the slot of their accepts."""
    accepts = [
        signed_example(msgspec.structs.replace(SMALL["accept"], game=name(charter), head=name(charter)))
        for charter in ("charter 1", "charter 2")
    ]
    offers = {name("charter 1"): name("offer"), name("charter 2"): name("offer")}

    assert equivocation(accepts) == ()
    assert [found.slot for found in equivocation(accepts, offers)] == [("accept", name("offer"), "anna")]


ROWS: dict[str, tuple[list[SignedNote], list[tuple[SignedNote, SignedNote]]]] = {
    "one note": ([FIRST], []),
    "the same note twice": ([FIRST, FIRST], []),
    "a correction": ([SECOND, FIRST], []),
    "a row of corrections": ([THIRD, FIRST, SECOND], []),
    "two notes not linked": ([FIRST, RIVAL], [(FIRST, RIVAL)]),
    "two corrections of one note": ([FIRST, SECOND, FORK], [(SECOND, FORK)]),
    "a row whose middle is not here": ([FIRST, THIRD], []),
    "a row whose first is not here": ([SECOND, THIRD], []),
    "a third that names the second alone": ([FIRST, SECOND, HALF], [(FIRST, HALF)]),
    "another step": ([FIRST, move("pass", step=18)], []),
    "another game": ([FIRST, move("pass", game=name("other"))], []),
    "another seat": ([FIRST, move("pass", seat="bert")], []),
    "another key": ([FIRST, move("place farm A1", by="bert")], []),
    "a correction that names another note": ([FIRST, STRAY], [(FIRST, STRAY)]),
}


@pytest.mark.parametrize("why", ROWS)
def test_two_notes_of_a_slot_contradict_each_other_unless_one_names_the_other(why: str) -> None:
    """Attacks 31, 111, 139; findings H-1, F2."""
    signed_notes, pairs = ROWS[why]
    expected = {frozenset((one.id, other.id)) for one, other in pairs}

    assert {frozenset((found.first, found.second)) for found in equivocation(signed_notes)} == expected
    assert equivocation(signed_notes) == equivocation(signed_notes[::-1])


def test_a_seat_mixes_a_pile_once() -> None:
    """D6: on whatever it mixes; another pile is another slot."""
    mix = SMALL["mix"]
    other = signed_example(msgspec.structs.replace(mix, head=name("mix of bert")))
    salt = signed_example(msgspec.structs.replace(mix, pile="salt"))

    assert [found.slot for found in equivocation([signed_example(mix), other, salt])] == [
        ("mix", GAME, "tiles", "anna")
    ]


def test_a_contradiction_names_key_slot_and_both_notes() -> None:
    first, second = sorted([FIRST.id, RIVAL.id])

    assert equivocation([FIRST, RIVAL]) == (
        Equivocation(key_of("anna").public, ("move", GAME, "17", "anna"), first, second),
    )


@pytest.mark.parametrize("kind", ["charter", "accept", "deal", "step", "end", "ack"])
def test_every_other_slot_is_signed_once(kind: str) -> None:
    """Attacks 24, 102, 117, 139: only moves can be corrected."""
    field = "offer" if kind == "charter" else "game"
    full = msgspec.structs.replace(FULL[kind], **{field: getattr(SMALL[kind], field)})
    if hasattr(full, "step"):
        full = msgspec.structs.replace(full, step=getattr(SMALL[kind], "step"))  # noqa: B009
    if hasattr(full, "seat") and kind != "charter":
        full = msgspec.structs.replace(full, seat=getattr(SMALL[kind], "seat"), head=name("elsewhere"))  # noqa: B009

    assert len(equivocation([signed_example(SMALL[kind]), signed_example(full)])) == 1


def test_two_notes_of_one_slot_are_refused_and_both_are_named() -> None:
    """Attack 47: none is taken, never the first."""
    with pytest.raises(OutOfOrder) as refusal:
        check_slot([FIRST, RIVAL])

    assert FIRST.id in str(refusal.value) and RIVAL.id in str(refusal.value)
    check_slot([FIRST, SECOND])


@pytest.mark.parametrize(
    "signed_notes",
    [
        [FIRST],
        [FIRST, SECOND],
        [SECOND, FIRST],
        [THIRD, SECOND, FIRST],
        [SECOND, THIRD],
        [THIRD, FIRST],
        [FIRST, THIRD],
    ],
)
def test_the_correction_that_names_all_others_counts(signed_notes: list[SignedNote]) -> None:
    assert (
        newest_of_slot(signed_notes)
        == signed_notes[[signed.id for signed in signed_notes].index(max(signed_notes, key=_length).id)]
    )


def _length(signed: SignedNote) -> int:
    return [FIRST, SECOND, THIRD].index(signed)


@pytest.mark.parametrize("signed_notes", [[FIRST, RIVAL], [FIRST, SECOND, FORK], [FIRST, SECOND, HALF]])
def test_notes_of_which_none_names_all_others_have_no_newest(signed_notes: list[SignedNote]) -> None:
    with pytest.raises(OutOfOrder):
        newest_of_slot(signed_notes)


@pytest.mark.parametrize("row", vectors("corrections"), ids=lambda row: row["why"])
def test_the_published_pairs_are_judged_as_published(row: dict[str, Any]) -> None:
    """Finding H-1: the three pairs of a row of three, with and without the middle, and pairs that do contradict."""
    signed_notes = [signed for text in row["files"] for signed in read_bundle(text.encode())]

    assert [[pair.first, pair.second] for pair in equivocation(signed_notes)] == row["contradict"]


def test_a_move_names_at_most_64_earlier_ones() -> None:
    earlier = [move(f"swap {number}") for number in range(INSTEAD_MOST + 1)]

    assert len(slot_of(move("pass", *earlier[1:]).note())) == 4
    with pytest.raises(Unreadable, match="at most 64 lines called instead"):
        move("pass", *earlier)

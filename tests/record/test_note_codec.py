"""One note has one spelling: what is written is read back, and nothing else is read."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Annotated, Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.kernel.errors import Unreadable
from referee.record.notes import (
    TYPES,
    AnyNote,
    Bytes16,
    Bytes32,
    Mix,
    Move,
    NoteId,
    Number,
    Offer,
    Party,
    Plain,
    Proof,
    Range,
    Rank,
    Sealed,
    Seat,
    Text,
    Value,
    Word,
    codec,
    fast_reader,
)
from referee.record.notes.codec import parse, parse_carefully, render
from referee.record.notes.fast_reader import quick_reader
from referee.record.notes.fields import ASCENDING, BYTES16, BYTES32, NUMBER, PARTY, SLUG, TEXT, fields_of, split_seal
from referee.record.notes.patterns import compile_possessive
from scripts import same_notes
from tests.long_runs import of
from tests.record.added import ADDED
from tests.record.examples import (
    BACK,
    BOXES,
    FULL,
    HOSTING,
    MASKED,
    NAMING,
    PROGRAM,
    SMALL,
    name,
    plain,
    signed_example,
    word,
)
from tests.record.vectors_of import said_today, vectors

GOOD = ("notes", "claims", "comments", "people", "keys", "back", "hosts", "boxes", "masked", "programs")
NOTES, BAD = (
    {which: note for name in GOOD for which, note in vectors(name).items()},
    vectors("bad_notes") + vectors("line_ends"),
)
SIZES = (
    ("small", SMALL),
    ("full", FULL),
    ("naming", NAMING),
    ("back", BACK),
    ("hosting", HOSTING),
    ("box", BOXES),
    ("masked", MASKED),
    ("program", PROGRAM),
)
EVERY = {f"{size} {note.type}": note for size, notes in SIZES for note in notes.values()}


@pytest.mark.parametrize("which", EVERY)
def test_a_note_is_written_as_published_and_read_back(which: str) -> None:
    body = "".join(f"{line}\n" for line in NOTES[which]["body"]).encode()

    assert render(EVERY[which]) == body
    assert parse(body) == EVERY[which]


@pytest.mark.parametrize("which", EVERY)
def test_a_signed_note_has_the_published_id_and_armour(which: str) -> None:
    signed = signed_example(EVERY[which])

    assert {"body": signed.body.decode().split("\n")[:-1], "id": signed.id, "file": signed.armoured()} == NOTES[which]


FORMS = msgspec.defstruct(
    "Forms",
    [
        ("plain", Number),
        ("columns", Rank),
        ("absent", Text | None),
        ("parted", Proof | None),
        ("listed", tuple[Bytes16, ...]),
        ("pairs", tuple[tuple[Word, Value], ...]),
        ("ordered", Annotated[tuple[tuple[Word, Value], ...], ASCENDING]),
        ("few", Annotated[tuple[NoteId, ...], msgspec.Meta(max_length=3)]),
        ("named", Mapping[Party, Bytes32]),
        ("sealed", Sealed | None),
        ("hands", Mapping[Seat, Sealed]),
        ("deck", Plain),
        ("proofs", Plain | None),
    ],
)
"""Every form of a field."""


def test_the_form_of_a_field_says_how_often_its_line_stands() -> None:
    told = {of.key: (of.shape, of.ascending, of.most) for of in fields_of(FORMS)}

    assert told == {
        "plain": ("one", False, 0),
        "columns": ("one", False, 0),
        "absent": ("maybe", False, 0),
        "parted": ("maybe", False, 0),
        "listed": ("many", False, 0),
        "pairs": ("many", False, 0),
        "ordered": ("many", True, 0),
        "few": ("many", False, 3),
        "named": ("map", False, 0),
        "sealed": ("long", False, 0),
        "hands": ("longmap", False, 0),
        "deck": ("whole", False, 0),
        "proofs": ("long", False, 0),
    }


def test_the_kind_of_a_field_stands_beside_its_value() -> None:
    kinds = {of.key: of.kind for of in fields_of(FORMS)}
    names = {of.key: of.name for of in fields_of(FORMS)}

    assert (kinds["plain"], kinds["absent"], kinds["listed"]) == (NUMBER, TEXT, BYTES16)
    assert (names["named"], kinds["named"], names["hands"]) == (PARTY, BYTES32, SLUG)
    assert kinds["columns"].read("anna 1") == Rank("anna", 1)
    assert kinds["columns"].read("anna 1 ten points") == Rank("anna", 1, "ten points")
    assert kinds["pairs"].read("mode long form") == ("mode", "long form")


def test_every_type_of_note_has_its_vectors() -> None:
    assert set(SMALL) == set(FULL) == set(TYPES)


@pytest.mark.parametrize("note_type", TYPES)
def test_a_full_note_uses_every_line_of_its_type(note_type: str) -> None:
    """So that the vectors leave no line untried."""
    told = [notes[note_type] for notes in (FULL, NAMING, BACK, HOSTING, BOXES, MASKED, PROGRAM) if note_type in notes]
    told += [note for note in ADDED.values() if note.type == note_type]
    unused = [
        {field for field, value in msgspec.structs.asdict(note).items() if value in (None, (), {})} for note in told
    ]

    assert set.intersection(*unused) == set()


@pytest.mark.parametrize("case", BAD, ids=lambda case: case["why"])
def test_a_text_that_is_no_note_is_refused_where_it_stops_being_one(case: Any) -> None:
    """Attacks 34 to 40, 9, 135, 141."""
    with pytest.raises(Unreadable) as refusal:
        parse(case["body"].encode("latin-1"))

    assert (refusal.value.at and str(refusal.value.at)) == case["at"]
    assert re.search(said_today(case["says"]), refusal.value.sentence()), refusal.value.sentence()


def test_there_are_enough_bad_notes() -> None:
    assert len(vectors("bad_notes")) >= 60 and len(vectors("line_ends")) >= 15
    assert len({case["body"] for case in BAD}) == len(BAD)


@pytest.mark.parametrize("which", EVERY)
def test_a_note_cut_at_any_byte_is_refused_or_is_another_whole_note(which: str) -> None:
    """Attack 22. Cut at a line end, an optional tail may be missing; the signature tells."""
    body = render(EVERY[which])
    for cut in range(len(body)):
        try:
            note = parse(body[:cut])
        except Unreadable:
            continue
        assert render(note) == body[:cut]


@pytest.mark.parametrize("which", EVERY)
def test_every_example_is_taken_by_the_quick_reader(which: str) -> None:
    """Otherwise every note would be read the slow way, and nobody would notice."""
    note = EVERY[which]

    assert quick_reader(type(note))(render(note)) == note


def test_a_few_notes_of_a_type_are_read_without_its_quick_reader() -> None:
    """Which takes as long to make as reading them: most commands read one offer and one charter."""
    body = render(EVERY[min(EVERY)])
    codec.reads.clear()
    quick_reader.cache_clear()
    few = [parse(body) for _ in range(codec.FEW)]

    assert quick_reader.cache_info().currsize == 0
    assert {*few, parse(body)} == {EVERY[min(EVERY)]}
    assert quick_reader.cache_info().currsize == 1


ALPHABET = b"abz019 -_AZ/+=\\u{}\n\r\t\0\x7f\x80\xa0\xff" + b"game step seat head do say pin seal referee/1"


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    body = bytearray(render(EVERY[draw(st.sampled_from(sorted(EVERY)))]))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(body) - 1))
        kind = draw(st.sampled_from(["change", "insert", "delete", "swap lines", "double line", "drop line"]))
        if kind == "change":
            body[at] = draw(st.sampled_from(list(ALPHABET)))
        elif kind == "insert":
            body[at:at] = bytes([draw(st.sampled_from(list(ALPHABET)))])
        elif kind == "delete":
            del body[at]
        else:
            lines = bytes(body).split(b"\n")
            line = draw(st.integers(0, len(lines) - 1))
            if kind == "swap lines":
                lines[line - 1], lines[line] = lines[line], lines[line - 1]
            elif kind == "double line":
                lines.insert(line, lines[line])
            elif len(lines) > 1:
                del lines[line]
            body = bytearray(b"\n".join(lines))
        if not body:
            body = bytearray(b"\n")
    return bytes(body)


@settings(max_examples=of(200, 1500), deadline=None)
@given(mutated())
def test_whatever_is_changed_a_body_is_refused_or_has_that_one_spelling(body: bytes) -> None:
    """The rule of the format: parse, render again, compare."""
    try:
        note = parse(body)
    except Unreadable as refusal:
        assert "\n" not in str(refusal) and str(refusal).isascii()
    else:
        assert render(note) == body


@settings(max_examples=of(200, 1500), deadline=None)
@given(mutated())
def test_the_quick_reader_agrees_with_the_careful_one(body: bytes) -> None:
    """What it takes, the careful reader takes as the same note."""
    for make in TYPES.values():
        note = quick_reader(make)(body)
        if note is not None:
            assert parse_carefully(body, make) == note


@cache
def old_reader(make: type[AnyNote]) -> Callable[[bytes], AnyNote | None]:
    """The quick reader as a Python before 3.11.5 makes it."""
    with patch.object(fast_reader, "compile_possessive", partial(compile_possessive, sound=False)):
        return quick_reader.__wrapped__(make)


@settings(max_examples=of(150, 1500), deadline=None)
@given(mutated())
def test_the_expressions_of_an_old_python_take_the_same_bodies(body: bytes) -> None:
    """141: there each repetition may go back; what can be matched in one way only is matched all the same."""
    for make in TYPES.values():
        assert old_reader(make)(body) == quick_reader(make)(body)


@pytest.mark.parametrize("which", EVERY)
def test_a_note_is_taken_by_the_expressions_of_an_old_python(which: str) -> None:
    note = EVERY[which]

    assert old_reader(type(note))(render(note)) == note


def test_every_python_that_is_here_reads_the_same() -> None:
    """141."""
    assert same_notes.compare(of(1000, 100_000), 1) == 0


@settings(max_examples=of(120, 300), deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_refused_without_another_error(data: bytes) -> None:
    for body in (data, b"referee/1 move\n" + data):
        with pytest.raises(Unreadable):
            parse(body)


UNLOCK_OF_TWO = msgspec.structs.replace(SMALL["unlock"], lock=(Range("tiles", 3, 2),), locks=plain("locks", 192))

UNWRITABLE: dict[str, AnyNote] = {
    "a seat that is no seat": msgspec.structs.replace(SMALL["move"], seat="Anna"),
    "a reserved seat": msgspec.structs.replace(SMALL["move"], seat="referee"),
    "an order of 49 columns": msgspec.structs.replace(SMALL["move"], do=("x" * 49,)),
    "an order with two blanks": msgspec.structs.replace(SMALL["move"], do=("place  temple",)),
    "an order with a line end": msgspec.structs.replace(SMALL["move"], do=("pass\ndo pass",)),
    "an empty order": msgspec.structs.replace(SMALL["move"], do=("",)),
    "five hyphens": msgspec.structs.replace(SMALL["move"], do=("pass -----",)),
    "an id of another length": msgspec.structs.replace(SMALL["move"], head=name("head")[:-1]),
    "a text that is too long": msgspec.structs.replace(SMALL["move"], say=("x" * 69,)),
    "an empty text": msgspec.structs.replace(SMALL["move"], say=("",)),
    "a text of two lines": msgspec.structs.replace(SMALL["move"], say=("a\nb",)),
    "a text with an escape sequence": msgspec.structs.replace(SMALL["move"], say=("\x1b[31mred",)),
    "an empty seal": msgspec.structs.replace(SMALL["move"], seal=b""),
    "a pin of 31 bytes": msgspec.structs.replace(SMALL["move"], pin=(word("pin")[:31],)),
    "a truth value for a number": msgspec.structs.replace(SMALL["move"], step=True),
    "a number below zero": msgspec.structs.replace(SMALL["move"], step=-1),
    "a number beyond 15 digits": msgspec.structs.replace(SMALL["move"], step=10**15),
    "options out of order": msgspec.structs.replace(SMALL["offer"], option=(("deal", "open"), ("board", "std"))),
    "an option twice": msgspec.structs.replace(SMALL["offer"], option=(("deal", "open"), ("deal", "blind"))),
    "more than 64 KiB": msgspec.structs.replace(SMALL["deal"], bag=(("bag", word("b")),) * 1400),
}


@pytest.mark.parametrize("why", UNWRITABLE)
def test_nothing_is_signed_that_nobody_could_read(why: str) -> None:
    with pytest.raises(Unreadable):
        signed_example(UNWRITABLE[why])


@pytest.mark.parametrize(
    "ranges",
    [
        (Range("tiles", 5, 1), Range("tiles", 3, 1)),
        (Range("tiles", 3, 2), Range("tiles", 4, 1)),
        (Range("tiles", 3, 2), Range("tiles", 5, 1)),
        (Range("tiles", 3, 1), Range("salt", 7, 1)),
        (Range("tiles", 3, 0),),
        (Range("tiles", 3, 1), Range("tiles", 3, 1)),
    ],
    ids=["descending", "overlapping", "not joined", "piles descending", "empty", "twice"],
)
def test_the_positions_of_an_unlock_have_one_spelling(ranges: tuple[Range, ...]) -> None:
    """D8: and they are looked at before any lock."""
    unlock = SMALL["unlock"]
    lines = "".join(f"lock {one.pile} {one.first} {one.count}\n" for one in ranges).encode()
    count = sum(one.count for one in ranges)
    with pytest.raises(Unreadable) as refusal:
        parse(render(unlock) + lines + "\n".join(split_seal("locks ", plain("locks", 96 * count))).encode() + b"\n")
    assert refusal.value.code == "lock-lines-order" or count == 0


def test_an_unlock_of_sixty_four_ranges_is_taken_and_one_of_more_is_not() -> None:
    unlock = SMALL["unlock"]
    ranges = tuple(Range("tiles", 2 * at, 1) for at in range(65))
    most = msgspec.structs.replace(unlock, lock=ranges[:64], locks=plain("locks", 96 * 64))
    assert parse(render(most)) == most
    with pytest.raises(Unreadable, match="64"):
        parse(render(msgspec.structs.replace(unlock, lock=ranges, locks=plain("locks", 96 * 65))))


@pytest.mark.parametrize("size", [0, 95, 96, 97, 96 * 3])
@pytest.mark.parametrize("made", [UNLOCK_OF_TWO, MASKED["move"]], ids=["unlock", "move"])
def test_locks_are_as_many_as_the_positions(made: AnyNote, size: int) -> None:
    """D8: two positions of the unlock, one given by the move."""
    needed = 96 * (1 if isinstance(made, Move) else 2)
    if size == needed:
        return
    with pytest.raises(Unreadable) as refusal:
        type(made)(**(msgspec.structs.asdict(made) | {"locks": plain("locks", size) if size else None}))
    assert refusal.value.code == "locks-size"


def test_a_mix_of_the_largest_deck_is_no_longer_than_a_note_may_be() -> None:
    """So that no game has a deck whose mix cannot be sent."""
    mix = msgspec.structs.replace(SMALL["mix"], deck=plain("deck", 64 * 256), proof=plain("proof", 32 * (3 * 256 + 6)))
    body = render(mix)
    assert len(body) < 62_000 and quick_reader(Mix)(body) == mix == parse_carefully(body, Mix)


def test_a_mix_needs_its_deck() -> None:
    with pytest.raises(Unreadable) as refusal:
        parse(b"".join(line for line in render(SMALL["mix"]).splitlines(True) if not line.startswith(b"deck ")))
    assert refusal.value.code == "other-line-expected"


def test_maps_are_written_sorted_however_they_were_built() -> None:
    charter = FULL["charter"]
    turned = {field: dict(reversed(getattr(charter, field).items())) for field in ("join", "key", "box", "lock")}

    assert render(msgspec.structs.replace(charter, **turned)) == render(charter)


def test_notes_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        SMALL["move"].step = 2  # type: ignore[union-attr,misc]


def test_types_of_notes_are_named_as_in_the_first_line() -> None:
    assert {name: make.__name__.lower() for name, make in TYPES.items()} == {name: name for name in TYPES}
    assert (Offer is TYPES["offer"], Move is TYPES["move"]) == (True, True)


def test_reading_notes_starts_no_slow_module() -> None:
    """A command that shows a board pays for what it uses; mail and HTML are loaded when a mail needs them."""
    program = (
        "import sys; from referee.record import store; from referee.record.mails import unwrap\n"
        "from tests.record.examples import FULL, signed_example\n"
        "[unwrap.unwrap(signed_example(one).armoured().encode()).signed_notes[0].note() for one in FULL.values()]\n"
        "print(sorted({'email', 'html', 'asyncio', 'importlib.metadata', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
